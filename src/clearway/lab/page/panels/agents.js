// Agents: their size and speed, and the walk of the crowd.

import { byId, element, icon, shown } from "../dom.js";

/** @param {import("../model/lab.js").Lab} lab @param {() => void} invalidate asks for a frame */
export function agentsPanel(lab, invalidate) {
  const { crowd } = lab;
  const number = (/** @type {string} */ id, /** @type {number} */ value) =>
    element("input", { type: "number", min: "0", step: "any", id, value, "data-testid": id });
  const radius = number("agent-radius", 0.5);
  const largest = number("agent-largest", 1);
  const speed = number("agent-speed", 3);
  const count = number("agent-count", 20);
  const play = element("button", { type: "button", className: "primary", "data-testid": "agents-play", title: "Walk or pause (W)" });
  const facts = element("p", { className: "note", "data-testid": "agents-facts", "aria-live": "polite" });
  const act = (
    /** @type {string} */ text,
    /** @type {string} */ id,
    /** @type {() => Promise<any>} */ work,
  ) =>
    element("button", {
      type: "button",
      textContent: text,
      "data-testid": id,
      onclick: () => void lab.attempt(work()),
    });
  play.onclick = () => walkOrPause(lab);
  const controls = element(
    "div",
    { className: "layers" },
    element("p", {
      className: "note",
      textContent:
        "Place discs with the agent tool, or scatter some; they walk to goal B. Obstacles that are placed meanwhile count at once.",
    }),
    element(
      "div",
      { className: "pairs" },
      element("label", {}, "Radius", radius),
      element("label", {}, "Largest radius", largest),
      element("label", {}, "Speed", speed),
      element("label", {}, "How many", count),
    ),
    element(
      "div",
      { className: "row wrap" },
      play,
      act("Scatter", "agents-scatter", () =>
        crowd.scatter(
          count.valueAsNumber,
          radius.valueAsNumber,
          Math.max(largest.valueAsNumber, radius.valueAsNumber),
          speed.valueAsNumber,
        ),
      ),
      act("Rewind", "agents-rewind", () => crowd.rewind()),
      act("Remove", "agents-remove", () => crowd.clear()),
    ),
    facts,
  );
  const missing = element("p", {
    className: "note",
    textContent: "Agents walk among polygons: turn the grid into polygons first.",
  });
  byId("agents").append(controls, missing);
  const show = () => {
    controls.hidden = !crowd.available;
    missing.hidden = crowd.available;
    play.replaceChildren(icon(crowd.walking ? "pause" : "play"), crowd.walking ? "Pause" : "Walk");
    play.disabled = crowd.agents.length === 0;
    facts.textContent = describe(crowd);
    invalidate();
  };
  crowd.changed = show;
  lab.store.watch(["about", "worldsShown"], ({ summary }) => {
    if (summary && lab.fresh) {
      const size = Math.max(summary.bounds[2] - summary.bounds[0], summary.bounds[3] - summary.bounds[1]);
      radius.value = String(Number((size / 120).toPrecision(1)));
      largest.value = String(Number((size / 70).toPrecision(1)));
      speed.value = String(Number((size / 15).toPrecision(1)));
      if (crowd.agents.length) void lab.attempt(crowd.clear());
    }
    show();
  });
  return () => ({ radius: radius.valueAsNumber, speed: speed.valueAsNumber });
}

/** @param {import("../model/lab.js").Lab} lab */
export function walkOrPause(lab) {
  const { crowd } = lab;
  if (crowd.walking) crowd.pause();
  else if (crowd.available) void lab.attempt(crowd.play());
}

/** How many agents there are, and how far they have come.
 * @param {import("../model/crowd.js").Crowd} crowd */
function describe(crowd) {
  const count = crowd.agents.length;
  if (count === 0) return "No agents yet.";
  const arrived = sum(crowd.arrived);
  const lost = sum(crowd.lost);
  const waiting = lost ? `, ${lost} ${lost === 1 ? "waits" : "wait"}: no path is wide enough` : "";
  return `${count} ${count === 1 ? "agent" : "agents"}, ${arrived} arrived${waiting}, ${shown(crowd.time, 4)} s`;
}

/** @param {Uint8Array} flags */
function sum(flags) {
  return flags.reduce((total, is) => total + is, 0);
}
