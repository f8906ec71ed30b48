// Work that follows a state which changes faster than the work is done: at most one run at a time,
// and after it one more if the state has changed meanwhile. The last state is always worked on.

import { Dropped } from "../net/connection.js";

export class Live {
  #work;
  #failed;
  #running = false;
  #again = false;

  /** @param {() => Promise<void>} work @param {(error: Error) => void} failed */
  constructor(work, failed) {
    this.#work = work;
    this.#failed = failed;
  }

  /** Whether a run is under way or due. */
  get busy() {
    return this.#running;
  }

  request() {
    this.#again = true;
    if (!this.#running) void this.#run();
  }

  async #run() {
    this.#running = true;
    while (this.#again) {
      this.#again = false;
      try {
        await this.#work();
      } catch (error) {
        if (!(error instanceof Dropped)) this.#failed(/** @type {Error} */ (error));
      }
    }
    this.#running = false;
  }
}
