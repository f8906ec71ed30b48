// Several planners at once: colours on the map, a table of their answers, and a measurement on random pairs.

import { byId, element, shown } from "../dom.js";
import { plannerColour } from "../view/palette.js";
import { usablePlanners } from "./path.js";

/** @typedef {import("../model/lab.js").Lab} Lab */
/** @typedef {import("../types.js").Answer} Answer */

/** @param {Lab} lab @param {() => boolean} dark */
export function comparePanel(lab, dark) {
  const chips = byId("compare");
  const rebuild = () => {
    const { planner, compared } = lab.state;
    chips.replaceChildren(
      ...usablePlanners(lab).map(({ name, summary }) => {
        const input = element("input", {
          type: "checkbox",
          checked: name === planner || compared.has(name),
          disabled: name === planner,
          "data-testid": `compare-${name}`,
          onchange: () => toggle(lab, name, input.checked),
        });
        const chip = element("label", { title: summary }, input, element("i"), name);
        chip.style.setProperty("--chip", plannerColour(name, dark()));
        return chip;
      }),
    );
  };
  lab.store.watch(["about", "worldsShown", "planner"], rebuild);
  lab.store.watch(["answer", "others", "optimum"], ({ answer, others, optimum }) => {
    const table = byId("comparison");
    table.hidden = !answer || others.length === 0;
    const rows = answer && others.length > 0 ? [answer, ...others] : [];
    const body = /** @type {HTMLTableSectionElement} */ (table.querySelector("tbody"));
    body.replaceChildren(...rows.map((one, i) => row(one, optimum, i === 0, dark())));
  });
  measurement(lab);
  return rebuild;
}

/** @param {Lab} lab @param {string} name @param {boolean} on */
function toggle(lab, name, on) {
  const compared = new Set(lab.state.compared);
  if (on) compared.add(name);
  else compared.delete(name);
  lab.store.set({ compared });
}

/** @param {Answer} answer @param {number | null} optimum @param {boolean} chosen @param {boolean} dark */
function row(answer, optimum, chosen, dark) {
  const swatch = element("span", { className: "swatch" });
  swatch.style.background = plannerColour(answer.planner, dark);
  if (answer.status === "ERROR") {
    const message = refusal(answer.message ?? "", 5);
    const name = element("th", { scope: "row" }, swatch, answer.planner);
    return element(
      "tr",
      { "data-testid": `row-${answer.planner}`, "data-chosen": String(chosen) },
      name,
      message,
    );
  }
  const length = answer.found ? answer.length : null;
  const ratio = length !== null && optimum ? length / optimum : null;
  return element(
    "tr",
    { "data-testid": `row-${answer.planner}`, "data-chosen": String(chosen), title: answer.message ?? "" },
    element("th", { scope: "row" }, swatch, answer.planner),
    element("td", { textContent: answer.status }),
    element("td", { textContent: shown(length, 6) }),
    element("td", { textContent: ratio === null ? "–" : ratio.toFixed(4) }),
    element("td", { textContent: shown(answer.expanded, 9) }),
    element("td", { textContent: shown(answer.microseconds, 4) }),
  );
}

/** Why a planner has no answer: short in the table, whole under the pointer and for screen readers.
 * @param {string} message @param {number} colSpan */
function refusal(message, colSpan) {
  const short = /planner '[^']*' ([^;]*);/.exec(message)?.[1] ?? message;
  return element("td", { className: "error message", colSpan, textContent: short, title: message });
}

/** A small comparison on random pairs of points, run by the server. @param {Lab} lab */
function measurement(lab) {
  const button = /** @type {HTMLButtonElement} */ (byId("run-compare"));
  const queries = /** @type {HTMLInputElement} */ (byId("compare-queries"));
  button.onclick = async () => {
    const { planner, compared, radius } = lab.state;
    const usable = new Set(usablePlanners(lab).map((p) => p.name));
    const planners = [...new Set([planner, ...compared])].filter((name) => usable.has(name));
    const request = { planners, queries: queries.valueAsNumber || 50, radius };
    button.disabled = true;
    byId("measured").replaceChildren(element("p", { className: "note", textContent: "Measuring …" }));
    const result = await lab.attempt(lab.ask("compare", request, { lane: "compare" }));
    button.disabled = false;
    byId("measured").replaceChildren(...(result ? [measuredTable(result)] : []));
  };
}

/** @param {any} result of `compare` */
function measuredTable(result) {
  const head = ["Planner", "Found", "Ratio", "Worst", "Expanded", "µs", "95 %"];
  return element(
    "table",
    { className: "table" },
    element("caption", { className: "unseen", textContent: `${result.queries} random pairs` }),
    element(
      "thead",
      {},
      element("tr", {}, ...head.map((text) => element("th", { scope: "col", textContent: text }))),
    ),
    element(
      "tbody",
      {},
      ...result.rows.map((/** @type {any} */ one) =>
        element(
          "tr",
          { "data-testid": `measured-${one.planner}` },
          element("th", { scope: "row", textContent: one.planner }),
          ...(one.error ? [refusal(one.message, 6)] : []),
          ...[
            `${one.found}/${result.queries}`,
            one.ratio_mean?.toFixed(4) ?? "–",
            one.ratio_worst?.toFixed(4) ?? "–",
            shown(Math.round(one.expanded_mean), 9),
            shown(one.microseconds_median, 3),
            shown(one.microseconds_p95, 3),
          ].flatMap((text) => (one.error ? [] : [element("td", { textContent: text })])),
        ),
      ),
    ),
  );
}
