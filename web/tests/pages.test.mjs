// Every page: without barriers, in both themes; records, study, sharing, offline.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { DESK, LONG, PHONE, SITE, audit, begin, browser, byWords, list, open, settled, share, visit } from "./browser.mjs";

/** The records among the examples, whatever their games. */
const EXAMPLES = new URL("../../examples/", import.meta.url);
const texts = readdirSync(EXAMPLES, { withFileTypes: true })
  .filter((entry) => entry.isFile() && !entry.name.endsWith(".md"))
  .map(({ name }) => readFileSync(new URL(name, EXAMPLES), "utf8"));
/** One in which a colour can be misspelt. */
const RECORD = texts.find((text) => /^.* red at/m.test(text) && text.includes("plays red"));

share();

for (const [kind, device, themes] of [
  ["phone", PHONE, ["light", "dark"]],
  ["desk", DESK, ["light", "dark", "contrast"]],
]) {
  for (const theme of themes) {
    test(`no barriers: ${kind}, ${theme}`, LONG, async () => {
      const page = await visit(browser, device, { theme });
      await audit(page, `home-${kind}-${theme}`);
      await open(page, "#/records");
      await page.fill("textarea", RECORD.split("\n")[0] + "\nwrong\n");
      await page.waitForSelector(".findings li");
      await audit(page, `records-${kind}-${theme}`);
      for (const [hash, ready, name] of [
        ["#/new/nothing", ".lead .main-action", "error"], ["#/online", ".online", "online"], ["#/class", "main h1", "class"],
      ]) {
        await open(page, hash);
        await page.waitForSelector(ready);
        await audit(page, `${name}-${kind}-${theme}`);
      }
      for (const game of list) {
        await open(page, `#/new/${game}`);
        await page.waitForSelector("button[value=bot]");
        await audit(page, `new-${game}-${kind}-${theme}`);
        await open(page, `#/rules/${game}`);
        await page.waitForSelector(".rules");
        await audit(page, `rules-${game}-${kind}-${theme}`);
        await begin(page, game);
        await settled(page);
        await audit(page, `play-${game}-${kind}-${theme}`);
        await open(page, `#/study/game/${game}`);
        await page.waitForSelector("parlour-board svg.board");
        await audit(page, `study-${game}-${kind}-${theme}`);
        await page.getByRole("button", { name: "Engine" }).click();
        await page.waitForSelector(".lines[aria-busy=false]");
        await audit(page, `engine-${game}-${kind}-${theme}`);
        await open(page, `#/setup/${game}`);
        await page.waitForFunction(() => document.querySelector("textarea")?.value);
        await audit(page, `position-${game}-${kind}-${theme}`);
        await open(page, `#/learn/${game}`);
        await page.waitForSelector(".teacher p");
        await audit(page, `lesson-${game}-${kind}-${theme}`);
        await open(page, `#/puzzles/${game}`);
        await page.waitForSelector("parlour-board .can");
        await audit(page, `puzzle-${game}-${kind}-${theme}`);
      }
      // Games that were left, and a game for two whose players have secrets from each other.
      await open(page, "#/");
      await page.waitForSelector(".kept");
      await audit(page, `go-on-${kind}-${theme}`);
      let curtains = 0;
      for (const game of list) {
        await open(page, `#/new/${game}`);
        await page.click("button[value=people]");
        await page.waitForSelector("parlour-board svg.board, .curtain:not([hidden])");
        if (await page.isHidden(".curtain")) continue;
        curtains++;
        await audit(page, `curtain-${game}-${kind}-${theme}`);
      }
      assert.ok(curtains > 0);
      await page.click("#settings-button");
      await audit(page, `settings-${kind}-${theme}`);
      assert.deepEqual(page.faults, []);
      await page.context().close();
    });
  }
}


test("a record is checked while it is typed, studied with branches, reviewed and shared", LONG, async () => {
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
  await page.getByRole("button", { name: "One step forward" }).click();
  await page.waitForFunction(() => document.querySelector(".step[aria-current]"));
  await page.getByRole("button", { name: "Engine" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".lines li").length > 1);
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
  await other.waitForSelector(".graph svg");
  assert.deepEqual([...page.faults, ...other.faults], []);
  await page.context().close();
  await other.context().close();
});

test("whole games of every kind, lessons and puzzles offline", LONG, async () => {
  const page = await visit(browser, PHONE);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(async () => (await caches.keys()).length === 1);
  await page.context().setOffline(true);
  await page.goto(SITE);
  for (const game of list) {
    await begin(page, game);
    await byWords(page);
    await open(page, `#/learn/${game}`);
    await page.waitForSelector(".teacher p");
    await open(page, `#/puzzles/${game}`);
    await page.waitForSelector("parlour-board .can");
  }
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a record is dropped on the page or chosen, and its findings have the words of the program", LONG, async () => {
  const page = await visit(browser, DESK);
  await open(page, "#/records");
  // As they are, and with one thing wrong: a word, a line twice, a line too few, a stray letter.
  const spoilt = texts.flatMap((text) => {
    const lines = text.split("\n");
    const twice = lines.toSpliced(3, 0, lines[3]);
    return [text, text.replace(/[a-z](?=\.\n)/, "qq"), twice.join("\n"), lines.slice(0, -2).join("\n"), text.replace(/\n(.+)\n/, "\n$1 \n")];
  });
  let also = 0;
  for (const [number, text] of spoilt.entries()) {
    if (number % 2 === 0) {
      await page.setInputFiles("#record-file", { name: "game.txt", mimeType: "text/plain", buffer: Buffer.from(text) });
    } else {
      const data = await page.evaluateHandle((text) => {
        const data = new DataTransfer();
        data.items.add(new File([text], "game.txt"));
        return data;
      }, text);
      await page.dispatchEvent(".desk", "drop", { dataTransfer: data });
    }
    await page.waitForFunction((text) => document.querySelector("textarea").value === text, text);
    const told = checked(text);
    await page.waitForFunction((count) => document.querySelectorAll(".findings > li").length === count, told.length);
    await page.waitForFunction((first) => (document.querySelector(".findings .message")?.textContent ?? "") === first, told[0]?.message ?? "");
    const shown = await page.$$eval(".findings > li", (items) => items.map((item) => {
      const [, line, column] = /^line (\d+), column (\d+)$/.exec(item.querySelector("button").textContent);
      const [, severity, code] = /^(\w+)\[(.*)\]$/.exec(item.querySelector("b").textContent);
      const help = item.querySelector(".help")?.textContent.replace(/^help: /, "") ?? null;
      return { severity, code, line: Number(line), column: Number(column), message: item.querySelector(".message").textContent, help };
    }));
    assert.deepEqual(shown, told, text);
    also += await page.locator(".findings .also").count();
  }
  assert.ok(also > 0, "some finding points at a second place");
  await page.fill("textarea", "");
  await page.waitForSelector(".findings:empty", { state: "attached" });
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

/** What the program says of a text. */
function checked(text) {
  const program = process.env.PARLOUR ?? fileURLToPath(new URL("../../target/debug/parlour", import.meta.url));
  const folder = mkdtempSync(join(tmpdir(), "parlour-"));
  const path = join(folder, "game.txt");
  writeFileSync(path, text);
  const { stdout } = spawnSync(program, ["check", path, "--json"], { encoding: "utf8", env: { ...process.env, PARLOUR_DATA: folder } });
  rmSync(folder, { recursive: true });
  return JSON.parse(stdout).diagnostics;
}

test("a page that comes late does not replace another", LONG, async () => {
  const slow = await visit(browser, { ...DESK, serviceWorkers: "block" });
  let go = () => {};
  const held = new Promise((resolve) => (go = resolve));
  await slow.route("**/parlour.wasm", async (route) => {
    await held;
    await route.continue();
  });
  for (const late of [`#/rules/${list[0]}`, "#/study/game/nothing", `#/learn/${list[0]}`]) {
    const asked = slow.waitForEvent("framenavigated");
    await open(slow, late);
    await asked;
    await open(slow, "#/records");
    await slow.waitForSelector(".desk textarea");
  }
  go();
  // Whatever was asked before has been answered.
  await slow.evaluate(() => import("/js/engine.js").then(({ table }) => table.ask({ do: "games" })));
  await slow.waitForTimeout(200);
  assert.ok(await slow.isVisible(".desk textarea"), await slow.textContent("main"));
  assert.deepEqual(slow.faults, []);
  await slow.context().close();
});

test("a page says what is wrong with its address", LONG, async () => {
  const page = await visit(browser, DESK);
  for (const hash of ["#/new/chess", "#/study/nonsense", "#/rules/x"]) {
    await open(page, hash);
    await page.waitForSelector("text=This does not work");
  }
  await page.context().close();
});
