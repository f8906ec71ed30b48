// What a search over corners expands: a tree of lines from corner to corner.

import { css, rampColour } from "../palette.js";
import { addChain, dot } from "./view.js";

/** @typedef {import("./view.js").View} View */

const SHADES = 12; // of the order in which corners were expanded
const MANY = 400; // corners from which on they are drawn small

/** The first lines of a search tree, from early to late; the last one stands out unless the search is over.
 * @param {View} view @param {Float64Array} lines ax, ay, bx, by: from a predecessor to a corner
 * @param {number} count of lines to draw @param {number} length of the whole search */
export function drawCorners(view, lines, count, length) {
  const { context, palette } = view;
  const size = length > MANY ? 2 : 4;
  for (let shade = 0; shade < SHADES; shade++) {
    const from = Math.ceil((shade * length) / SHADES);
    const to = Math.min(Math.ceil(((shade + 1) * length) / SHADES), count);
    if (from >= to) break;
    const colour = css(rampColour(shade / (SHADES - 1), !palette.dark));
    context.strokeStyle = colour;
    context.lineWidth = length > MANY ? 1 : 1.5;
    context.beginPath();
    for (let row = from; row < to; row++) addChain(view, lines, false, 4 * row, 4 * row + 4);
    context.stroke();
    for (let row = from; row < to; row++)
      dot(view, [lines[4 * row + 2], lines[4 * row + 3]], size, colour, palette.ground, 1);
  }
  if (count === 0 || count === length) return;
  const last = 4 * (count - 1);
  context.strokeStyle = palette.select;
  context.lineWidth = 2.5;
  context.beginPath();
  addChain(view, lines, false, last, last + 4);
  context.stroke();
  dot(view, [lines[last + 2], lines[last + 3]], 6, palette.select, palette.ground);
}
