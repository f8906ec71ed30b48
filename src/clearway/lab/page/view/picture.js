// A picture of the scene that is kept between frames. Drawing a large mesh takes longer than a frame,
// so a picture is drawn by a generator, a few milliseconds in each frame; meanwhile the last complete
// picture is shown, moved and scaled to where the camera is now.

import { Camera } from "./camera.js";

/** @typedef {OffscreenCanvasRenderingContext2D} Context */
/** @typedef {(context: Context, camera: Camera, ratio: number) => Generator<void, void, void>} Draw
 * Draws in pixels of the camera's canvas; yields often, after at most a millisecond or two. */

const MARGIN = 0.25; // of the canvas, drawn beyond each of its sides, so that a pan shows no gap
const RESERVE = 0.1; // of the canvas: with less margin left, the next picture is begun
const BUDGET = 7; // milliseconds of a frame for drawing; the rest composes the frame
const QUIET = 80; // milliseconds without a movement after which a costly picture is drawn again
const ZOOM = 1.6; // factor by which a costly picture is scaled at most before it is drawn again
const LARGEST = 4096; // pixels of a side

class Sheet {
  canvas = new OffscreenCanvas(1, 1);
  context = /** @type {Context} */ (this.canvas.getContext("2d"));
  camera = new Camera(); // the canvas with its margins
  version = -1;
}

export class Picture {
  #front = new Sheet();
  #back = new Sheet();
  /** @type {Generator<void, void, void> | null} */
  #drawing = null;
  #ratio = 1;
  #frontRatio = 1;
  #draw;
  #cost = 0; // milliseconds that the last picture took
  #spent = 0; // of the picture that is being drawn
  #seen = new Camera(); // at the last frame
  #moved = -Infinity; // when the camera last changed

  /** @param {Draw} draw */
  constructor(draw) {
    this.#draw = draw;
  }

  /** Goes on drawing for this frame, and shows the last complete picture on `target`.
   * @param {CanvasRenderingContext2D} target @param {Camera} camera @param {number} ratio
   * @param {number} version of the scene: a picture of another version is drawn again
   * @returns {boolean} whether the picture shown is that of this version, and sharp */
  show(target, camera, ratio, version) {
    const begin = performance.now();
    if (!this.#seen.equals(camera)) {
      this.#seen = camera.copy();
      this.#moved = begin;
    }
    if (!this.#drawing && this.#isDue(camera, version, ratio, begin)) this.#start(camera, ratio, version);
    while (this.#drawing && performance.now() < begin + BUDGET) {
      if (!this.#drawing.next().done) {
        // Flushes what was recorded, so that its time counts in this frame.
        this.#back.context.getImageData(0, 0, 1, 1);
        continue;
      }
      [this.#front, this.#back] = [this.#back, this.#front];
      this.#frontRatio = this.#ratio;
      this.#drawing = null;
      this.#cost = this.#spent + performance.now() - begin;
    }
    this.#spent += performance.now() - begin;
    this.#blit(target, camera, ratio);
    return !this.#drawing && this.#shows(camera, version, ratio) && this.#front.camera.scale === camera.scale;
  }

  /** Whether the front shows this version in the whole canvas, and beyond it by `reserve` of its size.
   * @param {Camera} camera @param {number} version @param {number} ratio @param {number} [reserve] */
  #shows(camera, version, ratio, reserve = 0) {
    const { camera: c, version: drawn } = this.#front;
    if (drawn !== version || this.#frontRatio !== ratio || c.down !== camera.down) return false;
    const needed = (0.5 + reserve) * (c.scale / camera.scale);
    return (
      Math.abs(c.x - camera.x) * c.scale + needed * camera.width <= c.width / 2 &&
      Math.abs(c.y - camera.y) * c.scale + needed * camera.height <= c.height / 2
    );
  }

  /** Whether another picture should be begun. One that takes less than a frame is drawn in every frame;
   * a costly one when the camera rests, or when the last one would show gaps or coarse pixels.
   * @param {Camera} camera @param {number} version @param {number} ratio @param {number} now */
  #isDue(camera, version, ratio, now) {
    const c = this.#front.camera;
    const factor = camera.scale / c.scale;
    const same = factor === 1 && c.x === camera.x && c.y === camera.y;
    if (same && this.#shows(camera, version, ratio)) return false;
    if (this.#cost < BUDGET || this.#front.version !== version) return true;
    if (!this.#shows(camera, version, ratio, RESERVE)) return true;
    if (factor !== 1 && now - this.#moved > QUIET) return true;
    return factor > ZOOM || factor < 1 / ZOOM;
  }

  /** @param {Camera} camera @param {number} ratio @param {number} version */
  #start(camera, ratio, version) {
    const sheet = this.#back;
    sheet.camera = camera.copy();
    sheet.camera.width = Math.ceil(camera.width * (1 + 2 * MARGIN));
    sheet.camera.height = Math.ceil(camera.height * (1 + 2 * MARGIN));
    sheet.version = version;
    const longest = Math.max(sheet.camera.width, sheet.camera.height);
    const used = Math.min(ratio, LARGEST / longest);
    const width = Math.max(Math.round(sheet.camera.width * used), 1);
    const height = Math.max(Math.round(sheet.camera.height * used), 1);
    if (sheet.canvas.width !== width || sheet.canvas.height !== height) {
      sheet.canvas = new OffscreenCanvas(width, height);
      sheet.context = /** @type {Context} */ (sheet.canvas.getContext("2d", { willReadFrequently: true }));
    }
    sheet.context.setTransform(1, 0, 0, 1, 0, 0);
    sheet.context.clearRect(0, 0, width, height);
    this.#ratio = ratio;
    this.#spent = 0;
    this.#drawing = this.#draw(sheet.context, sheet.camera, used);
  }

  /** @param {CanvasRenderingContext2D} target @param {Camera} camera @param {number} ratio */
  #blit(target, camera, ratio) {
    const sheet = this.#front;
    if (sheet.version < 0) return;
    const corner = sheet.camera.toWorld([0, 0]);
    const [x, y] = camera.toScreen(corner);
    const factor = camera.scale / sheet.camera.scale;
    target.setTransform(1, 0, 0, 1, 0, 0);
    target.imageSmoothingEnabled = false; // scaled only while the camera moves: fast beats smooth
    target.drawImage(
      sheet.canvas,
      Math.round(x * ratio),
      Math.round(y * ratio),
      sheet.camera.width * factor * ratio,
      sheet.camera.height * factor * ratio,
    );
  }
}
