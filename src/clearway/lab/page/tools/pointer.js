// The pointer on the canvas: mouse, pen and touch. One finger or button works the tool, two fingers or
// the wheel move and zoom the map.

/** @typedef {import("./tool.js").Tool} Tool */
/** @typedef {import("./tool.js").Drag} Drag */
/** @typedef {import("./tool.js").Press} Press */
/** @typedef {import("../types.js").Point} Point */

const NEAR = 9; // pixels that count as at, for a mouse
const NEAR_TOUCH = 22;
const MOVED = 4; // pixels after which a press is a drag

export class PointerInput {
  /** @type {Map<number, Point>} */
  #down = new Map();
  /** @type {Drag | null} */
  #drag = null;
  #panning = false;
  #moved = false;
  /** @type {Point} */
  #pressed = [0, 0];
  /** The last position over the canvas, in the world. @type {Point | null} */
  at = null;
  /** Called when `at` has changed. @type {() => void} */
  hovered = () => {};

  /** @param {HTMLCanvasElement} canvas @param {import("../view/stage.js").Stage} stage
   * @param {() => Tool} tool @param {() => void} clickedGround */
  constructor(canvas, stage, tool, clickedGround) {
    this.canvas = canvas;
    this.stage = stage;
    this.tool = tool;
    this.clickedGround = clickedGround;
    canvas.addEventListener("pointerdown", (event) => this.#press(event));
    canvas.addEventListener("pointermove", (event) => this.#move(event));
    // Browsers hold movements back until the next frame. A drag asks the server at once, where they can be
    // had earlier, so that the answer is there a frame sooner; the event of the frame then finds nothing new.
    canvas.addEventListener("pointerrawupdate", (event) => {
      if (this.#drag) this.#move(/** @type {PointerEvent} */ (event));
    });
    canvas.addEventListener("pointerup", (event) => this.#release(event, true));
    canvas.addEventListener("pointercancel", (event) => this.#release(event, false));
    canvas.addEventListener("pointerleave", () => {
      this.at = null;
      this.hovered();
    });
    canvas.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  /** Whether a press is under way. */
  get busy() {
    return this.#down.size > 0;
  }

  /** @param {PointerEvent | WheelEvent} event @returns {[number, number]} */
  #screen(event) {
    const box = this.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  /** @param {PointerEvent} event @returns {Press} */
  #describe(event) {
    return {
      point: this.stage.camera.toWorld(this.#screen(event)),
      tolerance: this.stage.units(event.pointerType === "touch" ? NEAR_TOUCH : NEAR),
      shift: event.shiftKey,
      alt: event.altKey,
      keyboard: false,
    };
  }

  /** @param {PointerEvent} event */
  #press(event) {
    this.canvas.focus({ preventScroll: true });
    this.canvas.setPointerCapture(event.pointerId);
    this.#down.set(event.pointerId, this.#screen(event));
    if (this.#down.size === 2) {
      this.#drag?.cancel?.();
      this.#drag = null;
      this.#panning = true;
      return;
    }
    this.#moved = false;
    this.#pressed = this.#screen(event);
    if (event.button === 2 && this.tool().finish?.()) return;
    this.#drag = event.button === 0 ? this.tool().press(this.#describe(event)) : null;
    this.#panning = this.#drag === null;
    this.#look(event);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const now = this.#screen(event);
    const before = this.#down.get(event.pointerId);
    if (this.#drag && before && before[0] === now[0] && before[1] === now[1]) return;
    this.at = this.stage.camera.toWorld(now);
    this.hovered();
    if (!before) {
      this.tool().hover?.(this.#describe(event));
      this.#look(event);
      return;
    }
    if (Math.hypot(now[0] - this.#pressed[0], now[1] - this.#pressed[1]) > MOVED) this.#moved = true;
    if (this.#down.size === 2) this.#pinch(event.pointerId, before, now);
    else if (this.#panning && this.#moved) {
      this.stage.camera.pan(now[0] - before[0], now[1] - before[1]);
      this.stage.cameraMoved();
    } else if (this.#drag && this.#moved) this.#drag.move(this.#describe(event));
    this.#down.set(event.pointerId, now);
    this.#look(event);
  }

  /** @param {number} id @param {Point} before @param {Point} now */
  #pinch(id, before, now) {
    const other = [...this.#down].find(([key]) => key !== id)?.[1];
    if (!other) return;
    const { camera } = this.stage;
    const was = Math.hypot(before[0] - other[0], before[1] - other[1]);
    const is = Math.hypot(now[0] - other[0], now[1] - other[1]);
    camera.pan((now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
    if (was > 0 && is > 0) camera.zoom(is / was, [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2]);
    this.stage.cameraMoved();
  }

  /** @param {PointerEvent} event @param {boolean} completed */
  #release(event, completed) {
    this.#down.delete(event.pointerId);
    if (this.#drag && completed) this.#drag.end(this.#describe(event), this.#moved);
    else this.#drag?.cancel?.();
    if (completed && this.#panning && !this.#moved && event.button === 0) this.clickedGround();
    this.#drag = null;
    if (this.#down.size === 0) this.#panning = false;
    this.#look(event);
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 16 : 1;
    const strength = event.ctrlKey ? 0.01 : 0.0018;
    this.stage.camera.zoom(Math.exp(-event.deltaY * lines * strength), this.#screen(event));
    this.stage.cameraMoved();
  }

  /** @param {PointerEvent} event */
  #look(event) {
    const look = this.#panning && this.busy ? "grabbing" : this.tool().cursor?.(this.#describe(event));
    this.canvas.dataset.cursor = look ?? "";
  }
}
