// Tools for the cells of a grid.

import { Live } from "../model/live.js";

/** @typedef {import("./tool.js").Tool} Tool */
/** @typedef {import("../model/lab.js").Lab} Lab */
/** @typedef {{cells: [number, number][], blocked: boolean, gesture: string}} Painted a part of a stroke */

let gestures = 0;

/** @param {Lab} lab @param {boolean} blocked @param {() => void} redraw @returns {Tool} */
export function paintTool(lab, blocked, redraw) {
  // Cells that the server has not been told of, by stroke.
  let waiting = /** @type {Painted[]} */ ([]);
  const live = new Live(
    async () => {
      const strokes = waiting;
      waiting = [];
      for (const { cells, blocked, gesture } of strokes)
        if (cells.length > 0) await lab.edits.paint(cells, blocked, gesture);
    },
    (error) => lab.report(error),
  );
  /** @param {Painted} painted */
  const send = (painted) => {
    waiting.push(painted);
    redraw();
    live.request();
  };
  /** Cells that change. @param {[number, number]} from @param {[number, number]} to @param {number} width */
  const stroke = (from, to, width) => {
    const cells = /** @type {[number, number][]} */ ([]);
    const steps = Math.max(Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1]), 1);
    for (let i = 0; i <= steps; i++) {
      const x = Math.round(from[0] + ((to[0] - from[0]) * i) / steps);
      const y = Math.round(from[1] + ((to[1] - from[1]) * i) / steps);
      for (let dx = -width; dx <= width; dx++)
        for (let dy = -width; dy <= width; dy++)
          if (put(x + dx, y + dy)) cells.push([x + dx, y + dy]);
    }
    return cells;
  };
  /** @param {number} x @param {number} y @returns {boolean} whether the cell changes */
  const put = (x, y) => {
    const { width, height } = lab.grid;
    if (x < 0 || y < 0 || x >= width || y >= height) return false;
    if (lab.grid.blocked[y * width + x] === Number(blocked)) return false;
    lab.grid.paint([[x, y]], blocked); // shown at once; the server confirms
    return true;
  };
  return {
    label: blocked ? "Block cells" : "Free cells",
    icon: blocked ? "paint" : "erase",
    hint: `Drag over cells to ${blocked ? "block" : "free"} them; Shift for a wide brush.`,
    on: "grid",
    cursor: () => "draw",
    press: (at) => {
      const gesture = `paint ${++gestures} ${Math.random()}`;
      const width = at.shift ? 2 : 0;
      const painted = /** @type {[number, number][]} */ ([]);
      let last = lab.grid.cellAt(at.point);
      const paintTo = (/** @type {[number, number]} */ cell) => {
        const cells = stroke(last, cell, width);
        painted.push(...cells);
        last = cell;
        send({ cells, blocked, gesture });
      };
      paintTo(last);
      return {
        move: ({ point }) => paintTo(lab.grid.cellAt(point)),
        end: () => {},
        // A second finger, or Escape: the cells are again as they were, and nothing is left to undo.
        cancel: () => {
          lab.grid.paint(painted, !blocked);
          send({ cells: painted, blocked: !blocked, gesture });
        },
      };
    },
  };
}
