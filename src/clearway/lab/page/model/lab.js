// The lab: one session with the server, its state, and the actions that change the whole world.

import { Connection, Dropped, Lost } from "../net/connection.js";
import { Beginning } from "./beginning.js";
import { Crowd } from "./crowd.js";
import { Edits } from "./edits.js";
import { Grid } from "./grid.js";
import { Layers } from "./layers.js";
import { Mesh } from "./mesh.js";
import { Paths } from "./paths.js";
import { Playback } from "./playback.js";
import { Scene } from "./scene.js";
import { initialState } from "./state.js";
import { Store } from "./store.js";
import { suggestions } from "./suggestions.js";

/** @typedef {import("../types.js").Summary} Summary */
/** @typedef {import("../types.js").Change} Change */

export class Lab {
  store = new Store(initialState());
  scene = new Scene();
  mesh = new Mesh();
  grid = new Grid();

  constructor() {
    this.connection = new Connection({
      state: (connection) => this.store.set({ connection }),
      hello: (hello, first) => void this.beginning.greeted(hello, first),
      event: ({ replaced }) => void this.attempt(this.reload(false, replaced)),
    });
    this.paths = new Paths(this);
    this.layers = new Layers(this);
    this.edits = new Edits(this);
    this.playback = new Playback(this);
    this.crowd = new Crowd(this);
    this.beginning = new Beginning(this);
  }

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
    if (error instanceof Dropped && !(error instanceof Lost)) return;
    this.tell(error.message, true);
  }

  /** Shows a message for a while. @param {string} message @param {boolean} [failed] */
  tell(message, failed = false) {
    this.store.set({ message: "" }); // the same message again is news
    this.store.set({ message, failed });
  }

  /** Opens another world. @param {object} parameters of the action `world` */
  async open(parameters) {
    this.crowd.pause();
    await this.show(await this.ask("world", parameters), true);
  }

  /** Gives the world other bounds; the rest stays. @param {number[]} bounds */
  async resize(bounds) {
    this.crowd.pause();
    await this.show(await this.ask("world", { resize: bounds }, { lane: "edit" }), false);
    return true;
  }

  /** Reads the world again, because something else has changed it, or after a cut.
   * @param {boolean} fresh whether the camera, the start and the goal are chosen again
   * @param {boolean} replaced whether it may be another world */
  async reload(fresh, replaced) {
    await this.show(await this.ask("world"), fresh, replaced);
  }

  /** @param {"undo" | "redo" | "clear"} step */
  async step(step) {
    const change = /** @type {Change} */ (await this.ask(step, {}, { lane: "edit" }));
    if (change.replaced) {
      const world = /** @type {Summary} */ (change.world);
      await this.show(world, world.name !== this.state.summary?.name);
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
  async show(summary, fresh, replaced = true) {
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
