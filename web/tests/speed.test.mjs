// How soon a tap is answered by a picture, and how smoothly pieces move: by the browser's own trace.
//
// A tap is made by the browser itself (`synthesizeTapGesture`) and counts from the moment at which the
// browser passes on that the finger was lifted. Its answer is the first frame with a change of the stage:
// a place that is picked, a move, the page between two players. Both taps of a move count, the place
// and what is to happen there. The other way to send a tap, `dispatchTouchEvent`, first has the page
// draw a frame, so that the answer waits for the screen's next one: nobody's finger does that.
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
const WORK = [16, 33];
/** Frames a second while something moves. */
const SMOOTH = QUIET ? 55 : 0;
const TAPS = QUIET ? 40 : 15;
/** How long a finger stays, in milliseconds: at least, and up to so much longer. */
const PRESS = [50, 40];
const CATEGORIES = [
  "blink.user_timing", "devtools.timeline", "disabled-by-default-devtools.timeline", "input",
  "devtools.timeline.frame", "disabled-by-default-devtools.timeline.frame",
];

/** Marks taps, new pictures, moves and motions in the trace. */
function watch() {
  const stage = document.querySelector(".stage");
  const said = () => document.querySelector(".log").lastElementChild;
  let isAwaited = false;
  let last = said();
  addEventListener("pointerup", () => {
    isAwaited = true;
    last = said();
    performance.mark("parlour-tap");
  }, true);
  new MutationObserver(() => {
    if (!isAwaited) return;
    isAwaited = false;
    performance.mark("parlour-shown");
    if (said() !== last) performance.mark("parlour-moved");
    if (stage.getAnimations({ subtree: true }).some((animation) => animation.effect.getTiming().duration >= 200)) {
      performance.mark("parlour-moves");
    }
  }).observe(stage, { subtree: true, childList: true, attributes: true, attributeFilter: ["aria-pressed", "hidden", "data-pick"] });
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
  const session = await page.context().newCDPSession(page);
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
      return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
    }, next(1000) / 1000);
    if (Number.isNaN(place.x)) continue;
    await session.send("Input.synthesizeTapGesture", {
      ...place, duration: PRESS[0] + next(PRESS[1]), tapCount: 1, gestureSourceType: "touch",
    });
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

/** When the frames of the trace were on the screen, by their numbers. */
function screens(events, pid) {
  const reports = events.filter((event) => event.name === "PipelineReporter" && event.pid === pid);
  const ends = reports.filter(({ ph }) => ph === "e").toSorted((a, b) => a.ts - b.ts);
  return new Map(reports.filter(({ args }) => args.frame_reporter).flatMap((begun) => {
    const end = ends.find(({ id2, ts }) => id2.local === begun.id2.local && ts >= begun.ts);
    return end ? [[begun.args.frame_reporter.frame_sequence, end.ts]] : [];
  }));
}

/**
 * Milliseconds from every tap to the change of the page, to the end of painting it, and to its picture on
 * the screen; and how much of that the processor worked for the page and for the games.
 */
function answers(events) {
  const { pid, tid } = events.find(({ name }) => name === "parlour-tap") ?? {};
  const ordered = events.filter(({ ph }) => ph !== "E" && ph !== "e").toSorted((a, b) => a.ts - b.ts);
  const sent = ordered.filter(({ name, args }) => name === "InputRouterImpl::FilterAndSendWebInputEvent" && args.type === "TouchEnd");
  const ours = ordered.filter((event) => event.pid === pid);
  const page = (wanted) => ours.filter((event) => event.name === wanted && event.tid === tid);
  const [taps, shown, moved, paints, commits] = ["parlour-tap", "parlour-shown", "parlour-moved", "Paint", "Commit"].map(page);
  const asked = ours.filter((event) => event.name === "HandlePostMessage" && event.tid !== tid);
  const screen = screens(events, pid);
  return sent.flatMap(({ ts: begun }, index) => {
    const within = (list, from) => list.find(({ ts }) => ts > from && ts < (sent[index + 1]?.ts ?? Infinity));
    const tap = within(taps, begun);
    const change = tap && within(shown, tap.ts);
    const paint = change && within(paints, change.ts);
    const commit = change && within(commits.filter(({ args }) => screen.has(args.frameSeqId)), change.ts);
    if (!paint || !commit) return [];
    const games = asked.filter(({ ts }) => ts > tap.ts && ts < change.ts).reduce((sum, { tdur = 0 }) => sum + tdur, 0);
    const after = (time) => (time - begun) / 1000;
    return [{
      isMove: Boolean(moved.find(({ ts }) => ts >= change.ts && ts < paint.ts)),
      changed: after(change.ts),
      painted: after(paint.ts + paint.dur),
      presented: after(screen.get(commit.args.frameSeqId)),
      worked: (paint.tts + paint.tdur - tap.tts + games) / 1000,
    }];
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
  const late = [];
  for (const game of list) {
    const page = await visit(browser, PHONE);
    const found = answers(await traced(page, game));
    assert.ok(found.length >= 3, `${game}: ${found.length} taps`);
    const kinds = [["all taps", found], ["of moves", found.filter(({ isMove }) => isMove)], ["of picks", found.filter(({ isMove }) => !isMove)]];
    for (const [kind, some] of kinds.filter(([, some]) => some.length >= 3)) {
      const of = (part) => (name) => quantile(some.map((answer) => answer[name]), part);
      const names = ["changed", "painted", "presented", "worked"];
      const [half, most] = [0.5, 0.95].map((part) => Object.fromEntries(names.map((name) => [name, of(part)(name)])));
      const told = `${game}, ${kind}: ${some.length}, `
        + names.map((name) => `${name} ${rounded(half[name])} ms (95 % ${rounded(most[name])})`).join(", ");
      context.diagnostic(told);
      const limits = [["worked", WORK], ...(QUIET ? [["painted", SOON], ["presented", SOON]] : [])];
      for (const [name, [ofHalf, ofMost]] of limits) {
        if (half[name] > ofHalf || most[name] > ofMost) late.push(`${name}: ${told}`);
      }
    }
    assert.deepEqual(page.faults, [], game);
    await page.context().close();
  }
  assert.deepEqual(late, []);
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
