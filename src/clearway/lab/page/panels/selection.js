// What is selected: its kind, its name and other attributes, and what can be done with it.

import { byId, element, refill, shown } from "../dom.js";
import { attributeControls } from "./attributes.js";

/** @typedef {import("../model/lab.js").Lab} Lab */
/** @typedef {import("../model/scene.js").Item} Item */

/** @param {Lab} lab */
export function selectionPanel(lab) {
  lab.store.watch(["selection", "sceneVersion"], ({ selection }) => {
    const item = selection ? lab.scene.items.get(selection.handle) : undefined;
    const box = byId("selection");
    box.hidden = !item;
    if (!item) return;
    refill(box, ...describe(lab, item));
  });
}

/** An item in words. @param {Item} item */
export function itemText(item) {
  const points = item.chains.reduce((sum, chain) => sum + chain.length / 2, 0);
  const [left, low, right, high] = item.box;
  const name = item.attributes.name ? ` “${item.attributes.name}”` : "";
  const at = `around ${shown((left + right) / 2, 5)}, ${shown((low + high) / 2, 5)}`;
  return `${item.kind[0].toUpperCase()}${item.kind.slice(1)} ${item.handle}${name}, ${points} ${points === 1 ? "point" : "points"}, ${at}`;
}

/** What the item is, and controls for it. @param {Lab} lab @param {Item} item @returns {Node[]} */
function describe(lab, item) {
  const { open, enabled } = item.attributes;
  const apply = (/** @type {object} */ edit) =>
    void lab.attempt(lab.edits.apply([{ handle: item.handle, ...edit }]));
  const button = (/** @type {string} */ text, /** @type {string} */ id, /** @type {() => void} */ onclick) =>
    element("button", { type: "button", textContent: text, "data-testid": id, onclick });
  const hint = "Drag it or its points; I, or Alt and a drag on a side, adds a point.";
  const parts = [
    element("span", { textContent: itemText(item), title: hint }),
    ...attributeControls(item, (change) => apply({ op: "change", ...change })),
  ];
  if (item.kind === "door")
    parts.push(
      button(open === false ? "Open" : "Close", "door-toggle", () =>
        apply({ op: open === false ? "open" : "close" }),
      ),
    );
  if (item.kind === "link")
    parts.push(
      button(enabled === false ? "Enable" : "Disable", "link-toggle", () =>
        apply({ op: enabled === false ? "enable" : "disable" }),
      ),
    );
  if (item.kind !== "post" && item.kind !== "link")
    parts.push(button("Add a point", "insert-vertex", () => void lab.edits.insertVertex()));
  if (lab.state.selection?.vertex)
    parts.push(button("Delete the point", "delete-vertex", () => void lab.edits.removeVertex()));
  return [...parts, button("Delete", "delete", () => void lab.edits.removeSelected())];
}
