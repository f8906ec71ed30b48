// Items in other shapes: moved, with one vertex elsewhere, more or less.

/** @typedef {import("./scene.js").Item} Item */
/** @typedef {{chain: number, index: number}} Vertex */

/** The item's chains, moved. @param {Item} item @param {number} dx @param {number} dy */
export function shifted(item, dx, dy) {
  return item.chains.map((chain) => chain.map((value, i) => value + (i % 2 ? dy : dx)));
}

/** The item's chains with one vertex elsewhere.
 * @param {Item} item @param {Vertex} vertex @param {readonly [number, number]} to */
export function movedVertex(item, vertex, to) {
  return item.chains.map((chain, c) => {
    if (c !== vertex.chain) return chain;
    const moved = chain.slice();
    moved.set(to, 2 * vertex.index);
    return moved;
  });
}

/** The item with one vertex more, before the one at this place. @param {Item} item @param {Vertex} vertex
 * @param {readonly [number, number]} at @returns {Item} */
export function withVertex(item, vertex, at) {
  const chains = item.chains.map((chain, c) => {
    if (c !== vertex.chain) return chain;
    const cut = 2 * vertex.index;
    return Float64Array.from([...chain.slice(0, cut), ...at, ...chain.slice(cut)]);
  });
  return { ...item, chains };
}

/** The item's chains with one vertex less, or null if too few would be left.
 * @param {Item} item @param {Vertex} vertex */
export function withoutVertex(item, vertex) {
  const least = item.kind === "obstacle" || item.kind === "area" ? 3 : 2;
  if (item.kind === "post" || item.kind === "link") return null;
  if (item.chains[vertex.chain].length / 2 <= least) return null;
  return item.chains.map((chain, c) =>
    c === vertex.chain ? chain.filter((_, i) => i >> 1 !== vertex.index) : chain,
  );
}

/** The item with a vertex in the middle of a side: the one behind a vertex, or the longest one. Null if it
 * has no sides. @param {Item} item @param {Vertex | null} behind
 * @returns {{item: Item, vertex: Vertex} | null} with the new vertex */
export function withMiddle(item, behind) {
  if (item.kind === "post" || item.kind === "link") return null;
  let best = /** @type {{vertex: Vertex, at: [number, number]} | null} */ (null);
  let longest = -1;
  item.chains.forEach((points, chain) => {
    const count = points.length / 2;
    const sides = item.kind === "obstacle" || item.kind === "area" ? count : count - 1;
    for (let i = 0; i < sides; i++) {
      if (behind && (behind.chain !== chain || Math.min(behind.index, sides - 1) !== i)) continue;
      const [a, b] = [2 * i, 2 * ((i + 1) % count)];
      const length = Math.hypot(points[b] - points[a], points[b + 1] - points[a + 1]);
      if (length <= longest) continue;
      longest = length;
      const at = /** @type {[number, number]} */ ([
        (points[a] + points[b]) / 2,
        (points[a + 1] + points[b + 1]) / 2,
      ]);
      best = { vertex: { chain, index: i + 1 }, at };
    }
  });
  return best && { item: withVertex(item, best.vertex, best.at), vertex: best.vertex };
}
