// Keeps the whole site, so that it works offline. The name changes with its files.

const NAME = "parlour-/*version*/";
const FILES = [/*files*/];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("parlour-") && name !== NAME;
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  // Answers of the server are never taken from the cache.
  if (/^\/(api|m|me|health)\//.test(new URL(event.request.url).pathname)) return;
  event.respondWith(
    caches.match(event.request, { ignoreSearch: true }).then((kept) => kept ?? load(event.request)));
});

/** Loads what is not among the files; a module that only some visits need is kept from then on. */
async function load(request) {
  const answer = await fetch(request);
  if (answer.ok && request.url.endsWith(".wasm")) {
    const cache = await caches.open(NAME);
    await cache.put(request, answer.clone());
  }
  return answer;
}
