// Where everything begins: which page is shown, by the part of the address after `#`.

import { byId, complain, make, reason } from "./dom.js";
import { showHome, showSetup } from "./home.js";
import { keptGames } from "./kept.js";
import { LobbyPage, isServed, join, makeMatch } from "./online.js";
import { applyTheme, openSettings } from "./settings.js";
import { unpacked } from "./share.js";
import { TablePage } from "./table.js";

/** @typedef {import("./engine.js").Json} Json */

const main = byId("main");
/** @type {{ leave(): void } | undefined} */
let page;
/** The game that a form has set up and that is to begin. @type {Json | undefined} */
let setup;

/** How many pages have been opened. */
let opened = 0;

/**
 * Where a page shows itself. One that comes late, since another has been opened, shows nothing.
 * @returns {import("./dom.js").Place}
 */
function nextPlace() {
  const own = ++opened;
  return {
    isLate: () => own !== opened,
    replaceChildren: (...parts) => {
      if (own === opened) main.replaceChildren(...parts);
    },
    querySelector: (/** @type {string} */ selector) => main.querySelector(selector),
  };
}

async function show() {
  const [where = "", what = "", more = "", rest = ""] = location.hash.slice(2).split("/");
  page?.leave();
  page = undefined;
  document.title = "Parlour";
  const place = nextPlace();
  try {
    await route(place, where, what, more, rest);
  } catch (why) {
    place.replaceChildren(
      make("section", { class: "lead" },
        make("h1", {}, "This does not work"),
        make("p", {}, reason(why)),
        make("a", { class: "main-action", href: "#/" }, "Back to the games")));
  }
}

/** Begins a game that a form has set up. @param {Json} request */
function begin(request) {
  setup = request;
  location.hash = "#/play";
}

/**
 * @param {import("./dom.js").Place} place
 * @param {string} where @param {string} what @param {string} more @param {string} rest
 */
async function route(place, where, what, more, rest) {
  switch (where) {
    case "new":
      return showSetup(place, what, async (request) => {
        if (request.online) {
          try {
            location.hash = `#/m/${await makeMatch(request.online)}`;
          } catch (why) {
            complain(why);
          }
          return;
        }
        begin(request);
      });
    case "play": {
      if (!setup) return (location.hash = "#/");
      const table = new TablePage(place);
      page = table;
      const request = setup;
      setup = undefined;
      try {
        await table.begin(request);
      } catch (why) {
        complain(why);
        if (!place.isLate()) location.hash = `#/new/${request.game}`;
      }
      return;
    }
    // A quick game: the usual opponent, the usual options.
    case "quick": {
      const table = new TablePage(place);
      page = table;
      return table.begin({ game: what });
    }
    case "resume": {
      const kept = keptGames().find(({ id }) => id === what);
      if (!kept) return (location.hash = "#/");
      const table = new TablePage(place);
      page = table;
      return table.resume(kept);
    }
    case "online": {
      const lobby = new LobbyPage(place);
      page = lobby;
      return lobby.open();
    }
    case "class": {
      const { showClass } = await import("./class.js");
      if (place.isLate()) return;
      return showClass(place);
    }
    case "t": {
      const { TournamentPage } = await import("./class.js");
      if (place.isLate()) return;
      const tournament = new TournamentPage(place, what);
      page = tournament;
      return tournament.open();
    }
    case "m": {
      const table = new TablePage(place);
      page = table;
      return table.connect(what);
    }
    case "join":
      await join(what, more);
      // The link is not to be followed again by going back.
      history.replaceState(null, "", `#/m/${what}`);
      return route(place, "m", what, "", "");
    case "rules": {
      const { showRules } = await import("./learn.js");
      if (place.isLate()) return;
      return showRules(place, what);
    }
    case "learn": {
      const { LessonPage } = await import("./learn.js");
      if (place.isLate()) return;
      const lesson = new LessonPage(place);
      page = lesson;
      return lesson.open(what);
    }
    case "puzzles": {
      const { PuzzlePage } = await import("./learn.js");
      if (place.isLate()) return;
      const puzzles = new PuzzlePage(place);
      page = puzzles;
      return puzzles.open(what, more, decodeURIComponent(rest));
    }
    case "setup": {
      const { showPosition } = await import("./position.js");
      if (place.isLate()) return;
      return showPosition(place, what, decodeURIComponent(more), begin);
    }
    case "records": {
      const { showRecords } = await import("./records.js");
      if (place.isLate()) return;
      return showRecords(place);
    }
    case "position": {
      const { StudyPage } = await import("./study.js");
      if (place.isLate()) return;
      const study = new StudyPage(place);
      page = study;
      return study.open({ game: what, position: decodeURIComponent(more) });
    }
    case "study": {
      const { StudyPage } = await import("./study.js");
      if (place.isLate()) return;
      const study = new StudyPage(place);
      page = study;
      if (what === "table") return study.open({ table: true });
      if (what === "game") return study.open({ game: more });
      const text = await unpacked(what);
      if (place.isLate()) return;
      // A tree of moves, or a record.
      return study.open(text.startsWith("{") ? { tree: text } : { text });
    }
    default:
      showHome(place);
  }
}

applyTheme();
byId("online-link").hidden = !isServed;
byId("settings-button").addEventListener("click", openSettings);
addEventListener("hashchange", () => {
  show();
  main.focus({ preventScroll: true });
  scrollTo(0, 0);
});
show();

// Where the page comes from a secure place, it works offline from now on.
if ("serviceWorker" in navigator && isSecureContext) {
  navigator.serviceWorker.register(new URL("../sw.js", import.meta.url)).catch(() => {});
}
