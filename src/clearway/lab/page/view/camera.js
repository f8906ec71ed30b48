// The camera: which part of the plane the canvas shows. World units to CSS pixels and back.
// A world has y upwards; a grid, like a picture, has row 0 at the top (`down`).

/** @typedef {readonly [number, number]} Point */
/** @typedef {readonly [number, number, number, number]} Box  least x, least y, greatest x, greatest y */

const LEAST_ZOOM = 1e-3; // of the scale that shows the whole world
const GREATEST_ZOOM = 1e7;

export class Camera {
  width = 1; // of the canvas, in CSS pixels
  height = 1;
  scale = 1; // pixels per unit
  x = 0; // the world's point in the middle of the canvas
  y = 0;
  down = false;
  /** @type {Box} */
  home = [0, 0, 1, 1]; // what `fit` shows, and the measure of the zoom's limits

  /** A copy, for a picture that is drawn while the camera moves on. */
  copy() {
    return Object.assign(new Camera(), this);
  }

  /** @param {Camera} other */
  equals(other) {
    return (
      this.scale === other.scale &&
      this.x === other.x &&
      this.y === other.y &&
      this.down === other.down &&
      this.width === other.width &&
      this.height === other.height
    );
  }

  /** Pixels per unit of y: negative where y points upwards. */
  get scaleY() {
    return this.down ? this.scale : -this.scale;
  }

  /** @param {Point} p @returns {[number, number]} */
  toScreen(p) {
    return [(p[0] - this.x) * this.scale + this.width / 2, (p[1] - this.y) * this.scaleY + this.height / 2];
  }

  /** @param {Point} p @returns {[number, number]} */
  toWorld(p) {
    return [(p[0] - this.width / 2) / this.scale + this.x, (p[1] - this.height / 2) / this.scaleY + this.y];
  }

  /** The part of the world on the canvas, grown by `margin` of its size on each side.
   * @param {number} [margin] @returns {Box} */
  visible(margin = 0) {
    const halfWidth = (this.width / 2 / this.scale) * (1 + 2 * margin);
    const halfHeight = (this.height / 2 / this.scale) * (1 + 2 * margin);
    return [this.x - halfWidth, this.y - halfHeight, this.x + halfWidth, this.y + halfHeight];
  }

  /** Shows a box, with a border of `border` pixels.
   * @param {Box} box @param {{left: number, top: number, right: number, bottom: number}} border */
  fit(box, border) {
    this.home = box;
    const width = Math.max(box[2] - box[0], Number.MIN_VALUE);
    const height = Math.max(box[3] - box[1], Number.MIN_VALUE);
    const roomX = Math.max(this.width - border.left - border.right, 40);
    const roomY = Math.max(this.height - border.top - border.bottom, 40);
    this.scale = Math.min(roomX / width, roomY / height);
    this.x = (box[0] + box[2]) / 2 - (border.left - border.right) / 2 / this.scale;
    this.y = (box[1] + box[3]) / 2 - (border.top - border.bottom) / 2 / this.scaleY;
  }

  /** Moves what is shown by pixels. @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.x -= dx / this.scale;
    this.y -= dy / this.scaleY;
  }

  /** Zooms by a factor; the point of the world at pixel `at` stays there.
   * @param {number} factor @param {Point} at */
  zoom(factor, at) {
    const span = Math.max(this.home[2] - this.home[0], this.home[3] - this.home[1]);
    const whole = Math.max(Math.min(this.width, this.height), 1) / span;
    const before = this.toWorld(at);
    this.scale = Math.min(Math.max(this.scale * factor, whole * LEAST_ZOOM), whole * GREATEST_ZOOM);
    const after = this.toWorld(at);
    this.x += before[0] - after[0];
    this.y += before[1] - after[1];
  }

  /** Sets a context's transform to world units. `dx`, `dy` shift the result by CSS pixels.
   * @param {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D} context
   * @param {number} ratio device pixels per CSS pixel */
  apply(context, ratio, dx = 0, dy = 0) {
    const s = this.scale * ratio;
    const t = this.scaleY * ratio;
    context.setTransform(
      s,
      0,
      0,
      t,
      (this.width / 2 + dx) * ratio - this.x * s,
      (this.height / 2 + dy) * ratio - this.y * t,
    );
  }
}
