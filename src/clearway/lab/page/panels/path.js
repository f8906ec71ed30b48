// The chosen planner, the radius, and the answer.

import { byId, element, shown, shownTime } from "../dom.js";

/** @typedef {import("../model/lab.js").Lab} Lab */
/** @typedef {import("../model/state.js").State} State */

/** @type {Record<string, string>} */
const WORDS = {
  PARTIAL: "ends at the reachable point nearest to the goal",
  START_BLOCKED: "the disc does not fit at the start",
  GOAL_BLOCKED: "the disc does not fit at the goal",
};

/** @param {Lab} lab */
export function pathPanel(lab) {
  const planner = /** @type {HTMLSelectElement} */ (byId("planner"));
  planner.onchange = () => lab.store.set({ planner: planner.value });
  let kind = "";
  lab.store.watch(["about", "worldsShown"], ({ about, summary, planner: chosen }) => {
    if (!about || !summary || summary.kind === kind) return;
    kind = summary.kind;
    const usable = usablePlanners(lab);
    planner.replaceChildren(...usable.map((p) => element("option", { value: p.name, textContent: p.name })));
    const fits = usable.some((p) => p.name === chosen && p.on === kind);
    lab.store.set({ planner: fits ? chosen : usable[0].name });
    planner.value = lab.state.planner;
  });
  lab.store.watch(["planner", "about"], (state) => {
    planner.value = state.planner;
    const summary = state.about?.planners.find((p) => p.name === state.planner)?.summary;
    byId("planner-summary").textContent = summary ?? "";
  });
  radiusControls(lab);
  lab.store.watch(["answer", "maxRadius", "optimum"], showAnswer);
}

/** The planners for what is shown, those of grids first on a grid. @param {Lab} lab */
export function usablePlanners(lab) {
  const { about, summary } = lab.state;
  if (!about || !summary) return [];
  const first = (/** @type {string} */ name) => Number(name === "optimal");
  const of = (/** @type {string} */ kind) =>
    about.planners.filter((p) => p.on === kind).sort((a, b) => first(b.name) - first(a.name));
  return summary.kind === "grid" ? [...of("grid"), ...of("world")] : of("world");
}

/** @param {Lab} lab */
function radiusControls(lab) {
  const slider = /** @type {HTMLInputElement} */ (byId("radius"));
  const number = /** @type {HTMLInputElement} */ (byId("radius-number"));
  slider.oninput = () => lab.store.set({ radius: Number(slider.valueAsNumber.toPrecision(6)) });
  number.onchange = () => {
    const radius = number.valueAsNumber;
    if (!(radius >= 0)) return;
    lab.store.set({ radius, greatestRadius: Math.max(lab.state.greatestRadius, radius) });
  };
  lab.store.watch(["radius", "greatestRadius"], ({ radius, greatestRadius }) => {
    slider.max = String(greatestRadius);
    if (slider.valueAsNumber !== radius) slider.value = String(radius);
    if (document.activeElement !== number) number.value = String(Number(radius.toPrecision(6)));
    slider.setAttribute("aria-valuetext", `radius ${shown(radius, 4)}`);
  });
}

/** @param {State} state */
function showAnswer({ answer, maxRadius, optimum }) {
  const status = byId("status");
  status.dataset.status = answer?.status ?? "";
  status.replaceChildren();
  if (!answer) {
    for (const id of ["length", "clearance", "narrowest", "expanded", "time"]) byId(id).textContent = "–";
    return;
  }
  status.append(element("b", { textContent: answer.status }));
  const words = describe(answer, maxRadius, optimum);
  if (words) status.append(" ", element("span", { textContent: words }));
  byId("length").textContent = answer.found || answer.status === "PARTIAL" ? shown(answer.length, 7) : "–";
  byId("clearance").textContent = answer.found ? shown(answer.clearance, 5) : "–";
  byId("narrowest").textContent =
    answer.found && answer.narrowest?.max_radius ? `r ≤ ${shown(answer.narrowest.max_radius, 5)}` : "–";
  byId("expanded").textContent = shown(answer.expanded, 9);
  byId("time").textContent = shownTime(answer.microseconds);
}

/** The status in a sentence. @param {import("../types.js").Answer} answer
 * @param {number | null} maxRadius @param {number | null} optimum */
function describe(answer, maxRadius, optimum) {
  if (answer.status === "ERROR") return answer.message ?? "";
  if (answer.status === "NO_PATH") {
    if (maxRadius === null) return "no path";
    return maxRadius > 0
      ? `no path; discs up to radius ${shown(maxRadius, 5)} get through`
      : "no path, not even for a point";
  }
  if (answer.status !== "FOUND") return WORDS[answer.status] ?? "";
  if (answer.optimal) return "proved shortest";
  if (optimum && answer.length)
    return `${shown((answer.length / optimum - 1) * 100, 3)} % longer than the shortest`;
  const bound = answer.lower_bound;
  return bound && answer.length
    ? `at most ${shown((answer.length / bound - 1) * 100, 3)} % longer than the shortest`
    : "";
}
