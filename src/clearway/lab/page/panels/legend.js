// The scale bar and the coordinates under the pointer.

import { byId, shown } from "../dom.js";

const WIDEST = 120; // pixels of the bar

/** @param {import("../view/camera.js").Camera} camera */
export function showScale(camera) {
  const room = WIDEST / camera.scale;
  const power = 10 ** Math.floor(Math.log10(room));
  const length = ([5, 2, 1].find((step) => step * power <= room) ?? 1) * power;
  byId("scale-bar").style.width = `${length * camera.scale}px`;
  byId("scale-text").textContent = shown(length, 4);
}

/** @param {import("../types.js").Point | null} at @param {import("../view/camera.js").Camera} camera
 * @param {import("../model/grid.js").Grid | null} grid */
export function showCoordinates(at, camera, grid) {
  const decimals = Math.min(Math.max(Math.ceil(Math.log10(camera.scale)), 0), 9);
  const cell = at && grid ? ` · cell ${grid.cellAt(at).join(", ")}` : "";
  byId("coordinates").textContent = at ? `${at[0].toFixed(decimals)}, ${at[1].toFixed(decimals)}${cell}` : "";
}
