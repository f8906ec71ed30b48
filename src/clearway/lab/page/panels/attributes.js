// The attributes of the selected area, door or link: name, direction, cost.

import { element } from "../dom.js";

/** @typedef {import("../model/scene.js").Item} Item */
/** @typedef {(change: Record<string, any>) => void} Apply changes attributes of the item */

/** @param {Item} item @param {Apply} apply @returns {HTMLElement[]} */
export function attributeControls(item, apply) {
  if (item.kind === "area") return [nameInput(item, apply)];
  if (item.kind === "door") return [nameInput(item, apply), directionSelect(item, apply)];
  if (item.kind === "link") return [nameInput(item, apply), costInput(item, apply), waysInput(item, apply)];
  return [];
}

/** @param {Item} item @param {Apply} apply */
function nameInput(item, apply) {
  const input = element("input", {
    type: "text",
    size: 8,
    value: item.attributes.name ?? "",
    "data-testid": "item-name",
    onchange: () => apply({ name: input.value.trim() }),
  });
  return element("label", { className: "inline" }, "Name", input);
}

/** @param {Item} item @param {Apply} apply */
function directionSelect(item, apply) {
  const options = [
    ["", "both ways"],
    ["left", "to its left"],
    ["right", "to its right"],
  ].map(([value, textContent]) => element("option", { value, textContent }));
  const select = element(
    "select",
    { "data-testid": "item-direction", title: "Seen from the first point of the door" },
    ...options,
  );
  select.value = item.attributes.direction ?? "";
  select.onchange = () => apply({ direction: select.value || null });
  return element("label", { className: "inline" }, "Passes", select);
}

/** @param {Item} item @param {Apply} apply */
function costInput(item, apply) {
  const { cost } = item.attributes;
  const input = element("input", {
    type: "number",
    min: "0",
    step: "any",
    value: cost === null || cost === undefined ? "" : String(Number(cost.toPrecision(6))),
    placeholder: "distance",
    title: "What it costs to take the link, in units of length; empty: the distance between its ends",
    "data-testid": "item-cost",
    onchange: () => apply({ cost: input.value === "" ? null : input.valueAsNumber }),
  });
  return element("label", { className: "inline" }, "Cost", input);
}

/** @param {Item} item @param {Apply} apply */
function waysInput(item, apply) {
  const input = element("input", {
    type: "checkbox",
    checked: item.attributes.two_way !== false,
    "data-testid": "item-two-way",
    onchange: () => apply({ two_way: input.checked }),
  });
  return element("label", { className: "inline" }, input, "both ways");
}
