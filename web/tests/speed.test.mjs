// How soon a tap is answered by a picture, and how smoothly pieces move: by the browser's own trace.
//
// What the page itself takes is limited everywhere, in time of the processor. How long a person waits
// is limited with QUIET=1, on a machine that does nothing else: a busy one only tells it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { LONG, PHONE, browser, list, luck, open, settled, share, until, visit } from "./browser.mjs";

share();

const QUIET = process.env.QUIET !== undefined;
/** From a tap to the picture that it leads to, in milliseconds: half of them, and 19 of 20. */
const SOON = [16, 33];
/** The same on a busy machine, by the processor's clock: others use its caches, too. */
const WORK = [32, 66];
/** Frames a second while something moves. */
const SMOOTH = QUIET ? 55 : 0;
const TAPS = QUIET ? 40 : 15;
const CATEGORIES = [
  "blink.user_timing", "devtools.timeline", "disabled-by-default-devtools.timeline",
  "devtools.timeline.frame", "disabled-by-default-devtools.timeline.frame",
];

/** Marks taps, new pictures and motions in the trace. */
function watch() {
  const board = document.querySelector("parlour-board");
  let isAwaited = false;
  addEventListener("pointerup", () => {
    isAwaited = true;
    performance.mark("parlour-tap");
  }, true);
  new MutationObserver(() => {
    if (!isAwaited) return;
    isAwaited = false;
    performance.mark("parlour-shown");
    if (board.getAnimations({ subtree: true }).some((animation) => animation.effect.getTiming().duration >= 200)) {
      performance.mark("parlour-moves");
    }
  }).observe(board, { subtree: true, childList: true, attributes: true, attributeFilter: ["aria-pressed"] });
}

/** Two people at one screen, who tap what can be picked; the events of the trace. */
async function traced(page, game, setup = {}) {
  await open(page, `#/new/${game}`);
  await page.waitForSelector("button[value=people]");
  for (const [name, value] of Object.entries(setup)) {
    await page.click("summary");
    await page.fill(`input[name=${name}]`, value);
  }
  await page.click("button[value=people]");
  await until(page, () => document.querySelector(".curtain:not([hidden]), parlour-board .can"));
  await page.evaluate(watch);
  await browser.startTracing(page, { categories: CATEGORIES });
  const failed = await taps(page).catch((error) => error);
  const trace = await browser.stopTracing();
  if (failed) throw failed;
  return JSON.parse(trace.toString()).traceEvents;
}

async function taps(page) {
  const next = luck(3);
  for (let count = 0; count < TAPS; count++) {
    await until(page, () => document.querySelector(".curtain:not([hidden]), .end:not([hidden]), parlour-board:not([hidden]) .can"));
    if (await page.isVisible(".end")) break;
    const isCurtain = await page.evaluate(() => {
      const curtain = document.querySelector(".curtain:not([hidden]) button");
      curtain?.click();
      return Boolean(curtain);
    });
    if (isCurtain) continue;
    const place = await page.evaluate((chance) => {
      const open = [...document.querySelectorAll("parlour-board .can")];
      const place = open[Math.floor(chance * open.length)];
      place?.scrollIntoView({ block: "center", inline: "center" });
      const { x, y, width, height } = place?.getBoundingClientRect() ?? {};
      return { x: x + width / 2, y: y + height / 2 };
    }, next(1000) / 1000);
    if (Number.isNaN(place.x)) continue;
    await page.touchscreen.tap(place.x, place.y);
    await settled(page);
    // The next tap comes when what moves has arrived.
    await until(page, () => document.getAnimations().length === 0);
  }
}

/** @param {number[]} numbers @param {number} part */
function quantile(numbers, part) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))];
}

/**
 * Milliseconds from every tap to the change of the page, and to the picture of it; and how much of
 * that the processor worked for the page.
 */
function answers(events) {
  const { pid, tid } = events.find(({ name }) => name === "parlour-tap") ?? {};
  const times = (wanted) => events.filter((event) => event.name === wanted && event.ph !== "E" && event.pid === pid && event.tid === tid)
    .map(({ ts, dur = 0, tts, tdur = 0 }) => ({ at: ts + dur, worked: tts + tdur })).toSorted((a, b) => a.at - b.at);
  const [taps, shown, pictures] = ["parlour-tap", "parlour-shown", "Paint"].map(times);
  return taps.flatMap((tap, index) => {
    const end = taps[index + 1]?.at ?? Infinity;
    const change = shown.find(({ at }) => at > tap.at && at < end);
    const picture = change && pictures.find(({ at }) => at > change.at);
    return picture ? [{
      changed: (change.at - tap.at) / 1000,
      painted: (picture.at - tap.at) / 1000,
      worked: (picture.worked - tap.worked) / 1000,
    }] : [];
  });
}

/** Frames a second of everything that moves; none where there was no time for two. */
function rates(events) {
  const times = (name) => events.filter((event) => event.name === name).map(({ ts }) => ts).toSorted((a, b) => a - b);
  const frames = times("DrawFrame");
  return times("parlour-moves").map((begun) => {
    const within = frames.filter((time) => time >= begun && time <= begun + 190_000);
    return within.length > 1 ? (within.length - 1) / ((within.at(-1) - within[0]) / 1e6) : 0;
  });
}

const rounded = (number) => Math.round(number * 10) / 10;

test("a tap is soon answered by a picture", LONG, async (context) => {
  for (const game of list) {
    const page = await visit(browser, PHONE);
    const found = answers(await traced(page, game));
    const [half, most] = [0.5, 0.95].map((part) => ({
      changed: quantile(found.map(({ changed }) => changed), part),
      painted: quantile(found.map(({ painted }) => painted), part),
      worked: quantile(found.map(({ worked }) => worked), part),
    }));
    context.diagnostic(`${game}: ${found.length} taps, changed after ${rounded(half.changed)} ms, painted after ${rounded(half.painted)} ms, `
      + `95 % within ${rounded(most.painted)} ms; worked ${rounded(half.worked)} ms, 95 % within ${rounded(most.worked)} ms`);
    assert.ok(found.length >= 3, `${game}: ${found.length} taps`);
    assert.ok(half.worked <= WORK[0] && most.worked <= WORK[1], `${game}: worked ${half.worked} ms, ${most.worked} ms`);
    if (QUIET) assert.ok(half.painted <= SOON[0] && most.painted <= SOON[1], `${game}: ${half.painted} ms, ${most.painted} ms`);
    assert.deepEqual(page.faults, [], game);
    await page.context().close();
  }
});

test("pieces move smoothly", LONG, async (context) => {
  let moving = 0;
  for (const game of list) {
    const page = await visit(browser, { ...PHONE, reducedMotion: "no-preference" });
    const found = rates(await traced(page, game));
    if (found.length > 0) {
      moving++;
      context.diagnostic(`${game}: ${found.length} motions, ${rounded(quantile(found, 0.5))} frames a second`);
      assert.ok(quantile(found, 0.5) >= SMOOTH, `${game}: ${found}`);
    }
    await page.context().close();
  }
  assert.ok(moving >= 3, `${moving} games in which something moves`);
});
