// The selected item: its outline and its vertices. Also the draft of what is being drawn.

import { addChain } from "./view.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {import("../../types.js").Point} Point */

/** @param {View} view @param {import("../../model/scene.js").Item} item
 * @param {import("../../model/state.js").Selection | null} selection */
export function drawHandles(view, item, selection) {
  const { context, palette, camera } = view;
  const closed = item.kind === "obstacle" || item.kind === "area";
  context.beginPath();
  for (const chain of item.chains) addChain(view, chain, closed);
  context.strokeStyle = palette.select;
  context.lineWidth = 2;
  context.stroke();
  item.chains.forEach((chain, c) => {
    if (chain.length > 400) return; // too many to take hold of
    for (let i = 0; i < chain.length; i += 2) {
      const [x, y] = camera.toScreen([chain[i], chain[i + 1]]);
      const chosen = selection?.vertex?.chain === c && selection.vertex.index === i / 2;
      context.beginPath();
      context.arc(x, y, chosen ? 6 : 4.5, 0, 2 * Math.PI);
      context.fillStyle = chosen ? palette.select : palette.ground;
      context.fill();
      context.lineWidth = 2;
      context.strokeStyle = palette.select;
      context.stroke();
    }
  });
}

/** Points placed so far, and the one under the pointer.
 * @param {View} view @param {Point[]} points @param {Point | null} next @param {boolean} closed */
export function drawDraft(view, points, next, closed) {
  const { context, palette, camera } = view;
  const all = next ? [...points, next] : points;
  if (all.length === 0) return;
  context.beginPath();
  addChain(view, all.flat(), closed && all.length > 2);
  if (closed && all.length > 2) {
    context.globalAlpha = 0.15;
    context.fillStyle = palette.select;
    context.fill("evenodd");
    context.globalAlpha = 1;
  }
  context.strokeStyle = palette.select;
  context.lineWidth = 2;
  context.setLineDash([6, 4]);
  context.stroke();
  context.setLineDash([]);
  for (const point of points) {
    const [x, y] = camera.toScreen(point);
    context.beginPath();
    context.arc(x, y, 4.5, 0, 2 * Math.PI);
    context.fillStyle = palette.ground;
    context.fill();
    context.stroke();
  }
}

/** The cross of the keyboard. @param {View} view @param {Point} at */
export function drawCursor(view, at) {
  const { context, palette, camera } = view;
  const [x, y] = camera.toScreen(at);
  for (const [colour, width] of /** @type {const} */ ([
    [palette.ground, 4],
    [palette.text, 1.5],
  ])) {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.beginPath();
    for (const [dx, dy] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ]) {
      context.moveTo(x + dx * 4, y + dy * 4);
      context.lineTo(x + dx * 14, y + dy * 14);
    }
    context.stroke();
  }
}
