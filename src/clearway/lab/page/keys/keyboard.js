// Everything by keys: a cross on the map stands for the pointer.

import { byId, shown } from "../dom.js";
import { playOrPause } from "../panels/playback.js";
import { save } from "../panels/files.js";
import { choose, usableTools } from "../panels/toolbar.js";
import { SelectionKeys } from "./selection.js";

/** @typedef {import("../types.js").Point} Point */
/** @typedef {import("../tools/tool.js").Press} Press */

const STEP = 10; // pixels
const BIG_STEP = 50;

export class Keyboard {
  /** The cross, in the world; null while the mouse is in use. @type {Point | null} */
  cross = null;
  #lab;
  #stage;
  #tools;
  #pointer;
  #selection;

  /** @param {import("../model/lab.js").Lab} lab @param {import("../view/stage.js").Stage} stage
   * @param {Record<string, import("../tools/tool.js").Tool>} tools
   * @param {import("../tools/pointer.js").PointerInput} pointer */
  constructor(lab, stage, tools, pointer) {
    this.#lab = lab;
    this.#stage = stage;
    this.#tools = tools;
    this.#pointer = pointer;
    this.#selection = new SelectionKeys(lab, (text) => this.say(text));
    pointer.canvas.addEventListener("pointerdown", () => (this.cross = null));
    window.addEventListener("pointerdown", () => (document.documentElement.dataset.input = "pointer"), true);
    window.addEventListener("keydown", (event) => {
      if (event.key === "Tab" || event.key.startsWith("Arrow"))
        document.documentElement.dataset.input = "keys";
      if (this.#typed(event)) event.preventDefault();
    });
  }

  /** Says something to a screen reader. @param {string} text */
  say(text) {
    byId("spoken").textContent = text;
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether it was used */
  #typed(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const command = event.ctrlKey || event.metaKey;
    const key = event.key;
    const typing = target.closest("input[type=text], input[type=number], textarea") !== null;
    if (command && typing && key.toLowerCase() !== "s") return false;
    if (command && key.toLowerCase() === "z") return this.#step(event.shiftKey ? "redo" : "undo");
    if (command && key.toLowerCase() === "y") return this.#step("redo");
    if (command && key.toLowerCase() === "s") {
      void this.#lab.attempt(save(this.#lab));
      return true;
    }
    if (target.closest("input, select, textarea, dialog")) return false;
    const onMap = target === this.#pointer.canvas || target === document.body;
    if (key.startsWith("Arrow") && onMap) return this.#arrow(event);
    if (command || event.altKey) return false;
    if (onMap && (key === "Enter" || key === " ")) return key === " " ? this.#play() : this.#enter();
    return this.#letter(key);
  }

  /** @param {KeyboardEvent} event */
  #arrow(event) {
    const pixels = event.ctrlKey ? 1 : event.shiftKey ? BIG_STEP : STEP;
    const { camera } = this.#stage;
    const sideways = Number(event.key === "ArrowRight") - Number(event.key === "ArrowLeft");
    const upwards = Number(event.key === "ArrowUp") - Number(event.key === "ArrowDown");
    const dx = (sideways * pixels) / camera.scale;
    const dy = ((camera.down ? -upwards : upwards) * pixels) / camera.scale;
    if (event.altKey) return this.#selection.nudge(dx, dy);
    if (event.ctrlKey && event.shiftKey) {
      camera.pan(-sideways * BIG_STEP, upwards * BIG_STEP);
      this.#stage.cameraMoved();
      return true;
    }
    const from = this.cross ?? this.#pointer.at ?? [camera.x, camera.y];
    this.cross = [from[0] + dx, from[1] + dy];
    const [x, y] = camera.toScreen(this.cross);
    const [right, below] = [Math.max(x - camera.width + 30, 0), Math.max(y - camera.height + 30, 0)];
    const [left, above] = [Math.max(30 - x, 0), Math.max(30 - y, 0)];
    camera.pan(left - right, above - below);
    this.#tools[this.#lab.state.tool].hover?.(this.#press());
    this.#stage.cameraMoved();
    this.say(`${shown(this.cross[0], 5)}, ${shown(this.cross[1], 5)}`);
    return true;
  }

  /** @returns {Press} */
  #press() {
    const point = this.cross ?? this.#pointer.at ?? [this.#stage.camera.x, this.#stage.camera.y];
    return { point, tolerance: this.#stage.units(9), shift: false, alt: false, keyboard: true };
  }

  #enter() {
    const tool = this.#tools[this.#lab.state.tool];
    if (!this.cross) tool.finish?.();
    else {
      const drag = tool.press(this.#press());
      drag?.end(this.#press(), false);
      this.#selection.describe();
    }
    this.#stage.invalidate();
    return true;
  }

  #play() {
    void playOrPause(this.#lab);
    return true;
  }

  /** @param {"undo" | "redo"} step */
  #step(step) {
    void this.#lab.attempt(this.#lab.step(step)).then(() => this.say(step === "undo" ? "undone" : "redone"));
    return true;
  }

  /** @param {string} key */
  #letter(key) {
    const { store, state, playback } = this.#lab;
    const names = usableTools(this.#lab, this.#tools);
    const lower = key.toLowerCase();
    if (/^[1-9]$/.test(key) && names[Number(key) - 1])
      choose(this.#lab, this.#tools, names[Number(key) - 1]);
    else if (lower === "a" || lower === "b") {
      const which = lower === "a" ? "start" : "goal";
      store.set({ [which]: this.#press().point });
      this.say(
        `${which} ${this.#press()
          .point.map((v) => shown(v, 5))
          .join(", ")}`,
      );
    } else if (lower === "n" || lower === "p") this.#selection.selectNext(lower === "n" ? 1 : -1);
    else if (lower === "v") this.#selection.selectVertex();
    else if (lower === "i") this.#selection.insert();
    else if (lower === "t") this.#selection.toggle();
    else if (key === "Delete" || key === "Backspace") this.#selection.delete();
    else if (key === "[" || key === "]") {
      const step = (key === "]" ? 1 : -1) * (state.greatestRadius / 50);
      store.set({ radius: Math.min(Math.max(state.radius + step, 0), state.greatestRadius) });
    } else if (key === "," || key === ".") {
      playback.pause();
      playback.seek(playback.step + (key === "." ? 1 : -1));
    } else if (key === "+" || key === "=") this.#zoom(1.3);
    else if (key === "-") this.#zoom(1 / 1.3);
    else if (key === "0") this.#stage.fit();
    else if (lower === "o") byId("open-file").click();
    else if (key === "?") byId("help").click();
    else if (key === "Escape") this.#escape();
    else return false;
    return true;
  }

  /** @param {number} factor */
  #zoom(factor) {
    const { camera } = this.#stage;
    camera.zoom(factor, this.cross ? camera.toScreen(this.cross) : [camera.width / 2, camera.height / 2]);
    this.#stage.cameraMoved();
  }

  #escape() {
    const { tool, selection } = this.#lab.state;
    this.#tools[tool].cancel?.();
    if (tool !== "select") this.#lab.store.set({ tool: "select" });
    else if (selection) this.#lab.store.set({ selection: null });
    else this.cross = null;
    this.#stage.invalidate();
  }
}
