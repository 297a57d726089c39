// Advice about a position: from the tab, or from a server that has the table which perfect play
// needs and which is too large for a tab.

import { button, make, pause } from "./dom.js";
import { isServed, prepare, table, thinkerOf } from "./engine.js";
import { call } from "./online.js";

/** @typedef {import("./engine.js").Json} Json */

/** The largest file that is computed in a tab, in bytes. */
const MOST_TABLE = 128e6;
/** How often a server is asked whether it is done, in milliseconds. */
const LOOK = 250;

/** Whether the last server that was asked lacks the table, too: it is not asked again. */
let serverLacks = false;

/**
 * The best move and what the position is worth.
 * @param {string} game
 * @param {Json} wanted the game as it is kept, and for how long to think
 * @param {(told: Json) => void} tell hears what is found on the way
 * @param {() => boolean} isWanted whether anybody still waits
 * @returns {Promise<Json>}
 */
export async function advise(game, wanted, tell, isWanted = () => true) {
  const advice = await thinkerOf(game).ask({ do: "advise", ...wanted }, tell);
  if (!advice.lacks || advice.lacks <= MOST_TABLE || !isServed || serverLacks) return advice;
  if (!navigator.onLine || !isWanted()) return advice;
  tell({ asked: true });
  const found = await served(game, advice, isWanted);
  return found ? table.ask({ do: "advise", ...wanted, found }) : advice;
}

/**
 * What the best bot says on the server; nothing if it lacks the table, too, or does not answer.
 * @param {string} game @param {Json} advice @param {() => boolean} isWanted
 */
async function served(game, { position, best }, isWanted) {
  try {
    let job = await call("POST", "api/jobs", { kind: "best", game, position });
    while (["waiting", "running"].includes(job.state) && isWanted()) {
      await pause(LOOK);
      job = await call("GET", `api/jobs/${job.id}`);
    }
    if (job.result?.bot === best) return job.result;
    if (job.result) serverLacks = true;
  } catch {
    // The next question may find it again.
  }
  return null;
}

/**
 * Says that advice is an estimate and how good it is, and offers to compute what perfect play
 * needs. Nothing if it is none.
 * @param {string} game
 * @param {Json} advice
 * @param {() => Promise<string>} text the game as it is kept
 * @param {() => void} again asks for the advice once more
 * @param {(why: unknown) => void} refuse
 */
export function estimate(game, advice, text, again, refuse) {
  const { lacks, off } = advice;
  if (!lacks) return undefined;
  const error = off ? ` Chances are off by about ${Math.round(100 * off)} percentage points on average.` : "";
  const size = `${Math.ceil(lacks / 1e6)} MB`;
  const isLarge = lacks > MOST_TABLE;
  const where = !isLarge ? "" : isServed ? ", which this server does not have" : ", which is too large for a browser";
  const note = make("small", { class: "estimate" }, make("span", {},
    `This is an estimate: perfect play needs a table of ${size}${where}.${error}`));
  if (isLarge) return note;
  note.append(button("Compute it here", async () => {
    const bar = make("progress", { max: "1", value: "0", "aria-label": "Computing the table" });
    note.replaceChildren(bar);
    try {
      await prepare(game, await text(), ({ done }) => (bar.value = done ?? 0));
      again();
    } catch (why) {
      refuse(why);
    }
  }));
  return note;
}
