// A picture that is changed part by part: most of a board stays as it is from one step to the next.

const SVG = "http://www.w3.org/2000/svg";

/**
 * The elements one level below the root of a picture, as text, and the tag of the root. Whatever
 * writes these pictures escapes `>` in attributes and in texts.
 * @param {string} text
 */
export function partsOf(text) {
  const start = text.indexOf(">") + 1;
  const end = text.lastIndexOf("<");
  /** @type {string[]} */
  const parts = [];
  let depth = 0;
  let begin = start;
  for (let at = start; at < end; ) {
    const close = text.indexOf(">", at);
    if (text[at + 1] === "/") depth--;
    else if (text[close - 1] !== "/") depth++;
    if (depth === 0) parts.push(text.slice(begin, close + 1));
    at = text.indexOf("<", close);
    if (depth === 0) begin = at;
  }
  return { root: text.slice(0, start), parts };
}

/** Elements of these parts. @param {string} parts */
function elementsOf(parts) {
  const box = document.createElementNS(SVG, "svg");
  box.innerHTML = parts;
  return /** @type {SVGElement[]} */ ([...box.children]);
}

/** What has come and what has gone. @typedef {{ fresh: SVGElement[], gone: SVGElement[] }} Change */

export class Drawing {
  svg = document.createElementNS(SVG, "svg");
  #root = "";
  /** @type {string[]} */
  #parts = [];
  /** The elements of the parts. @type {SVGElement[]} */
  #nodes = [];

  /**
   * Shows a picture, and keeps all elements that are in it already.
   * @param {string} text
   * @returns {Change}
   */
  draw(text) {
    const { root, parts } = partsOf(text);
    if (root !== this.#root) this.#setRoot(root);
    const [old, nodes] = [this.#parts, this.#nodes];
    let first = 0;
    while (first < parts.length && first < old.length && parts[first] === old[first]) first++;
    let same = 0;
    while (
      same < Math.min(parts.length, old.length) - first
      && parts[parts.length - 1 - same] === old[old.length - 1 - same]
    ) same++;

    /** @type {Map<string, SVGElement[]>} */
    const kept = new Map();
    for (let index = first; index < old.length - same; index++) {
      const list = kept.get(old[index]);
      if (list) list.push(nodes[index]);
      else kept.set(old[index], [nodes[index]]);
    }
    const changed = parts.slice(first, parts.length - same);
    const found = changed.map((part) => kept.get(part)?.shift());
    const fresh = elementsOf(changed.filter((_, index) => !found[index]).join(""));
    const gone = [...kept.values()].flat();
    for (const node of gone) node.remove();
    let next = 0;
    const middle = found.map((node) => node ?? fresh[next++]);
    /** @type {Element | null} */
    let after = nodes[old.length - same] ?? null;
    for (const node of middle.toReversed()) {
      if (node.parentNode !== this.svg || node.nextElementSibling !== after) {
        this.svg.insertBefore(node, after);
      }
      after = node;
    }
    this.#parts = parts;
    this.#nodes = [...nodes.slice(0, first), ...middle, ...nodes.slice(old.length - same)];
    return { fresh, gone };
  }

  /** @param {string} root */
  #setRoot(root) {
    this.#root = root;
    const box = document.createElement("div");
    box.innerHTML = `${root}</svg>`;
    for (const { name, value } of box.firstElementChild?.attributes ?? []) {
      if (name !== "xmlns" && this.svg.getAttribute(name) !== value) this.svg.setAttribute(name, value);
    }
  }
}
