// Whole games in a real browser: by touch, by keys alone, by words alone.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESK, PHONE, begin, games, hinted, launch, luck, open, playOut, visit } from "./browser.mjs";

let browser;
let list;
before(async () => {
  browser = await launch();
  const page = await visit(browser, DESK);
  list = await games(page);
  await page.context().close();
});
after(() => browser.close());

/** Picks that are made by chance before a player follows the hints. */
const WILD = 40;

test("every game to its end by touch on a phone", { timeout: 600_000 }, async () => {
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
      const places = await page.$$eval("parlour-board [data-pick].can", (places) =>
        places.map((place) => {
          const { x, y, width, height } = place.getBoundingClientRect();
          return { pick: place.dataset.pick, x: x + width / 2, y: y + height / 2 };
        }));
      // A bot may have come first.
      if (places.length === 0) return;
      const meant = places.filter(({ pick }) => move.split(/[ -]|,(?=[A-Z])/).includes(pick));
      const from = meant.length > 0 ? meant : places;
      const { x, y, pick } = from[next(from.length)];
      const inView = y > 0 && y < 844;
      if (inView) await page.touchscreen.tap(x, y);
      else await page.tap(`parlour-board [data-pick=${JSON.stringify(pick)}]`, { force: true, timeout: 2000 }).catch(() => {});
    });
    assert.ok(taps > 3, `${game}: ${taps} taps`);
    assert.match(await page.textContent(".end h2"), /wins|draw|resigns/i);
    assert.deepEqual(page.faults, [], game);
    await page.context().close();
  }
});

test("every game to its end by keys alone", { timeout: 600_000 }, async () => {
  for (const game of list) {
    const page = await visit(browser, DESK);
    await open(page, `#/new/${game}`);
    await page.waitForSelector("button[value=bot]");
    await page.focus("button[value=bot]");
    await page.keyboard.press("Enter");
    await page.waitForSelector("parlour-board svg.board");
    const next = luck(11);
    const arrows = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
    await playOut(page, async (_, count) => {
      if (count === 0 || !(await page.evaluate(() => document.activeElement?.matches("[data-pick]")))) {
        // From the top of the page, tab by tab, to the board.
        await page.focus("#main");
        for (let tabs = 0; tabs < 12; tabs++) {
          await page.keyboard.press("Tab");
          if (await page.evaluate(() => document.activeElement?.matches("[data-pick]"))) break;
        }
      }
      if (count > WILD) {
        const move = await hinted(page);
        await page.focus(".typing input");
        await page.keyboard.type(move);
        await page.keyboard.press("Enter");
        await page.waitForTimeout(100);
        return;
      }
      if (!(await page.evaluate(() => document.activeElement?.matches("[data-pick]")))) return;
      for (let steps = next(4); steps > 0; steps--) await page.keyboard.press(arrows[next(4)]);
      await page.keyboard.press("Enter");
    });
    assert.deepEqual(page.faults, [], game);
    await page.context().close();
  }
});

test("a game by its words alone", { timeout: 120_000 }, async () => {
  const page = await visit(browser, DESK);
  // Whoever listens is told the board, and types: here the hints, which are moves.
  await begin(page, list[0]);
  const summary = page.getByText("The board in words");
  await summary.click();
  for (;;) {
    await page.waitForFunction(() => !document.querySelector(".end").hidden
      || !document.querySelector(".typing input").disabled);
    if (await page.isVisible(".end")) break;
    assert.ok((await page.textContent(".words")).length > 40);
    await page.getByRole("button", { name: "Hint" }).click();
    await page.waitForFunction(() => document.querySelector(".value").textContent.startsWith("Hint: ")
      && !document.querySelector(".value").hidden, null, { timeout: 10_000 });
    const hint = await page.textContent(".value");
    await page.fill(".typing input", hint.slice("Hint: ".length).split(":")[0]);
    await page.keyboard.press("Enter");
    await page.waitForTimeout(150);
  }
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("undo, a wrong move, resigning, a rematch, and a game that is left", async () => {
  const page = await visit(browser, DESK);
  await begin(page, list.at(-1));
  const steps = () => page.$$eval(".log li", (lines) => lines.length);
  await page.fill(".typing input", "nonsense");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#toast.alarm:not([hidden])");
  assert.equal(await steps(), 0);
  const pick = () => page.evaluate(() => document.querySelector("parlour-board .can").dataset.pick);
  for (let picks = 0; picks < 6 && (await steps()) < 2; picks++) {
    await page.click(`parlour-board [data-pick=${JSON.stringify(await pick())}]`, { force: true });
    await page.waitForTimeout(300);
  }
  await page.waitForFunction(() => document.querySelectorAll(".log li").length === 2);
  // Left and found again.
  await open(page, "#/");
  await page.click(".kept a");
  await page.waitForFunction(() => document.querySelectorAll(".log li").length === 2);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".log li").length === 0);
  for (let picks = 0; picks < 6 && (await steps()) < 2; picks++) {
    await page.click(`parlour-board [data-pick=${JSON.stringify(await pick())}]`, { force: true });
    await page.waitForTimeout(300);
  }
  page.on("dialog", (dialog) => dialog.accept());
  await page.getByRole("button", { name: "Resign" }).click();
  await page.waitForSelector(".end:not([hidden])");
  assert.match(await page.textContent(".end h2"), /resigns/);
  await page.getByRole("button", { name: "Rematch" }).click();
  await page.waitForSelector(".end[hidden]", { state: "attached" });
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("secrets are behind a curtain", async () => {
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
