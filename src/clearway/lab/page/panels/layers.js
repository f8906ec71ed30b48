// The switches of the layers.

import { byId, element } from "../dom.js";
import { LAYERS } from "../model/layer_rules.js";

const GROUPS = { path: "Path", mesh: "Mesh", structure: "Structure", search: "Search" };

/** @param {import("../model/lab.js").Lab} lab */
export function layersPanel(lab) {
  /** @type {Map<string, HTMLInputElement>} */
  const inputs = new Map();
  for (const [group, title] of Object.entries(GROUPS)) {
    const set = element("fieldset", {}, element("legend", { textContent: title }));
    for (const [name, rule] of Object.entries(LAYERS)) {
      if (rule.group !== group) continue;
      const input = element("input", {
        type: "checkbox",
        "data-testid": `layer-${name}`,
        onchange: () => toggleLayer(lab, name),
      });
      inputs.set(name, input);
      set.append(element("label", { title: rule.hint }, input, element("span", { textContent: rule.label })));
    }
    const problems = element("p", { className: "error", "aria-live": "polite" });
    set.append(problems);
    byId("layers").append(set);
    lab.store.watch(["layerErrors", "layers"], ({ layerErrors, layers }) => {
      problems.textContent = Object.entries(layerErrors)
        .filter(([name]) => LAYERS[name].group === group && layers.has(name))
        .map(([name, message]) => `${LAYERS[name].label}: ${message}`)
        .join("\n");
    });
  }
  lab.store.watch(["layers", "busy", "worldsShown", "about"], ({ layers, busy }) => {
    for (const [name, input] of inputs) {
      input.checked = layers.has(name);
      const label = /** @type {HTMLElement} */ (input.parentElement);
      label.hidden = !lab.layers.applies(name);
      label.dataset.busy = String(busy.has(name));
      const set = /** @type {HTMLElement} */ (label.parentElement);
      set.hidden = !set.querySelector("label:not([hidden])");
      input.setAttribute("aria-busy", String(busy.has(name)));
    }
  });
}

/** @param {import("../model/lab.js").Lab} lab @param {string} name */
export function toggleLayer(lab, name) {
  const layers = new Set(lab.state.layers);
  if (!layers.delete(name)) layers.add(name);
  lab.store.set({ layers });
}
