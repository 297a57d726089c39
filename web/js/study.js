// The page where a game is studied: branches, an engine beside the board, a review.

import "./board.js";
import { announce, button, download, make, svgOf, toast } from "./dom.js";
import { Refusal, gameOf, table, thinker } from "./engine.js";
import { theme } from "./settings.js";
import { linkTo, pass, png } from "./share.js";

/** @typedef {import("./engine.js").Json} Json */
/** @typedef {import("./board.js").Board} Board */

const ENGINE_TIME = 1000;
const LINES = 3;

export class StudyPage {
  /** @type {Json} */
  #state = {};
  /** @type {Json | undefined} */
  #review;
  #left = false;
  #wantsEngine = false;
  /** The place that the engine looks at. */
  #looking = -1;

  #board = /** @type {Board} */ (document.createElement("parlour-board"));
  #status = make("p", { class: "status", "aria-live": "polite" });
  #lines = make("ol", { class: "lines", hidden: true });
  #tree = make("div", { class: "tree", role: "group", "aria-label": "Moves" });
  #graph = make("div", { class: "graph" });
  #words = make("pre", { class: "words", tabindex: "0" });
  #typed = make("input", {
    name: "move", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
    placeholder: "or type a move", "aria-label": "Type a move",
  });
  #engine = button("Engine", () => {
    this.#wantsEngine = !this.#wantsEngine;
    this.#consult();
  }, { "aria-pressed": "false" });
  #overlays = make("span", { class: "overlays" });

  /** @param {HTMLElement} place */
  constructor(place) {
    const form = make("form", { class: "typing" }, this.#typed, make("button", {}, "Try it"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.#typed.value.trim();
      this.#typed.value = "";
      if (text) this.#do({ do: "type", text });
    });
    this.#board.addEventListener("pick", (event) =>
      this.#do({ do: "pick", pick: /** @type {CustomEvent} */ (event).detail }));
    this.#board.addEventListener("back", () => this.#do({ do: "back" }));
    const go = (/** @type {number | string} */ steps) => this.#do({ do: "goto", steps });
    place.replaceChildren(
      make("section", { class: "table" },
        make("div", { class: "stage" },
          make("h1", { class: "unseen" }, "Study"),
          this.#board,
          make("div", { class: "below" }, this.#status)),
        make("aside", { class: "side", "aria-label": "The game" },
          make("div", { class: "actions", role: "toolbar", "aria-label": "Steps" },
            button("|◀", () => go(0), { "aria-label": "To the start" }),
            button("◀", () => go(Math.max(0, this.#state.steps - 1)), { "aria-label": "One step back" }),
            button("▶", () => go(this.#state.steps + 1), { "aria-label": "One step on" }),
            button("▶|", () => go("18446744073709551615"), { "aria-label": "To the end" }),
            this.#engine, this.#overlays),
          this.#lines, this.#tree, form,
          make("div", { class: "actions" },
            button("Review", () => this.#judge()),
            button("Share", () => this.#share()),
            button("Save", () => this.#save()),
            button("Picture", () => this.#picture())),
          this.#graph,
          make("details", {}, make("summary", {}, "The board in words"), this.#words))));
  }

  /** @param {Json} request what to study */
  async open(request) {
    await this.#show(await table.ask({ do: "study", ...request }));
    const game = await gameOf(this.#state.game);
    document.title = `Study of ${game.title} - Parlour`;
  }

  leave() {
    this.#left = true;
    thinker.stop();
  }

  /** @param {Json} request */
  async #do(request) {
    try {
      await this.#show(await table.ask({ ...request, study: true }));
    } catch (why) {
      if (!(why instanceof Refusal)) console.error(why);
      toast(why instanceof Error ? why.message : String(why), true);
    }
  }

  /** @param {Json} state */
  async #show(state) {
    if (this.#left) return;
    this.#state = state;
    const { shown } = state;
    if (shown.too_large) this.#status.textContent = shown.too_large;
    else this.#board.show(shown);
    const mark = this.#marks().get(state.place);
    const verdict = mark ? ` ${mark.sign} ${mark.verdict}: ${mark.lost} lost${mark.better ? `; better was ${mark.better}` : ""}.` : "";
    this.#status.textContent = (state.result ?? state.last ?? shown.scene?.status ?? "") + verdict;
    this.#words.textContent = shown.words ?? "";
    this.#overlays.replaceChildren(
      ...(shown.overlays ?? []).map((/** @type {Json} */ { name, summary }) =>
        button(name, () => this.#do({ do: "look", overlay: shown.overlay === name ? null : name }), {
          title: summary, "aria-pressed": String(shown.overlay === name),
        })));
    this.#drawTree();
    await this.#consult();
  }

  /** The marks of the review, by the numbers of the tree's steps. */
  #marks() {
    /** @type {Map<number, Json>} */
    const marks = new Map();
    // What was reviewed is the line that came first, and its steps are the first of the tree.
    for (const mark of this.#review?.marks ?? []) marks.set(mark.step, mark);
    return marks;
  }

  /** The tree as lines: the first continuation goes on, the others stand below it. */
  #drawTree() {
    const { tree, place } = this.#state;
    /** @type {Map<number, Json[]>} */
    const after = new Map();
    for (const step of tree) {
      const others = after.get(step.after);
      if (others) others.push(step);
      else after.set(step.after, [step]);
    }
    const marks = this.#marks();
    const step = (/** @type {Json} */ { number, text }) => {
      const mark = marks.get(number);
      return button(text + (mark ? ` ${mark.sign}` : ""), () => this.#do({ do: "visit", number }), {
        class: "step",
        "aria-current": number === place ? "step" : undefined,
      });
    };
    const line = (/** @type {Json} */ first) => {
      const list = make("ol", { class: "line" });
      let next = first;
      while (next) {
        list.append(make("li", {}, step(next)));
        const [main, ...others] = after.get(next.number) ?? [];
        for (const other of others) list.append(make("li", { class: "branch" }, line(other)));
        next = main;
      }
      return list;
    };
    this.#tree.replaceChildren(...(after.get(0) ?? []).map(line));
    this.#tree.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }

  /** Has the engine look at the position, if that is wanted. */
  async #consult() {
    this.#engine.setAttribute("aria-pressed", String(this.#wantsEngine));
    this.#lines.hidden = !this.#wantsEngine;
    if (!this.#wantsEngine || this.#state.is_over) {
      this.#lines.replaceChildren();
      this.#looking = -1;
      return;
    }
    const { place } = this.#state;
    if (this.#looking === place) return;
    thinker.stop();
    this.#looking = place;
    this.#lines.replaceChildren(make("li", {}, "Thinking…"));
    try {
      const { text } = await table.ask({ do: "kept", study: true });
      const found = await thinker.ask({ do: "advise", text, time: ENGINE_TIME, others: LINES - 1 }, (told) => {
        if (told.line && this.#looking === place) {
          this.#lines.replaceChildren(make("li", {}, `depth ${told.depth}: ${told.line.join(" ")}`));
        }
      });
      if (this.#left || this.#looking !== place) return;
      const moves = found.moves.slice(0, LINES).map((/** @type {Json} */ { step, chance, words }) =>
        make("li", {}, make("b", {}, step), ` ${chance === null ? words : `${(100 * chance).toFixed(1)} %`}`));
      this.#lines.replaceChildren(make("li", {}, found.worth), make("li", {}, found.hint), ...moves);
    } catch (why) {
      if (why instanceof Error && why.message !== "stopped") {
        this.#lines.replaceChildren(make("li", {}, why.message));
      }
    }
  }

  async #judge() {
    this.#wantsEngine = false;
    await this.#consult();
    thinker.stop();
    const bar = make("progress", { max: "1", value: "0", "aria-label": "Reviewing" });
    this.#graph.replaceChildren(bar);
    try {
      const { text } = await table.ask({ do: "record", study: true });
      const review = await thinker.ask({ do: "review", text, time: 100 }, ({ done, of }) => {
        if (of) bar.value = done / of;
      });
      if (this.#left) return;
      this.#review = review;
      const picture = svgOf(review.picture.svg);
      picture.setAttribute("role", "img");
      this.#graph.replaceChildren(make("p", {}, review.headline), picture,
        make("ul", { class: "faults" }, ...review.marks.map((/** @type {Json} */ mark) =>
          make("li", {}, button(`${mark.step}. ${mark.sign} ${mark.lost} lost`,
            () => this.#do({ do: "goto", steps: mark.step }))))));
      announce(review.headline);
      this.#drawTree();
    } catch (why) {
      this.#graph.replaceChildren(make("p", {}, why instanceof Error ? why.message : String(why)));
    }
  }

  async #share() {
    const { text } = await table.ask({ do: "record", study: true });
    const done = await pass(await linkTo(text));
    if (done) toast(done);
  }

  async #save() {
    const { text, extension } = await table.ask({ do: "record", study: true });
    download(`game.${extension}`, text);
  }

  async #picture() {
    const { svg, width, height } = await table.ask({ do: "picture", study: true, theme: theme() });
    const blob = await png(svg, width, height);
    if (blob) download("board.png", blob);
  }
}
