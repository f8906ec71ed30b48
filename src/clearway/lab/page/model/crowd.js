// Agents: discs with goals. While the crowd walks, the server moves them and the page shows where they are.

import { Dropped } from "../net/connection.js";

/** @typedef {import("./lab.js").Lab} Lab */
/** @typedef {import("../types.js").Point} Point */
/** @typedef {{position: Point, goal: Point, radius: number, speed: number}} Agent */

const STEP = 0.05; // seconds of the simulation

export class Crowd {
  #lab;
  /** As placed. @type {Agent[]} */
  agents = [];
  /** As they walk: x, y in turn; null before the first step. @type {Float64Array | null} */
  positions = null;
  arrived = new Uint8Array(0);
  /** Those without a path to their goal. */
  lost = new Uint8Array(0);
  time = 0;
  walking = false;
  #started = false;
  /** Called when something here has changed. @type {() => void} */
  changed = () => {};

  /** @param {Lab} lab */
  constructor(lab) {
    this.#lab = lab;
  }

  get available() {
    return this.#lab.state.summary?.kind === "world";
  }

  /** @param {Agent} agent */
  async add(agent) {
    if (!(agent.radius >= 0 && agent.speed >= 0))
      throw new Error("An agent needs a radius and a speed: numbers from 0 on.");
    this.agents.push(agent);
    if (this.#started) await this.#lab.ask("crowd_add", { agents: [agent] }, { lane: "crowd" });
    this.changed();
  }

  /** Agents in random free places, all with one goal.
   * @param {number} count @param {number} least @param {number} most radii @param {number} speed */
  async scatter(count, least, most, speed) {
    const goal = this.#lab.state.goal;
    if (!goal) return;
    const seed = Math.floor(Math.random() * 1e9);
    const { value } = await this.#lab.ask("random_point", { radius: most, count, seed });
    const points = value instanceof Float64Array ? value : Float64Array.from(value.flat());
    for (let i = 0; i < count; i++) {
      const radius = least + ((most - least) * i) / Math.max(count - 1, 1);
      await this.add({ position: [points[2 * i], points[2 * i + 1]], goal, radius, speed });
    }
  }

  async play() {
    if (this.walking || this.agents.length === 0) return;
    if (!this.#started) {
      await this.#lab.ask("crowd", { agents: this.agents }, { lane: "crowd" });
      this.#started = true;
    }
    this.walking = true;
    this.changed();
    void this.#walk();
  }

  pause() {
    this.walking = false;
    this.changed();
  }

  /** Puts the agents back to where they were placed. */
  async rewind() {
    this.pause();
    this.#started = false;
    this.positions = null;
    this.arrived = new Uint8Array(0);
    this.lost = new Uint8Array(0);
    this.time = 0;
    this.changed();
  }

  async clear() {
    await this.rewind();
    this.agents = [];
    this.changed();
    if (this.available) await this.#lab.ask("crowd", { agents: [] }, { lane: "crowd" });
  }

  async #walk() {
    let last = performance.now();
    while (this.walking) {
      const now = performance.now();
      const steps = Math.min(Math.max(Math.round((now - last) / 1000 / STEP), 0), 8);
      if (steps > 0) {
        last += steps * STEP * 1000;
        if (now - last > 500) last = now; // the server is slower than the clock: time stretches
        try {
          const moved = await this.#lab.ask("crowd_step", { dt: STEP, steps }, { lane: "crowd" });
          if (!this.#started) return;
          this.positions = moved.positions;
          this.arrived = moved.arrived;
          this.lost = moved.no_way;
          this.time = moved.time;
          if (this.arrived.every((is) => is === 1)) this.walking = false;
        } catch (error) {
          const wanted = this.walking; // not since another world was opened
          this.walking = false;
          if (wanted && !(error instanceof Dropped)) this.#lab.report(/** @type {Error} */ (error));
        }
        this.changed();
      }
      await new Promise(requestAnimationFrame);
    }
  }
}
