// Learning a game: its rules with diagrams, a guided first game, and puzzles.

import "./board.js";
import { announce, button, complain, make, pause, reason, svgOf, working } from "./dom.js";
import { gameOf, judge, table, thinker } from "./engine.js";
import { read, write } from "./settings.js";
import { pass } from "./share.js";

/** @typedef {import("./engine.js").Json} Json */
/** @typedef {import("./board.js").Board} Board */

/** Which puzzles of a game were solved, by its id. */
const SOLVED = "parlour.solved";
/** How long a new puzzle may take to be found, in milliseconds: a person can stop it. */
const PATIENCE = 600_000;

/** @param {string} id */
async function known(id) {
  const game = await gameOf(id);
  if (!game) throw new Error(`There is no game ${id}.`);
  return game;
}

/** Where to go on from a page. @param {Json} game @param {string} here */
function further(game, here) {
  const { id } = game;
  return make("nav", { class: "actions", "aria-label": "Go on" },
    make("a", { class: "main-action", href: `#/new/${id}` }, "Play"),
    here !== "rules" && make("a", { class: "button", href: `#/rules/${id}` }, "Rules"),
    game.lesson && here !== "learn" && make("a", { class: "button", href: `#/learn/${id}` }, "A guided first game"),
    game.puzzles && here !== "puzzles" && make("a", { class: "button", href: `#/puzzles/${id}` }, "Puzzles"));
}

/** @param {import("./dom.js").Place} place @param {string} id */
export async function showRules(place, id) {
  const game = await known(id);
  const { blocks } = await table.ask({ do: "rules", game: id });
  document.title = `Rules of ${game.title} - Parlour`;
  // The page has a title already.
  if (blocks[0]?.kind === "heading" && game.title.toLowerCase().endsWith(blocks[0].text.toLowerCase())) blocks.shift();
  place.replaceChildren(
    make("article", { class: "rules" },
      make("h1", {}, `Rules of ${game.title}`),
      ...blocks.map(block),
      further(game, "rules")));
}

/** A part of the rules. @param {Json} part */
function block(part) {
  switch (part.kind) {
    case "heading":
      return make("h2", {}, part.text);
    case "board": {
      const picture = svgOf(part.picture.svg);
      picture.setAttribute("role", "img");
      picture.setAttribute("aria-label", part.caption);
      for (const each of picture.querySelectorAll("[role], [aria-label]")) {
        each.removeAttribute("role");
        each.removeAttribute("aria-label");
      }
      return make("figure", { class: "diagram" }, picture,
        make("figcaption", {}, part.caption),
        make("details", {}, make("summary", {}, "This board in words"), make("pre", { class: "words" }, part.words)));
    }
    case "lines":
      return make("pre", { class: "text" }, part.text);
    default:
      return make("p", {}, part.text);
  }
}

/** A board with somebody who explains, and moves that can be tried on it. */
class Taught {
  /** @type {Json} */
  state = {};
  left = false;
  board = /** @type {Board} */ (document.createElement("parlour-board"));
  words = make("pre", { class: "words", tabindex: "0" });
  typed = make("input", {
    name: "move", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
    placeholder: "or type a move", "aria-label": "Type a move",
  });
  form = make("form", { class: "typing" }, this.typed, make("button", {}, "Play it"));
  section = make("section", { class: "table taught" });
  #work = working(this.section);

  constructor() {
    this.board.addEventListener("pick", (event) =>
      this.do({ do: "pick", pick: /** @type {CustomEvent} */ (event).detail }));
    this.board.addEventListener("back", () => this.do({ do: "back" }));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.typed.value.trim();
      this.typed.value = "";
      if (text) this.do({ do: "type", text });
    });
  }

  /** The worker that is asked. @returns {import("./engine.js").Engine} */
  get worker() {
    return table;
  }

  /** What every request says. @type {Json} */
  what = {};

  leave() {
    this.left = true;
  }

  /** @param {Json} request */
  async do(request) {
    try {
      await this.#work(async () => {
        const state = await this.worker.ask({ ...this.what, ...request });
        if (!this.left) this.show(state);
      });
    } catch (why) {
      if (reason(why) !== "stopped") complain(why);
    }
  }

  /** @param {Json} state */
  show(state) {
    this.state = state;
    if (state.shown.scene) this.board.show(state.shown);
    this.words.textContent = state.shown.words ?? "";
  }
}

/** The guided first game. */
export class LessonPage extends Taught {
  what = { lesson: true };
  #place;
  #step = make("p", { class: "faint" });
  #says = make("div", { class: "teacher", "aria-live": "polite" });
  #previous = button("Back", () => this.do({ do: "previous" }));
  #next = button("Next", () => this.do({ do: "next" }), { class: "main-action" });
  #hint = button("Show me", () => this.do({ do: "hint" }));
  #end = make("div", {});

  /** @param {import("./dom.js").Place} place */
  constructor(place) {
    super();
    this.#place = place;
  }

  /** @param {string} id */
  async open(id) {
    const game = await known(id);
    const state = await table.ask({ do: "lesson", game: id });
    document.title = `First game of ${game.title} - Parlour`;
    this.#end.append(further(game, "learn"));
    this.section.append(
      make("div", { class: "teaching" },
        make("h1", {}, `A first game of ${game.title}`), this.#step, this.#says,
        make("div", { class: "actions" }, this.#previous, this.#next, this.#hint), this.#end),
      make("div", { class: "stage" }, this.board),
      make("aside", { class: "side", "aria-label": "More" }, this.form,
        make("details", {}, make("summary", {}, "The board in words"), this.words)));
    this.#place.replaceChildren(this.section);
    this.show(state);
  }

  /** @param {Json} state */
  show(state) {
    super.show(state);
    const { step, of, says, heard, news, hint, is_asked, is_over } = state;
    this.#step.textContent = `Step ${step} of ${of}`;
    this.#says.replaceChildren(
      ...news.map((/** @type {string} */ line) => make("p", { class: "faint" }, line)),
      ...(heard ? [make("p", { class: "heard" }, heard)] : []),
      ...says.split("\n\n").map((/** @type {string} */ part) => make("p", {}, part)),
      ...(hint ? [make("p", { class: "hint" }, `Play ${hint}.`)] : []));
    this.#previous.disabled = step <= 1;
    this.#next.hidden = is_asked || is_over;
    this.#hint.hidden = !is_asked;
    this.form.hidden = !is_asked;
    this.#end.hidden = !is_over;
  }
}

/** Puzzles: those of the site, and others that are made here. */
export class PuzzlePage extends Taught {
  what = { puzzle: true };
  #place;
  #id = "";
  /** @type {Json} */
  #game = {};
  /** The positions of the site's own puzzles. @type {string[]} */
  #shipped = [];
  /** Which of them this is; -1 if it was made here. */
  #number = -1;
  #heading = make("p", { class: "faint" });
  #task = make("p", { class: "status" });
  #said = make("div", { class: "teacher", "aria-live": "polite" });
  #hint = button("Hint", () => this.do({ do: "hint" }));
  #why = button("Why?", () => this.do({ do: "why" }));
  #next = button("Next puzzle", () => this.#go(this.#unsolved()));
  #fresh = button("New puzzle", () => this.#make());
  #cancel = button("Cancel", () => thinker.stop(), { hidden: true });
  #share_link = button("Link to this puzzle", () => this.#share());
  #study = button("Study it", () => (location.hash = `#/position/${this.#id}/${encodeURIComponent(this.state.position)}`));

  /** @param {import("./dom.js").Place} place */
  constructor(place) {
    super();
    this.#place = place;
  }

  // A solver judges the answers.
  get worker() {
    return judge;
  }

  leave() {
    super.leave();
    judge.stop();
    thinker.stop();
  }

  /**
   * @param {string} id
   * @param {string} which a number of one of the site's puzzles from 1, `at` for a position, or nothing
   * @param {string} position
   */
  async open(id, which, position) {
    this.#id = id;
    this.#game = await known(id);
    if (!this.#game.puzzles) throw new Error(`There are no puzzles of ${this.#game.title}.`);
    document.title = `Puzzles of ${this.#game.title} - Parlour`;
    this.#shipped = await shipped(id);
    this.section.append(
      make("div", { class: "teaching" },
        make("h1", {}, `Puzzles of ${this.#game.title}`), this.#heading, this.#task, this.#said,
        make("div", { class: "actions" }, this.#hint, this.#why, this.#next, this.#fresh, this.#cancel)),
      make("div", { class: "stage" }, this.board),
      make("aside", { class: "side", "aria-label": "More" }, this.form,
        make("div", { class: "actions" }, this.#share_link, this.#study),
        make("details", {}, make("summary", {}, "The board in words"), this.words),
        further(this.#game, "puzzles")));
    this.#place.replaceChildren(this.section);
    if (which === "at") return this.#pose(-1, position);
    const number = Number(which) - 1;
    if (number in this.#shipped) return this.#pose(number, this.#shipped[number]);
    return this.#shipped.length > 0 ? this.#pose(this.#unsolved(), this.#shipped[this.#unsolved()]) : this.#make();
  }

  /** The first of the site's puzzles that is not solved yet, after this one. */
  #unsolved() {
    const solved = new Set(read(SOLVED, {})[this.#id] ?? []);
    const all = this.#shipped.map((_, index) => (this.#number + 1 + index) % this.#shipped.length);
    return all.find((number) => !solved.has(number)) ?? all[0] ?? -1;
  }

  /** @param {number} number */
  #go(number) {
    location.hash = `#/puzzles/${this.#id}/${number + 1}`;
  }

  /** @param {number} number @param {string} position */
  async #pose(number, position) {
    this.#number = number;
    const state = await judge.ask({ do: "solve", game: this.#id, position });
    if (!this.left) this.show(state);
  }

  /** Makes a puzzle. */
  async #make() {
    const progress = make("p", {}, "Looking for a good position…");
    this.#said.replaceChildren(progress, make("progress", { "aria-label": "Making a puzzle" }));
    const told = (/** @type {Json} */ { tried }) => {
      progress.textContent = `Looking for a good position: ${tried} ${tried === 1 ? "game" : "games"} tried.`;
    };
    const seed = crypto.getRandomValues(new Uint32Array(1))[0];
    this.#setMaking(true);
    let failure = "Stopped.";
    try {
      const made = await thinker.ask({ do: "puzzle", game: this.#id, seed, time: PATIENCE }, told);
      if (!this.left) location.hash = `#/puzzles/${this.#id}/at/${encodeURIComponent(made.position)}`;
      return;
    } catch (why) {
      if (reason(why) !== "stopped") failure = reason(why);
    } finally {
      this.#setMaking(false);
    }
    if (this.left) return;
    this.#said.replaceChildren(make("p", {}, failure));
    announce(failure);
  }

  /** @param {boolean} isMaking */
  #setMaking(isMaking) {
    for (const each of [this.#hint, this.#why, this.#next, this.#fresh, this.#share_link, this.#study]) each.disabled = isMaking;
    this.form.inert = this.board.inert = isMaking;
    this.#cancel.hidden = !isMaking;
    if (isMaking) this.#cancel.focus();
    else this.#share_link.disabled = this.#study.disabled = !this.state.position;
  }

  /** @param {Json} request */
  async do(request) {
    // Judging may take a moment: say so, but not for an instant.
    let isDone = false;
    pause(250).then(() => {
      if (!isDone && !this.left) this.#said.replaceChildren(make("p", { class: "faint" }, "The solver is thinking…"));
    });
    await super.do(request);
    isDone = true;
  }

  /** @param {Json} state */
  show(state) {
    super.show(state);
    const { task, is_solved, mistakes, said, why, hint } = state;
    const solved = read(SOLVED, {});
    const ours = new Set(solved[this.#id] ?? []);
    if (is_solved && this.#number >= 0 && !ours.has(this.#number)) {
      ours.add(this.#number);
      write(SOLVED, { ...solved, [this.#id]: [...ours] });
    }
    this.#heading.textContent = this.#number < 0 ? "A puzzle made for you"
      : `Puzzle ${this.#number + 1} of ${this.#shipped.length}, ${ours.size} solved`;
    this.#task.textContent = task;
    const verdict = is_solved ? (mistakes === 0 ? "Solved on the first try." : "Solved.") : "";
    this.#said.replaceChildren(
      ...[said && make("p", { class: said.right ? "right" : "heard" }, said.text),
        verdict && make("p", { class: "right" }, verdict),
        hint && make("p", { class: "hint" }, `Play ${hint}.`),
        why && make("p", {}, why)].filter(Boolean));
    if (!this.#said.hasChildNodes()) this.#said.append(make("p", { class: "faint" }, "Make your move on the board."));
    if (verdict) announce(verdict);
    this.#hint.hidden = this.form.hidden = is_solved;
    this.#next.classList.toggle("main-action", is_solved);
    this.#why.hidden = !is_solved;
  }

  async #share() {
    const link = new URL(location.href);
    link.hash = this.#number < 0
      ? `/puzzles/${this.#id}/at/${encodeURIComponent(this.state.position)}`
      : `/puzzles/${this.#id}/${this.#number + 1}`;
    const done = await pass(link.href);
    if (done) announce(done);
  }
}

/** The site's own puzzles of a game. @param {string} id */
async function shipped(id) {
  const answer = await fetch(new URL(`../puzzles/${id}.tsv`, import.meta.url));
  if (!answer.ok) return [];
  const lines = (await answer.text()).split("\n").filter((line) => line && !line.startsWith("#"));
  return lines.map((line) => line.split("\t")[1]);
}
