// Tournaments: making one, taking part, and the wall for the projector.

import { button, complain, make, toast } from "./dom.js";
import { catalogue, gameOf } from "./engine.js";
import { listen } from "./live.js";
import { call } from "./online.js";
import { pass } from "./share.js";

/** @typedef {import("./engine.js").Json} Json */

const SYSTEMS = [
  ["round-robin", "Everybody meets everybody"],
  ["swiss", "Swiss: players with about the same score meet"],
  ["arena", "Arena: free players are paired again until time is up"],
];

/** @param {string} label @param {...[string, string]} options */
function choice(label, ...options) {
  const select = make("select", { "aria-label": label },
    ...options.map(([value, text]) => make("option", { value }, text)));
  return { field: make("label", {}, label, select), select };
}

/** The page on which a tournament is made or found. @param {import("./dom.js").Place} place */
export async function showClass(place) {
  const all = (await catalogue()).games.filter((/** @type {Json} */ game) => game.seats[1] >= 2);
  const name = make("input", { name: "name", maxlength: "80", placeholder: "Class 7b", "aria-label": "Name" });
  const game = choice("Game", ...all.map((/** @type {Json} */ row) =>
    /** @type {[string, string]} */ ([row.id, row.title])));
  const system = choice("Pairings", .../** @type {[string, string][]} */ (SYSTEMS));
  const minutes = make("input", { name: "minutes", type: "number", min: "1", max: "1440", value: "45" });
  const lasting = make("label", { hidden: true }, "Minutes", minutes);
  system.select.addEventListener("change", () => {
    lasting.hidden = system.select.value !== "arena";
  });
  const made = make("form", { class: "setup" },
    make("label", {}, "Name", name), game.field, system.field, lasting,
    make("button", { class: "main-action" }, "Make the tournament"));
  made.addEventListener("submit", async (event) => {
    event.preventDefault();
    const wanted = { name: name.value, game: game.select.value, system: system.select.value };
    const timed = system.select.value === "arena" ? { minutes: Number(minutes.value) } : {};
    try {
      const { id } = await call("POST", "api/tournaments", { ...wanted, ...timed });
      location.hash = `#/t/${id}`;
    } catch (why) {
      complain(why);
    }
  });
  const code = make("input", {
    name: "code", autocomplete: "off", autocapitalize: "characters", spellcheck: "false",
    "aria-label": "Code", placeholder: "Code", maxlength: "8",
  });
  const found = make("form", { class: "typing" }, code, make("button", {}, "Join"));
  found.addEventListener("submit", (event) => {
    event.preventDefault();
    if (code.value.trim()) location.hash = `#/t/${code.value.trim().toUpperCase()}`;
  });
  place.replaceChildren(make("section", { class: "online" },
    make("h1", {}, "Tournaments"),
    make("p", { class: "lead" }, "For a class, a club or an afternoon: everybody joins with a code, the server pairs them and keeps the score."),
    make("h2", {}, "Take part"), found,
    make("h2", {}, "Make one"), made));
}

/** A tournament: for its players, for its maker, and for the wall. */
export class TournamentPage {
  #place;
  #id;
  #seq = -1;
  #stop = () => {};

  /** @param {import("./dom.js").Place} place @param {string} id */
  constructor(place, id) {
    this.#place = place;
    this.#id = id;
  }

  async open() {
    await this.#show(await call("GET", `api/tournaments/${this.#id}`));
    this.#stop = listen(
      () => `t:${this.#id}@${this.#seq}`,
      ({ seq, view }) => {
        if (seq > this.#seq) this.#show(view);
      },
    );
  }

  leave() {
    this.#stop();
  }

  /** @param {string} what @param {Json} [body] */
  async #act(what, body = {}) {
    try {
      await this.#show(await call("POST", `api/tournaments/${this.#id}/${what}`, body));
    } catch (why) {
      complain(why);
    }
  }

  /** @param {Json} shown */
  async #show(shown) {
    this.#seq = shown.seq;
    document.title = `${shown.name} · Parlour`;
    const { title } = await gameOf(shown.game);
    const system = SYSTEMS.find(([name]) => name === shown.system)?.[1] ?? "";
    // Others join while somebody types.
    const field = () => /** @type {HTMLInputElement | null} */ (this.#place.querySelector("input[name=name]"));
    const before = field();
    const typed = before && { text: before.value, active: before === document.activeElement };
    this.#place.replaceChildren(make("section", { class: "tournament" },
      make("h1", {}, shown.name),
      make("p", { class: "lead" }, `${title}. ${system}.`),
      this.#status(shown),
      shown.status === "open" && this.#invitation(shown),
      this.#actions(shown),
      make("div", { class: "results" }, this.#standings(shown), this.#round(shown))));
    const after = field();
    if (typed && after) {
      after.value = typed.text;
      if (typed.active) after.focus();
    }
  }

  /** @param {Json} shown */
  #status(shown) {
    const playing = shown.played.at(-1)?.some((/** @type {Json} */ pair) => pair.points === null);
    const text = shown.status === "open" ? `${shown.standings.length} players so far.`
      : shown.status === "over" ? `${shown.standings.filter((/** @type {Json} */ row) => row.place === 1).map((/** @type {Json} */ row) => row.name).join(" and ")} won.`
      : shown.rounds ? `Round ${shown.played.length} of ${shown.rounds}${playing ? "" : " is over"}.`
      : `Until ${new Date(shown.until).toLocaleTimeString()}.`;
    return make("p", { class: "status", "aria-live": "polite" }, text);
  }

  /** @param {Json} shown */
  #invitation(shown) {
    return make("div", { class: "invitation" },
      make("img", { src: `/t/${shown.id}/code.svg`, alt: "The link as a code for a camera", class: "code" }),
      make("p", {}, "Join with this code, or open ", make("a", { href: shown.join }, shown.join)),
      make("p", { class: "big-code" }, shown.id),
      button("Copy the link", async () => {
        const done = await pass(shown.join);
        if (done) toast(done);
      }));
  }

  /** @param {Json} shown */
  #actions(shown) {
    const row = make("div", { class: "actions" });
    const joins = shown.you === null && (shown.status === "open" || (shown.status === "running" && shown.system === "arena"));
    if (joins) {
      const name = make("input", { name: "name", maxlength: "40", autocomplete: "nickname", placeholder: "Your name", "aria-label": "Your name" });
      const form = make("form", { class: "typing" }, name, make("button", { class: "main-action" }, "Take part"));
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        this.#act("join", { name: name.value });
      });
      row.append(form);
    }
    for (const [number, id] of shown.to_play.entries()) {
      const label = shown.to_play.length > 1 ? `Play your game ${number + 1}` : "Play your game";
      row.append(make("a", { class: "main-action", href: `#/m/${id}` }, label));
    }
    if (shown.you !== null && shown.status !== "over") row.append(button("Leave", () => this.#act("leave")));
    if (shown.yours && shown.status === "open") {
      row.append(button("Begin", () => this.#act("start"), { class: "main-action" }));
    }
    if (shown.yours && shown.status === "running") {
      row.append(button("End it now", () => {
        if (confirm("End the tournament? Games that are still being played will not count.")) this.#act("end");
      }));
    }
    row.append(make("a", { class: "button", href: `/api/tournaments/${shown.id}/results.csv`, download: "" }, "Results as CSV"));
    return row;
  }

  /** @param {Json} shown */
  #standings(shown) {
    const rows = shown.standings.map((/** @type {Json} */ row) =>
      make("tr", { class: row.entry === shown.you ? "you" : "" },
        make("td", {}, String(row.place)),
        make("th", { scope: "row" }, `${row.name}${row.bot ? " (bot)" : ""}${row.left ? " (left)" : ""}`),
        make("td", {}, String(row.points)),
        make("td", {}, `${row.wins}–${row.draws}–${row.losses}`),
        make("td", {}, String(row.tiebreak))));
    return make("table", { class: "standings" },
      make("caption", {}, "Standings"),
      make("thead", {}, make("tr", {},
        ...["", "Name", "Points", "Won–drawn–lost", "Tie-break"].map((head) => make("th", { scope: "col" }, head)))),
      make("tbody", {}, ...rows));
  }

  /** The pairings of the last round. @param {Json} shown */
  #round(shown) {
    const round = shown.played.at(-1);
    if (!round) return make("p", {}, "The pairings appear here when it begins.");
    /** @type {Map<number, string>} */
    const names = new Map(shown.standings.map((/** @type {Json} */ row) => [row.entry, row.name]));
    const name = (/** @type {number} */ entry) => names.get(entry) ?? "";
    const pairs = round.slice(-60).map((/** @type {Json} */ pair) => {
      const score = pair.points ? `${pair.points[0]} : ${pair.points[1]}` : "playing";
      const board = pair.matches[0];
      return make("li", {},
        make("span", {}, pair.other === null ? `${name(pair.one)} has a bye` : `${name(pair.one)} – ${name(pair.other)}`),
        pair.other !== null && (board ? make("a", { href: `#/m/${board}` }, score) : score));
    });
    const title = shown.rounds ? `Round ${shown.played.length}` : "Games";
    return make("div", {}, make("h2", {}, title), make("ol", { class: "pairs" }, ...pairs));
  }
}
