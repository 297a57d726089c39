// What the tests share: a browser, the address of the site, and a player.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before } from "node:test";
import { chromium } from "playwright-core";

/** The address of a running `parlour serve`. */
export const SITE = new URL(process.env.PARLOUR_SITE ?? "http://127.0.0.1:8080/").href;

const FLAGS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
];

/** How long a busy machine may take for anything, in milliseconds: only what never happens takes longer. */
export const PATIENCE = 300_000;
/** How long a test may take: only one that hangs takes longer. */
export const LONG = { timeout: 3_600_000 };

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
export const DESK = { viewport: { width: 1280, height: 800 } };

export function launch() {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: FLAGS });
}

/** A page on which bots move at once and every error fails the test. */
export async function visit(browser, options, settings = {}) {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  context.setDefaultTimeout(PATIENCE);
  const kept = JSON.stringify({ pace: "at once", opponent: "hard", ...settings });
  await context.addInitScript((kept) => localStorage.getItem("parlour.settings")
    ?? localStorage.setItem("parlour.settings", kept), kept);
  const page = await context.newPage();
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(String(error)));
  page.on("console", (message) => message.type() === "error" && page.faults.push(`${message.text()} ${message.location().url}`));
  await page.goto(SITE);
  await page.waitForSelector(".card");
  return page;
}

/** The browser of all tests of a file, and the ids of all games. */
export let browser;
export let list;

/** Has one browser for all tests of a file. */
export function share() {
  before(async () => {
    browser = await launch();
    const page = await visit(browser, DESK);
    list = await games(page);
    await page.context().close();
  });
  after(() => browser.close());
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core"), "utf8");
/** Where pictures of all pages go, to be looked at. */
export const shots = process.env.SHOTS;

/** Everything that can be read on the page is meant to be read. */
export async function readable(page, name) {
  const text = await page.evaluate(() => document.body.innerText);
  assert.doesNotMatch(text, /\b(undefined|null|NaN)\b|\[object/, name);
}

/** Looks for barriers and small targets, and takes a picture if pictures are wanted. */
export async function audit(page, name) {
  // The policy of the page lets no script in but its own: this one comes from the debugger.
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, {
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
  }));
  const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) => `${html.slice(0, 120)} ${any[0]?.message ?? ""}`).slice(0, 3).join(" | ")}`);
  assert.deepEqual(told, [], name);
  const small = await page.$$eval("button, a, select, input:not([type=checkbox]):not(.unseen), summary", (targets) =>
    targets.filter((target) => {
      const { width, height } = target.getBoundingClientRect();
      return width > 1 && Math.min(width, height) < 40 && !target.closest(".skip");
    }).map((target) => target.outerHTML.slice(0, 80)));
  assert.deepEqual(small, [], `${name}: small targets`);
  await readable(page, name);
  if (shots) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
}

/** The ids of all games, as the first page links to them. */
export async function games(page) {
  const links = await page.$$eval("a.main-action[href^='#/quick/']", (links) =>
    links.map((link) => link.getAttribute("href")));
  return links.map((link) => link.split("/").at(-1));
}

export async function open(page, hash) {
  await page.evaluate((hash) => (location.hash = hash), hash);
}

/** Begins a game against a bot that wins soon. */
export async function begin(page, game) {
  await open(page, `#/new/${game}`);
  await page.click("button[value=bot].main-action");
  await page.waitForSelector("parlour-board svg.board");
}

/** What a person can do: `move`, `handover`, `over`, or `wait`. */
export function situation(page) {
  return page.evaluate(() => {
    const shows = (selector) => {
      const element = document.querySelector(selector);
      return element && !element.hidden;
    };
    if (shows(".end")) return "over";
    if (shows(".curtain")) return "handover";
    return document.querySelector("parlour-board .can") ? "move" : "wait";
  });
}

/** Waits until something holds in the page; says what was seen if it never does. */
export async function until(page, holds, ...given) {
  await page.waitForFunction(holds, given.length > 1 ? given : given[0]).catch(async (error) => {
    const seen = await page.evaluate(() => document.querySelector("main")?.textContent);
    throw new Error(`${error.message}\n${holds} ${given}: ${seen?.slice(0, 400)} ${page.faults}`);
  });
}

/** Waits until everything that was asked for is done. */
export function settled(page) {
  return until(page, () => document.querySelector(".table:not(.working)"));
}

/** Waits until a person is asked, or the game is over. */
function asked(page) {
  return until(page, () => {
    const shows = (selector) => document.querySelector(`${selector}:not([hidden])`);
    return document.querySelector(".table:not(.working)")
      && (shows(".end") || shows(".curtain") || document.querySelector("parlour-board .can"));
  });
}

/** Plays to the end: `act` makes one pick or move. Gives the number of times it was called. */
export async function playOut(page, act, most = 3000) {
  for (let count = 0; count < most; count++) {
    await asked(page);
    const now = await situation(page);
    if (now === "over") return count;
    if (now === "handover") await page.click(".curtain button");
    else await act(page, count);
  }
  throw new Error("the game never ends");
}

/** Waits for the hint that was asked for: the move that it names, if there is one. */
export async function heardHint(page) {
  await settled(page);
  const text = (await page.textContent(".value")) ?? "";
  const isShown = await page.isVisible(".value");
  return isShown && text.startsWith("Hint: ") ? text.slice("Hint: ".length).split(": ")[0] : "";
}

/** The move that the hint names, for a player who would never find the end by chance. */
export async function hinted(page) {
  const isAsked = await page.evaluate(() => {
    const hint = [...document.querySelectorAll(".actions button")].find((button) => button.textContent === "Hint");
    if (!hint || hint.disabled || hint.hidden) return false;
    hint.click();
    return true;
  });
  return isAsked ? heardHint(page) : "";
}

/** The choices that belong to a move: its parts are picks. */
export function partsOf(move, choices) {
  return choices.filter((choice) => choice === move || move.split(/[ -]|,(?=[A-Z])/).includes(choice));
}

/** What the words of the board say that can be chosen. */
async function choices(page) {
  const words = (await page.textContent(".words")) ?? "";
  const told = /You can choose: (.*?)(?:; and \d+ more)?\.$/.exec(words);
  return told ? told[1].split("; ") : [];
}

/** Moves that are chosen by chance before a player follows the hints. */
const WILD = 40;

/**
 * Plays to the end as somebody who sees no board: reads in words what is there and what can be
 * chosen, and types it.
 */
export async function byWords(page) {
  await page.evaluate(() => (document.querySelector("parlour-board").style.visibility = "hidden"));
  const next = luck(5);
  for (let count = 0; count < 3000; count++) {
    await settled(page);
    if (await page.isVisible(".end")) return;
    const can = await choices(page);
    assert.ok(can.length > 0, await page.textContent(".words"));
    const move = count < WILD ? "" : await hinted(page);
    const meant = partsOf(move, can);
    const chosen = meant.length > 0 ? meant : move ? [move] : can;
    await page.fill(".typing input", chosen[next(chosen.length)]);
    await page.keyboard.press("Enter");
  }
  throw new Error("the game never ends");
}

/** Presses a key until the focus is where it is wanted, as somebody without a mouse does. */
export async function tabTo(page, selector, key = "Tab") {
  for (let count = 0; count < 120; count++) {
    if (await page.evaluate((selector) => document.activeElement?.matches(selector), selector)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${selector} is not reached by ${key}`);
}

/** A number that seems random, the same in every run. */
export function luck(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
