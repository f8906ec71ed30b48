// The world as the page knows it: SUMMARY and contents, which the action `restore` turns into the same world.

import { KINDS, pointsOf } from "./scene.js";

/** @typedef {import("./scene.js").Item} Item */
/** @typedef {{world: object, contents: object}} Snapshot */

/** All of the world, handles included; null while there is none.
 * @param {import("./lab.js").Lab} lab @returns {Snapshot | null} */
export function snapshotOf({ state, scene, grid }) {
  const { summary } = state;
  if (!summary) return null;
  return { world: summary, contents: summary.kind === "grid" ? { cells: grid.blocked } : contentsOf(scene) };
}

/** As the answer of `objects`. @param {import("./scene.js").Scene} scene */
function contentsOf(scene) {
  const items = [...scene.items.values()].sort((a, b) => a.handle - b.handle);
  const obstacles = items.filter((item) => KINDS.indexOf(item.kind) < 3);
  const chains = obstacles.flatMap((item) => item.chains);
  return {
    bounds: { ...joined(scene.bounds), roles: Uint8Array.from(scene.boundsRoles) },
    handles: Int32Array.from(obstacles, (item) => item.handle),
    kinds: Uint8Array.from(obstacles, (item) => KINDS.indexOf(item.kind)),
    object_starts: starts(obstacles.map((item) => item.chains.length)),
    ...joined(chains),
    roles: Uint8Array.from(obstacles.flatMap((item) => item.roles)),
    features: items.filter((item) => KINDS.indexOf(item.kind) >= 3).map(featureOf),
  };
}

/** An area, door or link as the server describes it. @param {Item} item */
function featureOf({ handle, kind, chains, roles, attributes }) {
  return { ...attributes, handle, kind, chains: chains.map(pointsOf), roles };
}

/** @param {Float64Array[]} chains each x, y in turn */
function joined(chains) {
  const points = new Float64Array(chains.reduce((sum, chain) => sum + chain.length, 0));
  let at = 0;
  for (const chain of chains) {
    points.set(chain, at);
    at += chain.length;
  }
  return { chain_starts: starts(chains.map((chain) => chain.length / 2)), points };
}

/** Where parts of these lengths begin, and the end of the last. @param {number[]} lengths */
function starts(lengths) {
  const out = new Int32Array(lengths.length + 1);
  lengths.forEach((length, i) => (out[i + 1] = out[i] + length));
  return out;
}
