// Areas, doors and links.

import { ends } from "../../model/hits.js";
import { addChain } from "./view.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {import("../../model/scene.js").Item} Item */

/** @param {View} view @param {Item[]} items */
export function drawAreas(view, items) {
  const { context, palette } = view;
  for (const item of items) {
    context.beginPath();
    for (const chain of item.chains) addChain(view, chain, true);
    context.fillStyle = palette.area;
    context.fill("evenodd");
    context.setLineDash([5, 4]);
    context.strokeStyle = palette["area-edge"];
    context.lineWidth = 1.25;
    context.stroke();
    context.setLineDash([]);
    const [x, y] = view.camera.toScreen([(item.box[0] + item.box[2]) / 2, (item.box[1] + item.box[3]) / 2]);
    const wide = (item.box[2] - item.box[0]) * view.camera.scale;
    const name = item.attributes.name ?? "";
    if (wide < 8 * name.length) continue;
    context.fillStyle = palette["area-edge"];
    context.font = "600 12px system-ui, sans-serif";
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(name, x, y);
  }
}

/** @param {View} view @param {Item} item */
export function drawDoor(view, item) {
  const { context, palette } = view;
  const open = item.attributes.open !== false;
  context.beginPath();
  for (const chain of item.chains) addChain(view, chain, false);
  context.strokeStyle = open ? palette["door-open"] : palette["door-closed"];
  context.lineWidth = open ? 3 : 4.5;
  if (open) context.setLineDash([7, 6]);
  context.stroke();
  context.setLineDash([]);
}

/** @param {View} view @param {Item} item */
export function drawLink(view, item) {
  const { context, palette, camera } = view;
  const [a, b] = ends(item).map((p) => camera.toScreen(p));
  const alive = item.attributes.enabled !== false && (item.attributes.status ?? "open") !== "blocked";
  context.globalAlpha = alive ? 1 : 0.4;
  context.strokeStyle = palette.link;
  context.fillStyle = palette.link;
  context.lineWidth = 2;
  const [mx, my] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const lift = Math.min(Math.hypot(b[0] - a[0], b[1] - a[1]) * 0.18, 40);
  const angle = Math.atan2(b[1] - a[1], b[0] - a[0]);
  const [cx, cy] = [mx + Math.sin(angle) * lift, my - Math.cos(angle) * lift];
  context.setLineDash([2, 5]);
  context.lineCap = "round";
  context.beginPath();
  context.moveTo(a[0], a[1]);
  context.quadraticCurveTo(cx, cy, b[0], b[1]);
  context.stroke();
  context.setLineDash([]);
  arrow(context, [cx, cy], b);
  if (item.attributes.two_way !== false) arrow(context, [cx, cy], a);
  context.globalAlpha = 1;
}

/** The head of an arrow. @param {import("./view.js").Context} context
 * @param {number[]} from @param {number[]} to */
function arrow(context, from, to) {
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
  context.beginPath();
  context.moveTo(to[0], to[1]);
  for (const side of [-0.45, 0.45])
    context.lineTo(to[0] - 10 * Math.cos(angle + side), to[1] - 10 * Math.sin(angle + side));
  context.closePath();
  context.fill();
}
