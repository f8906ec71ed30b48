// The stage: the canvas with its camera and the loop of frames. The scene is a kept picture; what moves
// (paths, ends, a dragged item, a search that is played) is drawn over it in every frame.

import { NARROW } from "../dom.js";
import { Camera } from "./camera.js";
import { drawAgents } from "./draw/agents.js";
import { drawGrid } from "./draw/grid.js";
import { drawBounds, drawGround, drawItems, drawKind } from "./draw/items.js";
import { ABOVE, BELOW } from "./draw/layers.js";
import { drawEnd, drawNarrowest, drawPath, drawSwept } from "./draw/paths.js";
import { drawPlayback } from "./draw/playback.js";
import { drawHandles } from "./draw/selection.js";
import { readPalette } from "./palette.js";
import { Picture } from "./picture.js";

/** @typedef {import("../model/lab.js").Lab} Lab */
/** @typedef {import("../types.js").Point} Point */

const BORDER = { left: 72, top: 56, right: 72, bottom: 56 }; // beside the tools and the zoom
const NARROW_BORDER = { left: 16, top: 100, right: 16, bottom: 56 };

export class Stage {
  camera = new Camera();
  palette = readPalette();
  frames = 0;
  /** Draws what the tool in use shows. @type {(view: import("./draw/view.js").View) => void} */
  drawTool = () => {};
  /** Called when the camera has changed. @type {() => void} */
  moved = () => {};
  #lab;
  #canvas;
  #context;
  #picture;
  #version = 0;
  #asked = false;
  #ratio = 1;

  /** @param {Lab} lab @param {HTMLCanvasElement} canvas */
  constructor(lab, canvas) {
    this.#lab = lab;
    this.#canvas = canvas;
    this.#context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { alpha: false }));
    this.#picture = new Picture((context, camera, ratio) => this.#drawScene(context, camera, ratio));
    new ResizeObserver(() => this.#resize()).observe(canvas);
    lab.store.watch(["meshVersion", "layersVersion", "layers", "lifted"], () => this.redraw());
    // What is dragged is not in the picture, which stays as it is meanwhile.
    lab.store.watch(["sceneVersion"], ({ lifted }) => (lifted === null ? this.redraw() : this.invalidate()));
    lab.store.watch(["summary"], () => this.#follow());
    lab.store.watch(["answer", "others", "start", "goal", "radius", "selection", "tool", "planner"], () =>
      this.invalidate(),
    );
  }

  /** Asks for a frame: something over the picture has changed. */
  invalidate() {
    if (this.#asked) return;
    this.#asked = true;
    requestAnimationFrame((now) => this.#frame(now));
  }

  /** Asks for a new picture of the scene. */
  redraw() {
    this.#version += 1;
    this.invalidate();
  }

  /** Reads the colours again. */
  recolour() {
    this.palette = readPalette();
    this.redraw();
  }

  /** Shows the whole world. */
  fit() {
    const bounds = this.#lab.state.summary?.bounds;
    if (!bounds) return;
    this.camera.fit(bounds, matchMedia(NARROW).matches ? NARROW_BORDER : BORDER);
    this.cameraMoved();
  }

  /** Shows the part of the plane that a camera has shown. @param {{x: number, y: number, scale: number}} camera */
  look({ x, y, scale }) {
    Object.assign(this.camera, { x, y, scale });
    this.cameraMoved();
  }

  /** To be called after every change of the camera. */
  cameraMoved() {
    const { scale, x, y, down, width, height } = this.camera;
    this.#canvas.dataset.view = JSON.stringify({ scale, x, y, down, width, height });
    this.moved();
    this.invalidate();
  }

  /** A length in pixels as a length in the world. @param {number} pixels */
  units(pixels) {
    return pixels / this.camera.scale;
  }

  #fitted = false;

  #follow() {
    const { summary } = this.#lab.state;
    if (!summary) return;
    this.camera.down = summary.y_down;
    if (this.#lab.fresh || !this.#fitted) this.fit();
    this.#fitted = true;
    this.#canvas.dataset.version = String(summary.version);
  }

  #resize() {
    const { clientWidth, clientHeight } = this.#canvas;
    this.#ratio = Math.min(window.devicePixelRatio || 1, 2);
    this.#canvas.width = Math.max(Math.round(clientWidth * this.#ratio), 1);
    this.#canvas.height = Math.max(Math.round(clientHeight * this.#ratio), 1);
    const first = this.camera.width === 1;
    this.camera.width = Math.max(clientWidth, 1);
    this.camera.height = Math.max(clientHeight, 1);
    if (first) this.fit();
    this.cameraMoved();
  }

  /** @param {OffscreenCanvasRenderingContext2D} context @param {Camera} camera @param {number} ratio */
  *#drawScene(context, camera, ratio) {
    const { scene, mesh, grid, layers, state } = this.#lab;
    const view = { context, camera, palette: this.palette };
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (state.summary?.kind === "grid") yield* drawGrid(view, grid);
    else drawGround(view, scene.bounds);
    const shown = (/** @type {string} */ name) => state.layers.has(name) && layers.applies(name);
    for (const [name, draw] of Object.entries(BELOW))
      if (shown(name) && layers.data.has(name)) yield* draw(view, layers.data.get(name), mesh, grid);
    yield* drawItems(view, scene.items.values(), state.lifted);
    if (state.summary?.kind === "world") drawBounds(view, scene.bounds);
    for (const [name, draw] of Object.entries(ABOVE)) {
      const local = name === "triangulation" || name === "constraints";
      if (shown(name) && (local || layers.data.has(name)))
        yield* draw(view, layers.data.get(name), mesh, grid);
    }
  }

  /** @param {number} now */
  #frame(now) {
    this.#asked = false;
    this.frames += 1;
    const { playback, state, edits, crowd, scene } = this.#lab;
    playback.advance(now);
    const context = this.#context;
    const view = { context, camera: this.camera, palette: this.palette };
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = this.palette.canvas;
    context.fillRect(0, 0, this.#canvas.width, this.#canvas.height);
    const current = this.#picture.show(context, this.camera, this.#ratio, this.#version);
    context.setTransform(this.#ratio, 0, 0, this.#ratio, 0, 0);
    if (edits.dragged) drawKind(view, edits.dragged.kind, [edits.dragged]);
    const played = playback.recording;
    if (played) drawPlayback(view, playback, this.#lab.mesh, this.#lab.grid);
    const finished = !played || (played.mode === "expansions" && playback.step === played.length);
    if (finished) this.#drawPaths(view);
    const item = state.selection && scene.items.get(state.selection.handle);
    if (item) drawHandles(view, edits.dragged ?? item, state.selection);
    this.#drawEnds(view);
    drawAgents(view, crowd);
    this.drawTool(view);
    if (!current || playback.playing || crowd.walking) this.invalidate();
    this.#canvas.dataset.drawn = current ? String(this.#version) : "";
  }

  /** @param {import("./draw/view.js").View} view */
  #drawPaths(view) {
    const { answer, others, layers } = this.#lab.state;
    if (answer && layers.has("swept")) drawSwept(view, answer);
    others.forEach((other, i) => drawPath(view, other, false, (i + 1) * 1.5));
    if (!answer) return;
    drawPath(view, answer, true);
    if (layers.has("narrowest")) drawNarrowest(view, answer);
  }

  /** @param {import("./draw/view.js").View} view */
  #drawEnds(view) {
    const { start, goal, radius, answer } = this.#lab.state;
    if (goal) drawEnd(view, goal, "goal", radius, answer?.status === "GOAL_BLOCKED");
    if (start) drawEnd(view, start, "start", radius, answer?.status === "START_BLOCKED");
  }
}
