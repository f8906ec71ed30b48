// Obstacles, walls, posts, areas, doors and links.

import { drawAreas, drawDoor, drawLink } from "./features.js";
import { addChain } from "./view.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {import("../../model/scene.js").Item} Item */
/** @typedef {import("../../types.js").Kind} Kind */

const CHUNK = 4000; // points between two pauses
/** @type {Kind[]} */
const ORDER = ["area", "obstacle", "wall", "post", "door", "link"];

/** The ground inside the bounds. @param {View} view @param {Float64Array[]} bounds */
export function drawGround(view, bounds) {
  const { context, palette } = view;
  context.beginPath();
  for (const ring of bounds) addChain(view, ring, true);
  context.fillStyle = palette.ground;
  context.fill("evenodd");
}

/** @param {View} view @param {Float64Array[]} bounds */
export function drawBounds(view, bounds) {
  const { context, palette } = view;
  context.beginPath();
  for (const ring of bounds) addChain(view, ring, true);
  context.strokeStyle = palette["obstacle-edge"];
  context.lineWidth = 1.5;
  context.stroke();
}

/** All items that are visible, areas first.
 * @param {View} view @param {Iterable<Item>} items @param {number | null} [except] a handle */
export function* drawItems(view, items, except = null) {
  const [left, low, right, high] = view.camera.visible(0.05);
  /** @type {Record<Kind, Item[]>} */
  const byKind = { area: [], obstacle: [], wall: [], post: [], door: [], link: [] };
  for (const item of items) {
    const box = item.box;
    if (box[2] < left || box[0] > right || box[3] < low || box[1] > high) continue;
    if (item.handle !== except) byKind[item.kind].push(item);
  }
  for (const kind of ORDER) {
    let batch = /** @type {Item[]} */ ([]);
    let points = 0;
    for (const item of byKind[kind]) {
      batch.push(item);
      for (const chain of item.chains) points += chain.length / 2;
      if (points < CHUNK) continue;
      drawKind(view, kind, batch);
      yield;
      [batch, points] = [[], 0];
    }
    if (batch.length > 0) drawKind(view, kind, batch);
  }
}

/** @param {View} view @param {Kind} kind @param {Item[]} items */
export function drawKind(view, kind, items) {
  if (kind === "obstacle") drawObstacles(view, items);
  else if (kind === "area") drawAreas(view, items);
  else if (kind === "wall") drawWalls(view, items);
  else if (kind === "post") drawPosts(view, items);
  else if (kind === "door") items.forEach((item) => drawDoor(view, item));
  else items.forEach((item) => drawLink(view, item));
}

/** @param {View} view @param {Item[]} items */
function drawObstacles(view, items) {
  const { context, palette } = view;
  context.fillStyle = palette.obstacle;
  context.strokeStyle = palette["obstacle-edge"];
  context.lineWidth = 1;
  context.lineJoin = "round";
  // Each ring counts by the even-odd rule, but two obstacles that overlap are both solid. Triangles and
  // quadrilaterals share one path, wound the same way; others have a path of their own.
  const plain = (/** @type {Item} */ item) => item.chains.length === 1 && item.chains[0].length <= 8;
  context.beginPath();
  for (const item of items) if (plain(item)) addChain(view, counterclockwise(item.chains[0]), true);
  context.fill("nonzero");
  context.stroke();
  for (const item of items) {
    if (plain(item)) continue;
    context.beginPath();
    for (const chain of item.chains) addChain(view, chain, true);
    context.fill("evenodd");
    context.stroke();
  }
}

/** The ring, reversed if it winds clockwise. @param {Float64Array} ring */
function counterclockwise(ring) {
  let twice = 0;
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2)
    twice += (ring[j] - ring[0]) * (ring[i + 1] - ring[1]) - (ring[i] - ring[0]) * (ring[j + 1] - ring[1]);
  if (twice >= 0) return ring;
  const reversed = ring.slice();
  for (let i = 0; i < ring.length; i += 2) {
    reversed[i] = ring[ring.length - 2 - i];
    reversed[i + 1] = ring[ring.length - 1 - i];
  }
  return reversed;
}

/** @param {View} view @param {Item[]} items */
function drawWalls(view, items) {
  const { context, palette } = view;
  context.beginPath();
  for (const item of items) for (const chain of item.chains) addChain(view, chain, false);
  context.strokeStyle = palette.wall;
  context.lineWidth = 3;
  context.lineJoin = "round";
  context.lineCap = "round";
  context.stroke();
  context.lineCap = "butt";
}

/** @param {View} view @param {Item[]} items */
function drawPosts(view, items) {
  const { context, palette, camera } = view;
  context.fillStyle = palette.wall;
  context.beginPath();
  for (const item of items) {
    const [x, y] = camera.toScreen([item.chains[0][0], item.chains[0][1]]);
    context.moveTo(x + 4, y);
    context.arc(x, y, 4, 0, 2 * Math.PI);
  }
  context.fill();
}
