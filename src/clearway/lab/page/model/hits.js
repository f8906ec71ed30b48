// Which item, or which of its vertices, is under the pointer.

/** @typedef {import("./scene.js").Item} Item */
/** @typedef {import("../types.js").Point} Point */

/** @type {Record<string, number>} what is drawn above what, for picking */
const ORDER = { post: 5, link: 4, door: 3, wall: 2, obstacle: 1, area: 0 };

/** @param {Point} p @param {number} ax @param {number} ay @param {number} bx @param {number} by */
export function distanceToSegment(p, ax, ay, bx, by) {
  const dx = bx - ax;
  const dy = by - ay;
  const square = dx * dx + dy * dy;
  const t = square > 0 ? Math.min(Math.max(((p[0] - ax) * dx + (p[1] - ay) * dy) / square, 0), 1) : 0;
  return Math.hypot(p[0] - ax - t * dx, p[1] - ay - t * dy);
}

/** @param {Item} item @param {Point} p whether an odd number of its rings surround p */
function contains(item, p) {
  let inside = false;
  for (const chain of item.chains) {
    for (let i = 0, j = chain.length - 2; i < chain.length; j = i, i += 2) {
      const above = chain[i + 1] > p[1];
      if (above === chain[j + 1] > p[1]) continue;
      const t = (p[1] - chain[i + 1]) / (chain[j + 1] - chain[i + 1]);
      if (p[0] < chain[i] + t * (chain[j] - chain[i])) inside = !inside;
    }
  }
  return inside;
}

/** The distance to the item's lines. @param {Item} item @param {Point} p */
function distance(item, p) {
  let least = Infinity;
  const closed = item.kind === "obstacle" || item.kind === "area";
  const chains = item.kind === "link" ? [Float64Array.from(ends(item).flat())] : item.chains;
  for (const chain of chains) {
    if (chain.length === 2) least = Math.min(least, Math.hypot(p[0] - chain[0], p[1] - chain[1]));
    for (let i = 0; i + 3 < chain.length; i += 2) {
      const here = distanceToSegment(p, chain[i], chain[i + 1], chain[i + 2], chain[i + 3]);
      least = Math.min(least, here);
    }
    if (closed) {
      const n = chain.length;
      const here = distanceToSegment(p, chain[n - 2], chain[n - 1], chain[0], chain[1]);
      least = Math.min(least, here);
    }
  }
  return least;
}

/** The middles of a link's two ends. @param {Item} item @returns {[Point, Point]} */
export function ends(item) {
  const [a, b] = item.chains.map((chain) => {
    const last = chain.length - 2;
    return /** @type {Point} */ ([(chain[0] + chain[last]) / 2, (chain[1] + chain[last + 1]) / 2]);
  });
  return [a, b];
}

/** The topmost item within `tolerance` of a point.
 * @param {Iterable<Item>} items @param {Point} p @param {number} tolerance @returns {Item | null} */
export function itemAt(items, p, tolerance) {
  let best = /** @type {Item | null} */ (null);
  let bestKey = -Infinity;
  for (const item of items) {
    const [left, low, right, high] = item.box;
    if (p[0] < left - tolerance || p[0] > right + tolerance) continue;
    if (p[1] < low - tolerance || p[1] > high + tolerance) continue;
    const solid = item.kind === "obstacle" || item.kind === "area";
    if (!(solid && contains(item, p)) && distance(item, p) > tolerance) continue;
    const key = ORDER[item.kind] * 2 ** 32 + item.handle;
    if (key > bestKey) [best, bestKey] = [item, key];
  }
  return best;
}

/** The vertex of an item nearest to a point, within `tolerance`.
 * @param {Item} item @param {Point} p @param {number} tolerance
 * @returns {{chain: number, index: number} | null} */
export function vertexAt(item, p, tolerance) {
  let best = null;
  let least = tolerance;
  item.chains.forEach((points, chain) => {
    for (let i = 0; i < points.length; i += 2) {
      const here = Math.hypot(p[0] - points[i], p[1] - points[i + 1]);
      if (here <= least) [best, least] = [{ chain, index: i / 2 }, here];
    }
  });
  return best;
}

/** The side of an item nearest to a point, within `tolerance`: where a vertex would be inserted.
 * @param {Item} item @param {Point} p @param {number} tolerance
 * @returns {{chain: number, index: number} | null} */
export function sideAt(item, p, tolerance) {
  if (item.kind === "post" || item.kind === "link") return null;
  const closed = item.kind === "obstacle" || item.kind === "area";
  let best = null;
  let least = tolerance;
  item.chains.forEach((points, chain) => {
    const count = points.length / 2;
    for (let i = 0; i < (closed ? count : count - 1); i++) {
      const j = (i + 1) % count;
      const here = distanceToSegment(p, points[2 * i], points[2 * i + 1], points[2 * j], points[2 * j + 1]);
      if (here <= least) [best, least] = [{ chain, index: i + 1 }, here];
    }
  });
  return best;
}
