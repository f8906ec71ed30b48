// The tools beside the map, and the hint of the one in use.

import { byId, element, icon } from "../dom.js";

/** @typedef {import("../tools/tool.js").Tool} Tool */
/** @typedef {import("../model/state.js").ToolName} ToolName */

/** @type {Record<string, string>} names that tests and scripts rely on, where they differ */
const TEST_IDS = { select: "tool-select", paint: "paint", erase: "erase" };

/** @param {import("../model/lab.js").Lab} lab @param {Record<string, Tool>} tools */
export function toolbar(lab, tools) {
  const bar = byId("tools");
  /** @type {[string, HTMLButtonElement][]} */
  const buttons = Object.entries(tools).map(([name, tool]) => {
    const button = element("button", {
      type: "button",
      className: "plain",
      "aria-label": tool.label,
      "data-testid": TEST_IDS[name] ?? `add-${name}`,
      onclick: () => {
        choose(lab, tools, /** @type {ToolName} */ (name));
        byId("canvas").focus({ preventScroll: true }); // where keys use the tool
      },
    });
    button.append(icon(tool.icon));
    bar.append(button);
    if (name === "select") bar.append(element("hr"));
    return [name, button];
  });
  let begun = false;
  const show = () => {
    const { tool } = lab.state;
    const usable = usableTools(lab, tools);
    for (const [name, button] of buttons) {
      const number = usable.indexOf(/** @type {ToolName} */ (name)) + 1;
      button.hidden = number === 0;
      button.title = number > 0 ? `${tools[name].label} (${number})` : "";
      button.setAttribute("aria-pressed", String(name === tool));
    }
    byId("hint").textContent = tool === "select" && begun ? "" : tools[tool].hint;
  };
  lab.store.watch(["tool", "worldsShown"], show);
  // The first hint goes away once the map is used.
  const begin = () => {
    begun = true;
    show();
  };
  byId("canvas").addEventListener("pointerdown", begin, { once: true });
}

/** The tools for what is shown, in their order: keys 1 to 9 choose them.
 * @param {import("../model/lab.js").Lab} lab @param {Record<string, Tool>} tools */
export function usableTools(lab, tools) {
  const kind = lab.state.summary?.kind;
  const names = Object.keys(tools).filter((name) => tools[name].on === "any" || tools[name].on === kind);
  return /** @type {ToolName[]} */ (names);
}

/** Takes up a tool; the same one again completes what was drawn, and puts it down. @param {import("../model/lab.js").Lab} lab
 * @param {Record<string, Tool>} tools @param {ToolName} name */
export function choose(lab, tools, name) {
  const { tool, summary } = lab.state;
  if (name === tool && tools[tool].finish?.()) return;
  tools[tool].cancel?.();
  const on = tools[name].on;
  if (on !== "any" && on !== summary?.kind) return;
  lab.store.set({ tool: name === tool ? "select" : name });
}
