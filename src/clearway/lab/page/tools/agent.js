// The tool that places agents of a crowd.

import { say, shown } from "../dom.js";
import { drawDraft } from "../view/draw/selection.js";

/** @typedef {import("./tool.js").Tool} Tool */
/** @typedef {import("../types.js").Point} Point */

/** @param {import("../model/lab.js").Lab} lab @param {() => void} changed
 * @param {() => {radius: number, speed: number}} settings @returns {Tool} */
export function agentTool(lab, changed, settings) {
  let line = /** @type {[Point, Point] | null} */ (null);
  const add = async (/** @type {import("../model/crowd.js").Agent} */ agent) => {
    await lab.crowd.add(agent);
    say(`agent placed; its goal is ${agent.goal.map((value) => shown(value, 5)).join(", ")}`);
  };
  return {
    label: "Place an agent",
    icon: "agent",
    hint: "Drag from where the agent stands to its goal; a click gives it goal B. Keys: D, arrows, D.",
    on: "world",
    cursor: () => "draw",
    press: (at) => ({
      move: ({ point }) => {
        line = [at.point, point];
        changed();
      },
      end: ({ point }, moved) => {
        line = null;
        const goal = moved ? point : (lab.state.goal ?? at.point);
        void lab.attempt(add({ position: at.point, goal, ...settings() }));
        changed();
      },
      cancel: () => (line = null),
    }),
    draw: (view) => {
      if (line) drawDraft(view, line, null, false);
    },
  };
}
