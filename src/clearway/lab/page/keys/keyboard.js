// Everything by keys: a cross on the map stands for the pointer.

import { say } from "../dom.js";
import { save } from "../panels/files.js";
import { playOrPause } from "../panels/playback.js";
import { Cross } from "./cross.js";
import { KeyDrag } from "./dragging.js";
import { Letters } from "./letters.js";
import { SelectionKeys } from "./selection.js";

/** Keys that leave what is held in the hand. */
const WHILE_HELD = /^(Arrow.*|Shift|Control|Alt|Meta|\+|=|-|0)$/;

export class Keyboard {
  #lab;
  #stage;
  #tools;
  #pointer;
  #selection;
  #letters;
  #drag;

  /** @param {import("../model/lab.js").Lab} lab @param {import("../view/stage.js").Stage} stage
   * @param {Record<string, import("../tools/tool.js").Tool>} tools
   * @param {import("../tools/pointer.js").PointerInput} pointer */
  constructor(lab, stage, tools, pointer) {
    this.#lab = lab;
    this.#stage = stage;
    this.#tools = tools;
    this.#pointer = pointer;
    this.cross = new Cross(stage, pointer);
    this.#drag = new KeyDrag(this.cross);
    this.#selection = new SelectionKeys(lab);
    this.#letters = new Letters(lab, stage, tools, this.cross, this.#selection);
    window.addEventListener(
      "pointerdown",
      () => {
        this.#drag.end();
        document.documentElement.dataset.input = "pointer";
      },
      true,
    );
    window.addEventListener("keydown", (event) => {
      if (event.key === "Tab" || event.key.startsWith("Arrow"))
        document.documentElement.dataset.input = "keys";
      if (this.#typed(event)) event.preventDefault();
    });
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether it was used */
  #typed(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const command = event.ctrlKey || event.metaKey;
    const key = event.key;
    if (this.#drag.held && !WHILE_HELD.test(key) && this.#letGo(key)) return true;
    const typing = target.closest("input[type=text], input[type=number], textarea") !== null;
    if (command && typing && key.toLowerCase() !== "s") return false;
    if (command && key.toLowerCase() === "z") return this.#step(event.shiftKey ? "redo" : "undo");
    if (command && key.toLowerCase() === "y") return this.#step("redo");
    if (command && key.toLowerCase() === "s") {
      void this.#lab.attempt(save(this.#lab));
      return true;
    }
    if (key === "Escape" && target.closest(".panel, .bar, .tools, .zoom, .selection")) {
      this.#pointer.canvas.focus();
      return true;
    }
    if (target.closest("input, select, textarea, dialog")) return false;
    const onMap = target === this.#pointer.canvas || target === document.body;
    if (key.startsWith("Arrow") && onMap) return this.#arrow(event);
    if (command || event.altKey) return false;
    if (onMap && key === "Enter") return this.#enter(event.shiftKey);
    if (onMap && key === " ") {
      void playOrPause(this.#lab);
      return true;
    }
    if (key.toLowerCase() === "d") return this.#hold(event.shiftKey);
    if (key === "Escape") return this.#escape();
    return this.#letters.typed(event);
  }

  /** @param {KeyboardEvent} event */
  #arrow(event) {
    if (event.altKey) {
      this.#selection.nudge(...this.cross.units(event));
      return true; // never the browser's "back"
    }
    if (event.ctrlKey && event.shiftKey) {
      this.cross.pan(event);
      return true;
    }
    this.cross.move(event);
    if (this.#drag.held) this.#drag.move();
    else this.#tools[this.#lab.state.tool].hover?.(this.cross.press(false));
    say(this.cross.text);
    return true;
  }

  /** Presses and lets go at the cross; while the pointer is in use, ends what it draws.
   * @param {boolean} shift */
  #enter(shift) {
    const tool = this.#tools[this.#lab.state.tool];
    if (!this.cross.at && (tool.finish?.() || this.#pointer.at)) return true;
    this.cross.at = this.cross.point;
    const drag = tool.press(this.cross.press(shift));
    drag?.end(this.cross.press(shift), false);
    this.#selection.describe();
    this.#stage.invalidate();
    return true;
  }

  /** Begins a drag at the cross. @param {boolean} shift */
  #hold(shift) {
    const { tool } = this.#lab.state;
    const holds = this.#drag.begin(this.#tools[tool], shift);
    say(holds ? "dragging: arrows move, D lets go, Escape gives up" : "nothing to drag here");
    this.#stage.invalidate();
    return true;
  }

  /** Ends a drag. @param {string} key @returns {boolean} whether the key has done all it does */
  #letGo(key) {
    if (key === "Escape") this.#drag.cancel();
    else this.#drag.end();
    say(key === "Escape" ? "given up" : "let go");
    this.#stage.invalidate();
    return /^(Escape|Enter|d)$/i.test(key);
  }

  /** @param {"undo" | "redo"} step */
  #step(step) {
    void this.#lab.attempt(this.#lab.step(step)).then(() => say(step === "undo" ? "undone" : "redone"));
    return true;
  }

  #escape() {
    const { tool, selection } = this.#lab.state;
    this.#tools[tool].cancel?.();
    if (tool !== "select") this.#lab.store.set({ tool: "select" });
    else if (selection) this.#lab.store.set({ selection: null });
    else this.cross.at = null;
    this.#stage.invalidate();
    return true;
  }
}
