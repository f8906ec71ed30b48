// What to begin with in a world that is shown for the first time: the ends, the radius and the rest.

/** @typedef {import("../types.js").Point} Point */
/** @typedef {import("../types.js").Box} Box */

/** @param {import("../types.js").Summary} summary */
export function suggestions({ bounds, start, goal, radius = 0 }) {
  const size = Math.max(bounds[2] - bounds[0], bounds[3] - bounds[1]);
  return {
    start: start ?? inBox(bounds, 0.1, 0.1),
    goal: goal ?? inBox(bounds, 0.9, 0.9),
    radius,
    greatestRadius: niceRadius(Math.max(size / 8, 2 * radius)),
    selection: null,
    costs: {},
    tool: /** @type {const} */ ("select"),
  };
}

/** @param {Box} box @param {number} s @param {number} t @returns {Point} */
function inBox(box, s, t) {
  return [box[0] + s * (box[2] - box[0]), box[1] + t * (box[3] - box[1])];
}

/** One, two or five times a power of ten, not below a length. @param {number} length */
function niceRadius(length) {
  const power = 10 ** Math.floor(Math.log10(Math.max(length, Number.MIN_VALUE)));
  const step = [1, 2, 5, 10].find((s) => s * power >= length * (1 - 1e-9)) ?? 10;
  return step * power;
}
