// The lab: one session with the server, its state, and the actions that change the whole world.

import { Connection, Dropped, Lost, tooLarge } from "../net/connection.js";
import { Crowd } from "./crowd.js";
import { Edits } from "./edits.js";
import { Grid } from "./grid.js";
import { Layers } from "./layers.js";
import { Mesh } from "./mesh.js";
import { Paths } from "./paths.js";
import { Playback } from "./playback.js";
import { recall } from "./remembering.js";
import { snapshotOf } from "./restoring.js";
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
    /** What the page opens first, and what the last page in this tab has left: set before `open`.
     * @type {object | null} */
    this.first = null;
    /** @type {import("./remembering.js").Remembered | null} */
    this.last = null;
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
    if (error instanceof Dropped && !(error instanceof Lost)) return;
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
        const about = this.state.about ?? (await this.ask("about"));
        this.connection.largest = about.limits.message_bytes;
        this.store.set({ about });
        if (first) await this.#begin(hello.resumed);
        else if (hello.resumed) await this.reload(false, false);
        else await this.#restore(snapshotOf(this));
        this.#setReady();
      })(),
    );
  }

  /** Shows the first world of the page: the one of the page that was loaded before, the one that the address
   * names, or the server's. @param {boolean} resumed */
  async #begin(resumed) {
    const last = this.last;
    if (last && last.address === location.hash && (resumed || last.snapshot)) {
      if (resumed) await this.reload(true, true);
      else await this.#restore(last.snapshot, true);
      recall(this, last);
    } else if (this.first) await this.#openFirst();
    else await this.reload(true, true);
  }

  /** Makes the world again in a new session, because the server has ended the last one.
   * @param {import("./restoring.js").Snapshot | null} snapshot @param {boolean} [fresh] */
  async #restore(snapshot, fresh = false) {
    if (!snapshot) return this.reload(true, true);
    await this.#show(await this.ask("restore", snapshot, { lane: "edit", packet: true }), fresh);
    this.tell("The server had ended this session. Its world is here again, complete; the steps to undo are lost.");
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
    const most = this.state.about?.limits.upload_bytes ?? Infinity;
    for (const one of [...beside, file])
      if (one.size > most) throw new Error(`${one.name} is too large: ${tooLarge(one.size, most)}`);
    const send = async (/** @type {string} */ action, /** @type {File} */ one) =>
      this.ask(action, { name: one.name, data: await bytesOf(one) }, { packet: true });
    for (const other of beside) await send("beside", other);
    await this.#show(await send("open", file), true);
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
