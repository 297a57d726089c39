// The games in workers: one that answers at once, and one that thinks.

/**
 * What a worker is asked and answers. The forms are those of the Rust side.
 * @typedef {Record<string, any>} Json
 */

/** Why something cannot be done, in words for the person at the page. */
export class Refusal extends Error {}

export class Engine {
  /** @type {Worker | undefined} */
  #worker;
  /** @type {Map<number, { resolve(answer: Json): void, reject(why: Error): void, tell?(told: Json): void }>} */
  #waiting = new Map();
  #last = 0;

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

  /** Ends what is being thought about: nobody wants to know any more. */
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
    const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data: { id, answer, told, broken } }) => {
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
    worker.onerror = () => this.#fail("the games could not be loaded");
    return worker;
  }
}

/** Rules and pictures. */
export const table = new Engine();
/** Bots, hints and reviews. */
export const thinker = new Engine();

/** @type {Promise<Json> | undefined} */
let games;

/** All games, as the catalogue has them. */
export function catalogue() {
  return (games ??= table.ask({ do: "games" }));
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
