// A worker that runs threads of the module, see threads.js.

import { READY, imports, next, request } from "./threads.js";

/** @typedef {{ wasi_thread_start(thread: number, what: number): void }} Exports */

self.onmessage = async ({ data }) => {
  /** @type {import("./threads.js").Duty} */
  const duty = data;
  const { module, memory, mailbox, place, port } = duty;
  const tell = (/** @type {string} */ told) => port.postMessage({ id: request(mailbox), told });
  const { exports } = await WebAssembly.instantiate(module, imports(module, memory, mailbox, tell));
  const { wasi_thread_start } = /** @type {Exports} */ (/** @type {unknown} */ (exports));
  postMessage("ready");
  try {
    for (;;) {
      const [thread, what] = next(duty);
      wasi_thread_start(thread, what);
      Atomics.store(mailbox, place, READY);
    }
  } catch (error) {
    port.postMessage({ id: request(mailbox), broken: String(error) });
  }
};
