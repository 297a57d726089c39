// The games in workers: one that answers at once, and one that thinks.

/**
 * What a worker is asked and answers. The forms are those of the Rust side.
 * @typedef {Record<string, any>} Json
 */

/** Why something cannot be done, in words for the person at the page. */
export class Refusal extends Error {}

/** More threads than this think no faster in the time of a move. */
const MOST_THREADS = 4;
/**
 * How many threads may think: several where memory can be shared, which a page must be isolated
 * for, and if the site has the module for that.
 */
const THREADS = crossOriginIsolated && document.documentElement.hasAttribute("data-threads")
  ? Math.min(navigator.hardwareConcurrency, MOST_THREADS)
  : 1;

export class Engine {
  #threads;
  /** @type {Worker | undefined} */
  #worker;
  /** @type {Map<number, { resolve(answer: Json): void, reject(why: Error): void, tell?(told: Json): void }>} */
  #waiting = new Map();
  #last = 0;

  /** @param {number} [threads] with more than one, it can only think */
  constructor(threads = 1) {
    this.#threads = threads;
  }

  /**
   * @param {Json} request
   * @param {(told: Json) => void} [tell] hears how far long work is
   * @returns {Promise<Json>}
   */
  ask(request, tell) {
    const worker = (this.#worker ??= this.#start());
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, tell });
      worker.postMessage({ id, request });
    });
  }

  /** Whether an answer is awaited. */
  get isBusy() {
    return this.#waiting.size > 0;
  }

  /** Stops the bot that is thinking: nobody needs its answer any more. */
  stop() {
    if (!this.isBusy) return;
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#fail("stopped");
  }

  /** @param {string} why */
  #fail(why) {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(new Error(why));
  }

  #start() {
    // The worker reads its name: a query would be lost where the service worker answers.
    const name = String(this.#threads);
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module", name });
    /** @param {MessageEvent} message */
    const hear = ({ data: { id, answer, told, broken, port } }) => {
      if (this.#worker !== worker) return;
      if (port) {
        port.onmessage = hear;
        return;
      }
      const waiting = this.#waiting.get(id);
      if (told !== undefined) {
        try {
          waiting?.tell?.(JSON.parse(told));
        } catch {
          console.error(told); // The last words of a module that is about to trap.
        }
        return;
      }
      this.#waiting.delete(id);
      if (broken !== undefined) {
        // A module that has trapped is in no state to go on.
        worker.terminate();
        this.#worker = undefined;
        waiting?.reject(new Error(broken));
        this.#fail(broken);
      } else if (answer.error !== undefined) {
        const help = answer.help ? ` ${answer.help}` : "";
        waiting?.reject(new Refusal(answer.error + help));
      } else {
        waiting?.resolve(answer);
      }
    };
    worker.onmessage = hear;
    worker.onerror = () => this.#fail("the games could not be loaded");
    return worker;
  }
}

/** Rules and pictures. */
export const table = new Engine();
/** What judges answers to puzzles. */
export const judge = new Engine();
/** Bots, hints and reviews. */
export const thinker = new Engine(THREADS);

/** The same with large files that were computed here: it is never stopped, or they would be lost. */
const keeper = new Engine(THREADS);
/** The games that it has files for. @type {Set<string>} */
const prepared = new Set();

/** Who thinks about a game. @param {string} game */
export function thinkerOf(game) {
  return prepared.has(game) ? keeper : thinker;
}

/**
 * Computes the file that the best bot of a game lacks.
 * @param {string} game
 * @param {string} text the game as it is kept
 * @param {(told: Json) => void} tell
 */
export async function prepare(game, text, tell) {
  await keeper.ask({ do: "prepare", text }, tell);
  prepared.add(game);
}

/** @type {Promise<Json> | undefined} */
let games;

/** Whether this page comes from a server that keeps matches. */
export const isServed = document.documentElement.hasAttribute("data-server");

/** All games, as the catalogue has them. A server has them, too, for a page that plays only there. */
export function catalogue() {
  return (games ??= isServed ? served().catch(() => table.ask({ do: "games" })) : table.ask({ do: "games" }));
}

/** @returns {Promise<Json>} */
async function served() {
  if (!navigator.onLine) throw new Error("offline");
  const answer = await fetch(new URL("/api/games", location.href));
  if (!answer.ok) throw new Error(answer.statusText);
  return answer.json();
}

/** @param {string} id */
export async function gameOf(id) {
  const { games } = await catalogue();
  return games.find((/** @type {Json} */ game) => game.id === id);
}

/** A number that nobody can guess, as text: it has 64 bits. */
export function freshSeed() {
  return crypto.getRandomValues(new BigUint64Array(1))[0].toString();
}
