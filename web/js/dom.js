// Small helpers for making pages.

/**
 * An element with attributes and content. Handlers are functions: `onclick`.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | undefined | null | false)} content
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(name, attributes = {}, ...content) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === false || value === null) continue;
    if (typeof value === "function") element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...content.filter((part) => part !== undefined && part !== null && part !== false));
  return element;
}

/**
 * @param {string} label
 * @param {() => void} act
 * @param {Record<string, any>} [attributes]
 */
export function button(label, act, attributes = {}) {
  return make("button", { type: "button", onclick: act, ...attributes }, label);
}

/** The element with that id, which is in the page. @param {string} id */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`there is no ${id}`);
  return element;
}

/** @param {string} text a whole SVG document */
export function svgOf(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  return /** @type {SVGSVGElement} */ (
    /** @type {unknown} */ (document.importNode(parsed.documentElement, true))
  );
}

/** Says something to people who listen to the page. @param {string} text */
export function announce(text) {
  byId("live").textContent = text;
}

let hiding = 0;

/** Shows a line for a moment. @param {string} text @param {boolean} [alarm] */
export function toast(text, alarm = false) {
  const place = byId("toast");
  place.textContent = text;
  place.classList.toggle("alarm", alarm);
  place.hidden = false;
  clearTimeout(hiding);
  hiding = window.setTimeout(() => (place.hidden = true), 2500 + 40 * text.length);
}

/** A name as the beginning of a line. @param {string} name */
export function title(name) {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** What went wrong, in words. @param {unknown} why */
export function reason(why) {
  return why instanceof Error ? why.message : String(why);
}

/** Shows for a moment what went wrong. @param {unknown} why */
export function complain(why) {
  toast(reason(why), true);
}

/**
 * Where a page shows itself.
 * @typedef {Pick<ParentNode, "replaceChildren" | "querySelector"> & { isLate(): boolean }} Place
 */

/** Work of more milliseconds than this is shown: marking every tap would cost a frame of its own. */
const SLOW = 300;

/**
 * Marks an element as working as long as something that a person wants is not done, and as slow if that
 * takes long. No style depends on the first mark.
 * @param {Element} element
 */
export function working(element) {
  let unfinished = 0;
  let waiting = 0;
  /** @template T @param {() => Promise<T>} work @returns {Promise<T>} */
  const mark = async (work) => {
    if (unfinished++ === 0) waiting = window.setTimeout(() => element.classList.add("slow"), SLOW);
    element.classList.add("working");
    try {
      return await work();
    } finally {
      if (--unfinished === 0) {
        clearTimeout(waiting);
        element.classList.remove("working", "slow");
      }
    }
  };
  return mark;
}

/** Sets a text, unless it is there: what does not change is neither drawn nor read out again. @param {Element} element @param {string} text */
export function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Waits until what was changed has been drawn; a page that nobody sees draws nothing. */
export function drawn() {
  if (document.hidden) return Promise.resolve();
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/** @param {number} milliseconds */
export function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Gives a text to the person as a file. @param {string} name @param {Blob | string} content */
export function download(name, content) {
  const blob = typeof content === "string" ? new Blob([content], { type: "text/plain" }) : content;
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
