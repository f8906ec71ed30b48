// What keys do with the selection: choose, move, switch, delete.

import { byId, say } from "../dom.js";
import { itemText } from "../panels/selection.js";
import { movedVertex, shifted } from "../model/reshaping.js";

export class SelectionKeys {
  #lab;

  /** @param {import("../model/lab.js").Lab} lab */
  constructor(lab) {
    this.#lab = lab;
  }

  /** @param {number} dx @param {number} dy */
  nudge(dx, dy) {
    const item = this.#lab.edits.latest();
    if (!item) return;
    const vertex = this.#lab.state.selection?.vertex;
    const chain = vertex && item.chains[vertex.chain];
    if (!vertex || !chain) void this.#lab.edits.nudge(item, shifted(item, dx, dy));
    else {
      const [x, y] = chain.slice(2 * vertex.index);
      void this.#lab.edits.nudge(item, movedVertex(item, vertex, [x + dx, y + dy]));
    }
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
    say(`point ${next.index + 1}`);
  }

  toggle() {
    const { selection } = this.#lab.state;
    const item = selection && this.#lab.scene.items.get(selection.handle);
    const button = byId("selection").querySelector("[data-testid$=toggle]");
    if (item) /** @type {HTMLElement | null} */ (button)?.click();
  }

  insert() {
    if (this.#lab.edits.insertVertex()) say("point added");
  }

  delete() {
    if (!this.#lab.edits.removeVertex()) void this.#lab.edits.removeSelected();
  }

  describe() {
    const { selection } = this.#lab.state;
    const item = selection && this.#lab.scene.items.get(selection.handle);
    if (item) say(itemText(item));
  }
}
