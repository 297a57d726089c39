// A match in a frame: the picture is asked for again whenever something happens. By a socket: a page
// with more than six frames would run out of connections for streams.

import { listen } from "./live.js";

const link = document.querySelector("[data-match]");
const picture = document.querySelector("img");
const line = document.querySelector("p span");

if (link instanceof HTMLElement && picture && line) {
  const id = link.dataset.match;
  const address = new URL(picture.src);
  /** @type {number | undefined} */
  let waiting;
  const stop = listen(() => `m:${id}@${address.searchParams.get("seq")}`, () => {
    // Several events that come at once are one change.
    clearTimeout(waiting);
    waiting = setTimeout(async () => {
      const shown = await (await fetch(`/api/matches/${id}`)).json();
      address.searchParams.set("seq", shown.seq);
      picture.src = address.href;
      const mover = shown.seats.find((/** @type {any} */ row) => row.seat === shown.turn);
      line.textContent = shown.result?.text ?? (mover ? `${mover.name} to move` : "");
      if (shown.result) stop();
    }, 50);
  });
}
