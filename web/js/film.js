// A film of a game: one SVG document in which pictures follow each other. What several pictures in
// a row share is in it only once.

/** @typedef {import("./engine.js").Json} Json */

/** What only a page needs. */
const FOR_PAGES = ["data-place", "data-pick", "data-thing", "role", "aria-label", "pointer-events"];

/**
 * A part of the film: an element, the groups around it, and the pictures that show it.
 * @typedef {{ text: string, first: number, last: number }} Part
 */

/**
 * @param {Json} told pictures of one size with the time that each stays, in milliseconds
 * @returns {string} an SVG document that plays by itself, over and over
 */
export function film({ width, height, frames }) {
  const reader = new DOMParser();
  /** @type {Map<string, string>} */
  const definitions = new Map();
  /** From the bottom to the top, through all pictures. @type {Part[]} */
  let parts = [];
  /** The parts of the picture before, by their place in the list. @type {number[]} */
  let shown = [];
  let root = "";
  for (const [number, { svg }] of frames.entries()) {
    const picture = reader.parseFromString(svg, "image/svg+xml").documentElement;
    root ||= svg.slice(0, svg.indexOf(">") + 1);
    for (const part of picture.querySelectorAll("defs > *")) definitions.set(part.id, part.outerHTML);
    const texts = elements(picture);
    const kept = common(shown.map((at) => parts[at].text), texts);
    // What is new goes right above the part that is below it, so that the order is right in every
    // picture.
    /** @type {Part[]} */
    const next = [];
    /** @type {number[]} */
    const now = [];
    let copied = 0;
    texts.forEach((text, index) => {
      const old = kept[index];
      if (old === undefined) {
        now.push(next.push({ text, first: number, last: number }) - 1);
        return;
      }
      while (copied <= shown[old]) next.push(parts[copied++]);
      next[next.length - 1].last = number;
      now.push(next.length - 1);
    });
    next.push(...parts.slice(copied));
    parts = next;
    shown = now;
  }
  /** When each picture begins. */
  const begins = [0];
  for (const { hold } of frames) begins.push(begins[begins.length - 1] + hold);
  const whole = begins[frames.length];
  const moving = parts.map(({ text, first, last }) => {
    const from = begins[first] / whole;
    const to = begins[last + 1] / whole;
    if (from === 0 && to === 1) return text;
    const times = [0, from, to].filter((time, index) => (index === 0 || time > 0) && time < 1);
    const values = [from === 0 ? [] : ["none"], "inline", to === 1 ? [] : ["none"]].flat();
    return `<g>${text}<animate attributeName="display" calcMode="discrete" dur="${whole}ms" repeatCount="indefinite"`
      + ` values="${values.join(";")}" keyTimes="${times.map((time) => +time.toFixed(6)).join(";")}"/></g>`;
  });
  const known = [...definitions.values()].join("");
  return `${root.replace(/ role="[^"]*"/, ' role="img"')}<defs>${known}</defs>${moving.join("\n")}</svg>`
    .replace(/ width="[^"]*" height="[^"]*"/, ` width="${width}" height="${height}"`);
}

/**
 * The elements of a picture. Groups that only move what is in them are opened.
 * @param {Element} group
 * @returns {string[]}
 */
function elements(group) {
  return [...group.children].flatMap((child) => {
    if (child.tagName === "defs") return [];
    const only = [...child.attributes].every(({ name }) => name === "transform");
    if (child.tagName === "g" && only && child.children.length > 0) {
      const moves = child.getAttribute("transform");
      return elements(child).map((text) => (moves ? `<g transform="${moves}">${text}</g>` : text));
    }
    for (const each of [child, ...child.querySelectorAll("*")]) {
      for (const name of FOR_PAGES) each.removeAttribute(name);
    }
    return [child.outerHTML.replaceAll(' xmlns="http://www.w3.org/2000/svg"', "")];
  });
}

/**
 * For each new text the old one that it equals, in the same order, as many as are easily found.
 * @param {string[]} old
 * @param {string[]} texts
 * @returns {(number | undefined)[]}
 */
function common(old, texts) {
  /** @type {(number | undefined)[]} */
  const found = texts.map(() => undefined);
  let head = 0;
  while (head < old.length && head < texts.length && old[head] === texts[head]) found[head] = head++;
  let tail = 0;
  while (tail < old.length - head && tail < texts.length - head
    && old[old.length - 1 - tail] === texts[texts.length - 1 - tail]) {
    tail++;
    found[texts.length - tail] = old.length - tail;
  }
  // In between, the next equal one that is near.
  let at = head;
  for (let index = head; index < texts.length - tail; index++) {
    const near = old.indexOf(texts[index], at);
    if (near < 0 || near >= old.length - tail || near > at + 8) continue;
    found[index] = near;
    at = near + 1;
  }
  return found;
}
