// The layers of the server, below the obstacles (regions, fields) or above them (graphs, gates).

import { css, rampColour, regionColour } from "../palette.js";
import { drawCorners } from "./corners.js";
import { drawField } from "./field.js";
import { fillTriangles, strokeEdges } from "./triangles.js";
import { addChain, dot, strokeSegments } from "./view.js";

/** @typedef {import("./view.js").View} View */
/** @typedef {import("../../model/mesh.js").Mesh} Mesh */
/** @typedef {import("../../model/grid.js").Grid} Grid */
/** @typedef {(view: View, data: any, mesh: Mesh, grid: Grid) => Generator<void, void, void>} DrawLayer */

// What a disc can do in a triangle.
export const PASSABILITY = [
  { light: "hsl(150 50% 90%)", dark: "hsl(150 32% 20%)", text: "passes every way" },
  { light: "hsl(45 85% 86%)", dark: "hsl(42 45% 24%)", text: "passes some ways" },
  { light: "hsl(6 75% 89%)", dark: "hsl(4 40% 25%)", text: "does not pass" },
];

// Levels of Demyen's abstraction: islands, trees (dead ends), corridors, decision nodes.
const LEVELS = [210, 130, 45, 350];

/** @param {number} level @param {boolean} dark */
export function levelColour(level, dark) {
  const hue = LEVELS[level] ?? 0;
  return dark ? `hsl(${hue} 35% 27%)` : `hsl(${hue} 60% 86%)`;
}

/** @type {Record<string, DrawLayer>} drawn below the obstacles, in this order */
export const BELOW = {
  field: (view, data) => drawField(view, data),
  components: (view, data, mesh) => regions(view, mesh, data.ids, data.components),
  rooms: (view, data, mesh) => regions(view, mesh, data.ids, data.rooms),
  clusters: (view, data, mesh) => regions(view, mesh, data.ids, data.clusters),
  levels: (view, data, mesh) =>
    fillTriangles(view, mesh, data.ids, (row) =>
      data.levels[row] === 255 ? null : levelColour(data.levels[row], view.palette.dark),
    ),
  clearances: (view, data, mesh) =>
    fillTriangles(view, mesh, data.ids, (row) => passability(data, row, view.palette.dark)),
  explored: drawExplored,
  *visible(view, data) {
    const { context } = view;
    context.beginPath();
    for (let r = 0; r + 1 < data.ring_starts.length; r++)
      addChain(view, data.points, true, 2 * data.ring_starts[r], 2 * data.ring_starts[r + 1]);
    context.fillStyle = view.palette.dark ? "rgb(255 225 130 / 0.16)" : "rgb(255 205 60 / 0.28)";
    context.fill("evenodd");
  },
};

/** @type {Record<string, DrawLayer>} drawn above the obstacles, in this order */
export const ABOVE = {
  *triangulation(view, _data, mesh) {
    view.context.strokeStyle = view.palette.mesh;
    view.context.lineWidth = 0.75;
    yield* strokeEdges(view, mesh, false, false);
  },
  *constraints(view, _data, mesh) {
    view.context.strokeStyle = view.palette.constraint;
    view.context.lineWidth = 1.5;
    yield* strokeEdges(view, mesh, true, true);
  },
  *traced(view, data) {
    const { context } = view;
    context.strokeStyle = view.palette.constraint;
    context.lineWidth = 1.5;
    for (let r = 0; r + 1 < data.ring_starts.length; r++) {
      if (r % 200 === 0) {
        if (r > 0) context.stroke();
        yield;
        context.beginPath();
      }
      addChain(view, data.points, true, 2 * data.ring_starts[r], 2 * data.ring_starts[r + 1]);
    }
    context.stroke();
  },
  *bsp(view, data) {
    const { context } = view;
    const deepest = data.depths.reduce(
      (/** @type {number} */ a, /** @type {number} */ b) => Math.max(a, b),
      1,
    );
    context.strokeStyle = view.palette.link;
    for (const [least, most, width] of [
      [0, 0.25, 2],
      [0.25, 0.6, 1.2],
      [0.6, 2, 0.6],
    ]) {
      context.lineWidth = width;
      yield* strokeSegments(view, data.segments, (row) => {
        const depth = data.depths[row] / deepest;
        return depth >= least && depth < most;
      });
    }
  },
  *graph(view, data) {
    const { context } = view;
    const { corners, edges } = data;
    const segments = new Float64Array(2 * edges.length);
    for (let i = 0; i < edges.length; i++)
      segments.set([corners[2 * edges[i]], corners[2 * edges[i] + 1]], 2 * i);
    context.strokeStyle = view.palette.link;
    context.globalAlpha = Math.min(Math.max(30 / Math.sqrt(edges.length), 0.12), 0.6);
    context.lineWidth = 1;
    yield* strokeSegments(view, segments);
    context.globalAlpha = 1;
  },
  *corridors(view, data) {
    const { context, palette } = view;
    context.lineJoin = "round";
    for (const used of [0, 1]) {
      context.strokeStyle = used ? palette.select : palette.quiet;
      context.lineWidth = used ? 2.5 : 1.25;
      context.beginPath();
      for (let c = 0; c + 1 < data.route_starts.length; c++) {
        if (data.used[c] !== used) continue;
        addChain(view, data.points, false, 2 * data.route_starts[c], 2 * data.route_starts[c + 1]);
        if (c % 500 === 499) yield;
      }
      context.stroke();
    }
    yield;
    for (let n = 0; 2 * n < data.nodes.length; n++) {
      const fill = data.node_used[n] ? palette.select : palette.quiet;
      dot(view, [data.nodes[2 * n], data.nodes[2 * n + 1]], 4, fill, palette.ground);
      if (n % 200 === 199) yield;
    }
    yield* gates(view, data.gates, data.used);
  },
  *clusters(view, data) {
    view.context.strokeStyle = view.palette.quiet;
    view.context.lineWidth = 0.75;
    yield* strokeSegments(view, data.edges);
  },
  *gates(view, data) {
    yield* gates(view, data.segments, data.passable);
  },
};

/** @param {View} view @param {Float64Array} segments @param {ArrayLike<number>} open per row */
function* gates(view, segments, open) {
  const { context, palette } = view;
  context.lineCap = "round";
  for (const is of [0, 1]) {
    context.strokeStyle = is ? palette.open : palette.closed;
    context.lineWidth = 2;
    yield* strokeSegments(view, segments, (row) => Number(open[row] !== 0) === is);
  }
  context.lineCap = "butt";
}

/** @param {View} view @param {Mesh} mesh @param {Int32Array} ids @param {Int32Array} regions */
function regions(view, mesh, ids, regions) {
  return fillTriangles(view, mesh, ids, (row) =>
    regions[row] < 0 ? null : regionColour(regions[row], view.palette.dark),
  );
}

/** Triangles by the turns that a disc can make in them. @param {any} data @param {number} row
 * @param {boolean} dark */
function passability(data, row, dark) {
  let turns = 0;
  let exists = 0;
  for (let i = 0; i < 3; i++) {
    if (data.corners[3 * row + i] < 0) continue;
    exists += 1;
    if ((data.passable[row] >> i) & 1) turns += 1;
  }
  if (exists === 0) return null;
  return PASSABILITY[turns === exists ? 0 : turns > 0 ? 1 : 2][dark ? "dark" : "light"];
}

/** @param {View} view @param {any} data @param {Mesh} mesh @param {Grid} grid */
function* drawExplored(view, data, mesh, grid) {
  const dark = view.palette.dark;
  if (data.on === "triangles") {
    const fill = css(rampColour(0.25, dark));
    yield* fillTriangles(view, mesh, data.ids, () => fill);
  } else if (data.on === "corners" || data.on === "nodes") {
    drawCorners(view, data.lines, data.count, data.count);
  } else {
    const side = Math.max(grid.cell * view.camera.scale, 1);
    view.context.fillStyle = css(rampColour(0.25, dark));
    for (let i = 0; i < data.cells.length; i += 2) {
      const [x, y] = view.camera.toScreen(grid.middle(data.cells[i], data.cells[i + 1]));
      view.context.fillRect(x - side / 2, y - side / 2, side, side);
      if (i % 4000 === 3998) yield;
    }
  }
}
