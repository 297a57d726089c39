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

/**
 * Hears of an element that what it stands for ends now: it goes, or stands for something else from now on.
 * @typedef {(node: SVGElement, goes: boolean) => void} Leave
 */

const NAMED = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The attributes of a tag. @param {string} tag */
function attributesOf(tag) {
  return [...tag.matchAll(/ ([\w:-]+)="([^"]*)"/g)].map(([, name, text]) => {
    const value = text.replace(/&(\w+);/g, (all, letter) => NAMED[/** @type {keyof typeof NAMED} */ (letter)] ?? all);
    return { name, value };
  });
}

/** The tag of an element, and what follows it. @param {string} part */
function split(part) {
  const end = part.indexOf(">") + 1;
  return { tag: part.slice(0, end), body: part.slice(end) };
}

/** Whether only the tag of such a group may change: what moves is shown where it was until it is gone. @param {string} tag */
function isSteady(tag) {
  return tag.startsWith("<g ") && !tag.includes(" data-thing=") && !tag.endsWith("/>");
}

/** The tag of a group that stands for nothing itself: what is in it can be changed one by one. */
const PLAIN = /^<(defs|g)(?![^>]*( data-|\/>))[^>]*>/;

/**
 * Adds to one of several lists.
 * @template T
 * @param {Map<string, T[]>} lists
 * @param {string} key
 * @param {T} value
 */
function put(lists, key, value) {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** The elements of a parent: what is in the next picture, too, stays. */
class Children {
  #parent;
  /** @type {string[]} */
  #parts;
  /** The elements of the parts. @type {SVGElement[]} */
  #nodes;
  /** What is in the groups that have changed. @type {WeakMap<SVGElement, Children>} */
  #groups = new WeakMap();

  /** @param {SVGElement} parent @param {string[]} parts what is in it */
  constructor(parent, parts) {
    this.#parent = parent;
    this.#parts = parts;
    this.#nodes = /** @type {SVGElement[]} */ ([...parent.children]);
  }

  /** @param {string[]} parts @param {Leave} leave @returns {SVGElement[]} what has come */
  draw(parts, leave) {
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
    for (let index = first; index < old.length - same; index++) put(kept, old[index], nodes[index]);
    const changed = parts.slice(first, parts.length - same);
    const found = changed.map((part) => kept.get(part)?.shift());
    const inside = kept.size > 0 ? this.#drawGroups(changed, found, kept, leave) : [];
    const renamed = kept.size > 0 ? this.#rename(changed, found, kept, leave) : [];
    const fresh = elementsOf(changed.filter((_, index) => !found[index]).join(""));
    for (const node of [...kept.values()].flat()) {
      leave(node, true);
      node.remove();
    }
    let next = 0;
    const middle = found.map((node) => node ?? fresh[next++]);
    /** @type {Element | null} */
    let after = nodes[old.length - same] ?? null;
    for (const node of middle.toReversed()) {
      if (node.parentNode !== this.#parent || node.nextElementSibling !== after) {
        this.#parent.insertBefore(node, after);
      }
      after = node;
    }
    this.#parts = parts;
    this.#nodes = [...nodes.slice(0, first), ...middle, ...nodes.slice(old.length - same)];
    return [...inside, ...renamed, ...fresh];
  }

  /**
   * Finds groups of which only something inside has changed, and changes that.
   * @param {string[]} parts
   * @param {(SVGElement | undefined)[]} found the elements of the parts, as far as they are known
   * @param {Map<string, SVGElement[]>} kept elements that are left over
   * @param {Leave} leave
   */
  #drawGroups(parts, found, kept, leave) {
    /** @type {Map<string, string[]>} */
    const left = new Map();
    for (const [part, nodes] of kept) {
      const [tag] = PLAIN.exec(part) ?? [];
      if (tag) for (const _ of nodes) put(left, tag, part);
    }
    /** @type {SVGElement[]} */
    const fresh = [];
    for (const [index, part] of parts.entries()) {
      const [tag] = found[index] || left.size === 0 ? [] : (PLAIN.exec(part) ?? []);
      const old = left.get(tag ?? "")?.shift();
      const node = old && kept.get(old)?.shift();
      if (!node) continue;
      const inside = this.#groups.get(node) ?? new Children(node, partsOf(old).parts);
      this.#groups.set(node, inside);
      fresh.push(...inside.draw(partsOf(part).parts, leave));
      found[index] = node;
    }
    return fresh;
  }

  /**
   * Finds groups that look the same and stand for something else, and gives them other attributes.
   * @param {string[]} parts
   * @param {(SVGElement | undefined)[]} found the elements of the parts, as far as they are known
   * @param {Map<string, SVGElement[]>} kept elements that are left over
   * @param {Leave} leave
   */
  #rename(parts, found, kept, leave) {
    /** @type {Map<string, string[]>} */
    const left = new Map();
    for (const [part, nodes] of kept) {
      const { tag, body } = split(part);
      if (isSteady(tag)) for (const _ of nodes) put(left, body, part);
    }
    /** @type {SVGElement[]} */
    const renamed = [];
    for (const [index, part] of parts.entries()) {
      if (found[index] || left.size === 0) continue;
      const { tag, body } = split(part);
      const old = isSteady(tag) ? left.get(body)?.shift() : undefined;
      const node = old && kept.get(old)?.shift();
      if (!node) continue;
      leave(node, false);
      // The other attributes were given to it by others.
      for (const name of node.getAttributeNames()) node.removeAttribute(name);
      for (const { name, value } of attributesOf(tag)) node.setAttribute(name, value);
      found[index] = node;
      renamed.push(node);
    }
    return renamed;
  }
}

export class Drawing {
  svg = document.createElementNS(SVG, "svg");
  #root = "";
  #children = new Children(this.svg, []);

  /**
   * Shows a picture, and keeps all elements that are in it already.
   * @param {string} text
   * @param {Leave} leave
   * @returns {SVGElement[]} those that have come, or stand for something else now
   */
  draw(text, leave) {
    const { root, parts } = partsOf(text);
    if (root !== this.#root) this.#setRoot(root);
    return this.#children.draw(parts, leave);
  }

  /** @param {string} root */
  #setRoot(root) {
    this.#root = root;
    for (const { name, value } of attributesOf(root)) {
      if (name !== "xmlns" && this.svg.getAttribute(name) !== value) this.svg.setAttribute(name, value);
    }
  }
}
