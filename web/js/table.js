// The page where a game is played.

import { advise, estimate } from "./advice.js";
import "./board.js";
import { announce, button, complain, download, drawn, make, pause, put, reason, title, toast, working } from "./dom.js";
import { Refusal, freshSeed, gameOf, table, thinker, thinkerOf } from "./engine.js";
import { forget, keep } from "./kept.js";
import { RemoteTable, fairness, invitation } from "./online.js";
import { haste, settings, theme } from "./settings.js";
import { linkTo, pass, png } from "./share.js";
import { play as sound } from "./sound.js";

/** @typedef {import("./engine.js").Json} Json */
/** @typedef {import("./board.js").Board} Board */

/** How long a bot may think about a move, in milliseconds: at the usual pace, and at least. */
const THINKING = 600;
const LEAST_THINKING = 60;
const ADVISING = 1500;
/** How long somebody stays at a place before the page says what it would do: a tap goes first. */
const HOVERING = 60;
/** With more choices than this, nobody wants to hear all of them. */
const MOST_CHOICES = 100;

export class TablePage {
  /** What has the rules: the worker, or a match on the server. @type {{ ask(request: Json): Promise<Json> }} */
  #games = table;
  #id = freshSeed();
  #seed = "";
  /** @type {Json} */
  #game = {};
  /** @type {Json} */
  #state = {};
  /** Another page is shown. */
  #left = false;
  #hovering = 0;
  /** The lines that are in the log. @type {string[]} */
  #lines = [];
  /** The seat that a person has put at the bottom of the board. @type {number | undefined} */
  #below;
  /** A pick that waits to be confirmed. */
  #waiting = "";
  #steps = -1;
  #wasOver = false;
  /** @type {Json | undefined} */
  #advice;

  #board = /** @type {Board} */ (document.createElement("parlour-board"));
  #curtain = make("section", { class: "curtain", hidden: true });
  #waiting_room = make("section", { class: "curtain", hidden: true });
  #offer = make("p", { class: "offer", hidden: true });
  #status = make("p", { class: "status" });
  #players = make("ul", { class: "players" });
  #says = make("p", { class: "says", "aria-live": "polite" });
  #value = make("p", { class: "value", hidden: true });
  #end = make("section", { class: "end", hidden: true });
  #log = make("ol", { class: "log", tabindex: "0", "aria-label": "What has happened" });
  #words = make("pre", { class: "words", tabindex: "0" });
  #typed = make("input", {
    name: "move", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
    placeholder: "or type a move", "aria-label": "Type a move",
  });
  #undo = button("Undo", () => this.#do({ do: "undo" }));
  #hint = button("Hint", () => this.#work(() => this.#advise(true)));
  #worth = button("Value", () => this.#work(() => this.#advise(false)));
  #resign = button("Resign", () => {
    if (confirm("Resign this game?")) this.#do({ do: "resign" });
  });
  #map = button("Map", () => this.#look({ map: !this.#state.shown.map }));
  #turn = button("Turn the board", () => {
    const { names, viewer } = this.#state;
    this.#below = ((this.#below ?? viewer ?? this.#game.below) + 1) % names.length;
    this.#look({ below: this.#below });
  }, { hidden: true });
  #overlays = make("span", { class: "overlays" });
  #section = make("section", { class: "table" });
  #work = working(this.#section);

  /** @param {import("./dom.js").Place} place */
  constructor(place) {
    const form = make("form", { class: "typing" }, this.#typed, make("button", {}, "Play it"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = this.#typed.value.trim();
      if (!text) return;
      this.#typed.value = "";
      // What can be pointed at can be typed, too.
      if (this.#state.shown?.can?.includes(text)) this.#pick(text);
      else this.#do({ do: "type", text });
    });
    this.#board.addEventListener("pick", (event) => this.#pick(/** @type {CustomEvent} */ (event).detail));
    this.#board.addEventListener("back", () => this.#do({ do: "back" }));
    this.#board.addEventListener("hover", (event) => {
      clearTimeout(this.#hovering);
      const pick = /** @type {CustomEvent} */ (event).detail;
      this.#hovering = window.setTimeout(() => this.#preview(pick).catch(() => {}), HOVERING);
    });
    this.#section.append(
      make("div", { class: "stage" },
        make("h1", { class: "unseen" }, "The table"),
        this.#players, this.#offer, this.#board, this.#curtain, this.#waiting_room, this.#end,
        make("div", { class: "below" }, this.#status, this.#says, this.#value)),
      make("aside", { class: "side", "aria-label": "The game" },
        make("div", { class: "actions", role: "toolbar", "aria-label": "Actions" },
          this.#undo, this.#hint, this.#worth, this.#map, this.#overlays, this.#turn, this.#resign),
        form,
        make("details", { class: "moves", open: true }, make("summary", {}, "Moves"), this.#log),
        make("details", {}, make("summary", {}, "The board in words"), this.#words),
        make("details", {}, make("summary", {}, "Save and share"),
          make("div", { class: "actions" },
            button("Save the game", () => this.#save()),
            button("Picture", () => this.#picture())))));
    place.replaceChildren(this.#section);
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

  /** A match on the server. @param {string} id */
  async connect(id) {
    const remote = new RemoteTable(id);
    this.#games = remote;
    this.#remote = remote;
    this.#id = id;
    this.#undo.textContent = "Take back";
    this.#undo.after(this.#draw_offer);
    await this.#start({ do: "state" });
    if (!this.#left) remote.watch((state) => this.#show(state));
  }

  /** @type {RemoteTable | undefined} */
  #remote;
  #draw_offer = button("Draw", () => this.#do({ do: "draw" }));
  #ticking = 0;

  /** @param {Json} request */
  async #start(request) {
    await this.#work(async () => {
      const state = await this.#games.ask(request);
      this.#game = await gameOf(state.game);
      document.title = `${this.#game.title} - Parlour`;
      await this.#show(state);
    });
  }

  leave() {
    this.#left = true;
    clearTimeout(this.#hovering);
    this.#remote?.close();
    clearInterval(this.#ticking);
    thinker.stop();
  }

  /** Does what a person wants, and shows the result. @param {Json} request */
  async #do(request) {
    if (request.do === "undo" || request.do === "resign") thinker.stop();
    try {
      await this.#work(async () => this.#show(await this.#games.ask(request)));
    } catch (why) {
      this.#refuse(why);
    }
  }

  /** @param {unknown} why */
  #refuse(why) {
    if (!(why instanceof Refusal)) console.error(why);
    sound("wrong");
    complain(why);
  }

  /** @param {string} pick */
  async #pick(pick) {
    clearTimeout(this.#hovering);
    const { kind } = this.#state.next;
    if (kind !== "move" && kind !== "roll") return;
    const isOpen = this.#state.shown.can.includes(pick);
    if (settings.confirm && isOpen && this.#waiting !== pick) {
      const preview = await this.#games.ask({ do: "preview", pick });
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
    const { words } = await this.#games.ask({ do: "preview", pick });
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
          return await this.#games.ask({ do: "go" });
        case "settle":
          await pause((is_forced ? 1400 : 500) * haste());
          // A person may have taken something back meanwhile.
          return this.#state.steps === at && !this.#left ? await this.#games.ask({ do: "go" }) : undefined;
        case "think": {
          const question = await this.#games.ask({ do: "ask" });
          const begun = performance.now();
          const thought = await thinkerOf(this.#game.id).ask({
            do: "think", ...question, time: Math.max(LEAST_THINKING, THINKING * haste()),
          });
          await pause(Math.max(0, 350 * haste() - (performance.now() - begun)));
          if (this.#left || this.#state.steps !== at) return undefined;
          return await this.#games.ask({ do: "answer", step: thought.step });
        }
        default:
          return undefined;
      }
    } catch (why) {
      const message = reason(why);
      if (message === "stopped") return undefined;
      if (next.kind === "think") return this.#games.ask({ do: "answer", fault: message });
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

    if (state.online) this.#drawOnline();
    this.#drawPlayers();
    put(this.#status, isHidden ? "" : this.#statusText());
    put(this.#says, state.forced
      ? `${state.names[state.turn]} ${state.forced}. There is no other move.`
      : this.#lastSaid());
    for (const notice of state.notices) toast(notice, true);
    if (isNew) this.#drawLog();
    put(this.#words, isHidden ? "" : `${shown.words ?? ""}\n${choices(shown)}`);
    this.#turn.hidden = isHidden || (this.#game.below ?? null) === null;

    this.#undo.disabled = state.steps === 0 || isHidden;
    this.#hint.disabled = this.#worth.disabled = !state.can_advise;
    this.#resign.hidden = !state.can_resign;
    this.#map.hidden = !state.has_map || next.kind === "over" || isHidden;
    this.#map.setAttribute("aria-pressed", String(shown?.map ?? false));
    this.#overlays.replaceChildren(
      ...(shown?.overlays ?? []).map((/** @type {Json} */ { name, summary }) =>
        button(title(name), () => this.#look({ overlay: shown.overlay === name ? null : name }), {
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
    if (this.#state.online?.status === "waiting") return "Waiting for somebody to take the free seat.";
    if (next.kind === "wait" && names[next.seat]) return `${names[next.seat]} is to move.`;
    if (next.kind === "think" || next.kind === "thinking") return `${names[next.seat]} is thinking…`;
    return shown?.scene?.status ?? "";
  }

  /** What only a match on the server has. */
  #drawOnline() {
    const { online } = this.#state;
    const isWaiting = online.status === "waiting";
    this.#board.hidden = isWaiting;
    this.#waiting_room.hidden = !isWaiting;
    if (isWaiting && !this.#waiting_room.hasChildNodes()) this.#waiting_room.replaceChildren(invitation(online.id));
    const isPlaying = online.status === "playing" && online.seat !== null;
    const others = online.seats.filter((/** @type {Json} */ seat) => !seat.you);
    this.#undo.hidden = !isPlaying;
    this.#hint.hidden = this.#worth.hidden = true;
    this.#draw_offer.hidden = !isPlaying || others.length === 0 || !others.every((/** @type {Json} */ seat) => seat.kind === "person");
    const { offer } = online;
    const isOurs = offer && offer.seat === online.seat;
    // Among several players, others may still have to answer.
    const isAsked = offer?.waiting.includes(online.seat);
    this.#offer.hidden = !offer || !isPlaying;
    const what = offer?.what === "draw" ? "a draw" : "to take back a move";
    if (offer) {
      this.#offer.replaceChildren(
        isOurs ? `You have asked for ${what}. ` : isAsked ? `You are asked for ${what}. ` : `You have agreed to ${what}. `,
        ...(isAsked ? [button("Agree", () => this.#do({ do: offer.what === "draw" ? "draw" : "undo" }))] : []),
        button(isOurs ? "Never mind" : "Decline", () => this.#do({ do: "decline" })));
    }
    clearInterval(this.#ticking);
    if (online.clock && online.status === "playing") {
      const seen = Date.now();
      this.#ticking = window.setInterval(() => this.#drawPlayers(Date.now() - seen), 250);
    }
  }

  #drawCurtain() {
    const { names, next } = this.#state;
    const name = names[next.seat];
    this.#curtain.replaceChildren(
      make("h2", {}, `Hand over to ${name}`),
      make("p", {}, "Everyone else, please look away now."),
      button(`I am ${name}`, () => this.#do({ do: "arrive" }), { class: "main-action" }));
  }

  /** @param {number} [passed] milliseconds since the clocks were told */
  #drawPlayers(passed = 0) {
    const { names, turn, winner, kinds, online } = this.#state;
    /** @param {number} seat */
    const clock = (seat) => {
      const left = online?.seats[seat].left;
      if (left === null || left === undefined) return undefined;
      const seconds = Math.max(0, Math.ceil((left - (turn === seat ? passed : 0)) / 1000));
      const days = seconds >= 172_800 ? `${Math.floor(seconds / 86_400)} days` : undefined;
      return make("span", { class: "clock" },
        days ?? ` ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`);
    };
    this.#players.replaceChildren(
      ...names.map((/** @type {string} */ name, /** @type {number} */ seat) =>
        make("li", {
          class: [turn === seat && "to-move", winner === seat && "winner"].filter(Boolean).join(" "),
          "data-kind": kinds[seat] === "human" ? "person" : "bot",
        }, name, online?.seats[seat].you && make("small", {}, " (you)"),
          online?.seats[seat].kind === "open" && make("small", {}, " (free)"), clock(seat), turn === seat && make("span", { class: "unseen" }, ", to move"))));
  }

  #drawLog() {
    const { said } = this.#state;
    // Mostly there are only new lines at the end, and no more than a few gone at the top.
    const lines = said.map((/** @type {Json} */ { step, text }) => `${step} ${text}`);
    const gone = Math.max(0, this.#lines.indexOf(lines[0]));
    let same = 0;
    while (same < lines.length && this.#lines[gone + same] === lines[same]) same++;
    const items = [...this.#log.children];
    for (const item of [...items.slice(0, gone), ...items.slice(gone + same)]) item.remove();
    this.#log.append(...said.slice(same).map((/** @type {Json} */ { step, text }) => make("li", { value: step }, text)));
    this.#lines = lines;
    requestAnimationFrame(() => (this.#log.scrollTop = this.#log.scrollHeight));
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
      this.#below = undefined;
      this.#do({ do: "again", exchanged, seed: this.#seed });
    };
    const { online } = this.#state;
    this.#end.replaceChildren(
      make("h2", {}, result),
      make("div", { class: "actions" },
        online?.tournament && make("a", { class: "main-action", href: `#/t/${online.tournament}` }, "Back to the tournament"),
        online?.seat !== null && !online?.tournament && button("Rematch", () => again(false), { class: "main-action" }),
        !this.#remote && button("Change seats", () => again(true)),
        button("Review", () => this.#review()),
        button("Share", () => this.#share()),
        !this.#remote && button("Film", () => this.#film())),
      ...(online ? [fairness(online)] : []));
  }

  /** @param {boolean} withMove */
  async #advise(withMove) {
    try {
      if (!this.#advice) {
        const { text } = await this.#games.ask({ do: "may_advise" });
        this.#value.hidden = false;
        this.#value.textContent = "Looking for the best move…";
        const at = this.#state.steps;
        const isWanted = () => !this.#left && this.#state.steps === at;
        const wanted = { text, time: Math.max(LEAST_THINKING, ADVISING * haste()) };
        const advice = await advise(this.#game.id, wanted, (told) => {
          if (told.asked) this.#value.textContent = "Asking the server…";
          if (told.depth) this.#value.textContent = `Looking ${told.depth} moves ahead…`;
        }, isWanted);
        if (!isWanted()) return;
        this.#advice = advice;
      }
      const advice = this.#advice;
      if (withMove) await this.#look({ hint: advice.step });
      this.#value.hidden = false;
      this.#value.textContent = withMove ? `Hint: ${advice.hint}` : `Value: ${advice.worth}`;
      announce(this.#value.textContent ?? "");
      const note = estimate(this.#game.id, advice, async () => (await this.#games.ask({ do: "kept" })).text, () => {
        this.#advice = undefined;
        if (!this.#left) this.#advise(withMove);
      }, (why) => this.#refuse(why));
      if (note) this.#value.append(note);
    } catch (why) {
      this.#value.hidden = true;
      if (reason(why) !== "stopped") this.#refuse(why);
    }
  }

  /** Keeps the game in this browser, so that closing the page loses nothing. */
  async #keep() {
    const { steps } = this.#state;
    const { id: game, title } = this.#game;
    const { text } = await this.#games.ask({ do: "kept" });
    const kept = { id: this.#id, game, title, text, seed: this.#seed, steps, when: Date.now() };
    // Writing takes milliseconds: the board is shown first.
    await drawn();
    if (text === null) forget(kept.id);
    else if (steps > 0) keep(kept);
  }

  async #review() {
    if (!this.#remote) return (location.hash = "#/study/table");
    const { text } = await this.#games.ask({ do: "record" });
    location.href = await linkTo(text);
  }

  async #save() {
    const { text, remark, extension } = await this.#games.ask({ do: "record" });
    if (remark) toast(remark);
    download(`game.${extension}`, text);
  }

  /** Shares the whole game, if nothing in it is secret any more: some records are only a position. */
  async #share() {
    const isWhole = !this.#remote && this.#state.next.kind === "over";
    if (isWhole) await table.ask({ do: "study", table: true });
    const { text } = await (isWhole ? table.ask({ do: "tree", study: true }) : this.#games.ask({ do: "record" }));
    const done = await pass(await linkTo(text));
    if (done) toast(done);
  }

  async #film() {
    await table.ask({ do: "study", table: true });
    const { film } = await import("./film.js");
    const pictures = await table.ask({ do: "film", study: true, theme: theme() });
    download("game.svg", new Blob([film(pictures)], { type: "image/svg+xml" }));
  }

  async #picture() {
    const { svg, width, height } = await this.#games.ask({ do: "picture", theme: theme() });
    const blob = await png(svg, width, height);
    if (blob) download("board.png", blob);
  }
}

/** What can be chosen, for people who do not see the board. @param {Json} shown */
function choices({ can = [], picked = [] }) {
  if (can.length === 0) return "";
  const some = can.slice(0, MOST_CHOICES).join("; ");
  const more = can.length > MOST_CHOICES ? `; and ${can.length - MOST_CHOICES} more` : "";
  const begun = picked.length > 0 ? `You have chosen: ${picked.join("; ")}.\n` : "";
  return `${begun}You can choose: ${some}${more}.`;
}
