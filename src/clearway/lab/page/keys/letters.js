// Single keys, which need no modifier and work outside of the map too.

import { byId, say } from "../dom.js";
import { walkOrPause } from "../panels/agents.js";
import { choose, usableTools } from "../panels/toolbar.js";

const ZOOM = 1.3;
const RADII = 50; // steps from the least to the greatest radius

export class Letters {
  #lab;
  #stage;
  #tools;
  #cross;
  /** @type {Record<string, () => void>} by key, letters in lower case */
  #actions;

  /** @param {import("../model/lab.js").Lab} lab @param {import("../view/stage.js").Stage} stage
   * @param {Record<string, import("../tools/tool.js").Tool>} tools @param {import("./cross.js").Cross} cross
   * @param {import("./selection.js").SelectionKeys} selection */
  constructor(lab, stage, tools, cross, selection) {
    this.#lab = lab;
    this.#stage = stage;
    this.#tools = tools;
    this.#cross = cross;
    this.#actions = {
      a: () => this.#setEnd("start"),
      b: () => this.#setEnd("goal"),
      n: () => selection.selectNext(1),
      p: () => selection.selectNext(-1),
      v: () => selection.selectVertex(),
      i: () => selection.insert(),
      t: () => selection.toggle(),
      delete: () => selection.delete(),
      backspace: () => selection.delete(),
      w: () => walkOrPause(lab),
      o: () => byId("open-file").click(),
      "?": () => byId("help").click(),
      "[": () => this.#changeRadius(-1),
      "]": () => this.#changeRadius(1),
      ",": () => this.#playStep(-1),
      ".": () => this.#playStep(1),
      "+": () => this.#zoom(ZOOM),
      "=": () => this.#zoom(ZOOM),
      "-": () => this.#zoom(1 / ZOOM),
      0: () => stage.fit(),
    };
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether it was used */
  typed({ key }) {
    const tool = /^[1-9]$/.test(key) && usableTools(this.#lab, this.#tools)[Number(key) - 1];
    if (tool) choose(this.#lab, this.#tools, tool);
    const act = this.#actions[key.toLowerCase()];
    act?.();
    return Boolean(tool || act);
  }

  /** @param {"start" | "goal"} which */
  #setEnd(which) {
    this.#lab.store.set({ [which]: this.#cross.point });
    say(`${which} ${this.#cross.text}`);
  }

  /** @param {number} steps */
  #changeRadius(steps) {
    const { radius, greatestRadius } = this.#lab.state;
    const wanted = radius + (steps * greatestRadius) / RADII;
    this.#lab.store.set({ radius: Math.min(Math.max(wanted, 0), greatestRadius) });
  }

  /** @param {number} steps */
  #playStep(steps) {
    const { playback } = this.#lab;
    playback.pause();
    playback.seek(playback.step + steps);
  }

  /** @param {number} factor */
  #zoom(factor) {
    const { camera } = this.#stage;
    const { at } = this.#cross;
    camera.zoom(factor, at ? camera.toScreen(at) : [camera.width / 2, camera.height / 2]);
    this.#stage.cameraMoved();
  }
}
