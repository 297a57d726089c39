// What the tests share: a browser, the address of the site, and a player.
import { chromium } from "playwright-core";

/** The address of a running `parlour serve`. */
export const SITE = process.env.PARLOUR_SITE ?? "http://127.0.0.1:8000/";

const FLAGS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
];

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
export const DESK = { viewport: { width: 1280, height: 800 } };

export function launch() {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: FLAGS });
}

/** A page on which bots move at once and every error fails the test. */
export async function visit(browser, options, settings = {}) {
  const context = await browser.newContext({ ...options, reducedMotion: "reduce" });
  const kept = JSON.stringify({ pace: "at once", opponent: "hard", ...settings });
  await context.addInitScript((kept) => localStorage.getItem("parlour.settings")
    ?? localStorage.setItem("parlour.settings", kept), kept);
  const page = await context.newPage();
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(String(error)));
  page.on("console", (message) => message.type() === "error" && page.faults.push(message.text()));
  await page.goto(SITE);
  await page.waitForSelector(".card");
  return page;
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
  await page.click("button[value=bot]");
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

/** Plays to the end: `act` makes one pick or move. Gives the number of times it was called. */
export async function playOut(page, act, most = 3000) {
  for (let count = 0; count < most; count++) {
    await page.waitForFunction(() => {
      const end = document.querySelector(".end");
      const curtain = document.querySelector(".curtain");
      return (end && !end.hidden) || (curtain && !curtain.hidden)
        || document.querySelector("parlour-board .can");
    }, null, { timeout: 20_000 }).catch(async (error) => {
      const seen = await page.evaluate(() => document.querySelector(".stage")?.textContent);
      throw new Error(`${error.message}\nafter ${count}: ${seen?.slice(0, 400)} ${page.faults}`);
    });
    const now = await situation(page);
    if (now === "over") return count;
    if (now === "handover") await page.click(".curtain button");
    else await act(page, count);
  }
  throw new Error("the game never ends");
}

/** The move that the hint names, for a player who would never find the end by chance. */
export async function hinted(page) {
  const hint = page.locator(".value");
  await page.getByRole("button", { name: "Hint" }).click({ timeout: 2000 }).catch(() => {});
  await page.waitForFunction(() => {
    const value = document.querySelector(".value");
    return !value.hidden && value.textContent.startsWith("Hint: ");
  }, null, { timeout: 5000 }).catch(() => {});
  const text = (await hint.textContent()) ?? "";
  return text.startsWith("Hint: ") ? text.slice("Hint: ".length).split(": ")[0] : "";
}

/** A number that seems random, the same in every run. */
export function luck(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
