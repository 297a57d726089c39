// Matches with people elsewhere: the server has the rules, the page shows what it says.

import { button, complain, make, toast } from "./dom.js";
import { Refusal, gameOf } from "./engine.js";
export { isServed } from "./engine.js";
import { listen } from "./live.js";
import { pass } from "./share.js";

/** @typedef {import("./engine.js").Json} Json */

/**
 * @param {string} method
 * @param {string} path
 * @param {Json} [body]
 */
export async function call(method, path, body) {
  const answer = await fetch(new URL(`/${path}`, location.href), {
    method,
    headers: { accept: "application/json", ...(body && { "content-type": "application/json" }) },
    body: body && JSON.stringify(body),
  }).catch(() => {
    throw new Refusal("The server does not answer. Your game is safe there; try again.");
  });
  const kind = answer.headers.get("content-type") ?? "";
  const content = kind.startsWith("application/json") ? await answer.json() : await answer.text();
  if (answer.ok) return content;
  const help = content.help ? ` ${content.help}` : "";
  const refusal = new Refusal(`${content.message ?? "The server does not answer."}${help}`);
  throw Object.assign(refusal, { status: answer.status });
}

/** A match on the server, asked like the games in the worker. */
export class RemoteTable {
  #id;
  /** @type {string[]} */
  #picked = [];
  /** What can be picked. @type {string[]} */
  #can = [];
  /** How the board is looked at. @type {Json} */
  #look = {};
  /** The steps that the page has shown. */
  #steps = -1;
  #seq = 0;
  #stop = () => {};

  /** @param {string} id */
  constructor(id) {
    this.#id = id;
  }

  /** @param {string} path @param {Json} [body] */
  #post(path, body = {}) {
    return call("POST", `api/matches/${this.#id}/${path}`, body);
  }

  /** @param {Json} [more] */
  async #board(more = {}) {
    const steps = this.#steps >= 0 ? { steps: this.#steps } : {};
    const at = this.#steps >= 0 ? { at: this.#seq } : {};
    return this.#post("board", { ...this.#look, picked: this.#picked, ...at, ...steps, ...more });
  }

  /** @returns {Promise<Json>} */
  async #state() {
    return this.#taken(await this.#board());
  }

  /** Keeps what the next request builds on. @param {Json} state */
  #taken(state) {
    this.#picked = state.picks;
    this.#steps = state.steps;
    this.#seq = state.online.seq;
    this.#can = state.shown.can ?? [];
    return state;
  }

  /** @param {string} step */
  async #play(step) {
    this.#picked = [];
    try {
      await this.#post("moves", { at: this.#seq, step });
    } catch (why) {
      // What others did meanwhile is shown; nothing was lost but the move.
      if (/** @type {any} */ (why).status === 409) this.#changed();
      throw why;
    }
    return this.#state();
  }

  /** One request after the other: each builds on what the last one led to. */
  #last = Promise.resolve();

  /** @param {() => Promise<Json>} act @returns {Promise<Json>} */
  #inTurn(act) {
    const done = this.#last.then(act);
    this.#last = done.then(() => {}, () => {});
    return done;
  }

  /** @param {Json} request @returns {Promise<Json>} */
  ask(request) {
    return this.#inTurn(() => this.#answer(request));
  }

  /** @param {Json} request @returns {Promise<Json>} */
  async #answer(request) {
    switch (request.do) {
      case "pick": {
        // Picks made on a board that has changed since are not meant for this one.
        if (!this.#can.includes(request.pick) && !this.#picked.includes(request.pick)) return this.#state();
        const before = this.#picked;
        this.#picked = [...before, request.pick];
        try {
          const state = await this.#board();
          if (state.picked_step !== null) return await this.#play(state.picked_step);
          return this.#taken(state);
        } catch (why) {
          this.#picked = before;
          throw why;
        }
      }
      case "back":
        this.#picked = this.#picked.slice(0, -1);
        return this.#state();
      case "type":
        return this.#play(request.text);
      case "preview":
        return this.#board({ preview: request.pick });
      case "look": {
        const { do: _, ...wanted } = request;
        this.#look = { ...this.#look, ...wanted };
        return this.#state();
      }
      case "undo":
        await this.#post("takeback");
        return this.#state();
      case "resign":
      case "draw":
      case "decline":
        await this.#post(request.do);
        return this.#state();
      case "again": {
        await this.#post("rematch");
        const state = await this.#state();
        location.hash = `#/m/${state.online.rematch}`;
        return state;
      }
      case "record": {
        const { extension } = await gameOf((await this.#state()).game);
        return { text: await call("GET", `api/matches/${this.#id}/record`), remark: null, extension };
      }
      case "picture": {
        const svg = await call("GET", `api/matches/${this.#id}/board.svg?theme=${request.theme}`);
        const [, width, height] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? ["", "600", "600"];
        return { svg, width: Number(width), height: Number(height) };
      }
      // The server keeps the match.
      case "kept":
        return { text: null };
      default:
        return this.#state();
    }
  }

  /** Hears what others do. @type {(state: Json) => void} */
  #tell = () => {};

  /** @param {(state: Json) => void} tell */
  watch(tell) {
    this.#tell = tell;
    this.#stop = listen(
      () => `m:${this.#id}@${this.#seq}`,
      ({ seq }) => {
        if (seq > this.#seq) this.#changed();
      },
      () => this.#changed(),
    );
    document.addEventListener("visibilitychange", this.#seen);
  }

  /** A page that was asleep may have missed something. */
  #seen = () => {
    if (!document.hidden) this.#changed();
  };

  async #changed() {
    try {
      this.#tell(await this.#inTurn(() => {
        this.#picked = [];
        return this.#state();
      }));
    } catch {
      // The socket comes back when the server does.
    }
  }

  close() {
    this.#stop();
    document.removeEventListener("visibilitychange", this.#seen);
  }
}

/** Makes a match; the id. @param {Json} wanted */
export async function makeMatch(wanted) {
  const { id, join } = await call("POST", "api/matches", wanted);
  // The links are shown once; the player who made the match can send them later, too.
  sessionStorage.setItem(`parlour.join.${id}`, JSON.stringify(join));
  return id;
}

/** The links to the free seats of a match of one's own. @param {string} id @returns {string[]} */
export function linksOf(id) {
  return JSON.parse(sessionStorage.getItem(`parlour.join.${id}`) ?? "[]");
}

/** Takes the seat that a link is of. @param {string} id @param {string} secret */
export function join(id, secret) {
  return call("POST", `m/${id}/join/${secret}`, {});
}

/** How to bring others to a match that waits for them. @param {string} id */
export function invitation(id) {
  const links = linksOf(id);
  if (links.length === 0) return make("p", {}, "Waiting for the others to take their seats…");
  return make("div", { class: "invitation" },
    make("h2", {}, "Invite somebody"),
    ...links.flatMap((link) => [
      make("img", { src: `${new URL(link).pathname}/code.svg`, alt: "The link as a code for a camera", class: "code" }),
      make("p", {}, make("a", { href: link }, link)),
      button("Copy the link", async () => {
        const done = await pass(link);
        if (done) toast(done);
      }, { class: "main-action" }),
    ]),
    make("p", {}, "The game begins when the link is opened on another device."));
}

/** How to check that the server did not choose the luck. @param {Json} match */
export function fairness({ id, commitment, key }) {
  return make("details", {},
    make("summary", {}, "Check the luck"),
    make("p", {}, "Before the first move the server promised a key by its hash. The start and every throw follow from that key."),
    make("dl", { class: "keys" },
      make("dt", {}, "Hash"), make("dd", {}, make("code", {}, commitment)),
      make("dt", {}, "Key"), make("dd", {}, make("code", {}, key ?? ""))),
    make("p", {}, "Save both files and run ", make("code", {}, "parlour check RECORD --luck MATCH"), ": ",
      make("a", { href: `/api/matches/${id}/record`, download: "record" }, "record"), " · ",
      make("a", { href: `/api/matches/${id}`, download: "match.json" }, "match")));
}

/** The tokens by which programs act for the player. */
function tokens() {
  const list = make("ul", { class: "kept" });
  const fresh = make("p", { "aria-live": "polite" });
  const label = make("input", { name: "label", maxlength: "80", placeholder: "my bot", "aria-label": "What the token is for" });
  const form = make("form", { class: "typing" }, label, make("button", {}, "Make a token"));
  const show = async () => {
    const rows = await call("GET", "api/tokens");
    list.replaceChildren(...rows.map((/** @type {Json} */ row) => make("li", {},
      make("span", {}, `${row.label || "a token"}, ${new Date(row.created).toLocaleDateString()}`),
      button("Delete", async () => {
        await call("DELETE", `api/tokens/${row.id}`).catch(complain);
        await show();
      }, { "aria-label": `Delete ${row.label || "the token"}` }))));
  };
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const { token } = await call("POST", "api/tokens", { label: label.value });
      label.value = "";
      fresh.replaceChildren("Copy it now; it will not be shown again: ", make("code", {}, token));
      await show();
    } catch (why) {
      complain(why);
    }
  });
  const details = make("details", {},
    make("summary", {}, "Programs that play for you"),
    make("p", {}, "A token lets a program play as you: ", make("code", {}, `parlour join ${location.origin} --token TOKEN --bot COMMAND`)),
    list, form, fresh);
  details.addEventListener("toggle", () => details.open && show().catch(complain));
  return details;
}

/** One's own matches, and those of others that can be joined. */
export class LobbyPage {
  #place;
  #left = false;
  #stop = () => {};

  /** @param {import("./dom.js").Place} place */
  constructor(place) {
    this.#place = place;
  }

  async open() {
    // The first answer makes this browser a player: two at once would make two.
    const me = await call("GET", "api/me");
    const [mine, open, watch] = await Promise.all([
      call("GET", "api/matches"), call("GET", "api/lobby"), call("GET", "api/lobby?watch=1"),
    ]);
    const lists = make("div", {});
    await showLists(lists, { mine, open, watch });
    if (this.#left) return;
    this.#place.replaceChildren(make("section", { class: "online" },
      make("h1", {}, "Play with others"),
      make("p", { class: "lead" }, "Choose a game on the first page and invite a friend by a link, or take a free seat here."),
      make("p", {}, make("a", { class: "button", href: "#/class" }, "Tournaments")),
      lists,
      ...you(me)));
    this.#stop = listen(() => "lobby", ({ lobby }) => showLists(lists, lobby));
  }

  leave() {
    this.#left = true;
    this.#stop();
  }
}

/** @param {HTMLElement} place @param {Json} lists */
async function showLists(place, { mine, open, watch }) {
  /** @param {Json[]} list @param {string} none @param {(row: Json) => HTMLElement} act */
  const listed = async (list, none, act) => list.length === 0
    ? make("p", {}, none)
    : make("ul", { class: "kept" }, ...await Promise.all(list.slice(0, 30).map(async (row) => {
      const { title } = await gameOf(row.game);
      const when = new Date(row.created).toLocaleString();
      return make("li", {}, make("span", {}, `${title}, ${row.name}, ${when}`), act(row));
    })));
  const go = (/** @type {string} */ label) => (/** @type {Json} */ row) =>
    make("a", { class: "button", href: `#/m/${row.id}` }, label);
  const sit = (/** @type {Json} */ row) => button("Take the seat", async () => {
    try {
      await call("POST", `api/matches/${row.id}/sit`, {});
      location.hash = `#/m/${row.id}`;
    } catch (why) {
      complain(why);
    }
  });
  const running = mine.filter((/** @type {Json} */ row) => !row.over);
  const over = mine.filter((/** @type {Json} */ row) => row.over);
  const shown = [
    make("h2", {}, "Your games"), await listed(running, "None yet.", go("Go on")),
    make("h2", {}, "Free seats"), await listed(open, "Nobody is waiting just now.", sit),
    make("h2", {}, "Watch"), await listed(watch, "There are no public games right now.", go("Watch")),
    over.length > 0 && make("h2", {}, "Finished"), over.length > 0 && await listed(over, "", go("Look")),
  ];
  // A game that somebody is reaching for stays where it is.
  const reached = place.contains(document.activeElement) ? document.activeElement?.getAttribute("href") : null;
  place.replaceChildren(...shown.filter((part) => part instanceof Node));
  if (reached) /** @type {HTMLElement | null} */ (place.querySelector(`[href="${reached}"]`))?.focus();
}

/** The player: name, recovery link and tokens. @param {Json} me */
function you(me) {
  const name = make("input", { name: "name", value: me.name, maxlength: "40", autocomplete: "nickname", "aria-label": "Your name" });
  const form = make("form", { class: "typing" }, name, make("button", {}, "Save"));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      ({ name: name.value } = await call("PUT", "api/me", { name: name.value }));
      toast("Your new name is used from the next match on.");
    } catch (why) {
      complain(why);
    }
  });
  return [
    make("h2", {}, "You"),
    make("label", {}, "Your name, as people you invite see it", form),
    make("p", {}, `Strangers see you as ${me.public_name}.`),
    button("Play on another device", async () => {
      const done = await pass(me.recovery);
      if (done) toast(`${done} Open it on the other device, and keep it to yourself.`);
    }),
    tokens(),
  ];
}
