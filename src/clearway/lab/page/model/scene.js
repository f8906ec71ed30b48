// What the world contains: obstacles, walls, posts, areas, doors and links, by handle.

/** @typedef {import("../types.js").Kind} Kind */
/** @typedef {import("../types.js").Point} Point */
/** @typedef {import("../types.js").Box} Box */
/** @typedef {import("../types.js").ObjectMessage} ObjectMessage */

/** @typedef {object} Item
 * @property {number} handle
 * @property {Kind} kind
 * @property {Float64Array[]} chains each x, y in turn; without the repeated last point
 * @property {number[]} roles per chain: 0 shell, 1 hole, 2 wall, 3 post
 * @property {Box} box
 * @property {Partial<ObjectMessage>} attributes of areas, doors and links */

/** @type {Kind[]} */
export const KINDS = ["obstacle", "wall", "post", "area", "door", "link"];

/** @param {Float64Array[]} chains @returns {Box} */
export function boxOf(chains) {
  let [left, low, right, high] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const chain of chains) {
    for (let i = 0; i < chain.length; i += 2) {
      left = Math.min(left, chain[i]);
      right = Math.max(right, chain[i]);
      low = Math.min(low, chain[i + 1]);
      high = Math.max(high, chain[i + 1]);
    }
  }
  return [left, low, right, high];
}

/** @param {ObjectMessage} message @returns {Item} */
export function itemOf(message) {
  const chains = message.chains.map((chain) => Float64Array.from(chain.flat()));
  const { handle, kind, roles, chains: _chains, ...attributes } = message;
  return { handle, kind, chains, roles, box: boxOf(chains), attributes };
}

/** @param {Float64Array} chain @returns {Point[]} */
export function pointsOf(chain) {
  const points = /** @type {Point[]} */ ([]);
  for (let i = 0; i < chain.length; i += 2) points.push([chain[i], chain[i + 1]]);
  return points;
}

/** The item as the parameter `ring` of the edit `move`. @param {Item} item @returns {any} */
export function geometryOf(item) {
  const chains = item.chains.map(pointsOf);
  if (item.kind === "post") return chains[0][0];
  if (item.kind === "link") return chains.map((c) => (c.length === 1 ? c[0] : c));
  if (chains.length === 1) return chains[0];
  if (item.kind === "wall") return { type: "MultiLineString", coordinates: chains };
  const polygons = /** @type {Point[][][]} */ ([]);
  chains.forEach((chain, i) => {
    const ring = [...chain, chain[0]];
    if (item.roles[i] === 1) polygons[polygons.length - 1].push(ring);
    else polygons.push([ring]);
  });
  return { type: "MultiPolygon", coordinates: polygons };
}

export class Scene {
  /** @type {Map<number, Item>} */
  items = new Map();
  /** The outlines of the free space. @type {Float64Array[]} */
  bounds = [];
  /** Of each outline: 0 shell, 1 hole. @type {number[]} */
  boundsRoles = [];

  /** Reads the answer of `objects`. @param {any} message */
  read(message) {
    this.items = new Map();
    const b = message.bounds;
    this.bounds = [];
    this.boundsRoles = Array.from(b.roles);
    for (let c = 0; c + 1 < b.chain_starts.length; c++)
      this.bounds.push(b.points.slice(2 * b.chain_starts[c], 2 * b.chain_starts[c + 1]));
    const { handles, kinds, object_starts, chain_starts, roles, points } = message;
    for (let i = 0; i < handles.length; i++) {
      const chains = [];
      const itsRoles = [];
      for (let c = object_starts[i]; c < object_starts[i + 1]; c++) {
        chains.push(points.slice(2 * chain_starts[c], 2 * chain_starts[c + 1]));
        itsRoles.push(roles[c]);
      }
      this.put({
        handle: handles[i],
        kind: KINDS[kinds[i]],
        chains,
        roles: itsRoles,
        box: boxOf(chains),
        attributes: {},
      });
    }
    for (const feature of message.features) this.put(itemOf(feature));
  }

  /** Whether there is an item of a kind. @param {Kind} kind */
  has(kind) {
    for (const item of this.items.values()) if (item.kind === kind) return true;
    return false;
  }

  /** @param {Item} item */
  put(item) {
    this.items.set(item.handle, item);
  }

  /** Applies the answer of an edit. @param {{changed?: ObjectMessage[], removed?: number[]}} change */
  apply(change) {
    for (const handle of change.removed ?? []) this.items.delete(handle);
    for (const message of change.changed ?? []) this.put(itemOf(message));
  }

  clear() {
    this.items = new Map();
    this.bounds = [];
    this.boundsRoles = [];
  }
}
