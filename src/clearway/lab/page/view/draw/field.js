// The distance field: a heat map and contours.

import { addChain } from "./view.js";
import { rampColour } from "../palette.js";

/** @typedef {import("./view.js").View} View */

/** @type {WeakMap<object, {dark: boolean, canvas: OffscreenCanvas}>} */
const pictures = new WeakMap();

/** @param {View} view @param {any} data of the layer `field` */
export function* drawField(view, data) {
  const { context, camera, palette } = view;
  const [x0, y0, x1, y1] = data.box;
  const picture = heatMap(data, palette.dark);
  const [left, top] = camera.toScreen([x0, y1]);
  const [right, bottom] = camera.toScreen([x1, y0]);
  context.imageSmoothingEnabled = true;
  context.imageSmoothingQuality = "high";
  context.save();
  // The picture has its first row at the lowest y.
  context.translate(left, Math.max(top, bottom));
  context.scale(1, camera.down ? 1 : -1);
  if (camera.down) context.translate(0, -Math.abs(bottom - top));
  context.drawImage(picture, 0, 0, right - left, Math.abs(bottom - top));
  context.restore();
  yield;
  context.strokeStyle = palette.dark ? "rgb(255 255 255 / 0.35)" : "rgb(20 40 60 / 0.35)";
  context.lineWidth = 1;
  context.beginPath();
  for (let ring = 0; ring + 1 < data.ring_starts.length; ring++) {
    addChain(view, data.points, false, 2 * data.ring_starts[ring], 2 * data.ring_starts[ring + 1]);
    if (ring % 50 === 49) {
      context.stroke();
      context.beginPath();
      yield;
    }
  }
  context.stroke();
}

/** @param {any} data @param {boolean} dark */
function heatMap(data, dark) {
  const known = pictures.get(data);
  if (known?.dark === dark) return known.canvas;
  const [rows, columns] = data.distance.shape;
  const canvas = new OffscreenCanvas(columns, rows);
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const image = context.createImageData(columns, rows);
  for (let i = 0; i < rows * columns; i++) {
    const distance = data.distance[i];
    if (!Number.isFinite(distance)) continue;
    const [r, g, b] = rampColour(distance / (data.longest || 1), dark);
    image.data.set([r, g, b, 255], 4 * i);
  }
  context.putImageData(image, 0, 0);
  pictures.set(data, { dark, canvas });
  return canvas;
}
