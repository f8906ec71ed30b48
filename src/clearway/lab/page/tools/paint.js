// Tools for the cells of a grid.

import { Live } from "../model/live.js";

/** @typedef {import("./tool.js").Tool} Tool */
/** @typedef {import("../model/lab.js").Lab} Lab */

let gestures = 0;

/** @param {Lab} lab @param {boolean} blocked @param {() => void} redraw @returns {Tool} */
export function paintTool(lab, blocked, redraw) {
  let waiting = /** @type {[number, number][]} */ ([]);
  let gesture = "";
  const live = new Live(
    async () => {
      const cells = waiting;
      waiting = [];
      if (cells.length > 0) await lab.edits.paint(cells, blocked, gesture);
    },
    (error) => lab.report(error),
  );
  /** @param {[number, number]} from @param {[number, number]} to @param {number} width */
  const stroke = (from, to, width) => {
    const steps = Math.max(Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1]), 1);
    for (let i = 0; i <= steps; i++) {
      const x = Math.round(from[0] + ((to[0] - from[0]) * i) / steps);
      const y = Math.round(from[1] + ((to[1] - from[1]) * i) / steps);
      for (let dx = -width; dx <= width; dx++) for (let dy = -width; dy <= width; dy++) put(x + dx, y + dy);
    }
    redraw();
    live.request();
  };
  const put = (/** @type {number} */ x, /** @type {number} */ y) => {
    const { width, height } = lab.grid;
    if (x < 0 || y < 0 || x >= width || y >= height) return;
    if (lab.grid.blocked[y * width + x] === Number(blocked)) return;
    lab.grid.paint([[x, y]], blocked); // shown at once; the server confirms
    waiting.push([x, y]);
  };
  return {
    label: blocked ? "Block cells" : "Free cells",
    icon: blocked ? "paint" : "erase",
    hint: `Drag over cells to ${blocked ? "block" : "free"} them; Shift for a wide brush.`,
    on: "grid",
    cursor: () => "draw",
    press: (at) => {
      gesture = `paint ${++gestures} ${Math.random()}`;
      const width = at.shift ? 2 : 0;
      let last = lab.grid.cellAt(at.point);
      stroke(last, last, width);
      return {
        move: ({ point }) => {
          const cell = lab.grid.cellAt(point);
          stroke(last, cell, width);
          last = cell;
        },
        end: () => {},
      };
    },
  };
}
