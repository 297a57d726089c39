// Games that were left, kept in this browser.

import { read, write } from "./settings.js";

const KEY = "parlour.kept";
const MOST = 20;

/** @typedef {{ id: string, game: string, title: string, text: string, seed: string, steps: number, when: number }} Kept */

/** All of them, the last one first. @returns {Kept[]} */
export function keptGames() {
  return read(KEY, []);
}

/** @param {Kept} game */
export function keep(game) {
  const others = keptGames().filter(({ id }) => id !== game.id);
  write(KEY, [game, ...others].slice(0, MOST));
}

/** @param {string} id */
export function forget(id) {
  write(KEY, keptGames().filter((game) => game.id !== id));
}
