// The cells of a grid, as one picture with a pixel per cell, and lines between them where there is room.

/** @typedef {import("./view.js").View} View */
/** @typedef {import("../../model/grid.js").Grid} Grid */

const ROOM_FOR_LINES = 7; // pixels of a cell

/** @param {View} view @param {Grid} grid */
export function* drawGrid(view, grid) {
  const { context, camera, palette } = view;
  if (grid.width === 0) return;
  const canvas = new OffscreenCanvas(grid.width, grid.height);
  const cells = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const image = cells.createImageData(grid.width, grid.height);
  const ground = rgb(palette.ground);
  const blocked = rgb(palette.obstacle);
  for (let i = 0; i < grid.blocked.length; i++) image.data.set(grid.blocked[i] ? blocked : ground, 4 * i);
  cells.putImageData(image, 0, 0);
  yield;
  const side = grid.cell * camera.scale;
  const [x, y] = camera.toScreen(grid.origin);
  const width = grid.width * side;
  const height = grid.height * side;
  context.save();
  context.imageSmoothingEnabled = side < 1;
  context.translate(x, y);
  if (!camera.down) context.scale(1, -1);
  context.drawImage(canvas, 0, 0, width, height);
  context.restore();
  if (side < ROOM_FOR_LINES) return;
  const top = camera.down ? y : y - height;
  context.strokeStyle = palette["grid-line"];
  context.lineWidth = 0.5;
  context.beginPath();
  for (let i = 0; i <= grid.width; i++) {
    context.moveTo(x + i * side, top);
    context.lineTo(x + i * side, top + height);
  }
  for (let i = 0; i <= grid.height; i++) {
    context.moveTo(x, top + i * side);
    context.lineTo(x + width, top + i * side);
  }
  context.stroke();
}

/** A CSS colour as bytes. @param {string} colour @returns {Uint8ClampedArray} */
function rgb(colour) {
  const one = /** @type {OffscreenCanvasRenderingContext2D} */ (new OffscreenCanvas(1, 1).getContext("2d"));
  one.fillStyle = colour;
  one.fillRect(0, 0, 1, 1);
  return one.getImageData(0, 0, 1, 1).data;
}
