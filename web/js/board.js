// A board: shows pictures, takes picks by tap, drag and keys, and lets pieces move.

import { Drawing } from "./drawing.js";
import { button, make, put } from "./dom.js";
import { animate } from "./motions.js";
import { moves } from "./settings.js";

/** @typedef {import("./engine.js").Json} Json */

/** How far a finger may slip before it drags, in pixels. */
const SLIP = 8;
/** A board whose places would be smaller than this gets a window of its own, in pixels. */
const TOO_SMALL = 30;
/** This many picks are marked before a board is shown; the rest for this many milliseconds at a time. */
const MARKED_AT_ONCE = 200;
const MARKING = 4;
/** What a finger hits. */
const TOUCHABLE = 44;

/**
 * `<parlour-board>` sends `pick` with the text of what was pointed at, `back` for Escape, and
 * `hover` with a pick or null.
 */
export class Board extends HTMLElement {
  /** @type {Set<string>} */
  #can = new Set();
  /** @type {Set<string>} */
  #picked = new Set();
  /** The picks that are to be marked anew. @type {Set<string>} */
  #unmarked = new Set();
  #marking = 0;
  #board = new Drawing();
  /** @type {{ figure: HTMLElement, caption: HTMLElement, room: HTMLElement, drawing: Drawing, size: number[] }[]} */
  #panels = [];
  /** Everything that can be pointed at, by what it stands for. @type {Map<string, SVGElement[]>} */
  #picks = new Map();
  /** Everything that can move, by its place. @type {Map<string, SVGElement>} */
  #things = new Map();
  /** What was drawn until now, by its place. @type {Map<string, SVGElement>} */
  #gone = new Map();
  /** Where things can be dragged, and the picks that this stands for. @type {Map<string, Map<string, string[]>>} */
  #drags = new Map();
  /** The pick that has the keyboard focus. */
  #at = "";
  /** The element of that place which Tab reaches. @type {SVGElement | undefined} */
  #reached;
  /** @type {{ pick: string | undefined, x: number, y: number, thing: SVGGElement | null, moved: boolean, scale: number } | undefined} */
  #drag;
  /** What was picked last was picked by a finger. */
  #isTapped = false;
  /** A thing that is already where it was dragged to. */
  #landed = "";
  /** Picks that follow the one that was just sent. @type {string[]} */
  #rest = [];
  /** Centres of elements in the units of their pictures. @type {WeakMap<Element, number[]>} */
  #centres = new WeakMap();

  #window = make("div", { class: "window" });
  #zoom = make("div", { class: "zoom", role: "group", "aria-label": "Size of the board", hidden: true },
    button("−", () => this.#enlarge(-1), { "aria-label": "Smaller" }),
    button("+", () => this.#enlarge(1), { "aria-label": "Larger" }));
  /** How much larger than the window: 0 is all of the board, 1 touchable, 2 twice that. */
  #level = 1;
  #isLarge = false;

  connectedCallback() {
    this.#board.svg.classList.add("board");
    this.#window.append(this.#board.svg);
    // What can be dragged does not scroll the page. Browsers do not heed `touch-action` inside a picture.
    this.addEventListener("touchstart", (event) => {
      const isThing = event.target instanceof Element && event.target.closest(".drag");
      if (isThing && event.touches.length === 1) event.preventDefault();
    }, { passive: false });
    // A finger has no pointer that rests somewhere: what a browser would do for one after a tap (hover,
    // press and focus again) delays the answer by a frame.
    this.addEventListener("touchend", (event) => {
      if (this.#isTapped && event.cancelable) event.preventDefault();
    }, { passive: false });
    this.addEventListener("pointerdown", (event) => this.#down(event));
    this.addEventListener("pointermove", (event) => this.#move(event));
    this.addEventListener("pointerup", (event) => this.#up(event));
    this.addEventListener("pointercancel", () => this.#drop());
    this.addEventListener("keydown", (event) => this.#key(event));
    this.addEventListener("focusin", (event) => {
      const pick = pickOf(event.target);
      if (pick !== undefined) this.#stand(pick);
    });
    this.addEventListener("pointerover", (event) => {
      if (event.pointerType === "mouse" && !this.#drag?.moved) this.#send("hover", this.#pickAt(event) ?? null);
    });
    this.addEventListener("pointerleave", () => this.#send("hover", null));
    new ResizeObserver(() => this.#fit()).observe(this);
    document.addEventListener("keydown", this.#takeUp);
    document.addEventListener("pointerdown", this.#letGo, true);
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.#takeUp);
    document.removeEventListener("pointerdown", this.#letGo, true);
  }

  #letGo = () => {
    this.#isTapped = false;
  };

  /**
   * A finger leaves the focus nowhere, because a browser lays everything out when what has it goes. Keys
   * go on from where the finger was.
   * @param {KeyboardEvent} event
   */
  #takeUp = (event) => {
    if (!this.#isTapped || event.target !== document.body) return;
    if (event.key !== "Tab" && !event.key.startsWith("Arrow")) return;
    this.focusBoard();
    if (event.key !== "Tab") this.#key(event);
  };

  /**
   * Shows a scene. Things move if the page is told what moved.
   * @param {Json} shown
   */
  show(shown) {
    const hadFocus = this.contains(document.activeElement);
    const { board, panels } = shown.scene;
    this.#gone.clear();
    const fresh = this.#draw(this.#board, board.svg);
    this.style.setProperty("--ratio", String(board.width / board.height));
    this.#drawPanels(panels, board.width, fresh);
    if (this.firstChild !== this.#zoom) this.replaceChildren(this.#zoom, this.#window, ...this.#panels.map(({ figure }) => figure));

    const before = [this.#can, this.#picked];
    this.#can = new Set(shown.can ?? []);
    this.#picked = new Set(shown.picked ?? []);
    const changed = new Set(fresh);
    for (const pick of this.#picked) changed.add(pick);
    for (const [old, now] of [[before[0], this.#can], [before[1], this.#picked]]) {
      for (const pick of old) if (!now.has(pick)) changed.add(pick);
      for (const pick of now) if (!old.has(pick)) changed.add(pick);
    }
    for (const pick of changed) this.#unmarked.add(pick);
    this.#markSome();
    this.#setDrags(shown.drags ?? []);
    this.#choosePlace();
    if (hadFocus) this.focusBoard();
    if (moves()) {
      animate(shown.motions ?? [], {
        pictures: [this.#board, ...this.#panels.map(({ drawing }) => drawing)].map(({ svg }) => svg),
        things: this.#things,
        gone: this.#gone,
        landed: this.#landed,
      });
    }
    this.#landed = "";
    // What is measured in the frame itself is laid out only once.
    requestAnimationFrame(() => {
      if (fresh.size > 0) this.#fit();
      this.#reveal(shown.motions ?? []);
    });
    this.#goOn();
  }

  /**
   * @param {Drawing} drawing
   * @param {string} svg
   * @param {Set<string>} [picks] gets the new picks
   */
  #draw(drawing, svg, picks = new Set()) {
    const fresh = drawing.draw(svg, (node, goes) => {
      for (const element of [node, ...named(node)]) this.#forget(element, goes);
    });
    for (const node of fresh) {
      for (const element of [node, ...named(node)]) {
        const { pick, thing, place } = element.dataset;
        if (pick !== undefined) {
          this.#picks.set(pick, [...(this.#picks.get(pick) ?? []), element]);
          picks.add(pick);
        }
        if (thing !== undefined) this.#things.set(thing, element);
        if (place !== undefined) label(element);
      }
    }
    return picks;
  }

  /** An element stands for what it stood for no more. @param {SVGElement} element @param {boolean} goes */
  #forget(element, goes) {
    const { pick, thing } = element.dataset;
    if (pick !== undefined) {
      const others = this.#picks.get(pick)?.filter((other) => other !== element) ?? [];
      if (others.length > 0) this.#picks.set(pick, others);
      else this.#picks.delete(pick);
    }
    if (thing !== undefined) {
      if (goes) this.#gone.set(thing, element);
      if (this.#things.get(thing) === element) this.#things.delete(thing);
    }
    if (this.#reached === element) this.#reached = undefined;
    this.#centres.delete(element);
  }

  /** @param {Json[]} panels @param {number} width of the board @param {Set<string>} fresh */
  #drawPanels(panels, width, fresh) {
    while (this.#panels.length > panels.length) {
      const last = this.#panels.pop();
      if (!last) break;
      this.#draw(last.drawing, "<svg></svg>");
      last.figure.remove();
    }
    for (const [index, panel] of panels.entries()) {
      if (!this.#panels[index]) {
        const drawing = new Drawing();
        const caption = make("figcaption");
        const room = make("div", { class: "room" });
        const figure = make("figure", { class: "panel" }, caption, room);
        room.append(drawing.svg);
        this.#panels.push({ figure, caption, room, drawing, size: [0, 0] });
        this.append(figure);
      }
      const shown = this.#panels[index];
      const { figure, caption, room, drawing } = shown;
      const { picture } = panel;
      // A panel that grows and shrinks keeps its largest size, so that nothing around it jumps.
      const least = figure.dataset.panel === panel.name ? shown.size : [0, 0];
      const [wide, high] = (shown.size = [Math.max(least[0], picture.width), Math.max(least[1], picture.height)]);
      figure.dataset.panel = panel.name;
      // It is drawn to the scale of the board.
      figure.style.setProperty("--part", String(wide / width));
      figure.style.setProperty("--units", String(wide));
      room.style.aspectRatio = `${wide} / ${high}`;
      drawing.svg.style.width = `${(picture.width / wide) * 100}%`;
      put(caption, panel.title);
      caption.hidden = !panel.title;
      this.#draw(drawing, panel.picture.svg, fresh);
    }
  }

  /**
   * Marks as many picks as fit into a frame. If there are thousands, the rest follows: what is
   * picked too soon is refused.
   */
  #markSome() {
    clearTimeout(this.#marking);
    const begun = performance.now();
    let count = 0;
    for (const pick of this.#unmarked) {
      this.#unmarked.delete(pick);
      this.#mark(pick);
      if (++count >= MARKED_AT_ONCE && performance.now() - begun > MARKING) break;
    }
    if (this.#unmarked.size > 0) this.#marking = window.setTimeout(() => this.#markSome(), 1);
  }

  /**
   * What is pointed at, below a thing that can be dragged. Where targets overlap, what can be picked
   * comes first.
   * @param {PointerEvent} event
   */
  #pickAt(event) {
    const picks = [];
    for (const element of document.elementsFromPoint(event.clientX, event.clientY)) {
      const pick = pickOf(element);
      if (pick !== undefined) picks.push(pick);
      // Only things let what is below them be pointed at.
      else if (!element.closest(".drag")) break;
    }
    return picks.find((pick) => this.#can.has(pick)) ?? picks[0];
  }

  /** Says of a pick whether it can be made and whether it is made. @param {string} pick */
  #mark(pick) {
    const open = this.#can.has(pick);
    for (const element of this.#picks.get(pick) ?? []) {
      element.classList.toggle("can", open);
      if (!element.hasAttribute("tabindex")) element.setAttribute("tabindex", "-1");
      set(element, "aria-disabled", !open);
      set(element, "aria-pressed", this.#picked.has(pick));
    }
  }

  /** @param {Json[]} drags */
  #setDrags(drags) {
    for (const thing of this.#drags.keys()) this.#things.get(thing)?.classList.remove("drag");
    this.#drags.clear();
    for (const { thing, to, picks } of drags) {
      const places = this.#drags.get(thing) ?? new Map();
      this.#drags.set(thing, places.set(to, picks));
      this.#things.get(thing)?.classList.add("drag");
    }
  }

  /** Moves the keyboard focus to the board. */
  focusBoard() {
    const element = this.#element(this.#at);
    if (!element || element === document.activeElement) return;
    element.focus({ preventScroll: true });
    if (this.#isLarge) element.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** @param {string} pick */
  #element(pick) {
    return this.#picks.get(pick)?.[0];
  }

  /** One place has the focus: where it was, or else the first that can be picked. */
  #choosePlace() {
    const isOpen = (/** @type {string} */ pick) => this.#can.has(pick) && this.#picks.has(pick);
    if (!this.#picks.has(this.#at) || !isOpen(this.#at)) {
      let open;
      for (const pick of this.#can) {
        if (this.#picks.has(pick)) {
          open = pick;
          break;
        }
      }
      if (open !== undefined || !this.#picks.has(this.#at)) {
        this.#at = open ?? this.#picks.keys().next().value ?? "";
      }
    }
    this.#reach();
  }

  /** Lets the key Tab reach the place that has the focus, and no other. */
  #reach() {
    const element = this.#element(this.#at);
    if (element === this.#reached) return;
    this.#reached?.setAttribute("tabindex", "-1");
    element?.setAttribute("tabindex", "0");
    this.#reached = element;
  }

  /** @param {string} pick */
  #stand(pick) {
    this.#at = pick;
    this.#reach();
    this.#send("hover", pick);
  }

  /** @param {string} name @param {any} detail */
  #send(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** Sends the next of several picks, if it is possible now. */
  #goOn() {
    const [next, ...rest] = this.#rest;
    this.#rest = [];
    if (next === undefined || !this.#can.has(next)) return;
    this.#rest = rest;
    this.#send("pick", next);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.target instanceof HTMLElement) return; // A button of the board's own.
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const arrow = arrows[/** @type {keyof typeof arrows} */ (event.key)];
    if (arrow) {
      const next = this.#nearest(arrow[0], arrow[1]);
      if (next) {
        this.#stand(next);
        this.focusBoard();
      }
    } else if (event.key === "Enter" || event.key === " ") {
      if (this.#at) this.#send("pick", this.#at);
    } else if (event.key === "Escape") {
      this.#send("back", null);
    } else {
      return;
    }
    event.preventDefault();
  }

  /**
   * The nearest place that can be picked in a direction, or any place where none can.
   * @param {number} dx @param {number} dy
   */
  #nearest(dx, dy) {
    const here = this.#element(this.#at);
    if (!here) return undefined;
    /** @type {Map<Element | null, DOMMatrix | null>} */
    const scales = new Map();
    const centre = (/** @type {SVGElement} */ element) => {
      const svg = element.ownerSVGElement;
      if (!scales.has(svg)) scales.set(svg, svg?.getScreenCTM() ?? null);
      const scale = scales.get(svg);
      if (!scale) return [0, 0];
      let found = this.#centres.get(element);
      if (!found) {
        const { left, top, width, height } = element.getBoundingClientRect();
        found = [(left + width / 2 - scale.e) / scale.a, (top + height / 2 - scale.f) / scale.d];
        this.#centres.set(element, found);
      }
      return [found[0] * scale.a + scale.e, found[1] * scale.d + scale.f];
    };
    const [x, y] = centre(here);
    let best;
    let least = Infinity;
    for (const pick of this.#can.size > 0 ? this.#can : this.#picks.keys()) {
      const element = this.#element(pick);
      if (!element || pick === this.#at) continue;
      const [cx, cy] = centre(element);
      const ahead = (cx - x) * dx + (cy - y) * dy;
      const aside = Math.abs((cx - x) * dy) + Math.abs((cy - y) * dx);
      const far = ahead + 2.5 * aside;
      if (ahead > 1 && far < least) [best, least] = [pick, far];
    }
    return best;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0 || !event.isPrimary) return;
    const pick = this.#pickAt(event);
    const target = /** @type {Element} */ (event.target);
    const thing = /** @type {SVGGElement | null} */ (target.closest(".drag"));
    if (pick === undefined && !thing) return;
    const svg = thing?.ownerSVGElement;
    const scale = svg ? svg.viewBox.baseVal.width / svg.getBoundingClientRect().width : 1;
    this.#drag = { pick, x: event.clientX, y: event.clientY, thing, moved: false, scale };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const drag = this.#drag;
    if (!drag?.thing || !event.isPrimary) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.moved && Math.hypot(dx, dy) > SLIP) {
      drag.moved = true;
      this.setPointerCapture(event.pointerId);
      drag.thing.classList.add("dragged");
      for (const place of this.#targets(drag.thing).keys()) this.#place(place)?.classList.add("landing");
    }
    if (drag.moved) drag.thing.style.translate = `${dx * drag.scale}px ${dy * drag.scale}px`;
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const drag = this.#drag;
    if (!drag || !event.isPrimary) return;
    if (drag.moved && drag.thing) {
      const targets = this.#targets(drag.thing);
      const places = document.elementsFromPoint(event.clientX, event.clientY).map((element) =>
        /** @type {SVGElement | null} */ (element.closest("[data-place]"))?.dataset.place ?? "");
      const place = places.find((name) => targets.has(name));
      this.#drop();
      if (place === undefined) return;
      const [first, ...rest] = targets.get(place) ?? [];
      this.#landed = drag.thing.dataset.thing ?? "";
      // What was begun with is picked already.
      if (this.#picked.has(first) && rest.length > 0 && this.#can.has(rest[0])) {
        this.#rest = rest.slice(1);
        this.#send("pick", rest[0]);
      } else {
        this.#rest = rest;
        this.#send("pick", first);
      }
      return;
    }
    this.#drop();
    const pick = this.#pickAt(event);
    if (pick === undefined || pick !== drag.pick) return;
    // Where the focus is shows only in the next picture: until then nothing is drawn.
    this.#at = pick;
    this.#isTapped = event.pointerType === "touch";
    // What is typed in is left, and with it the keys on the screen.
    if (this.#isTapped && document.activeElement instanceof HTMLElement) document.activeElement.blur();
    this.#send("pick", pick);
  }

  /** Where a thing can go. @param {SVGElement} thing */
  #targets(thing) {
    return this.#drags.get(thing.dataset.thing ?? "") ?? new Map();
  }

  /** @param {string} name */
  #place(name) {
    return this.querySelector(`[data-place="${CSS.escape(name)}"]`);
  }

  #drop() {
    const thing = this.#drag?.thing;
    this.#drag = undefined;
    if (!thing) return;
    thing.style.translate = "";
    thing.classList.remove("dragged");
    for (const place of this.querySelectorAll(".landing")) place.classList.remove("landing");
  }

  /** Makes a board with many small places larger than its window. */
  #fit() {
    const { svg } = this.#board;
    const units = svg.viewBox.baseVal?.width;
    const wide = this.#window.clientWidth;
    if (!units || !wide) return;
    let least = Infinity;
    let some = 0;
    for (const pick of this.#picks.keys()) {
      const element = /** @type {SVGGraphicsElement} */ (this.#element(pick));
      if (element.ownerSVGElement !== svg) continue;
      const { width, height } = element.getBBox();
      least = Math.min(least, width, height);
      // They are much alike.
      if (++some === 5) break;
    }
    const isLarge = least < Infinity && (least * wide) / units < TOO_SMALL;
    if (isLarge !== this.#isLarge) {
      this.#isLarge = isLarge;
      this.#zoom.hidden = !isLarge;
      this.#window.classList.toggle("large", isLarge);
    }
    const touchable = (TOUCHABLE / least) * units;
    const width = isLarge && this.#level > 0 ? `${Math.round(touchable * 2 ** (this.#level - 1))}px` : "";
    if (svg.style.width !== width) svg.style.width = width;
  }

  /** @param {number} by */
  #enlarge(by) {
    const { scrollLeft, scrollTop, clientWidth, clientHeight, scrollWidth } = this.#window;
    const middle = [(scrollLeft + clientWidth / 2) / scrollWidth, (scrollTop + clientHeight / 2) / scrollWidth];
    this.#level = Math.min(2, Math.max(0, this.#level + by));
    this.#fit();
    const now = this.#window.scrollWidth;
    this.#window.scrollTo(middle[0] * now - clientWidth / 2, middle[1] * now - this.#window.clientHeight / 2);
  }

  /** Brings what moved last into the window. @param {Json[]} motions */
  #reveal(motions) {
    const last = motions.findLast(({ part }) => part === -1);
    if (!this.#isLarge || !last) return;
    const scale = this.#board.svg.getBoundingClientRect().width / this.#board.svg.viewBox.baseVal.width;
    const [x, y] = last.points[last.points.length - 1].map((/** @type {number} */ at) => at * scale);
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = this.#window;
    const isSeen = x > scrollLeft && x < scrollLeft + clientWidth && y > scrollTop && y < scrollTop + clientHeight;
    if (!isSeen) this.#window.scrollTo(x - clientWidth / 2, y - clientHeight / 2);
  }
}

/** What stands for something, inside an element. @param {SVGElement} node */
function named(node) {
  return /** @type {NodeListOf<SVGElement>} */ (
    node.querySelectorAll("[data-pick], [data-thing], [data-place]")
  );
}

/** People who control the page by voice say what they read: it must be in the label. @param {SVGElement} place */
function label(place) {
  const label = place.getAttribute("aria-label");
  if (label === null) return;
  const written = place.textContent?.trim() ?? "";
  if (!label.includes(written)) place.setAttribute("aria-label", `${written}, ${label}`);
  if (!place.hasAttribute("role")) place.setAttribute("role", "img");
}

/** @param {Element} element @param {string} name @param {boolean} is */
function set(element, name, is) {
  if (is) element.setAttribute(name, "true");
  else element.removeAttribute(name);
}

/** What is pointed at. @param {EventTarget | null} target */
function pickOf(target) {
  const element = target instanceof Element ? target.closest("[data-pick]") : null;
  return /** @type {SVGGElement | null} */ (element)?.dataset.pick;
}

customElements.define("parlour-board", Board);
