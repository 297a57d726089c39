// A board: shows pictures, takes picks by tap, drag and keys, and lets pieces move.

import { svgOf } from "./dom.js";
import { moves } from "./settings.js";

/** @typedef {import("./engine.js").Json} Json */

/** How far a finger may slip before it drags, in pixels. */
const SLIP = 8;
const MOTION = 200;

/**
 * `<parlour-board>` sends `pick` with the text of what was pointed at, `back` for Escape, and
 * `hover` with a pick or null.
 */
export class Board extends HTMLElement {
  /** @type {Set<string>} */
  #can = new Set();
  /** @type {SVGSVGElement[]} the board, then the panels */
  #parts = [];
  /** The pick that has the keyboard. */
  #at = "";
  /** @type {{ pick: string, x: number, y: number, thing: SVGGElement | null, moved: boolean, scale: number } | undefined} */
  #drag;

  connectedCallback() {
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
      if (event.pointerType === "mouse") this.#send("hover", pickOf(event.target) ?? null);
    });
    this.addEventListener("pointerleave", () => this.#send("hover", null));
  }

  /**
   * Shows a scene. Things move if the page is told what moved.
   * @param {Json} shown
   */
  show(shown) {
    const before = this.#parts;
    const hadFocus = this.contains(document.activeElement);
    this.#can = new Set(shown.can ?? []);
    const { board, panels } = shown.scene;
    const svg = svgOf(board.svg);
    svg.classList.add("board");
    this.#parts = [svg];
    this.style.setProperty("--ratio", String(board.width / board.height));
    const sides = panels.map((/** @type {Json} */ panel) => {
      const figure = document.createElement("figure");
      figure.className = "panel";
      figure.dataset.panel = panel.name;
      // A panel is drawn to the scale of the board.
      figure.style.setProperty("--part", String(panel.picture.width / board.width));
      figure.style.setProperty("--units", String(panel.picture.width));
      if (panel.title) {
        const caption = document.createElement("figcaption");
        caption.textContent = panel.title;
        figure.append(caption);
      }
      const picture = svgOf(panel.picture.svg);
      this.#parts.push(picture);
      figure.append(picture);
      return figure;
    });
    this.replaceChildren(svg, ...sides);
    // People who speak to the page say what they read: it must be in the label.
    for (const place of this.querySelectorAll("[data-place][aria-label]")) {
      const label = place.getAttribute("aria-label") ?? "";
      const written = place.textContent?.trim() ?? "";
      if (!label.includes(written)) place.setAttribute("aria-label", `${written}, ${label}`);
    }
    for (const place of this.querySelectorAll("[data-place][aria-label]:not([role])")) {
      place.setAttribute("role", "img");
    }
    for (const element of this.#picks()) {
      const pick = element.dataset.pick ?? "";
      const open = this.#can.has(pick);
      element.setAttribute("tabindex", "-1");
      if (!open) element.setAttribute("aria-disabled", "true");
      else element.classList.add("can");
      if (shown.picked?.includes(pick)) element.setAttribute("aria-pressed", "true");
    }
    this.#choosePlace();
    if (hadFocus) this.focusBoard();
    if (moves()) this.#animate(before, shown.motions ?? []);
  }

  /** Gives the keyboard to the board. */
  focusBoard() {
    this.#element(this.#at)?.focus({ preventScroll: true });
  }

  /** All that can be pointed at. */
  #picks() {
    return [.../** @type {NodeListOf<SVGGElement>} */ (this.querySelectorAll("[data-pick]"))];
  }

  /** @param {string} pick */
  #element(pick) {
    return this.#picks().find((element) => element.dataset.pick === pick);
  }

  /** One place has the keyboard: where it was, else the first that can be picked. */
  #choosePlace() {
    const picks = this.#picks();
    const names = picks.map((element) => element.dataset.pick ?? "");
    const isOpen = (/** @type {string} */ name) => this.#can.has(name);
    if (!names.includes(this.#at) || (!isOpen(this.#at) && names.some(isOpen))) {
      this.#at = names.find(isOpen) ?? names[0] ?? "";
    }
    this.#element(this.#at)?.setAttribute("tabindex", "0");
  }

  /** @param {string} pick */
  #stand(pick) {
    this.#element(this.#at)?.setAttribute("tabindex", "-1");
    this.#at = pick;
    this.#element(pick)?.setAttribute("tabindex", "0");
    this.#send("hover", pick);
  }

  /** @param {string} name @param {any} detail */
  #send(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
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
    const [x, y] = centre(here);
    let best;
    let least = Infinity;
    for (const element of this.#picks()) {
      const pick = element.dataset.pick ?? "";
      if (pick === this.#at || (this.#can.size > 0 && !this.#can.has(pick))) continue;
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
    const pick = pickOf(event.target);
    if (pick === undefined || event.button !== 0) return;
    const place = /** @type {SVGGElement} */ (this.#element(pick))?.dataset.place;
    const thing = /** @type {SVGGElement | null} */ (
      this.querySelector(`[data-thing="${CSS.escape(place ?? "")}"]`)
    );
    const scale = this.#parts[0] ? this.#parts[0].viewBox.baseVal.width / this.#parts[0].clientWidth : 1;
    this.#drag = { pick, x: event.clientX, y: event.clientY, thing, moved: false, scale };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const drag = this.#drag;
    if (!drag || !this.#can.has(drag.pick)) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.moved && Math.hypot(dx, dy) > SLIP && drag.thing && event.pointerType === "mouse") {
      drag.moved = true;
    }
    if (drag.moved && drag.thing) {
      drag.thing.style.translate = `${dx * drag.scale}px ${dy * drag.scale}px`;
    }
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const drag = this.#drag;
    this.#drop();
    if (!drag) return;
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const target = pickOf(under);
    if (drag.moved && target !== undefined && target !== drag.pick) {
      this.#send("pick", drag.pick);
      this.#send("pick", target);
    } else if (target === drag.pick) {
      this.#stand(target);
      this.#send("pick", target);
    }
  }

  #drop() {
    if (this.#drag?.thing) this.#drag.thing.style.translate = "";
    this.#drag = undefined;
  }

  /**
   * @param {SVGSVGElement[]} before
   * @param {Json[]} motions
   */
  #animate(before, motions) {
    for (const { part, from, to, points, turn } of motions) {
      const svg = this.#parts[part + 1];
      if (!svg) continue;
      const [x, y] = points[points.length - 1];
      const options = { duration: MOTION, easing: "ease-in-out" };
      const thing = to === null ? null : svg.querySelector(`[data-thing="${CSS.escape(to)}"]`);
      if (thing && points.length > 1) {
        const frames = points.map((/** @type {number[]} */ [px, py], /** @type {number} */ index) => ({
          transform:
            `translate(${px}px, ${py}px)` +
            (turn ? ` rotate(${(index / (points.length - 1) - 1) * turn}deg)` : ""),
        }));
        thing.animate(frames, { ...options, duration: MOTION + 50 * (points.length - 2) });
      } else if (thing && turn) {
        thing.animate(
          [{ transform: `translate(${x}px, ${y}px) rotate(${-turn}deg)` }, { transform: `translate(${x}px, ${y}px)` }],
          options,
        );
      } else if (thing) {
        thing.animate([{ opacity: 0 }, { opacity: 1 }], options);
      } else if (from !== null && to === null) {
        const old = before[part + 1]?.querySelector(`[data-thing="${CSS.escape(from)}"]`);
        if (!old) continue;
        const ghost = /** @type {Element} */ (old.cloneNode(true));
        svg.append(ghost);
        ghost.animate([{ opacity: 1 }, { opacity: 0 }], options).finished.finally(() => ghost.remove());
      }
    }
  }
}

/** What is pointed at. @param {EventTarget | null} target */
function pickOf(target) {
  const element = target instanceof Element ? target.closest("[data-pick]") : null;
  return /** @type {SVGGElement | null} */ (element)?.dataset.pick;
}

/** @param {Element} element */
function centre(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

customElements.define("parlour-board", Board);
