// The page where a game is studied: branches, an engine beside the board, a review.

import { advise, estimate } from "./advice.js";
import "./board.js";
import { announce, button, complain, download, make, reason, svgOf, title, toast, working } from "./dom.js";
import { Refusal, gameOf, table, thinker, thinkerOf } from "./engine.js";
import { theme } from "./settings.js";
import { linkTo, pass, png } from "./share.js";

/** @typedef {import("./engine.js").Json} Json */
/** @typedef {import("./board.js").Board} Board */

const ENGINE_TIME = 1000;
const LINES = 3;
/** The most moves of a line that are shown. */
const LINE = 6;
/** How long the address of the page stays behind what was tried, in milliseconds. */
const QUIET = 400;

export class StudyPage {
  /** @type {Json} */
  #state = {};
  #left = false;
  #wantsEngine = false;
  /** The place that the engine looks at. */
  #looking = -1;

  #board = /** @type {Board} */ (document.createElement("parlour-board"));
  #status = make("p", { class: "status", "aria-live": "polite" });
  #says = make("p", { class: "says" });
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
  #map = button("Map", () => this.#do({ do: "look", map: !this.#state.shown.map }), { hidden: true });
  #overlays = make("span", { class: "overlays" });
  #section = make("section", { class: "table" });
  #work = working(this.#section);

  /** @param {import("./dom.js").Place} place */
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
    this.#board.addEventListener("hover", (event) => this.#preview(/** @type {CustomEvent} */ (event).detail));
    const go = (/** @type {number | string} */ steps) => this.#do({ do: "goto", steps });
    this.#section.append(
      make("div", { class: "stage" },
        make("h1", { class: "unseen" }, "Study"),
        this.#board,
        make("div", { class: "below" }, this.#status, this.#says)),
      make("aside", { class: "side", "aria-label": "The game" },
        make("div", { class: "actions", role: "toolbar", "aria-label": "Steps" },
          button("|◀", () => go(0), { "aria-label": "To the start" }),
          button("◀", () => go(Math.max(0, this.#state.steps - 1)), { "aria-label": "One step back" }),
          button("▶", () => go(this.#state.steps + 1), { "aria-label": "One step forward" }),
          button("▶|", () => go("18446744073709551615"), { "aria-label": "To the end" }),
          this.#engine, this.#map, this.#overlays),
        this.#lines, this.#tree, form,
        make("div", { class: "actions" },
          button("Review", () => this.#judge()),
          button("Set up", () => {
            location.hash = `#/setup/${this.#state.game}/${encodeURIComponent(this.#state.position)}`;
          })),
        this.#graph,
        make("details", {}, make("summary", {}, "Save and share"),
          make("div", { class: "actions" },
            button("Link to this study", () => this.#shareTree()),
            button("Link to this line", () => this.#share()),
            button("Link to this position", () => this.#sharePosition()),
            button("Record", () => this.#save()),
            button("Picture", () => this.#picture()),
            button("Film", () => this.#film()))),
        make("details", {}, make("summary", {}, "The board in words"), this.#words)));
    place.replaceChildren(this.#section);
  }

  /** @param {Json} request what to study */
  async open(request) {
    await this.#work(async () => this.#show(await table.ask({ do: "study", ...request })));
    const game = await gameOf(this.#state.game);
    document.title = `Study of ${game.title} - Parlour`;
  }

  leave() {
    this.#left = true;
    clearTimeout(this.#writing);
    thinker.stop();
  }

  #writing = 0;

  /** Writes what was tried into the address, so that loading the page again loses nothing. */
  #keep() {
    clearTimeout(this.#writing);
    this.#writing = window.setTimeout(async () => {
      const { text } = await table.ask({ do: "tree", study: true });
      const link = await linkTo(text);
      if (!this.#left) history.replaceState(null, "", link);
    }, QUIET);
  }

  /** Says what a pick would do. @param {string | null} pick */
  async #preview(pick) {
    const { can } = this.#state.shown;
    const at = this.#state.place;
    const isOpen = pick !== null && can?.includes(pick);
    const told = isOpen ? await table.ask({ do: "preview", pick, study: true }) : {};
    if (this.#state.place === at) this.#says.textContent = told.words ?? "";
  }

  /** @param {Json} request */
  async #do(request) {
    try {
      await this.#work(async () => this.#show(await table.ask({ ...request, study: true })));
    } catch (why) {
      if (!(why instanceof Refusal)) console.error(why);
      complain(why);
    }
  }

  /** @param {Json} state */
  #show(state) {
    if (this.#left) return;
    this.#state = state;
    const { shown } = state;
    if (shown.too_large) this.#status.textContent = shown.too_large;
    else this.#board.show(shown);
    const mark = this.#marks.get(state.place);
    const verdict = mark ? ` ${mark.sign} ${mark.verdict}: ${mark.lost} lost${mark.better ? `; better was ${mark.better}` : ""}.` : "";
    this.#status.textContent = (state.result ?? state.last ?? shown.scene?.status ?? "") + verdict;
    this.#says.textContent = "";
    this.#words.textContent = shown.words ?? "";
    this.#map.hidden = !state.has_map || state.is_over;
    this.#map.setAttribute("aria-pressed", String(shown.map ?? false));
    this.#overlays.replaceChildren(
      ...(shown.overlays ?? []).map((/** @type {Json} */ { name, summary }) =>
        button(title(name), () => this.#do({ do: "look", overlay: shown.overlay === name ? null : name }), {
          title: summary, "aria-pressed": String(shown.overlay === name),
        })));
    this.#drawTree();
    this.#keep();
    this.#consult();
  }

  /** The marks of the review, by the numbers of the tree's steps. @type {Map<number, Json>} */
  #marks = new Map();

  /**
   * Finds the steps that a review of a whole line has marked.
   * @param {Json} review
   * @param {number} end the last step of the line
   */
  #mark(review, end) {
    const before = new Map(this.#state.tree.map((/** @type {Json} */ { number, after }) => [number, after]));
    /** @type {number[]} */
    const line = [];
    for (let at = end; at !== 0; at = before.get(at) ?? 0) line.unshift(at);
    this.#marks = new Map(review.marks.map((/** @type {Json} */ mark) => [line[mark.step - 1], mark]));
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
    const marks = this.#marks;
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

  /** Lets the engine look at the position, if that is wanted. */
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
    this.#lines.setAttribute("aria-busy", "true");
    this.#lines.replaceChildren(make("li", {}, "Thinking…"));
    try {
      const { game } = this.#state;
      const kept = async () => (await table.ask({ do: "kept", study: true })).text;
      const isWanted = () => !this.#left && this.#looking === place;
      const wanted = { text: await kept(), time: ENGINE_TIME, others: LINES - 1 };
      const found = await advise(game, wanted, (told) => {
        if (told.line && isWanted()) {
          this.#lines.replaceChildren(make("li", {}, `Depth ${told.depth}: ${told.line.join(" ")}`));
        }
      }, isWanted);
      if (!isWanted()) return;
      const again = () => {
        this.#looking = -1;
        if (!this.#left) this.#consult();
      };
      const note = estimate(game, found, kept, again, complain);
      this.#lines.replaceChildren(
        make("li", { class: "worth" }, found.worth, note),
        ...found.moves.slice(0, LINES).map((/** @type {Json} */ move) => alternative(move)),
        ...(found.moves.length === 0 ? [make("li", {}, found.hint)] : []));
    } catch (why) {
      if (reason(why) !== "stopped") this.#lines.replaceChildren(make("li", {}, reason(why)));
    }
    if (this.#looking === place) this.#lines.setAttribute("aria-busy", "false");
  }

  async #judge() {
    this.#wantsEngine = false;
    await this.#consult();
    thinker.stop();
    const bar = make("progress", { max: "1", value: "0", "aria-label": "Reviewing" });
    this.#graph.replaceChildren(bar);
    try {
      const { text, end } = await table.ask({ do: "record", study: true });
      const review = await thinkerOf(this.#state.game).ask({ do: "review", text, time: 100 }, ({ done, of }) => {
        if (of) bar.value = done / of;
      });
      if (this.#left) return;
      this.#mark(review, end);
      const picture = svgOf(review.picture.svg);
      picture.setAttribute("role", "img");
      // A phone shows a part of it, in letters that can be read.
      const chart = make("div", { class: "chart", tabindex: "0", role: "group", "aria-label": "Graph of the game" });
      chart.append(picture);
      this.#graph.replaceChildren(make("p", {}, review.headline), chart,
        make("ul", { class: "faults" }, ...review.marks.map((/** @type {Json} */ mark) =>
          make("li", {}, button(`${mark.step}. ${mark.sign} ${mark.lost} lost`,
            () => this.#do({ do: "goto", steps: mark.step }))))));
      announce(review.headline);
      this.#drawTree();
    } catch (why) {
      this.#graph.replaceChildren(make("p", {}, reason(why)));
    }
  }

  async #shareTree() {
    const { text } = await table.ask({ do: "tree", study: true });
    const done = await pass(await linkTo(text));
    if (done) toast(done);
  }

  async #share() {
    const { text } = await table.ask({ do: "record", study: true });
    const done = await pass(await linkTo(text));
    if (done) toast(done);
  }

  async #sharePosition() {
    const link = new URL(location.href);
    link.hash = `/position/${this.#state.game}/${encodeURIComponent(this.#state.position)}`;
    const done = await pass(link.href);
    if (done) toast(done);
  }

  async #film() {
    const { film } = await import("./film.js");
    const pictures = await table.ask({ do: "film", study: true, theme: theme() });
    download("game.svg", new Blob([film(pictures)], { type: "image/svg+xml" }));
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

/** A move that the engine has looked at: what it is worth, and what is expected after it. @param {Json} move */
function alternative({ step, chance, words, line }) {
  const value = chance === null ? words : `${(100 * chance).toFixed(1)} %`;
  const then = line.slice(1, LINE).join(" ");
  return make("li", { class: "move" }, make("b", {}, step), " ", make("span", { class: "worth" }, value),
    then && make("span", { class: "then" }, ` then ${then}`));
}
