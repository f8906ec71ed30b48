// A search that is played step by step: its expansions, the improvements of an anytime planner, or the
// legs of a journey.

import { Dropped } from "../net/connection.js";

/** @typedef {import("./lab.js").Lab} Lab */
/** @typedef {import("../types.js").Answer} Answer */
/** @typedef {"expansions" | "improve" | "journey"} Mode */

/** @typedef {object} Recording
 * @property {Mode} mode
 * @property {"triangles" | "cells" | "corners" | "nodes" | "paths"} on
 * @property {number} length steps
 * @property {Int32Array | Float64Array} places expansions in order: ids of triangles, x and y of cells, or
 *   ax, ay, bx, by of the lines from predecessors to corners or nodes
 * @property {Answer[]} answers improvements or legs; of expansions the one answer
 * @property {Float64Array} subgoals of a journey */

const SECONDS = 6; // a search takes this long to play at speed 1, or less if it has few steps

export class Playback {
  #lab;
  /** @type {Recording | null} */
  recording = null;
  step = 0; // how many steps are shown
  playing = false;
  speed = 1;
  #exact = 0; // `step` with its fraction
  #last = 0;
  #turn = 0; // counts searches asked for and given up
  /** Called when something here has changed. @type {() => void} */
  changed = () => {};

  /** @param {Lab} lab */
  constructor(lab) {
    this.#lab = lab;
  }

  /** Records the search of the chosen planner and begins to play it. @param {Mode} mode */
  async start(mode) {
    const { start, goal, radius, planner } = this.#lab.state;
    const turn = ++this.#turn;
    try {
      const request = { start, goal, radius, planner, mode };
      const message = await this.#lab.ask("search", request, { lane: "play" });
      if (turn !== this.#turn) return; // of ends or a world that are no longer shown
      this.#lab.layers.playsTriangles = message.on === "triangles";
      this.#lab.layers.requestMesh();
      this.recording = recorded(message);
    } catch (error) {
      if (turn !== this.#turn) return;
      this.stop();
      if (!(error instanceof Dropped)) throw error;
      return;
    }
    this.seek(0);
    this.play();
  }

  play() {
    if (!this.recording) return;
    if (this.step >= this.recording.length) this.seek(0);
    this.playing = true;
    this.#last = performance.now();
    this.changed();
  }

  pause() {
    this.playing = false;
    this.changed();
  }

  /** @param {number} step */
  seek(step) {
    this.step = Math.max(0, Math.min(Math.round(step), this.recording?.length ?? 0));
    this.#exact = this.step;
    this.changed();
  }

  stop() {
    this.#turn += 1;
    if (!this.recording) return;
    this.recording = null;
    this.playing = false;
    this.step = 0;
    this.#lab.layers.playsTriangles = false;
    this.changed();
  }

  /** Moves on to the time of a frame. @param {number} now */
  advance(now) {
    if (!this.playing || !this.recording) return;
    const { length, mode } = this.recording;
    const rate = mode === "expansions" ? Math.max(length / SECONDS, 12) : 1.5;
    this.#exact += ((now - this.#last) / 1000) * rate * this.speed;
    this.#last = now;
    this.step = Math.min(Math.floor(this.#exact), length);
    if (this.step === length) this.playing = false;
    this.changed();
  }
}

/** @param {any} message the answer of `search` @returns {Recording} */
function recorded(message) {
  const none = new Float64Array(0);
  if (message.mode === "improve")
    return {
      mode: "improve",
      on: "paths",
      length: message.steps.length,
      places: none,
      answers: message.steps,
      subgoals: none,
    };
  if (message.mode === "journey")
    return {
      mode: "journey",
      on: "paths",
      length: message.legs.length,
      places: none,
      answers: message.legs,
      subgoals: message.subgoals,
    };
  const places = message.ids ?? message.cells ?? message.lines;
  return {
    mode: "expansions",
    on: message.on,
    length: message.count,
    places,
    answers: [message.answer],
    subgoals: none,
  };
}
