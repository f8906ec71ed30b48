// Edits of the world: single ones, and drags, which are many edits and one step of the history.

import { Live } from "./live.js";
import { withMiddle, withoutVertex } from "./reshaping.js";
import { boxOf, geometryOf } from "./scene.js";

/** @typedef {import("./lab.js").Lab} Lab */
/** @typedef {import("./scene.js").Item} Item */
/** @typedef {import("../types.js").Change} Change */
/** @typedef {import("../types.js").Point} Point */

export class Edits {
  #lab;
  #gestures = 0;
  /** What is being dragged, as it should be shown. @type {Item | null} */
  dragged = null;
  #gesture = "";
  #live;

  /** @param {Lab} lab */
  constructor(lab) {
    this.#lab = lab;
    this.#live = new Live(
      () => this.#sendDragged(),
      (error) => lab.report(error),
    );
  }

  /** Does edits as one step; gives the handles. @param {object[]} edits @returns {Promise<number[]>} */
  async apply(edits) {
    const change = /** @type {Change} */ (await this.#lab.ask("edit", { edits }, { lane: "edit" }));
    this.#lab.applyChange(change);
    return /** @type {number[]} */ ((change.handles ?? []).filter((handle) => handle !== null));
  }

  /** Adds one thing and selects it. @param {object} edit */
  async add(edit) {
    const handles = await this.#lab.attempt(this.apply([edit]));
    if (handles?.length) this.#lab.store.set({ selection: { handle: handles[0], vertex: null } });
  }

  async removeSelected() {
    const { selection } = this.#lab.state;
    if (selection) await this.#lab.attempt(this.apply([{ op: "remove", handle: selection.handle }]));
  }

  /** Adds a vertex behind the selected one, or on the longest side, and selects it. */
  insertVertex() {
    const { selection } = this.#lab.state;
    const item = this.latest();
    const made = item && withMiddle(item, selection?.vertex ?? null);
    if (!made) return false;
    this.#lab.store.set({ selection: { handle: item.handle, vertex: made.vertex } });
    void this.nudge(item, made.item.chains);
    return true;
  }

  /** Removes the selected vertex, if the item has enough others. */
  removeVertex() {
    const { selection } = this.#lab.state;
    const item = this.latest();
    const chains = item && selection?.vertex && withoutVertex(item, selection.vertex);
    if (!chains) return false;
    this.#lab.store.set({ selection: { handle: item.handle, vertex: null } });
    void this.nudge(item, chains);
    return true;
  }

  /** Begins a drag. @param {Item} item */
  lift(item) {
    this.#gesture = `drag ${++this.#gestures} ${Math.random()}`;
    this.#over = false;
    this.dragged = { ...item, chains: item.chains.map((chain) => chain.slice()) };
    this.#lab.store.set({ lifted: item.handle });
  }

  /** Shows the dragged item in another place, and edits the world accordingly.
   * @param {Float64Array[]} chains of the item in its new place */
  drag(chains) {
    if (!this.dragged) return;
    this.dragged = { ...this.dragged, chains, box: boxOf(chains) };
    this.#live.request();
  }

  /** Ends the drag. What was dragged is shown in its last place until the server has confirmed it. */
  drop() {
    this.#over = true;
    if (!this.#live.busy) this.#finish();
  }

  #over = false;

  #finish() {
    this.dragged = null;
    this.#lab.store.set({ lifted: null });
  }

  async #sendDragged() {
    const item = this.dragged;
    if (!item) return;
    const edit = { op: "move", handle: item.handle, ring: geometryOf(item) };
    const path = this.#lab.paths.chosenRequest();
    const actions = [
      { do: "edit", edits: [edit], gesture: this.#gesture },
      ...(path ? [{ do: "path", ...path }] : []),
    ];
    try {
      const { results } = await this.#lab.ask("batch", { actions }, { lane: "edit" });
      for (const result of results) if (result.error) throw new Error(result.message);
      if (path) this.#lab.paths.show(results[1], path);
      this.#lab.applyChange(results[0]);
    } finally {
      if (this.#over && this.dragged === item) this.#finish();
    }
  }

  /** Gives an item another shape, once: for the keyboard. Repeated changes of the same thing within a second
   * are one step of the history. @param {Item} item as `latest` gives it @param {Float64Array[]} chains */
  async nudge(item, chains) {
    const now = performance.now();
    if (now - this.#nudged > 1000) this.#gesture = `nudge ${++this.#gestures} ${Math.random()}`;
    this.#nudged = now;
    const asked = { ...item, chains };
    this.#asked = asked;
    const edit = { op: "move", handle: item.handle, ring: geometryOf(asked) };
    const request = { edits: [edit], gesture: this.#gesture };
    const change = await this.#lab.attempt(this.#lab.ask("edit", request, { lane: "edit" }));
    if (this.#asked === asked) this.#asked = null;
    if (change) this.#lab.applyChange(change);
  }

  #nudged = -Infinity;

  /** What the last unanswered nudge has asked for: the next one starts from there. @type {Item | null} */
  #asked = null;

  /** The selected item, as it will be when all nudges are answered. @returns {Item | undefined} */
  latest() {
    const handle = this.#lab.state.selection?.handle;
    if (handle === undefined) return undefined;
    return this.#asked?.handle === handle ? this.#asked : this.#lab.scene.items.get(handle);
  }

  /** Paints cells of a grid. @param {[number, number][]} cells @param {boolean} blocked @param {string} gesture */
  async paint(cells, blocked, gesture) {
    const request = { cells, blocked, gesture };
    const change = await this.#lab.attempt(this.#lab.ask("paint", request, { lane: "edit" }));
    const { summary } = this.#lab.state;
    if (!change || !summary) return;
    this.#lab.grid.paint(change.changed, blocked);
    const { version, undo, redo } = change;
    this.#lab.store.set({
      summary: { ...summary, version, undo, redo },
      sceneVersion: this.#lab.state.sceneVersion + 1,
    });
  }
}
