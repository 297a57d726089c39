// The first page: the games, and what was left unfinished.

import { button, byId, make } from "./dom.js";
import { catalogue, gameOf } from "./engine.js";
import { forget, keptGames } from "./kept.js";
import { isServed } from "./online.js";
import { saveSettings, settings } from "./settings.js";

/** @typedef {import("./engine.js").Json} Json */

/** The part of the first page that is in the document from the start. */
const home = byId("home");

/** @param {import("./dom.js").Place} place */
export function showHome(place) {
  place.replaceChildren(home);
  const kept = keptGames();
  byId("continue").replaceChildren(
    ...(kept.length === 0 ? [] : [
      make("h2", {}, "Continue playing"),
      make("ul", { class: "kept" }, ...kept.slice(0, 4).map((game) =>
        make("li", {},
          make("a", { class: "main-action", href: `#/resume/${game.id}` },
            `${game.title}, ${game.steps} ${game.steps === 1 ? "step" : "steps"}`),
          button("Delete", () => {
            forget(game.id);
            showHome(place);
          }, { "aria-label": `Delete ${game.title}, ${game.steps} steps` })))),
    ]));
}

/**
 * The form of a new game.
 * @param {import("./dom.js").Place} place
 * @param {string} id
 * @param {(request: Json) => void} begin
 */
export async function showSetup(place, id, begin) {
  const game = await gameOf(id);
  const { usual } = await catalogue();
  if (!game) throw new Error(`There is no game ${id}.`);
  document.title = `${game.title} - Parlour`;
  const usualOpponent = settings.opponent || usual;
  const levels = game.offers.map((/** @type {Json} */ { name, summary }) =>
    make("button", { value: "bot", "data-level": name, class: name === usualOpponent ? "main-action" : undefined },
      make("b", {}, name[0].toUpperCase() + name.slice(1)), make("small", {}, summary)));
  const side = make("select", { name: "side" },
    make("option", { value: "usual" }, "The usual side"),
    make("option", { value: "other" }, "the other side"));
  const options = game.options.map((/** @type {Json} */ option) =>
    make("label", {}, option.name,
      make("input", { name: option.name, placeholder: option.default, list: `list-${option.name}`, autocomplete: "off" }),
      make("datalist", { id: `list-${option.name}` },
        ...option.examples.map((/** @type {string} */ value) => make("option", { value }))),
      make("small", {}, option.help)));
  const form = make("form", { class: "setup" },
    make("h1", {}, game.title),
    make("p", { class: "lead" }, game.summary),
    make("fieldset", {},
      make("legend", {}, "Against the computer"),
      make("div", { class: "levels" }, ...levels),
      game.seats[0] === 2 && game.seats[1] === 2 && make("label", {}, "You play", side)),
    make("fieldset", {},
      make("legend", {}, "At one screen"),
      make("button", { value: "people" }, "Play with somebody beside you")),
    isServed && make("fieldset", {},
      make("legend", {}, "With somebody elsewhere"),
      make("label", { class: "check" },
        make("input", { type: "checkbox", name: "public" }), "Anybody may join or watch"),
      game.seats[1] > 2 && make("label", {}, "People",
        make("input", { name: "people", type: "number", min: "2", max: game.seats[1], value: "2" })),
      make("button", { value: "invite" }, "Invite with a link")),
    make("fieldset", {},
      make("legend", {}, "Look and learn"),
      make("div", { class: "actions" },
        make("a", { class: "button", href: `#/rules/${id}` }, "Rules"),
        game.lesson && make("a", { class: "button", href: `#/learn/${id}` }, "A guided first game"),
        game.puzzles && make("a", { class: "button", href: `#/puzzles/${id}` }, "Puzzles"),
        make("a", { class: "button", href: `#/study/game/${id}` }, "Explore"),
        make("a", { class: "button", href: `#/setup/${id}` }, "Set up a position"),
        make("button", { value: "watch" }, "Watch two bots"))),
    make("details", {}, make("summary", {}, "More options"), ...options,
      game.luck && make("label", { class: "check" },
        make("input", { type: "checkbox", name: "own_dice" }), "Throw real dice and type what they show")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const chosen = /** @type {HTMLButtonElement | null} */ (/** @type {SubmitEvent} */ (event).submitter);
    const who = chosen?.value;
    const data = new FormData(form);
    const opponent = chosen?.dataset.level ?? usualOpponent;
    settings.opponent = opponent;
    saveSettings();
    /** @type {Json} */
    const setup = {};
    for (const option of game.options) {
      const value = String(data.get(option.name) ?? "").trim();
      if (value) setup[option.name] = value;
    }
    const seat = data.get("side") === "other" ? 1 - game.solo : game.solo;
    const seats = Array.from({ length: game.seats[1] }, (_, index) =>
      who === "people" || (who !== "watch" && index === seat) ? "human" : opponent);
    if (who === "invite") {
      const kinds = Array.from({ length: Number(data.get("people") ?? 2) }, (_, index) => ({ kind: index === seat ? "me" : "open" }));
      begin({ online: { game: id, setup, seats: kinds, public: data.get("public") !== null } });
      return;
    }
    begin({ game: id, setup, seats, own_dice: data.get("own_dice") !== null });
  });
  place.replaceChildren(form);
}
