// The world as the page knows it, as requests that make it again.

import { geometryOf, pointsOf } from "./scene.js";

/** @typedef {import("./scene.js").Item} Item */

/** The request `world`, and the edits after it. Handles are new.
 * @param {import("./scene.js").Scene} scene @param {import("./grid.js").Grid | null} grid
 * @returns {{world: object, edits: object[]}} */
export function contentsOf(scene, grid) {
  if (grid) {
    const rows = Array.from({ length: grid.height }, (_, y) =>
      Array.from(grid.blocked.subarray(y * grid.width, (y + 1) * grid.width)),
    );
    return { world: { blocked: rows, cell: grid.cell, origin: grid.origin }, edits: [] };
  }
  const items = [...scene.items.values()];
  const geometries = (/** @type {string} */ kind) => items.filter((i) => i.kind === kind).map(geometryOf);
  const world = {
    bounds: pointsOf(scene.bounds[0]),
    obstacles: geometries("obstacle"),
    walls: geometries("wall"),
    posts: geometries("post"),
  };
  return { world, edits: items.flatMap(featureEdit) };
}

/** The edit that adds an area, a door or a link. @param {Item} item @returns {object[]} */
function featureEdit(item) {
  const { name, open, direction, cost, two_way, radius } = item.attributes;
  const geometry = geometryOf(item);
  const named = name ? { name } : {};
  if (item.kind === "area") return [{ op: "add_area", ring: geometry, name }];
  if (item.kind === "door") {
    const facing = direction ? { direction } : {};
    return [{ op: "add_door", line: geometry, open, ...facing, ...named }];
  }
  if (item.kind !== "link") return [];
  const limits = { ...(cost ? { cost } : {}), ...(radius ? { radius } : {}) };
  return [{ op: "add_link", a: geometry[0], b: geometry[1], two_way, ...limits, ...named }];
}
