// The steps of a search that is played.

import { css, rampColour } from "../palette.js";
import { drawCorners } from "./corners.js";
import { drawPath } from "./paths.js";
import { fillTriangles } from "./triangles.js";
import { dot } from "./view.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {import("../../model/playback.js").Playback} Playback */

const SHADES = 12; // of the order in which places were expanded

/** @param {View} view @param {Playback} playback @param {import("../../model/mesh.js").Mesh} mesh
 * @param {import("../../model/grid.js").Grid} grid */
export function drawPlayback(view, playback, mesh, grid) {
  const recording = playback.recording;
  if (!recording) return;
  if (recording.mode === "expansions") {
    view.context.globalAlpha = 0.75;
    drawExpansions(view, playback, mesh, grid);
    view.context.globalAlpha = 1;
    return;
  }
  if (recording.mode === "improve") {
    if (playback.step > 1) {
      view.context.globalAlpha = 0.35;
      drawPath(view, recording.answers[playback.step - 2], false);
      view.context.globalAlpha = 1;
    }
    if (playback.step > 0) drawPath(view, recording.answers[playback.step - 1], true);
    return;
  }
  for (let i = 0; i < playback.step; i++) drawPath(view, recording.answers[i], true);
  const { subgoals } = recording;
  for (let i = 0; i < subgoals.length; i += 2)
    dot(view, [subgoals[i], subgoals[i + 1]], 4, view.palette.ground, view.palette.select);
}

/** @param {View} view @param {Playback} playback @param {import("../../model/mesh.js").Mesh} mesh
 * @param {import("../../model/grid.js").Grid} grid */
function drawExpansions(view, playback, mesh, grid) {
  const recording = /** @type {import("../../model/playback.js").Recording} */ (playback.recording);
  const { places, length, on } = recording;
  const { dark } = view.palette;
  const shade = (/** @type {number} */ row) =>
    css(rampColour(Math.floor((SHADES * row) / Math.max(length, 1)) / (SHADES - 1), dark));
  if (on === "triangles") {
    for (const _ of fillTriangles(view, mesh, places, shade, playback.step));
    if (playback.step > 0 && playback.step < length)
      for (const _ of fillTriangles(view, mesh, [places[playback.step - 1]], () => view.palette.select));
  } else if (on === "cells") {
    const { context, camera } = view;
    const side = Math.max(grid.cell * camera.scale, 1);
    for (let row = 0; row < playback.step; row++) {
      const [x, y] = camera.toScreen(grid.middle(places[2 * row], places[2 * row + 1]));
      context.fillStyle = row === playback.step - 1 && row + 1 < length ? view.palette.select : shade(row);
      context.fillRect(x - side / 2, y - side / 2, side, side);
    }
  } else {
    drawCorners(view, /** @type {Float64Array} */ (places), playback.step, length);
  }
}
