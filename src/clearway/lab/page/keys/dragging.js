// A drag without a pointer: one key presses at the cross, arrows move what is held, another key lets go.

/** @typedef {import("../tools/tool.js").Drag} Drag */
/** @typedef {import("../types.js").Point} Point */

export class KeyDrag {
  /** @type {Drag | null} */
  #drag = null;
  /** @type {Point} */
  #from = [0, 0];
  #cross;

  /** @param {import("./cross.js").Cross} cross */
  constructor(cross) {
    this.#cross = cross;
  }

  /** Whether something is held. */
  get held() {
    return this.#drag !== null;
  }

  /** Presses at the cross. @param {import("../tools/tool.js").Tool} tool @param {boolean} shift
   * @returns {boolean} whether there is something to drag */
  begin(tool, shift) {
    const press = this.#cross.press(shift);
    this.#from = press.point;
    this.#cross.at = press.point;
    this.#drag = tool.press(press);
    return this.held;
  }

  /** Follows the cross. */
  move() {
    this.#drag?.move(this.#cross.press(false));
  }

  /** Lets go. */
  end() {
    const [x, y] = this.#cross.point;
    const drag = this.#drag;
    this.#drag = null;
    drag?.end(this.#cross.press(false), x !== this.#from[0] || y !== this.#from[1]);
  }

  /** Gives up. */
  cancel() {
    const drag = this.#drag;
    this.#drag = null;
    drag?.cancel?.();
  }
}
