// Tools that draw: rings and lines corner by corner, or by one drag; posts and discs.

import { drawDraft } from "../view/draw/selection.js";

/** @typedef {import("./tool.js").Tool} Tool */
/** @typedef {import("./tool.js").Press} Press */
/** @typedef {import("../types.js").Point} Point */
/** @typedef {import("../model/lab.js").Lab} Lab */

/** @typedef {object} Shape
 * @property {string} label
 * @property {string} icon
 * @property {string} hint
 * @property {boolean} closed
 * @property {number} least points
 * @property {number} most points: the shape is complete with that many
 * @property {(points: Point[]) => object} edit that adds it
 * @property {(from: Point, to: Point) => Point[]} drag what one drag draws */

/** @param {Point} a @param {Point} b @returns {Point[]} */
const box = (a, b) => [a, [b[0], a[1]], b, [a[0], b[1]]];
/** @param {Point} a @param {Point} b @returns {Point[]} */
const line = (a, b) => [a, b];

/** @param {Lab} lab @param {() => void} changed @param {Shape} shape @returns {Tool} */
function shapeTool(lab, changed, shape) {
  let points = /** @type {Point[]} */ ([]);
  let next = /** @type {Point | null} */ (null);
  let whole = /** @type {Point[] | null} */ (null); // of a drag under way
  const near = (/** @type {Point} */ p, /** @type {Press} */ at) =>
    Math.hypot(p[0] - at.point[0], p[1] - at.point[1]) <= 0.8 * at.tolerance;
  const cancel = () => {
    [points, next, whole] = [[], null, null];
    changed();
  };
  const add = (/** @type {Point[]} */ drawn) => {
    cancel();
    lab.store.set({ tool: "select" });
    void lab.edits.add(shape.edit(drawn));
  };
  const finish = () => {
    const enough = points.length >= shape.least;
    if (enough) add(points);
    return enough;
  };
  return {
    label: shape.label,
    icon: shape.icon,
    hint: shape.hint,
    on: "world",
    cursor: () => "draw",
    hover: (at) => {
      next = at.point;
      changed();
    },
    press: (at) => {
      const done = points.length >= shape.least;
      const last = points[points.length - 1];
      if (done && (near(last, at) || (shape.closed && near(points[0], at)))) {
        finish();
        return { move: () => {}, end: () => {} };
      }
      const fresh = points.length === 0;
      const before = points;
      if (!last || !near(last, at)) points = [...points, at.point];
      changed();
      return {
        move: (to) => {
          if (fresh) whole = shape.drag(at.point, to.point);
          else next = to.point;
          changed();
        },
        end: (to, moved) => {
          if (fresh && moved) add(shape.drag(at.point, to.point));
          else if (points.length >= shape.most) add(points);
          whole = null;
        },
        cancel: () => {
          [points, whole] = [before, null];
          changed();
        },
      };
    },
    finish,
    cancel,
    draw: (view) =>
      whole ? drawDraft(view, whole, null, shape.closed) : drawDraft(view, points, next, shape.closed),
  };
}

/** All tools that draw, by name. @param {Lab} lab @param {() => void} changed asks for a frame
 * @param {() => string} areaName @returns {Record<string, Tool>} */
export function drawTools(lab, changed, areaName) {
  const corners = "Click corner by corner; Enter or a double click closes. Or drag a box.";
  return {
    obstacle: shapeTool(lab, changed, {
      label: "Draw an obstacle",
      icon: "obstacle",
      hint: corners,
      closed: true,
      least: 3,
      most: Infinity,
      edit: (ring) => ({ op: "add", ring }),
      drag: box,
    }),
    disc: shapeTool(lab, changed, {
      label: "Draw a disc",
      icon: "disc",
      hint: "Drag from the middle outwards.",
      closed: true,
      least: 2,
      most: 2,
      edit: (points) => discEdit(points),
      drag: circle,
    }),
    wall: shapeTool(lab, changed, {
      label: "Draw a wall",
      icon: "wall",
      hint: "Click point by point; Enter or a double click ends. Or drag a line.",
      closed: false,
      least: 2,
      most: Infinity,
      edit: (points) => ({ op: "add_wall", line: points }),
      drag: line,
    }),
    post: shapeTool(lab, changed, {
      label: "Place a post",
      icon: "post",
      hint: "Click where the post stands.",
      closed: false,
      least: 1,
      most: 1,
      edit: ([point]) => ({ op: "add_post", point }),
      drag: (a) => [a],
    }),
    area: shapeTool(lab, changed, {
      label: "Draw an area",
      icon: "area",
      hint: corners,
      closed: true,
      least: 3,
      most: Infinity,
      edit: (ring) => ({ op: "add_area", ring, name: areaName() }),
      drag: box,
    }),
    door: shapeTool(lab, changed, {
      label: "Draw a door",
      icon: "door",
      hint: "Click its two ends, or drag a line.",
      closed: false,
      least: 2,
      most: 2,
      edit: (points) => ({ op: "add_door", line: points }),
      drag: line,
    }),
    link: shapeTool(lab, changed, {
      label: "Draw a link",
      icon: "link",
      hint: "Click where it begins and ends, or drag.",
      closed: false,
      least: 2,
      most: 2,
      edit: ([a, b]) => ({ op: "add_link", a, b }),
      drag: line,
    }),
  };
}

/** The middle, then points of the circle. @param {Point} a @param {Point} b @returns {Point[]} */
function circle(a, b) {
  const radius = Math.hypot(b[0] - a[0], b[1] - a[1]);
  return Array.from({ length: 32 }, (_, i) => {
    const angle = (i * Math.PI) / 16;
    return [a[0] + radius * Math.cos(angle), a[1] + radius * Math.sin(angle)];
  });
}

/** A disc, from its middle and a point of its rim, or from points of its rim.
 * @param {Point[]} points */
function discEdit(points) {
  const [a, b] = points;
  if (points.length === 2) return { op: "add_disc", center: a, radius: Math.hypot(b[0] - a[0], b[1] - a[1]) };
  const c = points[points.length / 2]; // opposite of the first
  return {
    op: "add_disc",
    center: [(a[0] + c[0]) / 2, (a[1] + c[1]) / 2],
    radius: Math.hypot(a[0] - c[0], a[1] - c[1]) / 2,
  };
}
