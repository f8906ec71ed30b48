// What keys do with the selection: choose, move, switch, delete.

import { byId } from "../dom.js";
import { itemText } from "../panels/selection.js";
import { movedVertex, shifted } from "../model/reshaping.js";

/** @typedef {import("../types.js").Point} Point */

export class SelectionKeys {
  #lab;
  #say;

  /** @param {import("../model/lab.js").Lab} lab @param {(text: string) => void} say to a screen reader */
  constructor(lab, say) {
    this.#lab = lab;
    this.#say = say;
  }

  /** @param {number} dx @param {number} dy */
  nudge(dx, dy) {
    const { selection } = this.#lab.state;
    const item = selection && this.#lab.scene.items.get(selection.handle);
    if (!item) return false;
    const { vertex } = selection;
    const chain = vertex && item.chains[vertex.chain];
    const to =
      vertex &&
      chain &&
      /** @type {Point} */ ([chain[2 * vertex.index] + dx, chain[2 * vertex.index + 1] + dy]);
    void this.#lab.edits.nudge(item, vertex && to ? movedVertex(item, vertex, to) : shifted(item, dx, dy));
    return true;
  }

  /** @param {number} by */
  selectNext(by) {
    const handles = [...this.#lab.scene.items.keys()];
    if (handles.length === 0) return;
    const at = handles.indexOf(this.#lab.state.selection?.handle ?? -1);
    const next = at < 0 ? (by > 0 ? 0 : handles.length - 1) : (at + by + handles.length) % handles.length;
    this.#lab.store.set({ selection: { handle: handles[next], vertex: null } });
    this.describe();
  }

  selectVertex() {
    const { selection } = this.#lab.state;
    const item = selection && this.#lab.scene.items.get(selection.handle);
    if (!item) return;
    const all = item.chains.flatMap((points, chain) =>
      Array.from({ length: points.length / 2 }, (_, index) => ({ chain, index })),
    );
    const { vertex } = selection;
    const at = vertex ? all.findIndex((v) => v.chain === vertex.chain && v.index === vertex.index) : -1;
    const next = all[(at + 1) % all.length];
    this.#lab.store.set({ selection: { ...selection, vertex: next } });
    this.#say(`point ${next.index + 1}`);
  }

  toggle() {
    const { selection } = this.#lab.state;
    const item = selection && this.#lab.scene.items.get(selection.handle);
    const button = byId("selection").querySelector("[data-testid$=toggle]");
    if (item) /** @type {HTMLElement | null} */ (button)?.click();
  }

  insert() {
    if (this.#lab.edits.insertVertex()) this.#say("point added");
  }

  delete() {
    if (!this.#lab.edits.removeVertex()) void this.#lab.edits.removeSelected();
  }

  describe() {
    const { selection } = this.#lab.state;
    const item = selection && this.#lab.scene.items.get(selection.handle);
    if (item) this.#say(itemText(item));
  }
}
