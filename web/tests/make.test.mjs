// What a person makes in the page: positions, films, tables.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { DESK, LONG, PHONE, audit, begin, browser, hinted, list, open, settled, share, shots, visit } from "./browser.mjs";

share();

/** The file that a click makes. */
async function downloaded(page, click) {
  const [file] = await Promise.all([page.waitForEvent("download"), click()]);
  return readFileSync(await file.path(), "utf8");
}

test("a position is drawn while it is written, played and studied", LONG, async () => {
  for (const game of list) {
    const page = await visit(browser, game === list[0] ? DESK : PHONE);
    await open(page, `#/new/${game}`);
    await page.getByRole("link", { name: "Set up a position" }).click();
    await page.waitForSelector("parlour-board svg.board");
    const text = await page.inputValue("textarea");
    await audit(page, `position-${game}`);
    // Something that is no position: said, underlined, and the board stays.
    await page.fill("textarea", `${text} nonsense`);
    await page.waitForSelector(".findings .error");
    assert.ok(await page.isVisible("parlour-board.stale svg.board"), game);
    assert.ok(await page.getByRole("button", { name: "Play from here" }).isDisabled());
    await page.fill("textarea", text);
    await page.waitForSelector("parlour-board:not(.stale)");
    await page.getByRole("button", { name: "Study it" }).click();
    await page.waitForSelector(".tree", { state: "attached" });
    await page.waitForFunction(() => document.title.startsWith("Study of"));
    // From there back to the editor, with the same position, and into a game.
    await page.getByRole("button", { name: "Set up" }).click();
    await page.waitForFunction((text) => document.querySelector("textarea")?.value === text, text);
    await page.getByRole("button", { name: "Play from here" }).click();
    await page.waitForSelector(".players li");
    assert.deepEqual(page.faults, [], game);
    await page.context().close();
  }
});

test("a position is set up by taps", LONG, async () => {
  let possible = 0;
  for (const [number, game] of list.entries()) {
    const page = await visit(browser, number % 2 ? DESK : PHONE, { theme: number % 2 ? "light" : "dark" });
    await open(page, `#/setup/${game}`);
    await page.waitForSelector("parlour-board svg.board");
    await page.waitForFunction(() => document.querySelector("textarea").value !== "");
    if (await page.locator(".hands").isHidden()) {
      await page.context().close();
      continue;
    }
    possible++;
    const text = () => page.inputValue("textarea");
    const changes = async (act) => {
      const before = await text();
      await act();
      await page.waitForFunction((before) => document.querySelector("textarea").value !== before, before);
      await page.waitForSelector("parlour-board:not(.stale)");
      return text();
    };
    const tap = (index) => page.locator("parlour-board svg.board [data-pick]").nth(index).click({ force: true });
    const choices = page.getByRole("group", { name: "What can stand there" }).getByRole("button");
    const start = await text();
    // Something else than what is there, on a place that can have it.
    await page.waitForFunction(() => document.querySelector("parlour-board [data-pick].can"));
    let chosen = -1;
    const count = await page.locator("parlour-board svg.board [data-pick]").count();
    for (let index = 0; index < count && chosen < 0; index++) {
      await tap(index);
      await settled(page);
      if (await choices.and(page.locator("[aria-pressed=false]")).count() >= 1 && await choices.count() >= 2) chosen = index;
    }
    assert.ok(chosen >= 0, game);
    const other = choices.and(page.locator("[aria-pressed=false]")).last();
    const name = await other.textContent();
    const first = await changes(() => other.click());
    await audit(page, `by-hand-${game}`);
    // Another place gets the same by a tap alone.
    let same = false;
    for (let index = count - 1; index > chosen && !same; index--) {
      const before = await text();
      await tap(index);
      await settled(page);
      same = (await text()) !== before;
    }
    assert.ok(same, `${game}: ${name}`);
    assert.notEqual(await text(), first);
    await page.getByRole("button", { name: "Back to the start" }).click();
    await page.waitForFunction((start) => document.querySelector("textarea").value === start, start);
    assert.deepEqual(page.faults, [], game);
    await page.context().close();
  }
  assert.ok(possible >= 3, `${possible} games`);
});

test("a film shows every position of a game once", LONG, async () => {
  const folder = new URL("../../examples/", import.meta.url);
  const texts = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())
    .map(({ name }) => readFileSync(new URL(name, folder), "utf8"));
  const page = await visit(browser, DESK);
  await open(page, "#/records");
  for (const record of texts) {
    await page.fill("textarea", record);
    await page.waitForFunction(() => document.querySelector(".status").textContent !== "");
    if (/^A valid record/.test(await page.textContent(".status"))) break;
  }
  await page.getByRole("button", { name: "Study it" }).click();
  await page.waitForSelector(".tree .step");
  const steps = await page.$$eval(".tree .step", (steps) => steps.length);
  await page.getByText("Save and share").click();
  const svg = await downloaded(page, () => page.getByRole("button", { name: "Film" }).click());
  // At any time one caption is shown, and in the order of the moves.
  const captions = await page.evaluate((svg) => {
    const film = new DOMParser().parseFromString(svg, "image/svg+xml");
    if (film.querySelector("parsererror")) throw new Error("the film is no document");
    document.body.append(document.importNode(film.documentElement, true));
    const shown = document.body.lastElementChild;
    shown.pauseAnimations();
    const whole = parseFloat(film.querySelector("animate").getAttribute("dur")) / 1000;
    const seen = [];
    for (let time = 0.05; time < whole; time += 0.2) {
      shown.setCurrentTime(time);
      const texts = [...shown.querySelectorAll("text")].filter((text) => {
        for (let at = text; at && at !== shown; at = at.parentElement) {
          if (getComputedStyle(at).display === "none") return false;
        }
        return /^\d+\. /.test(text.textContent);
      });
      if (texts.length > 1) throw new Error(`${texts.length} captions at once`);
      const number = texts.length ? parseInt(texts[0].textContent) : 0;
      if (seen.at(-1) !== number) seen.push(number);
    }
    shown.remove();
    return seen;
  }, svg);
  assert.deepEqual(captions, Array.from({ length: steps + 1 }, (_, number) => number));
  assert.ok(svg.length < 30_000 * steps, `${svg.length} bytes`);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("advice whose table is too large for a tab comes from a server, or says how far it is off", LONG, async () => {
  const page = await visit(browser, PHONE, { theme: "dark" });
  let estimated = 0;
  for (const game of list) {
    await begin(page, game);
    await page.waitForSelector("parlour-board .can");
    const value = async () => {
      await page.getByRole("button", { name: "Value" }).click();
      await page.waitForFunction(() => /^Value: /.test(document.querySelector(".value:not([hidden])")?.textContent ?? ""));
      return page.textContent(".value");
    };
    // This server lacks the table: it was asked, and does not know better.
    const asked = page.waitForResponse((answer) => answer.url().endsWith("/api/jobs")).catch(() => null);
    const told = await value();
    if (!told.includes("This is an estimate")) continue;
    estimated++;
    assert.equal((await asked)?.status(), 201);
    assert.match(told, /which this server does not have\. Chances are off by about \d percentage points on average/);
    await audit(page, `estimate-${game}`);
    // A server that has it: what it says is shown as it is, and no estimate any more.
    const fresh = await visit(browser, DESK);
    await fresh.route("**/api/jobs", async (route) => {
      const { kind, position } = route.request().postDataJSON();
      assert.equal(kind, "best");
      assert.ok(position);
      await route.fulfill({ status: 201, json: { id: "j", state: "running", result: null } });
    });
    const chosen = await hinted(page);
    const best = await page.evaluate(async () => {
      const { table, thinker } = await import("/js/engine.js");
      const { text } = await table.ask({ do: "may_advise" });
      return (await thinker.ask({ do: "advise", text, time: 50 })).best;
    });
    await fresh.route("**/api/jobs/j", (route) => route.fulfill({
      json: { id: "j", state: "done", result: { bot: best, move: chosen, value: 0.123, moves: [{ move: chosen, value: 0.123 }], reason: "it is known" } },
    }));
    await begin(fresh, game);
    await fresh.waitForSelector("parlour-board .can");
    await fresh.getByRole("button", { name: "Value" }).click();
    await fresh.waitForFunction(() => /12\.3/.test(document.querySelector(".value").textContent));
    assert.ok(!(await fresh.textContent(".value")).includes("estimate"));
    assert.deepEqual(fresh.faults, []);
    await fresh.context().close();
  }
  assert.equal(estimated, 1);
  await page.context().close();
});

test("a table of perfect play is computed in the tab", LONG, async () => {
  const page = await visit(browser, DESK);
  let offered = 0;
  for (const game of list) {
    await open(page, `#/new/${game}`);
    await page.waitForSelector("button[value=bot]");
    const pieces = page.locator("input[name=pieces]");
    if (await pieces.count() === 0) continue;
    await page.getByText("More options").click();
    await pieces.fill("5");
    await page.click("button[value=bot].main-action");
    await page.waitForSelector("parlour-board .can");
    const value = async () => {
      await page.getByRole("button", { name: "Value" }).click();
      await page.waitForFunction(() => document.querySelector(".value").textContent.startsWith("Value: "));
      return page.textContent(".value");
    };
    if (!(await value()).includes("This is an estimate")) continue;
    offered++;
    await page.getByRole("button", { name: "Compute it here" }).click();
    await page.waitForSelector(".value progress");
    if (shots) await page.screenshot({ path: `${shots}/table-being-computed.png` });
    await page.waitForFunction(() => /^Value: /.test(document.querySelector(".value").textContent)
      && !document.querySelector(".value small"));
  }
  assert.equal(offered, 1);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});
