// Threads: where a page is isolated and the site has the module for them, bots think with several.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { LONG, PHONE, SITE, browser, share } from "./browser.mjs";

share();

/** The module for threads; the site that is tested does without. */
const MODULE = process.env.PARLOUR_THREADS;
/** A bot is asked for this many moves, and may take this long for each, in milliseconds. */
const MOVES = 4;
const TIME = 30;
const LAZY = "/parlour-threads.wasm";

let server;
/** How often the module was loaded, and whether it is there. */
let loads = 0;
let isThere = true;

before(async () => {
  // The site, with the same headers and one file more.
  server = createServer(async ({ url }, answer) => {
    if (url === LAZY) loads++;
    const is = (path) => new URL(url, SITE).pathname === path;
    const from = await fetch(new URL(url === LAZY ? "/" : url, SITE));
    const kept = ["content-type", "content-security-policy", "cross-origin-opener-policy", "cross-origin-embedder-policy"];
    const headers = Object.fromEntries(kept.map((name) => [name, from.headers.get(name) ?? ""]));
    let body = Buffer.from(await from.arrayBuffer());
    if (is("/")) body = body.toString().replace("<html ", "<html data-threads ");
    if (url === LAZY) {
      headers["content-type"] = "application/wasm";
      body = isThere ? readFileSync(MODULE) : "";
    }
    answer.writeHead(url === LAZY && !isThere ? 404 : from.status, headers);
    answer.end(body);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
});
after(() => server.close());

/** A visitor whose machine has this many cores. */
async function visitor(cores) {
  const context = await browser.newContext(PHONE);
  await context.addInitScript((cores) => Object.defineProperty(navigator, "hardwareConcurrency", { value: cores }), cores);
  const page = await context.newPage();
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(String(error)));
  page.on("console", (message) => message.type() === "error" && page.faults.push(message.text()));
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.waitForSelector(".card");
  return page;
}

/** Has every bot of every game make a few moves; which of them made how many. */
function play(page, only) {
  return page.evaluate(async ([moves, time, only]) => {
    const { catalogue, table, thinker } = await import("/js/engine.js");
    const made = {};
    for (const { id, seats, bots } of (await catalogue()).games) {
      for (const bot of bots.slice(...only)) {
        let state = await table.ask({ do: "new", game: id, seats: Array(seats[1]).fill(bot), seed: 1 });
        let count = 0;
        while (count < moves && state.next.kind !== "over") {
          if (state.next.kind !== "think") {
            state = await table.ask({ do: "go" });
            continue;
          }
          const question = await table.ask({ do: "ask" });
          const { step } = await thinker.ask({ do: "think", ...question, time });
          state = await table.ask({ do: "answer", step });
          count++;
        }
        made[`${id} ${bot}`] = count;
      }
    }
    return made;
  }, [MOVES, TIME, only]);
}

const workers = (page, file) => page.workers().filter((worker) => new URL(worker.url()).pathname === `/js/${file}`);

test("every bot thinks with threads, whose module no other visit loads", LONG, async (context) => {
  if (!MODULE) return context.skip("no module for threads");
  const page = await visitor(2);
  assert.ok(await page.evaluate(() => crossOriginIsolated));
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.evaluate(() => (location.hash = document.querySelector("a.main-action").getAttribute("href").replace("quick", "rules")));
  await page.waitForSelector(".rules");
  assert.equal(loads, 0);

  const made = await play(page, [0]);
  assert.ok(Object.keys(made).length > 20, Object.keys(made).join());
  for (const [bot, count] of Object.entries(made)) assert.ok(count > 0, bot);
  assert.equal(loads, 1);
  assert.equal(workers(page, "helper.js").length, 2);
  const started = await Promise.all(workers(page, "worker.js").map((worker) =>
    worker.evaluate(() => import("/js/threads.js").then(({ started }) => started))));
  context.diagnostic(`${Math.max(...started)} threads were started`);
  assert.ok(Math.max(...started) > 10, `${started} threads`);

  // Helpers end with the worker that they help.
  await page.evaluate(async () => {
    const { thinker } = await import("/js/engine.js");
    thinker.ask({ do: "think" }).catch(() => {});
    thinker.stop();
  });
  for (let tries = 0; tries < 600 && workers(page, "helper.js").length > 0; tries++) await page.waitForTimeout(100);
  assert.equal(workers(page, "helper.js").length, 0);
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("without the module, or with one core, bots think with one thread", LONG, async (context) => {
  if (!MODULE) return context.skip("no module for threads");
  isThere = false;
  for (const cores of [1, 2]) {
    loads = 0;
    const page = await visitor(cores);
    const made = await play(page, [-1]);
    for (const [bot, count] of Object.entries(made)) assert.ok(count > 0, bot);
    assert.equal(loads, cores - 1);
    assert.equal(workers(page, "helper.js").length, 0);
    await page.context().close();
  }
  isThere = true;
});
