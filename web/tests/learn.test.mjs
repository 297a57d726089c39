// Learning a game: rules with diagrams, a guided first game to its end, and puzzles.
import assert from "node:assert/strict";
import { test } from "node:test";
import { DESK, LONG, PHONE, audit, browser, list, open, settled, share, visit } from "./browser.mjs";

share();

test("the rules of every game have diagrams", LONG, async () => {
  const page = await visit(browser, PHONE);
  for (const game of list) {
    await open(page, `#/new/${game}`);
    await page.getByRole("link", { name: "Rules", exact: true }).click();
    await page.waitForSelector(".rules .diagram svg");
    for (const words of await page.$$eval(".diagram .words", (all) => all.map((each) => each.textContent))) {
      assert.ok(words.length > 20, game);
    }
    await audit(page, `rules-with-diagrams-${game}`);
  }
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

/** Plays the move that a hint names. */
async function follow(page, ask) {
  await page.getByRole("button", { name: ask, exact: true }).click();
  await settled(page);
  const hint = await page.textContent(".teacher .hint");
  await page.fill(".typing input", hint.slice("Play ".length, -1));
  await page.keyboard.press("Enter");
  await settled(page);
}

test("a guided first game of every kind to its end", LONG, async () => {
  for (const [number, game] of list.entries()) {
    const page = await visit(browser, number % 2 ? DESK : PHONE);
    await open(page, `#/learn/${game}`);
    await page.waitForSelector(".teacher p");
    await audit(page, `lesson-${game}`);
    const next = page.getByRole("button", { name: "Next" });
    for (let count = 0; count < 200 && !(await page.isVisible(".teaching nav")); count++) {
      if (await next.isVisible()) {
        await next.click();
        await settled(page);
      } else {
        await follow(page, "Show me");
      }
    }
    assert.ok(await page.isVisible(".teaching nav"), `${game}: the lesson ends`);
    await audit(page, `lesson-over-${game}`);
    // Back and on again.
    await page.getByRole("button", { name: "Back", exact: true }).click();
    await page.waitForSelector(".teaching nav", { state: "hidden" });
    assert.deepEqual(page.faults, [], game);
    await page.context().close();
  }
});

test("puzzles of every kind are solved, kept as solved, and made anew", LONG, async () => {
  for (const [number, game] of list.entries()) {
    const page = await visit(browser, number % 2 ? PHONE : DESK);
    await open(page, `#/puzzles/${game}`);
    await page.waitForSelector("parlour-board .can");
    await audit(page, `puzzle-${game}`);
    const solved = page.locator(".teacher").getByText(/^Solved/);
    const solve = async () => {
      for (let count = 0; count < 30 && !(await solved.isVisible()); count++) await follow(page, "Hint");
      assert.ok(await solved.isVisible(), `${game}: it is solved`);
    };
    await solve();
    const heading = await page.textContent(".teaching .faint");
    if (/^Puzzle/.test(heading)) {
      assert.match(heading, /^Puzzle 1 of \d+, 1 solved$/);
      await page.getByRole("button", { name: "Next puzzle" }).click();
      await page.waitForFunction(() => /^Puzzle 2 of/.test(document.querySelector(".teaching .faint").textContent));
    }
    await page.waitForSelector("parlour-board .can");
    const before = await page.textContent(".teaching .status");
    // Making one can be stopped, and the puzzle before it is still there to be solved.
    await page.getByRole("button", { name: "New puzzle" }).click();
    const cancel = page.getByRole("button", { name: "Cancel" });
    await page.waitForFunction(() => /tried/.test(document.querySelector(".teacher").textContent)
      || /made for you/.test(document.querySelector(".teaching .faint").textContent));
    // Some are found before anybody could stop it.
    if (await cancel.isVisible() && await cancel.click({ timeout: 2000 }).then(() => true, () => false)) {
      await cancel.waitFor({ state: "hidden" });
    }
    await page.waitForFunction(() => /Stopped/.test(document.querySelector(".teacher").textContent)
      || /made for you/.test(document.querySelector(".teaching .faint").textContent));
    if (!await page.locator(".teaching").getByText("made for you").isVisible()) {
      assert.equal(await page.textContent(".teaching .status"), before);
      await follow(page, "Hint");
      await page.getByRole("button", { name: "New puzzle" }).click();
    }
    await page.getByText("A puzzle made for you").waitFor();
    await page.waitForSelector("parlour-board .can");
    await solve();
    assert.deepEqual(page.faults, [], game);
    await page.context().close();
  }
});
