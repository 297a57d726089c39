// Whole games in a real browser: by touch, by keys alone, by words alone.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  DESK, LONG, PHONE, begin, browser, byWords, heardHint, hinted, list, luck, open, partsOf, playOut, readable, share, tabTo, until, visit,
} from "./browser.mjs";

share();

/** Picks that are made by chance before a player follows the hints. */
const WILD = 40;

/** Taps what can be picked, as somebody who first scrolls to it. */
async function tap(page, pick) {
  const { x, y } = await page.evaluate((pick) => {
    const place = document.querySelector(`parlour-board [data-pick=${JSON.stringify(pick)}].can`);
    const { top, bottom } = place.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) place.scrollIntoView({ block: "center", behavior: "instant" });
    const { x, y, width, height } = place.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  }, pick);
  await page.touchscreen.tap(x, y);
}

test("every game to its end by touch on a phone", LONG, async () => {
  for (const game of list) {
    const page = await visit(browser, PHONE);
    await begin(page, game);
    const next = luck(7);
    const smallest = await page.$$eval("parlour-board [data-pick].can", (places) =>
      Math.min(...places.map((place) => {
        const { width, height } = place.getBoundingClientRect();
        return Math.min(width, height);
      })));
    assert.ok(smallest >= 40, `${game}: a place of ${smallest} pixels`);
    const taps = await playOut(page, async (_, count) => {
      const move = count > WILD ? await hinted(page) : "";
      const picks = await page.$$eval("parlour-board [data-pick].can", (places) =>
        places.map((place) => place.dataset.pick));
      const meant = partsOf(move, picks);
      const from = meant.length > 0 ? meant : picks;
      await tap(page, from[next(from.length)]);
    });
    assert.ok(taps > 3, `${game}: ${taps} taps`);
    assert.match(await page.textContent(".end h2"), /wins|draw|resigns/i);
    await readable(page, game);
    assert.deepEqual(page.faults, [], game);
    await page.context().close();
  }
});

test("every game to its end by keys alone, from the first page", LONG, async () => {
  const arrows = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
  for (const game of list) {
    const page = await visit(browser, DESK);
    await tabTo(page, `a[href="#/new/${game}"]`);
    await page.keyboard.press("Enter");
    await page.waitForSelector("button[value=bot].main-action");
    await tabTo(page, "button[value=bot].main-action");
    await page.keyboard.press("Enter");
    await page.waitForSelector("parlour-board svg.board");
    const next = luck(11);
    /** The button was made for this page, so it has no name of its own to look for. */
    await page.evaluate(() => [...document.querySelectorAll(".actions button")]
      .find((button) => button.textContent === "Hint").setAttribute("data-test", "hint"));
    const keys = await playOut(page, async (_, count) => {
      if (count < WILD) {
        await tabTo(page, "[data-pick]", count % 2 ? "Shift+Tab" : "Tab");
        for (let steps = next(4); steps > 0; steps--) await page.keyboard.press(arrows[next(4)]);
        await page.keyboard.press("Enter");
        return;
      }
      // A button that is disabled loses the focus: there is only one way then, from the top.
      await tabTo(page, "[data-test=hint]", "Shift+Tab").catch(() => {});
      await page.keyboard.press("Enter");
      const move = await heardHint(page);
      if (!move) return;
      await tabTo(page, ".typing input");
      await page.keyboard.type(move);
      await page.keyboard.press("Enter");
    });
    assert.ok(keys > 3, `${game}: ${keys}`);
    await tabTo(page, ".end button");
    assert.deepEqual(page.faults, [], game);
    await page.context().close();
  }
});

test("every game to its end by its words alone", LONG, async () => {
  for (const game of list) {
    const page = await visit(browser, DESK);
    await begin(page, game);
    await page.getByText("The board in words").click();
    await byWords(page);
    assert.match(await page.textContent(".end h2"), /wins|draw|resigns/i);
    await readable(page, game);
    assert.deepEqual(page.faults, [], game);
    await page.context().close();
  }
});

test("undo, a wrong move, resigning, a rematch, and a game that is left", LONG, async () => {
  const page = await visit(browser, DESK);
  await begin(page, list.at(-1));
  const steps = () => page.$$eval(".log li", (lines) => lines.length);
  await page.fill(".typing input", "nonsense");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#toast.alarm:not([hidden])");
  assert.equal(await steps(), 0);
  const pick = () => page.evaluate(() => document.querySelector("parlour-board .can").dataset.pick);
  /** Picks what comes first, until a move and its answer are made. */
  const both = async () => {
    while ((await steps()) < 2) {
      await until(page, () => document.querySelector("parlour-board .can") || document.querySelectorAll(".log li").length === 2);
      if ((await steps()) === 2) break;
      const before = await page.textContent(".words");
      await page.click(`parlour-board [data-pick=${JSON.stringify(await pick())}]`, { force: true });
      await until(page, (before) => document.querySelector(".words").textContent !== before, before);
    }
  };
  await both();
  // Left and found again.
  await open(page, "#/");
  await page.click(".kept a");
  await page.waitForFunction(() => document.querySelectorAll(".log li").length === 2);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".log li").length === 0);
  await both();
  page.on("dialog", (dialog) => dialog.accept());
  await page.getByRole("button", { name: "Resign" }).click();
  await page.waitForSelector(".end:not([hidden])");
  assert.match(await page.textContent(".end h2"), /resigns/);
  await page.getByRole("button", { name: "Rematch" }).click();
  await page.waitForSelector(".end[hidden]", { state: "attached" });
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("secrets are behind a curtain", LONG, async () => {
  const page = await visit(browser, DESK);
  let curtains = 0;
  for (const game of list) {
    await open(page, `#/new/${game}`);
    await page.click("button[value=people]");
    await page.waitForFunction(() => document.querySelector(".curtain:not([hidden]), parlour-board:not([hidden]) svg.board"));
    if (await page.isVisible(".curtain")) {
      curtains++;
      assert.ok(await page.isHidden("parlour-board"));
      assert.equal(await page.textContent(".words"), "");
      await page.click(".curtain button");
      await page.waitForSelector("parlour-board:not([hidden]) svg.board");
    }
  }
  assert.equal(curtains, 2);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
