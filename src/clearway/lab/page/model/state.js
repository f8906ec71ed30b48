// The state that panels and drawings follow. Large data (items, triangles) lives beside it and is
// announced by counters: `sceneVersion` grows when items change, `meshVersion` with the mesh, and so on.

/** @typedef {import("../types.js").Point} Point */
/** @typedef {import("../types.js").Answer} Answer */

/** @typedef {"select" | "obstacle" | "disc" | "wall" | "post" | "area" | "door" | "link"
 *   | "paint" | "erase" | "agent"} ToolName */
/** @typedef {{handle: number, vertex: {chain: number, index: number} | null}} Selection */

/** @typedef {object} State
 * @property {import("../net/connection.js").ConnectionState} connection
 * @property {import("../types.js").About | null} about
 * @property {import("../types.js").Summary | null} summary of the world shown; changes with every edit
 * @property {number} worldsShown counts the worlds: for what depends on the kind and the bounds alone
 * @property {ToolName} tool
 * @property {Selection | null} selection
 * @property {number | null} lifted the handle of the item that is dragged, drawn apart from the picture
 * @property {Point | null} start
 * @property {Point | null} goal
 * @property {number} radius
 * @property {number} greatestRadius of the slider
 * @property {string} planner
 * @property {ReadonlySet<string>} compared planners beside the chosen one
 * @property {Answer | null} answer of the chosen planner
 * @property {Answer[]} others of the compared planners
 * @property {number | null} optimum
 * @property {number | null} maxRadius of a disc that can go from start to goal, where asked
 * @property {ReadonlySet<string>} layers shown
 * @property {ReadonlySet<string>} busy what is being computed: names of layers, "path", ...
 * @property {Readonly<Record<string, string>>} layerErrors
 * @property {number} sceneVersion
 * @property {number} meshVersion
 * @property {number} layersVersion
 * @property {Readonly<Record<string, number | "avoid">>} costs by name of area
 * @property {string} message for the user, or ""
 * @property {boolean} failed whether the message is an error
 */

/** @returns {State} */
export function initialState() {
  return {
    connection: "connecting",
    about: null,
    summary: null,
    worldsShown: 0,
    tool: "select",
    selection: null,
    lifted: null,
    start: null,
    goal: null,
    radius: 0,
    greatestRadius: 1,
    planner: "optimal",
    compared: new Set(),
    answer: null,
    others: [],
    optimum: null,
    maxRadius: null,
    layers: new Set(["swept", "narrowest"]),
    busy: new Set(),
    layerErrors: {},
    sceneVersion: 0,
    meshVersion: 0,
    layersVersion: 0,
    costs: {},
    message: "",
    failed: false,
  };
}
