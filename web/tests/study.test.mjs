// What happens after a game: studies with branches, overlays, the engine, reviews, links, films.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  DESK, LONG, PATIENCE, PHONE, SITE, audit, begin, browser, list, luck, open, settled, share, until, visit,
} from "./browser.mjs";

share();

const STEPS = ".tree .step";

/** Picks by chance until this many steps are told by what `count` counts, or nothing can be picked. */
async function wander(page, selector, wanted, next) {
  for (let tries = 0; tries < 200; tries++) {
    await settled(page);
    if (await page.$$eval(selector, (steps) => steps.length) >= wanted) return;
    const curtain = page.locator(".curtain:not([hidden]) button");
    if (await curtain.count()) {
      await curtain.click();
      continue;
    }
    const isPicked = await page.evaluate((random) => {
      const board = document.querySelector("parlour-board");
      const picks = [...new Set([...board.querySelectorAll("[data-pick].can")].map((each) => each.dataset.pick))];
      if (picks.length > 0) board.dispatchEvent(new CustomEvent("pick", { detail: picks[random % picks.length] }));
      return picks.length > 0;
    }, next(1 << 20));
    if (!isPicked) return;
  }
  throw new Error(`no ${wanted} steps`);
}

/** What a click copies. */
async function copied(page, click) {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await click();
  for (const begun = Date.now(); Date.now() - begun < PATIENCE; await page.waitForTimeout(100)) {
    const text = await page.evaluate(() => navigator.clipboard.readText());
    if (text) return text;
  }
  throw new Error("nothing is copied");
}

/** The steps of the tree, with how deep their lines are. */
function tree(page) {
  return page.$$eval(STEPS, (steps) => steps.map((step) => {
    let depth = 0;
    for (let at = step; (at = at.parentElement.closest(".branch")); ) depth++;
    return `${depth} ${step.textContent}`;
  }));
}

async function file(download) {
  return readFileSync(await download.path());
}

test("a game of every kind is given up, filmed, shared and reviewed", LONG, async () => {
  for (const [number, game] of list.entries()) {
    const page = await visit(browser, number % 2 ? DESK : PHONE, { opponent: "easy", theme: number % 2 ? "dark" : "light" });
    page.on("dialog", (dialog) => dialog.accept());
    await begin(page, game);
    await wander(page, ".log li", 6, luck(number + 1));
    const resign = page.getByRole("button", { name: "Resign" });
    if (await resign.isVisible()) await resign.click();
    await page.waitForSelector(".end:not([hidden])");
    await audit(page, `end-${game}`);

    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Film" }).click()]);
    const svg = String(await file(download));
    const isDocument = await page.evaluate((svg) =>
      !new DOMParser().parseFromString(svg, "image/svg+xml").querySelector("parsererror"), svg);
    assert.ok(isDocument, `${game}: the film is a document`);
    assert.ok(svg.match(/<animate /g).length > 3, `${game}: the film moves`);

    const link = await copied(page, () => page.getByRole("button", { name: "Share" }).click());
    const other = await visit(browser, DESK);
    await other.goto(link);
    await until(other, (steps) => document.querySelectorAll(steps).length >= 6, STEPS);
    await other.context().close();

    await page.locator(".end").getByRole("button", { name: "Review" }).click();
    await page.waitForSelector(".tree");
    await page.getByRole("button", { name: "Review" }).click();
    await page.waitForSelector(".graph svg");
    assert.ok((await page.textContent(".graph p")).length > 10, game);
    await audit(page, `review-${game}`);
    assert.deepEqual(page.faults, [], game);
    await page.context().close();
  }
});

test("maps and overlays change the board of a study; a move is told before it is made", LONG, async () => {
  const found = { maps: 0, overlays: 0, previews: 0 };
  const page = await visit(browser, DESK);
  for (const game of list) {
    await open(page, `#/study/game/${game}`);
    await page.waitForSelector("parlour-board svg.board");
    await wander(page, STEPS, 3, luck(5));
    const drawn = () => page.$eval("parlour-board", (board) => [...board.querySelectorAll("svg")].map((svg) => svg.innerHTML).join(""));
    const buttons = page.locator(".overlays button, .actions button:text-is('Map')");
    for (let index = 0; index < await buttons.count(); index++) {
      const layer = buttons.nth(index);
      if (!await layer.isVisible()) continue;
      const name = await layer.textContent();
      const before = await drawn();
      await layer.click();
      await until(page, (name) => [...document.querySelectorAll("button[aria-pressed=true]")]
        .some((pressed) => pressed.textContent === name), name);
      assert.ok(await drawn() !== before, `${game}: ${name}`);
      await audit(page, `study-${game}-${name}`);
      if (name === "Map") found.maps++;
      else found.overlays++;
      await layer.click();
      await until(page, (name) => [...document.querySelectorAll("button[aria-pressed=false]")]
        .some((pressed) => pressed.textContent === name), name);
    }
    // A pick that completes a move says what the move does.
    for (let picks = 0; picks < 4; picks++) {
      const completes = await page.evaluate(async () => {
        const { table } = await import("/js/engine.js");
        const board = document.querySelector("parlour-board");
        const can = [...board.querySelectorAll("[data-pick].can")].map((each) => each.dataset.pick);
        for (const pick of can) {
          const { words } = await table.ask({ do: "preview", pick, study: true });
          if (!words) continue;
          board.dispatchEvent(new CustomEvent("hover", { detail: pick }));
          return words;
        }
        board.dispatchEvent(new CustomEvent("pick", { detail: can[0] }));
        return null;
      });
      if (completes) {
        await until(page, (words) => document.querySelector(".says").textContent === words, completes);
        found.previews++;
        break;
      }
      await settled(page);
    }
  }
  assert.ok(found.maps >= 1 && found.overlays >= 1, JSON.stringify(found));
  assert.equal(found.previews, list.length);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("the engine shows moves, what they are worth, and what it expects after each", LONG, async () => {
  const page = await visit(browser, PHONE, { theme: "dark" });
  let continued = 0;
  for (const game of list) {
    await open(page, `#/study/game/${game}`);
    await page.waitForSelector("parlour-board svg.board");
    await page.getByRole("button", { name: "Engine" }).click();
    // Until somebody is asked for a move: before a throw, there is nothing to advise.
    for (let steps = 3; steps < 9; steps++) {
      await wander(page, STEPS, steps, luck(steps));
      await page.waitForSelector(".lines[aria-busy=false]");
      if (await page.locator(".lines .move").count() > 0) break;
    }
    await audit(page, `engine-${game}`);
    const lines = await page.$$eval(".lines .move", (lines) => lines.map((line) => ({
      step: line.querySelector("b").textContent,
      worth: line.querySelector(".worth").textContent,
      then: line.querySelector(".then")?.textContent ?? "",
    })));
    assert.ok(lines.length > 0, `${game}: ${await page.textContent(".side")}`);
    for (const line of lines) assert.ok(line.step && line.worth, game);
    if (lines.some(({ then }) => then)) {
      continued++;
      // Every one of them goes on, as far as the game does, and what it says can be played.
      assert.ok(lines.filter(({ then }) => then).length >= lines.length - 1, `${game}: ${JSON.stringify(lines)}`);
    }
    await page.getByRole("button", { name: "Engine" }).click();
    await page.waitForSelector(".lines", { state: "hidden" });
    for (const part of [lines.at(-1).step]) {
      const steps = await page.$$eval(STEPS, (steps) => steps.length);
      await page.fill(".typing input", part);
      await page.keyboard.press("Enter");
      await until(page, (steps) => document.querySelectorAll(".tree .step").length > steps, steps);
    }
  }
  assert.ok(continued >= 1);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a study keeps its branches when it is loaded again, and its link holds them", LONG, async () => {
  for (const [number, game] of list.entries()) {
    const page = await visit(browser, DESK);
    await open(page, `#/study/game/${game}`);
    await page.waitForSelector("parlour-board svg.board");
    await wander(page, STEPS, 4, luck(3));
    // From the middle, by another way.
    for (let tries = 2; tries < 12; tries++) {
      const before = await page.$$eval(STEPS, (steps) => steps.length);
      await page.locator(STEPS).nth(1).click();
      await until(page, () => document.querySelectorAll(".step")[1].hasAttribute("aria-current"));
      await wander(page, `${STEPS}[aria-current]`, 1, luck(tries));
      await page.evaluate((random) => {
        const board = document.querySelector("parlour-board");
        board.dispatchEvent(new CustomEvent("pick", { detail: [...board.querySelectorAll(".can")].at(-1 - (random % 3))?.dataset.pick }));
      }, tries);
      await settled(page);
      await wander(page, STEPS, before, luck(tries));
      if ((await tree(page)).some((step) => !step.startsWith("0"))) break;
    }
    const whole = await tree(page);
    const link = await copied(page, async () => {
      await page.getByText("Save and share").click();
      await page.getByRole("button", { name: "Link to this study" }).click();
    });
    await until(page, (link) => location.href === link, link);
    const status = await page.textContent(".status");
    await page.reload();
    await page.waitForSelector(STEPS);
    assert.deepEqual(await tree(page), whole, `${game}: loaded again`);
    assert.equal(await page.textContent(".status"), status, `${game}: at the same place`);
    if (number > 0) {
      await page.context().close();
      continue;
    }
    assert.ok(whole.some((step) => step.startsWith("1")), `${game}: ${whole}`);
    // The other links: one line, a position, a picture.
    await page.getByText("Save and share").click();
    const line = await copied(page, () => page.getByRole("button", { name: "Link to this line" }).click());
    const position = await copied(page, () => page.getByRole("button", { name: "Link to this position" }).click());
    const [picture] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Picture" }).click()]);
    assert.equal((await file(picture)).subarray(1, 4).toString(), "PNG");
    const [record] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Record" }).click()]);
    const board = await page.$eval("parlour-board .board", (svg) => svg.getAttribute("aria-label") ?? svg.querySelector("title")?.textContent);
    const other = await visit(browser, PHONE);
    await other.goto(line);
    await other.waitForSelector(STEPS);
    assert.ok((await tree(other)).every((step) => step.startsWith("0")));
    await other.goto(SITE);
    await other.goto(position);
    await other.waitForSelector("parlour-board svg.board");
    assert.equal(await other.$$eval(STEPS, (steps) => steps.length), 0);
    assert.equal(await other.$eval("parlour-board .board", (svg) => svg.getAttribute("aria-label") ?? svg.querySelector("title")?.textContent), board);
    await open(other, "#/records");
    await other.setInputFiles("#record-file", { name: "game.txt", mimeType: "text/plain", buffer: await file(record) });
    await until(other, () => / [1-9]\d* (valid )?steps?\.$/.test(document.querySelector(".records .status").textContent));
    assert.deepEqual([...page.faults, ...other.faults], []);
    await other.context().close();
    await page.context().close();
  }
});
