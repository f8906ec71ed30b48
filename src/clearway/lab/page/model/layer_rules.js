// The layers: what each is called, where it applies, and what the server is asked for.

/** @typedef {import("./state.js").State} State */

/** @typedef {object} LayerRule what a layer is
 * @property {string} label
 * @property {string} hint
 * @property {"world" | "grid" | "any"} on
 * @property {"path" | "mesh" | "structure" | "search"} group
 * @property {boolean} [mesh] whether it colours triangles of the mesh
 * @property {(state: State) => object | null} [parameters] of the action; null: nothing to ask
 * @property {string} [action] of the server, if not `layer` */

/** @param {State} state */
const disc = (state) => ({ radius: state.radius });
const none = () => ({});

/** @type {Record<string, LayerRule>} */
export const LAYERS = {
  swept: { label: "Swept disc", hint: "All that the disc covers on its way", on: "world", group: "path" },
  narrowest: { label: "Narrowest gate", hint: "Where the route is tightest", on: "world", group: "path" },
  triangulation: {
    label: "Triangulation",
    hint: "The constrained Delaunay mesh",
    on: "world",
    group: "mesh",
    mesh: true,
  },
  constraints: {
    label: "Constraints",
    hint: "Edges of the mesh that lie on obstacles",
    on: "world",
    group: "mesh",
    mesh: true,
  },
  clearances: {
    label: "Clearance",
    hint: "Triangles that a disc of this radius can pass, and cannot",
    on: "world",
    group: "mesh",
    mesh: true,
    parameters: disc,
  },
  gates: {
    label: "Gates",
    hint: "Choke points: open and closed for this radius",
    on: "world",
    group: "mesh",
    parameters: disc,
  },
  levels: {
    label: "Abstraction levels",
    hint: "Islands, trees, corridors, decision nodes",
    on: "world",
    group: "structure",
    mesh: true,
    parameters: none,
  },
  corridors: {
    label: "Corridors",
    hint: "The abstract graph for this radius",
    on: "world",
    group: "structure",
    parameters: disc,
  },
  rooms: {
    label: "Rooms",
    hint: "Regions between choke points",
    on: "world",
    group: "structure",
    mesh: true,
    parameters: none,
  },
  components: {
    label: "Components",
    hint: "Regions that are connected",
    on: "world",
    group: "structure",
    mesh: true,
    parameters: none,
  },
  clusters: {
    label: "THPA* clusters",
    hint: "Clusters of the hierarchy and its edges",
    on: "world",
    group: "structure",
    mesh: true,
    parameters: disc,
  },
  graph: {
    label: "Visibility graph",
    hint: "Corners that see each other; of planner vgo, if it is chosen, its smaller graph",
    on: "world",
    group: "structure",
    parameters: (s) => ({ planner: s.planner === "vgo" ? "vgo" : "vg" }),
  },
  bsp: { label: "BSP cells", hint: "The cuts of the BSP", on: "world", group: "structure", parameters: none },
  visible: {
    label: "Visible from start",
    hint: "What a point at the start sees",
    on: "any",
    group: "search",
    parameters: (s) => s.start && { point: s.start },
  },
  field: {
    label: "Distance field",
    hint: "Distance to the goal, with contours",
    on: "any",
    group: "search",
    parameters: (s) => s.goal && { goals: [s.goal], radius: s.radius, cells: 160, contours: 12 },
  },
  explored: {
    label: "Explored",
    hint: "Where the chosen planner has searched",
    on: "any",
    group: "search",
    mesh: true,
    parameters: (s) =>
      s.start &&
      s.goal && { start: s.start, goal: s.goal, radius: s.radius, planner: s.planner, mode: "expansions" },
    action: "search",
  },
  traced: {
    label: "Traced polygons",
    hint: "The grid's cells as polygons",
    on: "grid",
    group: "structure",
    parameters: none,
  },
};
