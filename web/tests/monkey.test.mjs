// Somebody who does anything at any time: taps, keys, typing, other pages, other windows.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { DESK, LONG, begin, games, launch, luck, open, visit } from "./browser.mjs";

const ACTIONS = Number(process.env.ACTIONS ?? 250);
const KEYS = ["Enter", "Escape", " ", "Tab", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "a", "1", "Home"];

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

for (const seed of [1, 2]) {
  test(`nothing breaks, whatever is done: ${seed}`, LONG, async () => {
    const page = await visit(browser, DESK, { sound: seed % 2 === 0 });
    const list = await games(page);
    const next = luck(seed);
    page.on("dialog", (dialog) => (next(2) ? dialog.accept("x") : dialog.dismiss()).catch(() => {}));
    const told = [];
    const actions = [
      () => page.mouse.click(next(1280), next(800)),
      () => page.mouse.click(next(800), 80 + next(600)),
      () => page.keyboard.press(KEYS[next(KEYS.length)]),
      async () => {
        const picks = await page.$$("parlour-board .can");
        if (picks.length) await picks[next(picks.length)].click({ force: true, timeout: 500 }).catch(() => {});
      },
      async () => {
        const buttons = await page.$$("main button:not(:disabled)");
        if (buttons.length) await buttons[next(buttons.length)].click({ timeout: 500 }).catch(() => {});
      },
      () => page.mouse.move(next(1280), next(800)),
      () => page.setViewportSize({ width: 320 + next(1200), height: 400 + next(600) }),
      () => begin(page, list[next(list.length)]),
      () => open(page, ["#/", "#/records", "#/study/table", "#/play", "#/nonsense", "#/study/%%"][next(6)]),
      async () => {
        const inputs = await page.$$("main input:not([type=file]), main textarea");
        if (inputs.length) {
          await inputs[next(inputs.length)].fill(["", "x", "🦆\n", "a1-a2", "red 0,0"][next(5)], { timeout: 500 }).catch(() => {});
          await page.keyboard.press("Enter");
        }
      },
    ];
    // What is common comes often.
    const often = [0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 3, 3, 4, 4, 5, 6, 7, 8, 9];
    for (let count = 0; count < ACTIONS; count++) {
      const action = often[next(often.length)];
      told.push(action);
      await actions[action]();
      assert.deepEqual(page.faults, [], `after ${told.slice(-8)}`);
    }
    await begin(page, list[0]);
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });
}
