// Areas: what they cost on the path, and the name of new ones.

import { byId, element, refill } from "../dom.js";

/** @typedef {import("../model/lab.js").Lab} Lab */

/** @param {Lab} lab */
export function areasPanel(lab) {
  let shown = "";
  lab.store.watch(["sceneVersion", "costs", "tool"], ({ costs, tool }) => {
    const names = namesOf(lab);
    byId("areas-card").hidden = names.length === 0 && tool !== "area";
    const key = JSON.stringify([names, costs]);
    if (key !== shown) showAreas(lab, names); // edits elsewhere leave the controls alone
    shown = key;
  });
}

/** The names of the areas, sorted. @param {Lab} lab @returns {string[]} */
function namesOf(lab) {
  const names = new Set();
  for (const item of lab.scene.items.values())
    if (item.kind === "area") names.add(item.attributes.name ?? "");
  return [...names].sort();
}

/** @param {Lab} lab @param {string[]} names */
function showAreas(lab, names) {
  const rows = names.map((name) => {
    const input = element("input", {
      type: "text",
      value: String(lab.state.costs[name] ?? 1),
      "data-testid": `cost-${name}`,
      onchange: () => setCost(lab, name, input.value),
    });
    return element("label", { title: "A factor of at least 1, or avoid" }, name, input);
  });
  const known = /** @type {HTMLInputElement | null} */ (document.getElementById("area-name"));
  const fresh = element("input", {
    type: "text",
    id: "area-name",
    value: known?.value ?? "mud",
    "data-testid": "area-name",
  });
  refill(byId("areas"), ...rows, element("label", {}, "Name of new areas", fresh));
}

/** The name for the next area. */
export function areaName() {
  const input = /** @type {HTMLInputElement | null} */ (document.getElementById("area-name"));
  return input?.value.trim() || "mud";
}

/** @param {Lab} lab @param {string} name @param {string} text */
function setCost(lab, name, text) {
  const { [name]: _old, ...others } = lab.state.costs;
  const value = Number(text);
  if (text.trim().toLowerCase() === "avoid") lab.store.set({ costs: { ...others, [name]: "avoid" } });
  else if (value === 1 || text.trim() === "") lab.store.set({ costs: others });
  else lab.store.set({ costs: { ...others, [name]: value } });
}
