// The board itself: dragging by touch and by mouse, its sides, and boards of very many places.
import assert from "node:assert/strict";
import { test } from "node:test";
import { DESK, LONG, PATIENCE, PHONE, browser, list, luck, open, settled, share, until, visit } from "./browser.mjs";

share();

/** A game of two people at one screen, at a moment when somebody is to move. */
async function together(page, game) {
  await open(page, `#/new/${game}`);
  await page.click("button[value=people]");
  await until(page, () => document.querySelector(".curtain:not([hidden]), parlour-board .can"));
  if (await page.isVisible(".curtain")) await page.click(".curtain button");
  await until(page, () => document.querySelector("parlour-board:not([hidden]) .can"));
}

/** What a finger or a mouse does: press, go, and let go. */
async function pointer(page, isTouch) {
  if (!isTouch) {
    return {
      down: async (x, y) => { await page.mouse.move(x, y); await page.mouse.down(); },
      move: (x, y) => page.mouse.move(x, y, { steps: 3 }),
      up: () => page.mouse.up(),
    };
  }
  const session = await page.context().newCDPSession(page);
  const touch = (type, ...touchPoints) => session.send("Input.dispatchTouchEvent", { type, touchPoints });
  return {
    down: (x, y) => touch("touchStart", { x, y }),
    // A finger that has hardly moved is not yet told to the page.
    move: async (x, y) => {
      for (const part of [-20, -10, 0]) await touch("touchMove", { x, y: y + part });
    },
    up: () => touch("touchEnd"),
  };
}

/** Swipes until something has happened: a browser that is busy may give up a gesture. */
async function swipe(page, { x, y }, [dx, dy], hasHappened) {
  const hand = await pointer(page, true);
  for (const begun = Date.now(); Date.now() - begun < PATIENCE;) {
    await hand.down(x, y);
    for (const part of [0.2, 0.4, 0.6, 0.8, 1]) await hand.move(x + part * dx, y + part * dy);
    await hand.up();
    if (await page.waitForFunction(hasHappened, null, { timeout: 2000 }).then(() => true, () => false)) return;
  }
  throw new Error(`swiping does nothing: ${hasHappened}`);
}

/** The middles of elements, on the screen. */
function middles(page, selector) {
  return page.$$eval(selector, (elements) => elements.map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2, name: element.dataset.place ?? element.dataset.thing };
  }));
}

for (const [how, device] of [["touch", PHONE], ["mouse", { viewport: { width: 1280, height: 1000 } }]]) {
  test(`what lies on a board is dragged by ${how}`, LONG, async () => {
    let dragged = 0;
    for (const game of list) {
      const page = await visit(browser, device);
      await together(page, game);
      const things = await middles(page, "parlour-board .drag");
      if (things.length > 0) {
        dragged++;
        await page.evaluate(() => scrollTo(0, document.querySelector("parlour-board").offsetTop));
        const hand = await pointer(page, how === "touch");
        // Let go where nothing is wanted: nothing happens.
        const told = await page.textContent(".words");
        const [thing] = await middles(page, "parlour-board .drag");
        await hand.down(thing.x, thing.y);
        await hand.move(thing.x + 20, thing.y + 20);
        await until(page, () => document.querySelector(".dragged") && document.querySelector(".landing"));
        await hand.move(3, 3);
        await hand.up();
        await until(page, () => !document.querySelector(".dragged"));
        assert.equal(await page.textContent(".words"), told, game);
        assert.equal(await page.evaluate(() => document.querySelector(".drag").style.translate), "");
        // And now to where it can go.
        await hand.down(thing.x, thing.y);
        await hand.move(thing.x + 20, thing.y + 20);
        await until(page, () => document.querySelector(".dragged") && document.querySelector(".landing"));
        const [place] = await middles(page, "parlour-board .landing");
        await hand.move(place.x, place.y);
        await hand.up();
        await until(page, (told) => document.querySelector(".words").textContent !== told, told);
        // A move is made, or the choice of how it ends is left.
        await until(page, () => document.querySelector(".log li, .curtain:not([hidden])") || document.querySelector("parlour-board [aria-pressed]"));
      }
      assert.deepEqual(page.faults, [], game);
      await page.context().close();
    }
    assert.equal(dragged, 3);
  });
}

test("a finger that drags nothing scrolls the page", LONG, async () => {
  const page = await visit(browser, PHONE);
  await together(page, list.at(-1));
  for (const selector of ["parlour-board [data-pick]:not(.can)", ".players"]) {
    await page.evaluate(() => scrollTo(0, 0));
    const [place] = await middles(page, selector);
    await swipe(page, place, [0, -200], () => scrollY > 40);
  }
  await page.context().close();
});

test("keys go on from where a finger was, and what was typed in is left", LONG, async () => {
  const page = await visit(browser, PHONE);
  await together(page, list[0]);
  await page.focus(".typing input");
  const [{ x, y }] = await middles(page, "parlour-board .can");
  await page.touchscreen.tap(x, y);
  await settled(page);
  assert.ok(await page.evaluate(() => document.activeElement === document.body), "nothing has the focus");
  await page.keyboard.press("ArrowRight");
  assert.ok(await page.evaluate(() => document.activeElement.matches("parlour-board [data-pick]")), "a place has it");
  // Elsewhere, the same key belongs to the page.
  await page.evaluate(() => document.activeElement.blur());
  await page.touchscreen.tap(x, y);
  await settled(page);
  await page.touchscreen.tap(5, 80);
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("ArrowRight");
  assert.ok(await page.evaluate(() => document.activeElement === document.body), "the page has the keys");
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("the board is turned where it has sides", LONG, async () => {
  const page = await visit(browser, DESK);
  let turned = 0;
  for (const game of list) {
    await together(page, game);
    const turn = page.getByRole("button", { name: "Turn the board" });
    if (!(await turn.isVisible())) continue;
    turned++;
    const before = Object.fromEntries((await middles(page, "parlour-board .board [data-place]")).map(({ name, y }) => [name, y]));
    await turn.click();
    await until(page, (before) => [...document.querySelectorAll("parlour-board .board [data-place]")]
      .some((place) => {
        const { y, height } = place.getBoundingClientRect();
        return Math.abs(before[place.dataset.place] - y - height / 2) > 40;
      }), before);
    await turn.click();
    await until(page, (before) => [...document.querySelectorAll("parlour-board .board [data-place]")]
      .every((place) => {
        const { y, height } = place.getBoundingClientRect();
        return Math.abs(before[place.dataset.place] - y - height / 2) < 4;
      }), before);
  }
  assert.equal(turned, 2);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a picture that was changed part by part is the same as a new one", LONG, async () => {
  for (const game of list) {
    const page = await visit(browser, DESK);
    await together(page, game);
    // What the board is given from now on, as long as this page is shown.
    await page.evaluate(async () => {
      const { Drawing } = await import(new URL("js/drawing.js", location.href).href);
      const { draw } = Drawing.prototype;
      window.drawn = new Map();
      Drawing.prototype.draw = function (text, leave) {
        window.drawn.set(this, [...(window.drawn.get(this) ?? []), text]);
        return draw.call(this, text, leave);
      };
      window.compare = () => {
        Drawing.prototype.draw = draw;
        let compared = 0;
        for (const texts of window.drawn.values()) {
          const changed = new Drawing();
          for (const text of texts) {
            // What stands for something new must be told of, and what stood for something that is over.
            const tags = () => new Map([...changed.svg.querySelectorAll("*")].map((node) => [node, node.cloneNode().outerHTML]));
            const all = (nodes) => new Set(nodes.flatMap((node) => [node, ...node.querySelectorAll("*")]));
            const old = tags();
            const left = [];
            const fresh = all(changed.draw(text, (node) => left.push(...all([node]))));
            const whole = new Drawing();
            whole.draw(text, () => {});
            const differs = [...whole.svg.attributes].some(({ name, value }) => changed.svg.getAttribute(name) !== value);
            if (differs || changed.svg.innerHTML !== whole.svg.innerHTML) return `${changed.svg.outerHTML}\n${whole.svg.outerHTML}`;
            const now = tags();
            for (const [node, tag] of now) if (old.get(node) !== tag && !fresh.has(node)) return `not told that it came: ${tag}`;
            for (const [node, tag] of old) if (now.get(node) !== tag && !left.includes(node)) return `not told that it went: ${tag}`;
            for (const node of fresh) if (!now.has(node)) return `told of one that is not there: ${node.outerHTML}`;
            compared++;
          }
        }
        return compared;
      };
    });
    const next = luck(5);
    for (let count = 0; count < 30; count++) {
      await settled(page);
      if (await page.isVisible(".end")) break;
      await page.evaluate((chance) => {
        const curtain = document.querySelector(".curtain:not([hidden]) button");
        if (curtain) return curtain.click();
        const open = [...document.querySelectorAll("parlour-board .can")];
        const place = open[Math.floor(chance * open.length)];
        const board = document.querySelector("parlour-board");
        board.dispatchEvent(new CustomEvent("pick", { detail: place?.dataset.pick }));
      }, next(1000) / 1000);
    }
    const compared = await page.evaluate(() => window.compare());
    assert.ok(compared >= 5, `${game}: ${compared}`);
    assert.deepEqual(page.faults, [], game);
    await page.context().close();
  }
});

/** Begins a game on the largest board that its options allow to be written as `100x100`. */
async function vast(page) {
  for (const game of list) {
    await open(page, `#/new/${game}`);
    await page.waitForSelector("button[value=people]");
    await page.click("summary");
    const size = page.locator("input[name=size]");
    if ((await size.count()) === 0) continue;
    await size.fill("100x100");
    await page.click("button[value=people]");
    await page.waitForSelector("parlour-board .can");
    return;
  }
  throw new Error("no game has a size");
}

test("a board of ten thousand places is played by touch", LONG, async () => {
  const page = await visit(browser, PHONE);
  await vast(page);
  assert.ok((await page.$$eval("parlour-board [data-pick]", (places) => places.length)) >= 10_000);
  const seen = () => page.evaluate(() => {
    const { x, y, width, height } = document.querySelector(".window").getBoundingClientRect();
    const at = [...document.querySelectorAll("parlour-board .can")].find((place) => {
      const at = place.getBoundingClientRect();
      return Math.abs(at.x + at.width / 2 - x - width / 2) < at.width && Math.abs(at.y + at.height / 2 - y - height / 2) < at.height;
    });
    const place = at.getBoundingClientRect();
    return { pick: at.dataset.pick, x: place.x + place.width / 2, y: place.y + place.height / 2, size: Math.min(place.width, place.height) };
  });
  // It is moved by a finger, and what is then in its middle is picked.
  const first = await seen();
  assert.ok(first.size >= 40, `${first.size} pixels`);
  await swipe(page, first, [-160, 0], () => document.querySelector(".window").scrollLeft > 40);
  let at = await seen();
  for (let same = 0; same < 3; ) {
    const now = await seen();
    same = now.x === at.x ? same + 1 : 0;
    at = now;
  }
  await page.touchscreen.tap(at.x, at.y);
  await until(page, () => document.querySelector("parlour-board [aria-pressed]"));
  // Thousands of places are no longer choices: the page says so of some hundreds at a time.
  await until(page, () => document.querySelectorAll("parlour-board .can").length < 1000);
  // Colours, or whatever completes the move, are large enough for a finger.
  const rest = await page.$$eval("parlour-board .can", (choices) => choices.map((choice) => {
    const { x, y, width, height } = choice.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2, size: Math.min(width, height) };
  }));
  const visible = rest.filter(({ x, y }) => x > 0 && x < 390 && y > 0 && y < 844);
  const choice = visible.find(({ size }) => size >= 24);
  assert.ok(choice, JSON.stringify(visible.slice(0, 5)));
  await page.touchscreen.tap(choice.x, choice.y);
  await until(page, () => document.querySelector(".log li"));
  // All of the board, and back.
  const wide = () => page.$eval("parlour-board .board", (board) => board.getBoundingClientRect().width);
  const large = await wide();
  await page.getByRole("button", { name: "Smaller" }).click();
  assert.ok((await wide()) <= 390);
  await page.getByRole("button", { name: "Larger" }).click();
  assert.equal(await wide(), large);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a board of ten thousand places is played by keys", LONG, async () => {
  const page = await visit(browser, DESK);
  await vast(page);
  await page.focus("parlour-board [data-pick][tabindex='0']");
  for (let steps = 0; steps < 30; steps++) await page.keyboard.press(steps % 2 ? "ArrowRight" : "ArrowDown");
  const isSeen = await page.evaluate(() => {
    const window = document.querySelector(".window").getBoundingClientRect();
    const at = document.activeElement.getBoundingClientRect();
    return at.left >= window.left - 1 && at.right <= window.right + 1 && at.top >= window.top - 1 && at.bottom <= window.bottom + 1;
  });
  assert.ok(isSeen, "the place with the focus is in the window");
  const pick = await page.evaluate(() => document.activeElement.dataset.pick);
  assert.ok(pick);
  await page.keyboard.press("Enter");
  await until(page, () => document.querySelector("parlour-board [aria-pressed]"));
  await page.keyboard.press("Enter");
  await until(page, () => document.querySelector(".log li"));
  assert.match(await page.textContent(".log"), /\d/);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a match on the server needs no module", LONG, async (context) => {
  const page = await visit(browser, DESK);
  if (!(await page.evaluate(() => document.documentElement.hasAttribute("data-server")))) return context.skip("a site without a server");
  await page.route("**/parlour.wasm", (route) => route.abort());
  await open(page, `#/new/${list[0]}`);
  await page.click("button[value=invite]");
  await page.waitForSelector(".invitation a");
  const link = await page.getAttribute(".invitation a", "href");
  const other = await visit(browser, DESK);
  await other.route("**/parlour.wasm", (route) => route.abort());
  await other.goto(link);
  for (const one of [page, other]) await one.waitForSelector("parlour-board:not([hidden]) svg.board");
  const mover = (await page.locator("parlour-board .can").count()) > 0 ? page : other;
  const told = await mover.textContent(".words");
  const pick = await mover.evaluate(() => document.querySelector("parlour-board .can").dataset.pick);
  await mover.click(`parlour-board [data-pick=${JSON.stringify(pick)}]`, { force: true });
  await until(mover, (told) => document.querySelector(".words").textContent !== told, told);
  assert.match(await page.title(), /Parlour/);
  await page.context().close();
  await other.context().close();
});
