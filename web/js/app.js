// Where everything begins: which page is shown, by the part of the address after `#`.

import { byId, make, toast } from "./dom.js";
import { showHome, showRules, showSetup } from "./home.js";
import { keptGames } from "./kept.js";
import { showRecords } from "./records.js";
import { applyTheme, openSettings } from "./settings.js";
import { unpacked } from "./share.js";
import { StudyPage } from "./study.js";
import { TablePage } from "./table.js";

/** @typedef {import("./engine.js").Json} Json */

const main = byId("main");
/** @type {TablePage | StudyPage | undefined} */
let page;
/** The game that a form has set up and that is to begin. @type {Json | undefined} */
let setup;

async function show() {
  const [where = "", what = "", more = ""] = location.hash.slice(2).split("/");
  page?.leave();
  page = undefined;
  document.title = "Parlour";
  try {
    await route(where, what, more);
  } catch (why) {
    main.replaceChildren(
      make("section", { class: "lead" },
        make("h1", {}, "This does not work"),
        make("p", {}, why instanceof Error ? why.message : String(why)),
        make("a", { class: "main-action", href: "#/" }, "Back to the games")));
  }
}

/** @param {string} where @param {string} what @param {string} more */
async function route(where, what, more) {
  switch (where) {
    case "new":
      return showSetup(main, what, (request) => {
        setup = request;
        location.hash = "#/play";
      });
    case "play": {
      if (!setup) return (location.hash = "#/");
      const table = new TablePage(main);
      page = table;
      const request = setup;
      setup = undefined;
      try {
        await table.begin(request);
      } catch (why) {
        toast(why instanceof Error ? why.message : String(why), true);
        location.hash = `#/new/${request.game}`;
      }
      return;
    }
    // A quick game: the usual opponent, the usual options.
    case "quick": {
      const table = new TablePage(main);
      page = table;
      return table.begin({ game: what });
    }
    case "resume": {
      const kept = keptGames().find(({ id }) => id === what);
      if (!kept) return (location.hash = "#/");
      const table = new TablePage(main);
      page = table;
      return table.resume(kept);
    }
    case "rules":
      return showRules(main, what);
    case "records":
      return showRecords(main);
    case "study": {
      const study = new StudyPage(main);
      page = study;
      if (what === "table") return study.open({ table: true });
      if (what === "game") return study.open({ game: more });
      return study.open({ text: await unpacked(what) });
    }
    default:
      showHome(main);
  }
}

applyTheme();
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
