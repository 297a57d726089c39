// The first page: the games, and what was left unfinished.

import { button, byId, make } from "./dom.js";
import { catalogue, gameOf } from "./engine.js";
import { forget, keptGames } from "./kept.js";
import { saveSettings, settings } from "./settings.js";

/** @typedef {import("./engine.js").Json} Json */

/** The part of the first page that is in the document from the start. */
const home = byId("home");

/** @param {HTMLElement} place */
export function showHome(place) {
  place.replaceChildren(home);
  const kept = keptGames();
  byId("continue").replaceChildren(
    ...(kept.length === 0 ? [] : [
      make("h2", {}, "Go on"),
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
 * @param {HTMLElement} place
 * @param {string} id
 * @param {(request: Json) => void} begin
 */
export async function showSetup(place, id, begin) {
  const game = await gameOf(id);
  const { usual } = await catalogue();
  if (!game) throw new Error(`There is no game ${id}.`);
  document.title = `${game.title} - Parlour`;
  const opponents = make("select", { name: "opponent" },
    ...game.offers.map((/** @type {Json} */ offer) => make("option", { value: offer.name }, offer.name)));
  opponents.value = settings.opponent || usual;
  const about = make("p", { class: "about" });
  const tell = () => {
    const offer = game.offers.find((/** @type {Json} */ { name }) => name === opponents.value);
    about.textContent = offer?.summary ?? "";
  };
  opponents.onchange = tell;
  tell();
  const side = make("select", { name: "side" },
    make("option", { value: "usual" }, "as usual"),
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
      make("label", {}, "Opponent", opponents), about,
      game.seats[0] === 2 && game.seats[1] === 2 && make("label", {}, "You play", side),
      make("button", { class: "main-action", value: "bot" }, "Play")),
    make("fieldset", {},
      make("legend", {}, "At one screen"),
      make("button", { value: "people" }, "Play with somebody beside you")),
    make("fieldset", {},
      make("legend", {}, "Look and learn"),
      make("div", { class: "actions" },
        make("a", { class: "button", href: `#/rules/${id}` }, "Rules"),
        make("a", { class: "button", href: `#/study/game/${id}` }, "Explore"),
        make("button", { value: "watch" }, "Watch two bots"))),
    make("details", {}, make("summary", {}, "More options"), ...options,
      game.luck && make("label", { class: "check" },
        make("input", { type: "checkbox", name: "own_dice" }), "Throw real dice and type what they show")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const who = /** @type {HTMLButtonElement | null} */ (/** @type {SubmitEvent} */ (event).submitter)?.value;
    const data = new FormData(form);
    const opponent = String(data.get("opponent"));
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
    begin({ game: id, setup, seats, own_dice: data.get("own_dice") !== null });
  });
  place.replaceChildren(form);
}

/** @param {HTMLElement} place @param {string} id */
export async function showRules(place, id) {
  const game = await gameOf(id);
  if (!game) throw new Error(`There is no game ${id}.`);
  document.title = `Rules of ${game.title} - Parlour`;
  place.replaceChildren(
    make("article", { class: "rules" },
      make("h1", {}, `Rules of ${game.title}`),
      make("img", { src: `boards/${id}.svg`, alt: "", class: "diagram" }),
      make("pre", { class: "text" }, game.rules),
      make("a", { class: "main-action", href: `#/new/${id}` }, "Play")));
}
