// The page where a position is set up: one place after the other, or as text, which is drawn while
// it is written and underlined where it is wrong.

import "./board.js";
import { button, complain, make, working } from "./dom.js";
import { gameOf, table } from "./engine.js";
import { showFindings, underline } from "./records.js";

/** @typedef {import("./engine.js").Json} Json */
/** @typedef {import("./board.js").Board} Board */

/**
 * @param {import("./dom.js").Place} place
 * @param {string} id
 * @param {string} given the position to begin with; the usual start where there is none
 * @param {(request: Json) => void} begin
 */
export async function showPosition(place, id, given, begin) {
  const game = await gameOf(id);
  if (!game) throw new Error(`There is no game ${id}.`);
  document.title = `Set up ${game.title} - Parlour`;
  const board = /** @type {Board} */ (document.createElement("parlour-board"));
  const paper = make("div", { class: "paper", "aria-hidden": "true" });
  const editor = make("textarea", { class: "paper", spellcheck: "false", rows: "4", "aria-label": "The position" });
  const findings = make("ol", { class: "findings", "aria-live": "polite" });
  const words = make("pre", { class: "words", tabindex: "0" });
  const status = make("p", { class: "status" });
  const section = make("section", { class: "table" });
  const work = working(section);
  const hands = new Hands(id, board, put, work);
  const text = () => editor.value.trimEnd();
  const actions = [
    button("Play from here", () => begin({ game: id, position: text() }), { class: "main-action" }),
    button("Play with somebody beside you", () =>
      begin({ game: id, position: text(), seats: Array(game.seats[1]).fill("human") })),
    button("Study it", () => (location.hash = `#/position/${id}/${encodeURIComponent(text())}`)),
  ];

  async function check() {
    const written = editor.value;
    const found = await table.ask({ do: "position", game: id, text: written });
    if (written !== editor.value) return;
    underline(paper, written, found.findings);
    showFindings(findings, found.findings, editor);
    board.classList.toggle("stale", !found.valid);
    for (const action of actions) action.disabled = !found.valid;
    actions[0].disabled ||= found.is_over;
    actions[1].disabled ||= found.is_over;
    status.textContent = found.valid ? found.shown.scene?.status ?? found.shown.too_large : "";
    // The last position that made sense stays, so that the page does not jump while one types.
    if (!found.valid || !found.shown.scene) return;
    words.textContent = found.shown.words ?? "";
    await hands.show(text(), found);
  }

  /** @param {string} changed */
  async function put(changed) {
    editor.value = changed;
    await check();
  }

  const reset = async () => put((await table.ask({ do: "position", game: id })).text);

  editor.oninput = () => work(check).catch(complain);
  editor.onscroll = () => (paper.scrollTop = editor.scrollTop);
  section.append(
    make("div", { class: "stage" },
      make("h1", {}, `Set up a position of ${game.title}`), board, status),
    make("aside", { class: "side", "aria-label": "The position" },
      hands.element,
      make("label", { class: "as-text" }, "As text",
        make("small", {}, "Type a position; the board is drawn as you type."),
        make("div", { class: "desk" }, paper, editor)), findings,
      make("div", { class: "actions" }, ...actions, button("Back to the start", () => work(reset).catch(complain))),
      make("details", {}, make("summary", {}, "The board in words"), words)));
  place.replaceChildren(section);
  await work(() => (given ? put(given) : reset()));
}

/** Sets up a position by pointing at places and choosing what stands there, if the game can. */
class Hands {
  #id;
  #board;
  #put;
  #work;
  #text = "";
  /** The place whose choices are shown. */
  #place = "";
  /** What was chosen last: other places get the same by a tap. */
  #brush = "";
  #here = make("p", { class: "says", "aria-live": "polite" });
  #palette = make("div", { class: "choices", role: "group", "aria-label": "What can stand there" });
  #whole = make("div", { class: "choices", role: "group", "aria-label": "The whole position" });
  element = make("section", { class: "hands", hidden: true, "aria-label": "By hand" },
    this.#here, this.#palette, this.#whole);

  /**
   * @param {string} id
   * @param {Board} board
   * @param {(text: string) => Promise<void>} put takes a new position
   * @param {(work: () => Promise<void>) => Promise<void>} work marks the page until it is done
   */
  constructor(id, board, put, work) {
    this.#id = id;
    this.#board = board;
    this.#put = put;
    this.#work = work;
    board.addEventListener("pick", (event) => {
      const place = /** @type {CustomEvent} */ (event).detail;
      work(() => this.#point(place)).catch(complain);
    });
  }

  /**
   * Shows a position.
   * @param {string} text
   * @param {Json} found
   */
  async show(text, found) {
    this.#text = text;
    const places = placesOf(found.shown);
    const some = found.choices.length > 0 || (places.length > 0 && (await this.#choices(places[0])).length > 0);
    this.element.hidden = !some;
    this.#board.show(some ? pointable(found.shown, places) : found.shown);
    this.#whole.replaceChildren(...found.choices.map((/** @type {Json} */ choice) => this.#button(choice)));
    await this.#offer();
  }

  /** @param {string} place @returns {Promise<Json[]>} */
  async #choices(place) {
    return (await table.ask({ do: "position", game: this.#id, text: this.#text, place })).choices ?? [];
  }

  /** @param {Json} choice @param {() => void} [before] */
  #button({ name, text }, before) {
    return button(name, () => {
      before?.();
      this.#work(() => this.#put(text)).catch(complain);
    }, { "aria-pressed": String(text === this.#text) });
  }

  /** Offers what can stand at the place that was pointed at. */
  async #offer() {
    if (!this.#place) {
      this.#here.textContent = "Point at a place, then choose what stands there.";
      return;
    }
    const choices = await this.#choices(this.#place);
    const element = this.#board.querySelector(`[data-place="${CSS.escape(this.#place)}"]`);
    const now = `${element?.getAttribute("aria-label") ?? this.#place}.`;
    this.#here.textContent = choices.length === 0 ? `${now} Nothing can be changed there.`
      : this.#brush ? `${now} Other places get “${this.#brush}” when you tap them; tap here again to choose again.` : now;
    this.#palette.replaceChildren(...choices.map((choice) =>
      this.#button(choice, () => (this.#brush = choice.name))));
  }

  /** @param {string} place */
  async #point(place) {
    if (place === this.#place) this.#brush = "";
    this.#place = place;
    const choices = this.#brush ? await this.#choices(place) : [];
    const same = choices.find(({ name }) => name === this.#brush);
    if (same) await this.#put(same.text);
    else await this.#offer();
  }
}

/** The names of all places in the pictures. @param {Json} shown */
function placesOf({ scene }) {
  const pictures = [scene.board, ...scene.panels.map((/** @type {Json} */ panel) => panel.picture)];
  const names = pictures.flatMap(({ svg }) => [...svg.matchAll(/ data-place="([^"]*)"/g)].map(([, name]) => name));
  return [...new Set(names)];
}

/** The same with every place as something to point at. @param {Json} shown @param {string[]} places */
function pointable(shown, places) {
  const changed = (/** @type {Json} */ picture) => ({
    ...picture,
    svg: picture.svg
      .replace(/ data-pick="[^"]*" role="button"/g, "")
      .replace(/ data-place="([^"]*)"( aria-label="[^"]*")?/g, (/** @type {string} */ _, /** @type {string} */ name, label = ` aria-label="${name}"`) =>
        ` data-place="${name}" data-pick="${name}" role="button"${label}`),
  });
  const { scene } = shown;
  return {
    ...shown,
    can: places,
    scene: {
      ...scene,
      board: changed(scene.board),
      panels: scene.panels.map((/** @type {Json} */ panel) => ({ ...panel, picture: changed(panel.picture) })),
    },
  };
}
