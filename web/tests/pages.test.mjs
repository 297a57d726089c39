// Every page: without barriers, in both themes; records, study, sharing, offline.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { DESK, PHONE, SITE, begin, games, launch, open, visit } from "./browser.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core"), "utf8");
const RECORD = readFileSync(new URL("../../examples/amy-and-bill.gridlock", import.meta.url), "utf8");
/** Where pictures of all pages go, to be looked at. */
const shots = process.env.SHOTS;

let browser;
let list;
before(async () => {
  browser = await launch();
  const page = await visit(browser, DESK);
  list = await games(page);
  await page.context().close();
});
after(() => browser.close());

async function audit(page, name) {
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
  if (shots) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
}

for (const [kind, device, themes] of [
  ["phone", PHONE, ["light", "dark"]],
  ["desk", DESK, ["dark", "contrast"]],
]) {
  for (const theme of themes) {
    test(`no barriers: ${kind}, ${theme}`, { timeout: 240_000 }, async () => {
      const page = await visit(browser, device, { theme });
      await audit(page, `home-${kind}-${theme}`);
      await open(page, "#/records");
      await page.fill("textarea", RECORD.split("\n")[0] + "\nwrong\n");
      await page.waitForSelector(".findings li");
      await audit(page, `records-${kind}-${theme}`);
      for (const game of list) {
        await open(page, `#/new/${game}`);
        await page.waitForSelector("button[value=bot]");
        await audit(page, `new-${game}-${kind}-${theme}`);
        await open(page, `#/rules/${game}`);
        await page.waitForSelector(".rules");
        await audit(page, `rules-${game}-${kind}-${theme}`);
        await begin(page, game);
        await page.waitForTimeout(400);
        await audit(page, `play-${game}-${kind}-${theme}`);
        await open(page, `#/study/game/${game}`);
        await page.waitForSelector("parlour-board svg.board");
        await audit(page, `study-${game}-${kind}-${theme}`);
      }
      await page.click("#settings-button");
      await audit(page, `settings-${kind}-${theme}`);
      assert.deepEqual(page.faults, []);
      await page.context().close();
    });
  }
}


test("a record is checked while it is typed, studied with branches, reviewed and shared", { timeout: 120_000 }, async () => {
  const page = await visit(browser, DESK);
  await open(page, "#/records");
  await page.fill("textarea", RECORD.replace("red at", "rod at"));
  await page.waitForSelector(".findings .error");
  assert.equal(await page.textContent("mark.error"), "rod");
  await page.fill("textarea", RECORD);
  await page.waitForSelector(".findings:empty", { state: "attached" });
  await page.getByRole("button", { name: "Study it" }).click();
  await page.waitForSelector(".tree .step");
  const steps = await page.$$eval(".tree .step", (steps) => steps.length);
  const link = page.url();
  // The end, two steps back, and another move: a branch.
  await page.getByRole("button", { name: "One step on" }).click();
  await page.waitForFunction(() => document.querySelector(".step[aria-current]"));
  await page.getByRole("button", { name: "Engine" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".lines li").length > 1, null, { timeout: 20_000 });
  const played = await page.$$eval(".tree .step", (steps) => steps[1].textContent);
  const moves = await page.$$eval(".lines b", (moves) => moves.map((move) => move.textContent));
  await page.fill(".typing input", moves.find((move) => move !== played) ?? "");
  await page.keyboard.press("Enter");
  await page.waitForFunction((steps) => document.querySelectorAll(".tree .step").length === steps + 1, steps);
  // The link holds all of the record, for somebody else.
  const other = await visit(browser, PHONE);
  await other.goto(link);
  await other.waitForSelector(".tree .step");
  assert.equal(await other.$$eval(".tree .step", (steps) => steps.length), steps);
  await other.getByRole("button", { name: "Review" }).click();
  await other.waitForSelector(".graph svg", { timeout: 60_000 });
  assert.deepEqual([...page.faults, ...other.faults], []);
  await page.context().close();
  await other.context().close();
});

test("the site works offline once it was visited", { timeout: 120_000 }, async () => {
  const page = await visit(browser, PHONE);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(async () => (await caches.keys()).length === 1);
  await page.context().setOffline(true);
  await page.goto(SITE);
  for (const game of list) {
    await begin(page, game);
    await page.waitForSelector("parlour-board .can", { timeout: 10_000 });
  }
  await page.context().close();
});

test("a page says what is wrong with its address", async () => {
  const page = await visit(browser, DESK);
  for (const hash of ["#/new/chess", "#/study/nonsense", "#/rules/x"]) {
    await open(page, hash);
    await page.waitForSelector("text=This does not work");
  }
  await page.context().close();
});
