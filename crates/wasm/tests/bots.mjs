// Has every bot of every game play thirty moves against itself, in WebAssembly:
//     node bots.mjs parlour_wasm.wasm
// Fails where a bot traps, answers nothing, or does not keep to its time.
import { readFileSync } from "node:fs";

const LIMIT = 20; // milliseconds for a move
const MOVES = 30;
// How much later a move may come: a bot looks at the clock now and then, and on a slow
// machine that is not soon.
const LATE = 300;

const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]), {
  page: { now: () => performance.now(), tell: () => {} },
});
const { memory, room, ask, answer } = instance.exports;

function get(request) {
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  const at = room(bytes.length);
  new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
  const length = ask();
  const text = new TextDecoder().decode(new Uint8Array(memory.buffer, answer(), length));
  const got = JSON.parse(text);
  if (got.error) throw new Error(`${JSON.stringify(request).slice(0, 200)}: ${got.error}`);
  return got;
}

// Milliseconds by the clock on the wall, which also runs while other programs do, and by the
// processor, which also counts the compiler: the less is right.
function time(work) {
  const begun = performance.now();
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return { result, taken: Math.min(performance.now() - begun, (user + system) / 1000) };
}

let [bots, slowest, failed] = [0, 0, false];
for (const { id, seats, bots: names } of get({ do: "games" }).games) {
  for (const bot of names) {
    bots++;
    let state = get({ do: "new", game: id, seats: Array(seats[1]).fill(bot), seed: 1 });
    for (let moves = 0; moves < MOVES && state.next.kind !== "over"; ) {
      if (state.next.kind !== "think") {
        state = get({ do: "go" });
        continue;
      }
      moves++;
      const question = get({ do: "ask" });
      const { result, taken } = time(() => get({ do: "think", ...question, time: LIMIT }));
      slowest = Math.max(slowest, taken);
      if (taken > LIMIT + LATE) {
        console.error(`${id} ${bot}: ${result.step} took ${taken.toFixed()} ms`);
        failed = true;
      }
      state = get({ do: "answer", step: result.step });
    }
  }
}
console.log(`${bots} bots, the slowest move took ${slowest.toFixed()} ms`);
process.exit(failed || bots === 0 ? 1 : 0);
