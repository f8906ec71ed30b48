// The lab: one session with the server, its state, and the actions that change the whole world.

import { Connection, Dropped } from "../net/connection.js";
import { Crowd } from "./crowd.js";
import { Edits } from "./edits.js";
import { Grid } from "./grid.js";
import { Layers } from "./layers.js";
import { Mesh } from "./mesh.js";
import { Paths } from "./paths.js";
import { Playback } from "./playback.js";
import { contentsOf } from "./restoring.js";
import { Scene } from "./scene.js";
import { initialState } from "./state.js";
import { Store } from "./store.js";

/** @typedef {import("../types.js").Summary} Summary */
/** @typedef {import("../types.js").Change} Change */
/** @typedef {import("../types.js").Point} Point */

export class Lab {
  store = new Store(initialState());
  scene = new Scene();
  mesh = new Mesh();
  grid = new Grid();

  constructor() {
    this.connection = new Connection({
      state: (connection) => this.store.set({ connection }),
      hello: (hello, first) => void this.#greeted(hello, first),
      event: ({ replaced }) => void this.attempt(this.reload(false, replaced)),
    });
    this.paths = new Paths(this);
    this.layers = new Layers(this);
    this.edits = new Edits(this);
    this.playback = new Playback(this);
    this.crowd = new Crowd(this);
    /** Resolves with the first world. @type {Promise<void>} */
    this.ready = new Promise((resolve) => (this.#setReady = resolve));
    /** What the page opens first: set before `connect`. @type {object | null} */
    this.first = null;
  }

  /** @type {() => void} */
  #setReady = () => {};

  /** Whether all that was asked has been answered. */
  get idle() {
    return this.connection.idle && this.state.connection === "open";
  }

  get state() {
    return this.store.state;
  }

  /** Does an action in the default lane.
   * @param {string} action @param {object} [parameters] @param {import("../net/connection.js").How} [how] */
  ask(action, parameters, how) {
    return this.connection.ask(action, parameters, how);
  }

  /** Shows the error of an action, if it has one. @template T @param {Promise<T>} work
   * @returns {Promise<T | undefined>} */
  async attempt(work) {
    try {
      return await work;
    } catch (error) {
      this.report(/** @type {Error} */ (error));
      return undefined;
    }
  }

  /** @param {Error} error */
  report(error) {
    if (error instanceof Dropped) return;
    this.tell(error.message, true);
  }

  /** Shows a message for a while. @param {string} message @param {boolean} [failed] */
  tell(message, failed = false) {
    this.store.set({ message: "" }); // the same message again is news
    this.store.set({ message, failed });
  }

  /** @param {any} hello @param {boolean} first */
  async #greeted(hello, first) {
    await this.attempt(
      (async () => {
        if (!this.state.about) this.store.set({ about: await this.ask("about") });
        if (first && this.first) await this.#openFirst();
        else if (first || hello.resumed) await this.reload(first, first);
        else await this.#restore();
        this.#setReady();
      })(),
    );
  }

  /** Makes the world again in a new session, because the server has freed the last one. */
  async #restore() {
    const { summary } = this.state;
    const { world, edits } = contentsOf(this.scene, summary?.kind === "grid" ? this.grid : null);
    await this.ask("world", world);
    if (edits.length > 0) await this.ask("edit", { edits }, { lane: "edit" });
    await this.reload(false, true);
    this.report(new Error("The server had ended this session. The page has made its world again: check it. Undo is lost."));
  }

  async #openFirst() {
    try {
      await this.open(/** @type {object} */ (this.first));
    } catch (error) {
      this.report(/** @type {Error} */ (error));
      await this.reload(true, true);
    }
  }

  /** Opens another world. @param {object} parameters of the action `world` */
  async open(parameters) {
    this.crowd.pause();
    await this.#show(await this.ask("world", parameters), true);
  }

  /** Gives the world other bounds; the rest stays. @param {number[]} bounds */
  async resize(bounds) {
    this.crowd.pause();
    await this.#show(await this.ask("world", { resize: bounds }, { lane: "edit" }), false);
    return true;
  }

  /** Opens a file. @param {File} file @param {File[]} beside files that it names */
  async openFile(file, beside = []) {
    this.crowd.pause();
    for (const other of beside)
      await this.ask("beside", { name: other.name }, { data: await bytesOf(other) });
    await this.#show(await this.ask("open", { name: file.name }, { data: await bytesOf(file) }), true);
  }

  /** Reads the world again, because something else has changed it, or after a cut.
   * @param {boolean} fresh whether the camera, the start and the goal are chosen again
   * @param {boolean} replaced whether it may be another world */
  async reload(fresh, replaced) {
    await this.#show(await this.ask("world"), fresh, replaced);
  }

  /** @param {"undo" | "redo" | "clear"} step */
  async step(step) {
    const change = /** @type {Change} */ (await this.ask(step, {}, { lane: "edit" }));
    if (change.replaced) {
      const world = /** @type {Summary} */ (change.world);
      await this.#show(world, world.name !== this.state.summary?.name);
    } else {
      this.applyChange(change);
    }
  }

  /** Takes over the answer of an edit. @param {Change} change */
  applyChange(change) {
    this.scene.apply(change);
    if (change.cells) this.grid.set(change.cells);
    const summary = this.state.summary;
    if (!summary) return;
    const { version, undo, redo } = change;
    const selection = this.state.selection;
    const gone = selection && !this.scene.items.has(selection.handle);
    this.store.set({
      summary: { ...summary, version, undo, redo },
      sceneVersion: this.state.sceneVersion + 1,
      selection: gone ? null : selection,
    });
  }

  /** While a world is shown for the first time: the camera and the suggestions start again. */
  fresh = false;
  /** Counts the worlds shown, so that contents which come too late are dropped. */
  #turn = 0;

  /** Reads the contents of the world and shows it. @param {Summary} summary @param {boolean} fresh
   * @param {boolean} [replaced] whether it may be another world, in which the crowd does not walk yet */
  async #show(summary, fresh, replaced = true) {
    const turn = ++this.#turn;
    const contents = await this.ask(summary.kind === "grid" ? "cells" : "objects");
    if (turn !== this.#turn) return;
    this.mesh.forget();
    this.layers.forget();
    this.playback.stop();
    this.paths.forget();
    this.scene.clear();
    this.grid.clear();
    if (summary.kind === "grid") this.grid.read(summary, contents);
    else this.scene.read(contents);
    this.fresh = fresh;
    this.store.set({
      summary,
      worldsShown: this.state.worldsShown + 1,
      answer: null,
      others: [],
      optimum: null,
      maxRadius: null,
      sceneVersion: this.state.sceneVersion + 1,
      ...(fresh ? suggestions(summary) : {}),
    });
    this.fresh = false;
    if (replaced) await this.crowd.rewind();
  }
}

/** The ends, the radius and the rest to begin with. @param {Summary} summary */
function suggestions({ bounds, start, goal, radius = 0 }) {
  const size = Math.max(bounds[2] - bounds[0], bounds[3] - bounds[1]);
  return {
    start: start ?? inBox(bounds, 0.1, 0.1),
    goal: goal ?? inBox(bounds, 0.9, 0.9),
    radius,
    greatestRadius: niceRadius(Math.max(size / 8, 2 * radius)),
    selection: null,
    costs: {},
    tool: /** @type {const} */ ("select"),
  };
}

/** @param {File} file */
async function bytesOf(file) {
  return new Uint8Array(await file.arrayBuffer());
}

/** @param {import("../types.js").Box} box @param {number} s @param {number} t @returns {Point} */
function inBox(box, s, t) {
  return [box[0] + s * (box[2] - box[0]), box[1] + t * (box[3] - box[1])];
}

/** One, two or five times a power of ten, not below a length. @param {number} length */
export function niceRadius(length) {
  const power = 10 ** Math.floor(Math.log10(Math.max(length, Number.MIN_VALUE)));
  const step = [1, 2, 5, 10].find((s) => s * power >= length * (1 - 1e-9)) ?? 10;
  return step * power;
}
