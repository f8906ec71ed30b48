// The cells of a grid, where the world shown is one.

/** @typedef {import("../types.js").Point} Point */
/** @typedef {import("../types.js").Summary} Summary */

export class Grid {
  width = 0;
  height = 0;
  cell = 1;
  /** @type {Point} */
  origin = [0, 0];
  blocked = new Uint8Array(0); // row by row
  version = -1;

  /** @param {Summary} summary @param {{version: number, cells: Uint8Array}} message */
  read(summary, message) {
    this.width = summary.width ?? 0;
    this.height = summary.height ?? 0;
    this.cell = summary.cell ?? 1;
    this.origin = summary.origin ?? [0, 0];
    this.blocked = message.cells.slice();
    this.version = message.version;
  }

  clear() {
    this.width = 0;
    this.height = 0;
    this.blocked = new Uint8Array(0);
  }

  /** The cell that holds a point. @param {Point} p @returns {[number, number]} */
  cellAt(p) {
    return [Math.floor((p[0] - this.origin[0]) / this.cell), Math.floor((p[1] - this.origin[1]) / this.cell)];
  }

  /** The middle of a cell. @param {number} x @param {number} y @returns {[number, number]} */
  middle(x, y) {
    return [this.origin[0] + (x + 0.5) * this.cell, this.origin[1] + (y + 0.5) * this.cell];
  }

  /** @param {Int32Array | number[][]} cells @param {boolean} blocked */
  paint(cells, blocked) {
    const flat = cells instanceof Int32Array ? cells : cells.flat();
    for (let i = 0; i < flat.length; i += 2) {
      const [x, y] = [flat[i], flat[i + 1]];
      if (x >= 0 && y >= 0 && x < this.width && y < this.height)
        this.blocked[y * this.width + x] = blocked ? 1 : 0;
    }
  }

  /** @param {Int32Array} cells x, y, blocked in turn */
  set(cells) {
    for (let i = 0; i < cells.length; i += 3) this.paint([[cells[i], cells[i + 1]]], cells[i + 2] !== 0);
  }
}
