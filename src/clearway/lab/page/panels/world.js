// Which world: ready-made ones, generators with their parameters, changes as a whole.

import { byId, element, shown } from "../dom.js";

/** @typedef {import("../model/lab.js").Lab} Lab */
/** @typedef {import("../types.js").ParameterInfo} ParameterInfo */

/** @param {Lab} lab */
export function worldPanel(lab) {
  const builtin = /** @type {HTMLSelectElement} */ (byId("builtin"));
  const generator = /** @type {HTMLSelectElement} */ (byId("generator"));
  lab.store.watch(["about"], ({ about }) => {
    if (!about) return;
    const options = about.builtins.map((b) =>
      element("option", { value: b.name, textContent: `${b.name}: ${b.summary}` }),
    );
    builtin.replaceChildren(element("option", { value: "", textContent: "Choose …" }), ...options);
    generator.replaceChildren(
      ...about.generators.map((g) => element("option", { value: g.name, textContent: g.name })),
    );
    showParameters(lab, generator.value);
  });
  let chosen = ""; // the last ready-made world
  builtin.onchange = () => {
    chosen = builtin.value;
    if (chosen) void lab.attempt(lab.open({ builtin: chosen }));
  };
  generator.onchange = () => showParameters(lab, generator.value);
  byId("generate").onsubmit = (event) => {
    event.preventDefault();
    builtin.value = chosen = "";
    const form = /** @type {HTMLFormElement} */ (event.target);
    const request = { generate: generator.value, arguments: readParameters(lab, generator.value) };
    const button = /** @type {HTMLButtonElement} */ (form.querySelector("button"));
    button.disabled = true;
    void lab.attempt(lab.open(request)).then(() => (button.disabled = false));
  };
  byId("clear").onclick = () => void lab.attempt(lab.step("clear"));
  byId("convert").onclick = () => {
    const cell = /** @type {HTMLInputElement} */ (byId("convert-cell")).valueAsNumber;
    const grid = lab.state.summary?.kind === "grid";
    void lab.attempt(lab.open(grid ? { convert: "world" } : { convert: "grid", cell }));
  };
  byId("validate").onclick = async () => {
    const result = await lab.attempt(lab.ask("validate"));
    if (result) lab.tell("Every invariant holds.");
  };
  lab.store.watch(["summary"], ({ summary }) => {
    if (summary) builtin.value = summary.name === chosen ? chosen : "";
    describe(lab);
  });
}

/** @param {Lab} lab */
function describe(lab) {
  const { summary } = lab.state;
  if (!summary) return;
  const { bounds } = summary;
  const size = `${shown(bounds[2] - bounds[0], 5)} × ${shown(bounds[3] - bounds[1], 5)}`;
  const grid = summary.kind === "grid";
  byId("world-name").textContent = summary.name ?? "";
  byId("world-facts").textContent = grid
    ? `Grid of ${summary.width} × ${summary.height} cells`
    : `${size} units, ${count(lab.scene.items.size, "object")}, version ${summary.version}`;
  byId("convert").textContent = grid ? "Turn into polygons" : "Turn into a grid";
  byId("convert-cell-label").hidden = grid;
  byId("clear").hidden = grid;
  byId("validate").hidden = grid;
  const cell = /** @type {HTMLInputElement} */ (byId("convert-cell"));
  if (!grid && lab.fresh)
    cell.value = String(
      Number((Math.max(bounds[2] - bounds[0], bounds[3] - bounds[1]) / 100).toPrecision(1)),
    );
}

/** @param {number} n @param {string} noun */
function count(n, noun) {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}

/** @param {Lab} lab @param {string} name */
function infoOf(lab, name) {
  return lab.state.about?.generators.find((g) => g.name === name);
}

/** @param {Lab} lab @param {string} name of a generator */
function showParameters(lab, name) {
  const info = infoOf(lab, name);
  byId("generator-summary").textContent = info?.summary ?? "";
  byId("generator-parameters").replaceChildren(
    ...(info?.parameters ?? []).map((p) => element("label", {}, p.name, parameterInput(p))),
  );
}

/** @param {ParameterInfo} parameter */
function parameterInput(parameter) {
  const common = { id: `parameter-${parameter.name}`, "data-testid": `parameter-${parameter.name}` };
  if (parameter.name === "form")
    return element(
      "select",
      { ...common, value: parameter.default },
      element("option", { value: "polygon", textContent: "polygons" }),
      element("option", { value: "grid", textContent: "grid" }),
    );
  if (parameter.type.startsWith("bool"))
    return element("input", { ...common, type: "checkbox", checked: parameter.default === true });
  const numeric = /^(int|float)/.test(parameter.type);
  return element("input", {
    ...common,
    type: numeric ? "number" : "text",
    step: parameter.type.startsWith("int") ? "1" : "any",
    value: parameter.default ?? "",
  });
}

/** The parameters that differ from their defaults. @param {Lab} lab @param {string} name */
function readParameters(lab, name) {
  /** @type {Record<string, any>} */
  const values = {};
  for (const parameter of infoOf(lab, name)?.parameters ?? []) {
    const input = /** @type {HTMLInputElement} */ (byId(`parameter-${parameter.name}`));
    if (input.type === "checkbox") values[parameter.name] = input.checked;
    else if (input.value === "") continue;
    else if (input.type === "number") values[parameter.name] = input.valueAsNumber;
    else values[parameter.name] = input.value;
  }
  return values;
}
