// The module with threads: its memory is shared with helpers, workers that wait until they are wanted.
// A worker that is busy can start no others, so they are started before anything is asked.

/** @typedef {import("./worker.js").Exports & { _initialize(): void, threads(count: number): void }} Thinking */

/**
 * What a helper is given. The mailbox is a list of numbers that all workers share: the number of the last
 * thread, that of the request being answered, and two for each helper, at its place: what it does (see
 * `READY`), and what its thread is to run.
 * @typedef {{ module: WebAssembly.Module, memory: WebAssembly.Memory, mailbox: Int32Array, place: number, port: MessagePort }} Duty
 */

/** Pages of 64 kB: what is taken at once, and the most that an address can name. */
const PAGES = { initial: 256, maximum: 65_536 };
const LAST_THREAD = 0;
const REQUEST = 1;
const FIRST_HELPER = 2;
/** A helper waits, or is being told what to run; otherwise, this is the number of its thread, from 1. */
export const READY = 0;
const TAKEN = -1;
/** No helper is free. */
const NONE = -6;
/** What the functions of the system answer: done, no such file, no such function. */
const DONE = 0;
const NO_FILE = 8;
const UNKNOWN = 52;

const decoder = new TextDecoder();

/** How many threads this worker has started. */
export let started = 0;

/**
 * The functions that the module needs.
 * @param {WebAssembly.Module} module
 * @param {WebAssembly.Memory} memory
 * @param {Int32Array} mailbox
 * @param {(text: string) => void} tell
 */
export function imports(module, memory, mailbox, tell) {
  /** @param {number} at @param {number} length */
  const bytes = (at, length) => new Uint8Array(memory.buffer, at, length);
  const view = () => new DataView(memory.buffer);
  const wanted = WebAssembly.Module.imports(module).filter((each) => each.module === "wasi_snapshot_preview1");
  const system = {
    // A page has no files, no environment and nothing to write to.
    ...Object.fromEntries(wanted.map(({ name }) => [name, () => UNKNOWN])),
    fd_prestat_get: () => NO_FILE,
    environ_get: () => DONE,
    /** @param {number} count @param {number} size */
    environ_sizes_get(count, size) {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return DONE;
    },
    /** @param {number} at @param {number} length */
    random_get(at, length) {
      bytes(at, length).set(crypto.getRandomValues(new Uint8Array(length)));
      return DONE;
    },
    /** @param {number} _clock @param {bigint} _precision @param {number} at */
    clock_time_get(_clock, _precision, at) {
      const now = performance.timeOrigin + performance.now();
      view().setBigUint64(at, BigInt(Math.round(now * 1e6)), true);
      return DONE;
    },
    sched_yield: () => DONE,
    /** @param {number} code */
    proc_exit(code) {
      throw new Error(`the module ended with ${code}`);
    },
  };
  return {
    env: { memory },
    page: {
      /** @param {number} at @param {number} length */
      tell: (at, length) => tell(decoder.decode(bytes(at, length).slice())),
    },
    wasi: { "thread-spawn": (/** @type {number} */ what) => begin(mailbox, what) },
    wasi_snapshot_preview1: system,
  };
}

/** Gives a thread to a helper that is free; its number. @param {Int32Array} mailbox @param {number} what */
function begin(mailbox, what) {
  for (let place = FIRST_HELPER; place < mailbox.length; place += 2) {
    if (Atomics.compareExchange(mailbox, place, READY, TAKEN) !== READY) continue;
    const thread = Atomics.add(mailbox, LAST_THREAD, 1) + 1;
    mailbox[place + 1] = what;
    Atomics.store(mailbox, place, thread);
    Atomics.notify(mailbox, place);
    started++;
    return thread;
  }
  return NONE;
}

/** Waits for the next thread that a helper is to run: its number, and what it runs. @param {Duty} duty */
export function next({ mailbox, place }) {
  for (;;) {
    const thread = Atomics.load(mailbox, place);
    if (thread > READY) return [thread, mailbox[place + 1]];
    Atomics.wait(mailbox, place, thread);
  }
}

/** The request that is being answered. @param {Int32Array} mailbox */
export const request = (mailbox) => mailbox[REQUEST];

/**
 * Loads the module for this many threads, of which this worker is one.
 * @param {number} count
 * @param {(text: string) => void} tell
 */
export async function load(count, tell) {
  const address = new URL("../parlour-threads.wasm", import.meta.url);
  // Offline, it is there if it was loaded before.
  if (!navigator.onLine && !(await caches.match(address))) throw new Error("offline");
  const module = await WebAssembly.compileStreaming(fetch(address));
  const memory = new WebAssembly.Memory({ ...PAGES, shared: true });
  // As many for work that is divided into small parts, which never end, and for searches, which do.
  const helpers = 2 * (count - 1);
  const mailbox = new Int32Array(new SharedArrayBuffer(4 * (FIRST_HELPER + 2 * helpers)));
  const { exports } = await WebAssembly.instantiate(module, imports(module, memory, mailbox, tell));
  const places = Array.from({ length: helpers }, (_, index) => FIRST_HELPER + 2 * index);
  await Promise.all(places.map((place) => help({ module, memory, mailbox, place })));
  const thinking = /** @type {Thinking} */ (/** @type {unknown} */ ({ ...exports, memory }));
  thinking._initialize();
  thinking.threads(count);
  return { ...thinking, begin: (/** @type {number} */ id) => (mailbox[REQUEST] = id) };
}

/** Starts a helper, and waits until it waits. @param {Omit<Duty, "port">} duty */
function help(duty) {
  const helper = new Worker(new URL("./helper.js", import.meta.url), { type: "module" });
  // While this worker is busy, nothing that it is told gets through: a helper tells the page itself.
  const { port1, port2 } = new MessageChannel();
  postMessage({ port: port1 }, { transfer: [port1] });
  return new Promise((resolve, reject) => {
    helper.onmessage = resolve;
    helper.onerror = () => reject(new Error("no helper"));
    helper.postMessage({ ...duty, port: port2 }, [port2]);
  });
}
