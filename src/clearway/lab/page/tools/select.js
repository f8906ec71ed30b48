// The tool that moves things: ends of the path, items, vertices. A press elsewhere moves the map.

import { itemAt, sideAt, vertexAt } from "../model/hits.js";
import { movedVertex, shifted, withVertex } from "../model/reshaping.js";

/** @typedef {import("./tool.js").Tool} Tool */
/** @typedef {import("./tool.js").Press} Press */
/** @typedef {import("./tool.js").Drag} Drag */
/** @typedef {import("../model/lab.js").Lab} Lab */
/** @typedef {import("../model/scene.js").Item} Item */

/** @param {Lab} lab @returns {Tool} */
export function selectTool(lab) {
  return {
    label: "Select and move",
    icon: "select",
    hint: "Drag A, B or an obstacle: the path follows. Draw with the tools.",
    on: "any",
    press: (at) => pressEnd(lab, at) ?? pressVertex(lab, at) ?? pressItem(lab, at),
    cursor: (at) => {
      if (endAt(lab, at)) return "grab";
      const item = itemAt(lab.scene.items.values(), at.point, at.tolerance);
      return item ? "move" : "";
    },
  };
}

/** @param {Lab} lab @param {Press} at @returns {"start" | "goal" | null} */
function endAt(lab, at) {
  for (const end of /** @type {const} */ (["start", "goal"])) {
    const p = lab.state[end];
    if (p && Math.hypot(p[0] - at.point[0], p[1] - at.point[1]) <= 1.6 * at.tolerance) return end;
  }
  return null;
}

/** @param {Lab} lab @param {Press} at @returns {Drag | null} */
function pressEnd(lab, at) {
  const end = endAt(lab, at);
  if (!end) return null;
  const before = lab.state[end];
  return {
    move: ({ point }) => lab.store.set({ [end]: point }),
    end: () => {},
    cancel: () => lab.store.set({ [end]: before }),
  };
}

/** @param {Lab} lab @param {Press} at @returns {Drag | null} */
function pressVertex(lab, at) {
  const { selection } = lab.state;
  const item = selection && lab.scene.items.get(selection.handle);
  if (!item || (item.kind === "post" && !at.alt)) return null;
  let vertex = vertexAt(item, at.point, at.tolerance);
  if (!vertex && at.alt) {
    vertex = sideAt(item, at.point, at.tolerance);
    if (vertex) return dragVertex(lab, withVertex(item, vertex, at.point), vertex);
  }
  return vertex && dragVertex(lab, item, vertex);
}

/** @param {Lab} lab @param {Item} item @param {{chain: number, index: number}} vertex @returns {Drag} */
function dragVertex(lab, item, vertex) {
  lab.store.set({ selection: { handle: item.handle, vertex } });
  return dragItem(lab, item, ({ point }) => movedVertex(item, vertex, point));
}

/** @param {Lab} lab @param {Item} item @param {(at: Press) => Float64Array[]} chains where it is dragged to
 * @returns {Drag} */
function dragItem(lab, item, chains) {
  const before = lab.scene.items.get(item.handle)?.chains ?? item.chains;
  let lifted = false;
  return {
    move: (at) => {
      if (!lifted) lab.edits.lift(item);
      lifted = true;
      lab.edits.drag(chains(at));
    },
    end: () => {
      if (lifted) lab.edits.drop();
    },
    cancel: () => {
      if (!lifted) return;
      lab.edits.drag(before);
      lab.edits.drop();
    },
  };
}

/** @param {Lab} lab @param {Press} at @returns {Drag | null} */
function pressItem(lab, at) {
  const item = itemAt(lab.scene.items.values(), at.point, at.tolerance);
  if (!item) {
    const hadSelection = lab.state.selection !== null;
    if (hadSelection && at.keyboard) lab.store.set({ selection: null });
    return null;
  }
  lab.store.set({ selection: { handle: item.handle, vertex: null } });
  const [x, y] = at.point;
  return dragItem(lab, item, ({ point }) => shifted(item, point[0] - x, point[1] - y));
}
