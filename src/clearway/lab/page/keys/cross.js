// The cross on the map that stands for the pointer while keys are used.

import { shown } from "../dom.js";

/** @typedef {import("../types.js").Point} Point */
/** @typedef {import("../tools/tool.js").Press} Press */

const STEP = 10; // pixels
const BIG_STEP = 50;
const EDGE = 30; // pixels that the cross stays away from the edge of the canvas
const NEAR = 9; // pixels that count as at

export class Cross {
  /** In the world; null while the pointer is in use. @type {Point | null} */
  at = null;
  #stage;
  #pointer;

  /** @param {import("../view/stage.js").Stage} stage @param {import("../tools/pointer.js").PointerInput} pointer */
  constructor(stage, pointer) {
    this.#stage = stage;
    this.#pointer = pointer;
    pointer.canvas.addEventListener("pointerdown", () => (this.at = null));
  }

  /** Where keys act: at the cross, the pointer, or the middle of the map. @returns {Point} */
  get point() {
    return this.at ?? this.#pointer.at ?? [this.#stage.camera.x, this.#stage.camera.y];
  }

  /** Where that is, in words. */
  get text() {
    return this.point.map((value) => shown(value, 5)).join(", ");
  }

  /** A press there. @param {boolean} shift @returns {Press} */
  press(shift) {
    return { point: this.point, tolerance: this.#stage.units(NEAR), shift, alt: false, keyboard: true };
  }

  /** How far an arrow goes, in pixels to the right and upwards. @param {KeyboardEvent} event
   * @returns {[number, number]} */
  static pixels(event) {
    const size = event.ctrlKey ? 1 : event.shiftKey ? BIG_STEP : STEP;
    const right = Number(event.key === "ArrowRight") - Number(event.key === "ArrowLeft");
    const up = Number(event.key === "ArrowUp") - Number(event.key === "ArrowDown");
    return [right * size, up * size];
  }

  /** The same in the world. @param {KeyboardEvent} event @returns {[number, number]} */
  units(event) {
    const { camera } = this.#stage;
    const [right, up] = Cross.pixels(event);
    return [right / camera.scale, (camera.down ? -up : up) / camera.scale];
  }

  /** Moves the cross by an arrow; the map follows where it would leave the canvas.
   * @param {KeyboardEvent} event */
  move(event) {
    const { camera } = this.#stage;
    const [dx, dy] = this.units(event);
    const [fromX, fromY] = this.point;
    this.at = [fromX + dx, fromY + dy];
    const [x, y] = camera.toScreen(this.at);
    const [right, below] = [Math.max(x - camera.width + EDGE, 0), Math.max(y - camera.height + EDGE, 0)];
    const [left, above] = [Math.max(EDGE - x, 0), Math.max(EDGE - y, 0)];
    camera.pan(left - right, above - below);
    this.#stage.cameraMoved();
  }

  /** Moves the map instead. @param {KeyboardEvent} event */
  pan(event) {
    const [right, up] = Cross.pixels(event);
    this.#stage.camera.pan(-Math.sign(right) * BIG_STEP, Math.sign(up) * BIG_STEP);
    this.#stage.cameraMoved();
  }
}
