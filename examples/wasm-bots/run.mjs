// Asks every bot of every game for moves, with a time limit, in WebAssembly:
//     node run.mjs wasm_bots.wasm
// Fails where a bot traps or does not keep to the time.
import { readFileSync } from "node:fs";

const LIMIT = 20; // milliseconds for a move
const PLIES = 6;
// How much later a move may come: a bot looks at the clock now and then, and on
// a slow machine that is not soon. Without a clock it only has to end.
const LATE = { clock: 300, none: 10_000 };

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
let failed = false;

// Milliseconds by the clock on the wall, which also runs while other programs
// do, and by the processor, which also counts the compiler: the less is right.
function time(work) {
  const begun = performance.now();
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return { result, taken: Math.min(performance.now() - begun, (user + system) / 1000) };
}

function play(kind) {
  const { exports } = new WebAssembly.Instance(module, {
    page: { now: () => performance.now() },
  });
  const said = () =>
    Buffer.from(exports.memory.buffer, exports.said(), exports.said_length()).toString();
  const fail = (why) => {
    console.error(`clock ${kind}: ${why}`);
    failed = true;
  };
  if (kind === "clock") exports.use_the_clock();
  let bots = 0;
  let slowest = 0;
  for (let game = 0; exports.begin(game, 0); game++) {
    for (let bot = 0; exports.begin(game, bot); bot++) {
      bots++;
      const name = said();
      try {
        for (let ply = 0; ply < PLIES; ply++) {
          const { result, taken } = time(() => exports.move_within(LIMIT));
          if (!result) break;
          slowest = Math.max(slowest, taken);
          if (taken > LIMIT + LATE[kind]) fail(`${name}: ${said()} took ${taken.toFixed()} ms`);
        }
      } catch (trap) {
        return fail(`${name}: ${trap}\n${said()}`);
      }
    }
  }
  if (bots === 0) fail("there are no bots");
  console.log(`clock ${kind}: ${bots} bots, the slowest move took ${slowest.toFixed()} ms`);
}

play("clock");
play("none");
process.exit(failed ? 1 : 0);
