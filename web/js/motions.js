// How things on a board move from where they were.

/** @typedef {import("./engine.js").Json} Json */

/** How long a thing moves, in milliseconds, and for every place on its way that it turns at. */
const MOTION = 200;
const TURN = 50;

/**
 * Lets things move that are already where they go.
 * @param {Json[]} motions
 * @param {{ pictures: SVGSVGElement[], things: Map<string, SVGElement>, gone: Map<string, SVGElement>, landed: string }} shown
 *   the board and its panels, what is there and what was, by its place, and what a finger has already moved
 */
export function animate(motions, { pictures, things, gone, landed }) {
  for (const { part, from, to, points, turn } of motions) {
    const svg = pictures[part + 1];
    if (!svg || (from !== null && from === landed)) continue;
    const [x, y] = points[points.length - 1];
    const options = { duration: MOTION, easing: "ease-in-out" };
    const thing = to === null ? undefined : things.get(to);
    if (thing && points.length > 1) {
      const frames = points.map((/** @type {number[]} */ [px, py], /** @type {number} */ index) => ({
        transform:
          `translate(${px}px, ${py}px)` +
          (turn ? ` rotate(${(index / (points.length - 1) - 1) * turn}deg)` : ""),
      }));
      thing.animate(frames, { ...options, duration: MOTION + TURN * (points.length - 2) });
    } else if (thing && turn) {
      thing.animate(
        [{ transform: `translate(${x}px, ${y}px) rotate(${-turn}deg)` }, { transform: `translate(${x}px, ${y}px)` }],
        options,
      );
    } else if (thing) {
      thing.animate([{ opacity: 0 }, { opacity: 1 }], options);
    } else if (from !== null && to === null) {
      const ghost = gone.get(from);
      if (!ghost) continue;
      svg.append(ghost);
      ghost.animate([{ opacity: 1 }, { opacity: 0 }], options).finished.finally(() => ghost.remove());
    }
  }
}
