// What every drawing function gets: where to draw, seen through which camera, in which colours.
// Drawings compute pixels from world coordinates themselves, in double precision: a canvas keeps only
// single precision, which is too coarse for coordinates far from the origin.

/** @typedef {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D} Context */

/** @typedef {object} View
 * @property {Context} context with a transform from CSS pixels
 * @property {import("../camera.js").Camera} camera
 * @property {import("../palette.js").Palette} palette */

/** Appends a chain of points (x, y in turn) to the path of the context.
 * @param {View} view @param {ArrayLike<number>} points @param {boolean} closed
 * @param {number} [from] @param {number} [to] range of the array */
export function addChain(view, points, closed, from = 0, to = points.length) {
  const { context, camera } = view;
  const s = camera.scale;
  const t = camera.scaleY;
  const dx = camera.width / 2 - camera.x * s;
  const dy = camera.height / 2 - camera.y * t;
  for (let i = from; i < to; i += 2) {
    const x = points[i] * s + dx;
    const y = points[i + 1] * t + dy;
    if (i === from) context.moveTo(x, y);
    else context.lineTo(x, y);
  }
  if (closed && to > from) context.closePath();
}

/** Strokes rows of ax, ay, bx, by, those for which `wanted` holds.
 * @param {View} view @param {Float64Array} segments @param {(row: number) => boolean} [wanted] */
export function* strokeSegments(view, segments, wanted = () => true) {
  const box = view.camera.visible();
  const count = segments.length / 4;
  for (let begin = 0; begin < count; begin += 2000) {
    view.context.beginPath();
    for (let row = begin; row < Math.min(begin + 2000, count); row++) {
      const i = 4 * row;
      const [ax, ay, bx, by] = [segments[i], segments[i + 1], segments[i + 2], segments[i + 3]];
      if (Math.max(ax, bx) < box[0] || Math.min(ax, bx) > box[2]) continue;
      if (Math.max(ay, by) < box[1] || Math.min(ay, by) > box[3]) continue;
      if (wanted(row)) addChain(view, segments, false, i, i + 4);
    }
    view.context.stroke();
    yield;
  }
}

/** A filled disc with a rim. @param {View} view @param {readonly [number, number]} at in the world
 * @param {number} radius in pixels @param {string} fill @param {string} rim @param {number} [width] of the rim */
export function dot(view, at, radius, fill, rim, width = 2) {
  const [x, y] = view.camera.toScreen(at);
  const { context } = view;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fillStyle = fill;
  context.fill();
  context.lineWidth = width;
  context.strokeStyle = rim;
  context.stroke();
}
