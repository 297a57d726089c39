// Two people in two browsers, by a link.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import {
  DESK, LONG, PATIENCE, PHONE, SITE, audit, browser, list, luck, open, readable, settled, share, visit,
} from "./browser.mjs";

share();

const shows = (page, selector) => page.evaluate((selector) => {
  const element = document.querySelector(selector);
  return Boolean(element && !element.hidden);
}, selector);

/** Invites somebody, who comes by the link. */
async function meet(game) {
  const amy = await visit(browser, DESK);
  await open(amy, `#/new/${game}`);
  await amy.click("button[value=invite]");
  const link = await amy.getAttribute(".invitation a", "href");
  assert.ok(await amy.$eval(".invitation img", async (image) => {
    await image.decode();
    return image.naturalWidth > 0;
  }));
  const bill = await visit(browser, PHONE);
  await bill.goto(link);
  await bill.waitForSelector("parlour-board svg.board");
  await amy.waitForSelector("parlour-board svg.board");
  return [amy, bill];
}

/** Picks something. */
async function pick(page, next) {
  const picks = await page.$$eval("parlour-board [data-pick].can", (places) =>
    places.map((place) => place.dataset.pick));
  const chosen = picks[next(picks.length)];
  await page.locator(`parlour-board [data-pick=${JSON.stringify(chosen)}]`).first().click({ force: true });
  await settled(page);
}

/** Whoever is asked; nobody if the game is over. */
async function asked(...people) {
  for (const begun = Date.now(); Date.now() - begun < PATIENCE; await people[0].waitForTimeout(20)) {
    for (const person of people) {
      await settled(person);
      if (await shows(person, ".end")) return undefined;
      if (await person.$("parlour-board .can")) return person;
    }
  }
  throw new Error("nobody is asked");
}

const steps = (page) => page.$$eval(".log li", (lines) => lines.length);

/** Makes one move. */
async function move(page, next) {
  await asked(page);
  const before = await steps(page);
  while (await steps(page) === before) await pick(page, next);
}

test("every game with somebody elsewhere", LONG, async () => {
  for (const game of list) {
    const people = await meet(game);
    const next = luck(11);
    for (let count = 0; count < 60; count++) {
      const person = await asked(...people);
      if (!person) break;
      await pick(person, next);
    }
    const said = await steps(people[1]);
    assert.ok(said >= 3, `${game}: ${said} lines`);
    if (!(await shows(people[0], ".end"))) {
      people[1].on("dialog", (dialog) => dialog.accept());
      await people[1].getByRole("button", { name: "Resign" }).click();
    }
    for (const person of people) {
      await person.waitForFunction(() => !document.querySelector(".end").hidden);
      assert.match(await person.textContent(".end h2"), /wins|draw|resigns/i);
      await readable(person, game);
      assert.deepEqual(person.faults, [], game);
    }
    for (const person of people) await person.context().close();
  }
});

test("a rematch, a move taken back, and the list of games", LONG, async () => {
  const [amy, bill] = await meet(list[0]);
  const next = luck(5);
  await move(amy, next);
  await amy.getByRole("button", { name: "Take back" }).click();
  await bill.getByRole("button", { name: "Agree" }).click();
  await amy.waitForSelector("parlour-board .can");
  bill.on("dialog", (dialog) => dialog.accept());
  await bill.getByRole("button", { name: "Resign" }).click();
  const old = amy.url();
  await amy.getByRole("button", { name: "Rematch" }).click();
  await amy.waitForFunction((old) => location.href !== old, old);
  await bill.getByRole("button", { name: "Rematch" }).click();
  await bill.waitForSelector("parlour-board .can");
  await open(bill, "#/online");
  await bill.waitForSelector(".online .kept li");
  await audit(bill, "online-phone");
  assert.deepEqual(amy.faults, []);
  for (const person of [amy, bill]) await person.context().close();
});

test("an invitation on the screen of whoever invites", LONG, async () => {
  const amy = await visit(browser, DESK);
  await open(amy, `#/new/${list.at(-1)}`);
  await amy.click("button[value=invite]");
  await amy.waitForSelector(".invitation img");
  assert.ok((await amy.textContent(".invitation")).includes(new URL(SITE).host));
  await audit(amy, "invitation");
  await amy.context().close();
});

test("a free seat appears in the lobby by itself", LONG, async () => {
  const page = await visit(browser, PHONE);
  await open(page, "#/online");
  await page.getByText("Nobody is waiting just now.").waitFor();
  const seats = [{ kind: "me" }, { kind: "open" }];
  const wanted = JSON.stringify({ game: list[0], seats, public: true });
  const made = await (await fetch(new URL("/api/matches", SITE), { method: "POST", body: wanted })).json();
  await page.getByRole("button", { name: "Take the seat" }).click();
  await page.waitForURL(`**/#/m/${made.id}`);
  await open(page, "#/online");
  await page.getByRole("link", { name: "Go on" }).waitFor();
  await page.getByText("Nobody is waiting just now.").waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a token is made, shown once, and deleted", LONG, async () => {
  const page = await visit(browser, PHONE);
  await open(page, "#/online");
  await page.getByText("Programs that play for you").click();
  await page.getByRole("textbox", { name: "What the token is for" }).fill("my bot");
  await page.getByRole("button", { name: "Make a token" }).click();
  const token = await page.textContent("details p[aria-live] code");
  const me = await (await fetch(new URL("/api/me", SITE), { headers: { authorization: `Bearer ${token}` } })).json();
  assert.equal(me.name, await page.inputValue("input[name=name]"));
  await audit(page, "tokens");
  await page.getByRole("button", { name: "Delete my bot" }).click();
  await page.waitForFunction(() => document.querySelectorAll("details .kept li").length === 0);
  const gone = await fetch(new URL("/api/me", SITE), { headers: { authorization: `Bearer ${token}` } });
  assert.equal(gone.status, 401);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a tournament: a code, three players, a wall", LONG, async () => {
  const teacher = await visit(browser, DESK);
  await open(teacher, "#/class");
  await audit(teacher, "class");
  await teacher.getByRole("textbox", { name: "Name" }).fill("Class 7b");
  await teacher.getByRole("button", { name: "Make the tournament" }).click();
  const code = await teacher.textContent(".big-code");
  assert.match(code, /^[A-Z0-9]{8}$/);
  const people = [];
  for (const name of ["Amy", "Bill", "Carla"]) {
    const person = await visit(browser, PHONE);
    await open(person, "#/class");
    await person.getByRole("textbox", { name: "Code" }).fill(code.toLowerCase());
    await person.getByRole("button", { name: "Join" }).click();
    await person.getByRole("textbox", { name: "Your name" }).fill(name);
    await person.getByRole("button", { name: "Take part" }).click();
    await person.waitForFunction(() => document.querySelector(".standings .you"));
    people.push(person);
  }
  await teacher.waitForFunction(() => document.querySelectorAll(".standings tbody tr").length === 3);
  await audit(teacher, "tournament-open");
  await teacher.getByRole("button", { name: "Begin" }).click();
  await teacher.waitForSelector(".pairs li");
  await audit(teacher, "tournament-running");
  const isWon = async () => / won\.$/.test(await teacher.textContent(".status"));
  for (const begun = Date.now(); !(await isWon()) && Date.now() - begun < PATIENCE; await teacher.waitForTimeout(200)) {
    for (const person of people) {
      const game = person.getByRole("link", { name: /^Play your game/ }).first();
      if (!(await game.isVisible())) continue;
      // The list may just be drawn anew.
      if (!(await game.click({ timeout: 5000 }).then(() => true, () => false))) continue;
      await person.waitForSelector("parlour-board svg.board");
      if (!(await shows(person, ".end"))) {
        person.once("dialog", (dialog) => dialog.accept());
        await person.getByRole("button", { name: "Resign" }).click();
      }
      await person.getByRole("link", { name: "Back to the tournament" }).click();
      await person.waitForSelector(".standings");
    }
  }
  await teacher.waitForFunction(() => / won\.$/.test(document.querySelector(".status").textContent));
  const points = await teacher.$$eval(".standings tbody td:nth-child(3)", (cells) =>
    cells.reduce((sum, cell) => sum + Number(cell.textContent), 0));
  assert.equal(points % 3, 0, "three pairings, each with one or two games");
  await audit(teacher, "tournament-over");
  await audit(people[0], "tournament-phone");
  for (const person of [teacher, ...people]) {
    assert.deepEqual(person.faults, []);
    await person.context().close();
  }
});

test("a match in somebody else's page", LONG, async () => {
  const [amy, bill] = await meet(list[0]);
  const id = amy.url().split("/").at(-1);
  const found = await (await fetch(new URL(`/oembed?url=${SITE}m/${id}`, SITE))).json();
  assert.equal(found.type, "rich");
  // A page of another site.
  const elsewhere = createServer((_, answer) => {
    answer.setHeader("content-type", "text/html");
    answer.end(`<!doctype html><title>Elsewhere</title><h1>Elsewhere</h1>${found.html}`);
  });
  await new Promise((done) => elsewhere.listen(0, "127.0.0.1", () => done(undefined)));
  const other = await (await browser.newContext(DESK)).newPage();
  await other.goto(`http://localhost:${elsewhere.address().port}/`);
  const frame = other.frameLocator("iframe");
  const line = frame.locator("p span");
  await line.waitFor();
  const before = await line.textContent();
  assert.match(before, /to move$/);
  if (process.env.SHOTS) await other.screenshot({ path: `${process.env.SHOTS}/embed.png` });
  await move(amy, luck(3));
  await line.filter({ hasNotText: before }).waitFor();
  for (const person of [amy, bill, other]) await person.context().close();
  elsewhere.close();
});
