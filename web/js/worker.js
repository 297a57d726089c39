// A worker that holds the games: requests and answers are objects, see engine.js.

/**
 * @typedef {{
 *   memory: WebAssembly.Memory, room(length: number): number, ask(): number, answer(): number,
 *   begin?(id: number): void,
 * }} Exports
 */

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The number of the request that is being answered. */
let current = 0;
const threads = Number(self.name);
/** @type {Promise<Exports>} */
const loaded = threads > 1
  ? import("./threads.js").then(({ load }) => load(threads, tell)).catch(load)
  : load();

/** @param {string} told */
function tell(told) {
  postMessage({ id: current, told });
}

/** The module with one thread, which runs everywhere. */
async function load() {
  /** @type {Exports | undefined} */
  let exports;
  const imports = {
    page: {
      now: () => performance.now(),
      /** @param {number} at @param {number} length */
      tell: (at, length) => {
        if (exports) tell(decoder.decode(new Uint8Array(exports.memory.buffer, at, length)));
      },
    },
  };
  const address = new URL("../parlour.wasm", import.meta.url);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address.pathname}: ${response.status}`);
  const isTyped = response.headers.get("content-type") === "application/wasm";
  const { instance } = isTyped
    ? await WebAssembly.instantiateStreaming(response, imports)
    : await WebAssembly.instantiate(await response.arrayBuffer(), imports);
  exports = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
  return exports;
}

self.onmessage = async ({ data: { id, request } }) => {
  try {
    const games = await loaded;
    current = id;
    games.begin?.(id);
    const bytes = encoder.encode(JSON.stringify(request));
    const at = games.room(bytes.length);
    new Uint8Array(games.memory.buffer, at, bytes.length).set(bytes);
    const length = games.ask();
    // Memory that is shared must be copied before it is read.
    const answer = decoder.decode(new Uint8Array(games.memory.buffer, games.answer(), length).slice());
    postMessage({ id, answer: JSON.parse(answer) });
  } catch (error) {
    postMessage({ id, broken: String(error) });
  }
};
