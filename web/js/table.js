// The page where a game is played.

import "./board.js";
import { announce, button, download, make, pause, toast } from "./dom.js";
import { Refusal, freshSeed, gameOf, table, thinker } from "./engine.js";
import { forget, keep } from "./kept.js";
import { haste, settings, theme } from "./settings.js";
import { linkTo, pass, png } from "./share.js";
import { play as sound } from "./sound.js";

/** @typedef {import("./engine.js").Json} Json */
/** @typedef {import("./board.js").Board} Board */

/** What a bot may think about a move, in milliseconds, at the usual pace and at the least. */
const THINKING = 600;
const LEAST_THINKING = 60;
const ADVISING = 1500;

export class TablePage {
  #id = freshSeed();
  #seed = "";
  /** @type {Json} */
  #game = {};
  /** @type {Json} */
  #state = {};
  /** Another page is shown. */
  #left = false;
  /** A pick that waits to be confirmed. */
  #waiting = "";
  #steps = -1;
  #wasOver = false;
  /** @type {Json | undefined} */
  #advice;

  #board = /** @type {Board} */ (document.createElement("parlour-board"));
  #curtain = make("section", { class: "curtain", hidden: true });
  #status = make("p", { class: "status" });
  #players = make("ul", { class: "players" });
  #says = make("p", { class: "says", "aria-live": "polite" });
  #value = make("p", { class: "value", hidden: true });
  #end = make("section", { class: "end", hidden: true });
  #log = make("ol", { class: "log" });
  #words = make("pre", { class: "words", tabindex: "0" });
  #typed = make("input", {
    name: "move", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
    placeholder: "or type a move", "aria-label": "Type a move",
  });
  #undo = button("Undo", () => this.#do({ do: "undo" }));
  #hint = button("Hint", () => this.#advise(true));
  #worth = button("Value", () => this.#advise(false));
  #resign = button("Resign", () => {
    if (confirm("Give this game up?")) this.#do({ do: "resign" });
  });
  #map = button("Map", () => this.#look({ map: !this.#state.shown.map }));
  #overlays = make("span", { class: "overlays" });

  /** @param {HTMLElement} place */
  constructor(place) {
    const form = make("form", { class: "typing" }, this.#typed, make("button", {}, "Play it"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.#typed.value.trim();
      if (!text) return;
      this.#typed.value = "";
      this.#do({ do: "type", text });
    });
    this.#board.addEventListener("pick", (event) => this.#pick(/** @type {CustomEvent} */ (event).detail));
    this.#board.addEventListener("back", () => this.#do({ do: "back" }));
    this.#board.addEventListener("hover", (event) => this.#preview(/** @type {CustomEvent} */ (event).detail));
    place.replaceChildren(
      make("section", { class: "table" },
        make("div", { class: "stage" },
          make("h1", { class: "unseen" }, "The table"),
          this.#players, this.#board, this.#curtain, this.#end,
          make("div", { class: "below" }, this.#status, this.#says, this.#value)),
        make("aside", { class: "side", "aria-label": "The game" },
          make("div", { class: "actions", role: "toolbar", "aria-label": "Actions" },
            this.#undo, this.#hint, this.#worth, this.#map, this.#overlays, this.#resign),
          form,
          make("details", { class: "moves", open: true }, make("summary", {}, "Moves"), this.#log),
          make("details", {}, make("summary", {}, "The board in words"), this.#words),
          make("details", {}, make("summary", {}, "Save and share"),
            make("div", { class: "actions" },
              button("Save the game", () => this.#save()),
              button("Picture", () => this.#picture()))))));
  }

  /** A new game. @param {Json} request */
  async begin(request) {
    this.#seed = freshSeed();
    await this.#start({ do: "new", ...request, seed: this.#seed });
  }

  /** A game that was left. @param {import("./kept.js").Kept} kept */
  async resume(kept) {
    this.#id = kept.id;
    this.#seed = kept.seed;
    await this.#start({ do: "continue", text: kept.text, seed: kept.seed });
  }

  /** @param {Json} request */
  async #start(request) {
    const state = await table.ask(request);
    this.#game = await gameOf(state.game);
    document.title = `${this.#game.title} - Parlour`;
    await this.#show(state);
  }

  leave() {
    this.#left = true;
    thinker.stop();
  }

  /** Does what a person wants, and shows what came of it. @param {Json} request */
  async #do(request) {
    if (request.do === "undo" || request.do === "resign") thinker.stop();
    try {
      const state = await table.ask(request);
      await this.#show(state);
    } catch (why) {
      this.#refuse(why);
    }
  }

  /** @param {unknown} why */
  #refuse(why) {
    if (!(why instanceof Refusal)) console.error(why);
    sound("wrong");
    toast(why instanceof Error ? why.message : String(why), true);
  }

  /** @param {string} pick */
  async #pick(pick) {
    const { kind } = this.#state.next;
    if (kind !== "move" && kind !== "roll") return;
    const isOpen = this.#state.shown.can.includes(pick);
    if (settings.confirm && isOpen && this.#waiting !== pick) {
      const preview = await table.ask({ do: "preview", pick });
      if (preview.words) {
        this.#waiting = pick;
        this.#says.textContent = `${preview.words}: pick it once more to do it.`;
        if (preview.scene) this.#board.show({ ...this.#state.shown, scene: preview.scene, motions: [] });
        return;
      }
    }
    this.#waiting = "";
    sound("pick");
    await this.#do({ do: "pick", pick });
  }

  /** Says what a pick would do. @param {string | null} pick */
  async #preview(pick) {
    const { shown } = this.#state;
    if (this.#waiting || !shown?.can) return;
    if (pick === null || !shown.can.includes(pick)) {
      this.#says.textContent = this.#lastSaid();
      return;
    }
    const { words } = await table.ask({ do: "preview", pick });
    if (words) this.#says.textContent = words;
  }

  #lastSaid() {
    const last = this.#state.said.at(-1);
    return last ? last.text : "";
  }

  /** @param {Json} wanted */
  async #look(wanted) {
    await this.#do({ do: "look", ...wanted });
  }

  /** Shows a state, and goes on as far as nobody at the page is asked. @param {Json} state */
  async #show(state) {
    for (;;) {
      if (this.#left) return;
      this.#state = state;
      this.#draw();
      const next = await this.#goOn();
      if (!next || this.#left) return;
      state = next;
    }
  }

  /** What comes next without a person; undefined where a person is asked. */
  async #goOn() {
    const { next, is_forced } = this.#state;
    const at = this.#state.steps;
    try {
      switch (next.kind) {
        case "throw":
          sound("dice");
          await pause(150 * haste());
          return await table.ask({ do: "go" });
        case "settle":
          await pause((is_forced ? 1400 : 500) * haste());
          // A person may have taken something back meanwhile.
          return this.#state.steps === at && !this.#left ? await table.ask({ do: "go" }) : undefined;
        case "think": {
          const question = await table.ask({ do: "ask" });
          const begun = performance.now();
          const thought = await thinker.ask({
            do: "think", ...question, time: Math.max(LEAST_THINKING, THINKING * haste()),
          });
          await pause(Math.max(0, 350 * haste() - (performance.now() - begun)));
          if (this.#left || this.#state.steps !== at) return undefined;
          return await table.ask({ do: "answer", step: thought.step });
        }
        default:
          return undefined;
      }
    } catch (why) {
      const message = why instanceof Error ? why.message : String(why);
      if (message === "stopped") return undefined;
      if (next.kind === "think") return table.ask({ do: "answer", fault: message });
      this.#refuse(why);
      return undefined;
    }
  }

  #draw() {
    const state = this.#state;
    const { shown, next } = state;
    const isNew = state.steps !== this.#steps;
    if (isNew && this.#steps >= 0 && state.steps > this.#steps) sound("step");
    if (isNew) {
      this.#value.hidden = true;
      this.#advice = undefined;
    }
    this.#waiting = "";
    const isHidden = next.kind === "handover";
    this.#board.hidden = isHidden;
    this.#curtain.hidden = !isHidden;
    if (isHidden) this.#drawCurtain();
    else if (shown.too_large) this.#says.textContent = shown.too_large;
    else this.#board.show(shown);

    this.#drawPlayers();
    this.#status.textContent = isHidden ? "" : this.#statusText();
    this.#says.textContent = state.forced
      ? `${state.names[state.turn]} ${state.forced}. There is no other move.`
      : this.#lastSaid();
    for (const notice of state.notices) toast(notice, true);
    if (isNew) this.#drawLog();
    this.#words.textContent = shown?.words ?? "";

    this.#undo.disabled = state.steps === 0 || isHidden;
    this.#hint.disabled = this.#worth.disabled = !state.can_advise;
    this.#resign.hidden = !state.can_resign;
    this.#map.hidden = !state.has_map || next.kind === "over" || isHidden;
    this.#map.setAttribute("aria-pressed", String(shown?.map ?? false));
    this.#overlays.replaceChildren(
      ...(shown?.overlays ?? []).map((/** @type {Json} */ { name, summary }) =>
        button(name, () => this.#look({ overlay: shown.overlay === name ? null : name }), {
          title: summary,
          "aria-pressed": String(shown.overlay === name),
        })));
    this.#typed.disabled = next.kind !== "move" && next.kind !== "roll";
    this.#drawEnd();
    if (isNew || next.kind === "over") this.#keep();
    this.#steps = state.steps;
  }

  #statusText() {
    const { next, shown, names, throw: thrown } = this.#state;
    if (thrown) return `${thrown.name} throws: choose what the dice show, ${thrown.least} to ${thrown.most}.`;
    if (next.kind === "think" || next.kind === "thinking") return `${names[next.seat]} is thinking…`;
    return shown?.scene?.status ?? "";
  }

  #drawCurtain() {
    const { names, next } = this.#state;
    const name = names[next.seat];
    this.#curtain.replaceChildren(
      make("h2", {}, `Hand over to ${name}`),
      make("p", {}, "The others look away now."),
      button(`I am ${name}`, () => this.#do({ do: "arrive" }), { class: "main-action" }));
  }

  #drawPlayers() {
    const { names, turn, winner, kinds } = this.#state;
    this.#players.replaceChildren(
      ...names.map((/** @type {string} */ name, /** @type {number} */ seat) =>
        make("li", {
          class: [turn === seat && "to-move", winner === seat && "winner"].filter(Boolean).join(" "),
          "data-kind": kinds[seat] === "human" ? "person" : "bot",
        }, name, turn === seat && make("span", { class: "unseen" }, ", to move"))));
  }

  #drawLog() {
    const { said } = this.#state;
    this.#log.replaceChildren(
      ...said.map((/** @type {Json} */ line) => make("li", { value: line.step }, line.text)));
    this.#log.scrollTop = this.#log.scrollHeight;
    const last = said.at(-1);
    if (last) announce(last.text);
  }

  #drawEnd() {
    const { result, winner, kinds } = this.#state;
    const isOver = this.#state.next.kind === "over";
    const wasOver = this.#wasOver;
    this.#end.hidden = !isOver;
    this.#wasOver = isOver;
    if (!isOver || wasOver) return;
    const people = kinds.filter((/** @type {string} */ kind) => kind === "human").length;
    sound(people === 1 && winner !== null && kinds[winner] !== "human" ? "lose" : "win");
    announce(result);
    const again = (/** @type {boolean} */ exchanged) => {
      this.#id = freshSeed();
      this.#seed = freshSeed();
      this.#steps = -1;
      this.#do({ do: "again", exchanged, seed: this.#seed });
    };
    this.#end.replaceChildren(
      make("h2", {}, result),
      make("div", { class: "actions" },
        button("Rematch", () => again(false), { class: "main-action" }),
        button("Change seats", () => again(true)),
        button("Review", () => (location.hash = "#/study/table")),
        button("Share", () => this.#share())));
  }

  /** @param {boolean} withMove */
  async #advise(withMove) {
    try {
      if (!this.#advice) {
        const { text } = await table.ask({ do: "may_advise" });
        this.#value.hidden = false;
        this.#value.textContent = "Looking for the best move…";
        const at = this.#state.steps;
        const advice = await thinker.ask({ do: "advise", text, time: Math.max(LEAST_THINKING, ADVISING * haste()) }, (told) => {
          if (told.depth) this.#value.textContent = `Looking ${told.depth} moves ahead…`;
        });
        if (this.#left || this.#state.steps !== at) return;
        this.#advice = advice;
      }
      const advice = this.#advice;
      if (withMove) await this.#look({ hint: advice.step });
      this.#value.hidden = false;
      this.#value.textContent = withMove ? `Hint: ${advice.hint}` : `Value: ${advice.worth}`;
      announce(this.#value.textContent ?? "");
    } catch (why) {
      this.#value.hidden = true;
      if (!(why instanceof Error) || why.message !== "stopped") this.#refuse(why);
    }
  }

  /** Keeps the game in this browser, so that closing the page loses nothing. */
  async #keep() {
    const { steps } = this.#state;
    const { text } = await table.ask({ do: "kept" });
    if (text === null) return forget(this.#id);
    if (steps === 0) return;
    const { id: game, title } = this.#game;
    keep({ id: this.#id, game, title, text, seed: this.#seed, steps, when: Date.now() });
  }

  async #save() {
    const { text, remark, extension } = await table.ask({ do: "record" });
    if (remark) toast(remark);
    download(`game.${extension}`, text);
  }

  async #share() {
    const { text } = await table.ask({ do: "record" });
    const done = await pass(await linkTo(text));
    if (done) toast(done);
  }

  async #picture() {
    const { svg, width, height } = await table.ask({ do: "picture", theme: theme() });
    const blob = await png(svg, width, height);
    if (blob) download("board.png", blob);
  }
}
