// Paths, the disc's swept band, the narrowest gate, and the ends.

import { plannerColour } from "../palette.js";
import { addChain } from "./view.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {import("../../types.js").Answer} Answer */
/** @typedef {import("../../types.js").Point} Point */

const LEAST_DISC = 8; // pixels: a smaller disc would hide behind its middle

/** The band that the disc covers on its way. A path through links has gaps: the server gives its band.
 * @param {View} view @param {Answer} answer */
export function drawSwept(view, answer) {
  const { context, palette, camera } = view;
  if (!answer.points || !answer.radius) return;
  const colour = plannerColour(answer.planner, palette.dark);
  context.globalAlpha = palette.dark ? 0.24 : 0.16;
  context.beginPath();
  if (answer.swept) {
    const { ring_starts, points } = answer.swept;
    for (let r = 0; r + 1 < ring_starts.length; r++)
      addChain(view, points, true, 2 * ring_starts[r], 2 * ring_starts[r + 1]);
    context.fillStyle = colour;
    context.fill("nonzero");
  } else {
    addChain(view, answer.points, false);
    context.strokeStyle = colour;
    context.lineWidth = 2 * answer.radius * camera.scale;
    context.lineJoin = context.lineCap = "round";
    context.stroke();
    context.lineJoin = "miter";
    context.lineCap = "butt";
  }
  context.globalAlpha = 1;
}

/** @param {View} view @param {Answer} answer @param {boolean} chosen drawn stronger
 * @param {number} [shift] pixels aside, so that equal paths stay visible beside each other */
export function drawPath(view, answer, chosen, shift = 0) {
  if (!answer.points || answer.points.length < 4) return;
  const { context, palette } = view;
  context.save();
  context.translate(shift, shift);
  context.lineJoin = "round";
  context.lineCap = "round";
  context.beginPath();
  addChain(view, answer.points, false);
  if (chosen) {
    context.strokeStyle = palette.ground;
    context.lineWidth = 6;
    context.stroke();
  }
  context.strokeStyle = plannerColour(answer.planner, palette.dark);
  context.lineWidth = chosen ? 3 : 2;
  context.stroke();
  context.restore();
}

/** The narrowest place of the route, and the largest disc that passes it, which touches both sides.
 * @param {View} view @param {Answer} answer */
export function drawNarrowest(view, answer) {
  const place = answer.narrowest;
  if (!place || place.point[0] === null) return; // through a link it is not known
  const { context, palette, camera } = view;
  const [x, y] = camera.toScreen(/** @type {Point} */ (place.point));
  context.strokeStyle = palette.goal;
  context.lineWidth = 1.5;
  context.setLineDash([4, 4]);
  const wide = (place.max_radius ?? 0) * camera.scale;
  context.beginPath();
  if (wide > LEAST_DISC) context.arc(x, y, wide, 0, 2 * Math.PI);
  context.stroke();
  context.setLineDash([]);
  context.beginPath();
  context.moveTo(x, y - 5);
  context.lineTo(x + 5, y);
  context.lineTo(x, y + 5);
  context.lineTo(x - 5, y);
  context.closePath();
  context.fillStyle = palette.goal;
  context.fill();
}

/** An end of the path: a pin whose disc has the radius of the agent.
 * @param {View} view @param {Point} at @param {"start" | "goal"} which @param {number} radius
 * @param {boolean} blocked */
export function drawEnd(view, at, which, radius, blocked) {
  const { context, palette, camera } = view;
  const [x, y] = camera.toScreen(at);
  const colour = palette[which];
  const wide = radius * camera.scale;
  if (wide > 1) {
    context.beginPath();
    context.arc(x, y, wide, 0, 2 * Math.PI);
    context.globalAlpha = 0.18;
    context.fillStyle = blocked ? palette.closed : colour;
    context.fill();
    context.globalAlpha = 1;
    context.strokeStyle = blocked ? palette.closed : colour;
    context.lineWidth = 1.5;
    context.stroke();
  }
  context.beginPath();
  if (which === "start") context.arc(x, y, 8, 0, 2 * Math.PI);
  else context.roundRect(x - 7.5, y - 7.5, 15, 15, 4);
  context.fillStyle = colour;
  context.fill();
  context.lineWidth = 2.5;
  context.strokeStyle = palette.ground;
  context.stroke();
  context.fillStyle = palette.ground;
  context.font = "700 10px system-ui, sans-serif";
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(which === "start" ? "A" : "B", x, y + 0.5);
  if (!blocked) return;
  context.strokeStyle = palette.closed;
  context.lineWidth = 3;
  context.beginPath();
  context.moveTo(x - 12, y - 12);
  context.lineTo(x + 12, y + 12);
  context.moveTo(x + 12, y - 12);
  context.lineTo(x - 12, y + 12);
  context.stroke();
}
