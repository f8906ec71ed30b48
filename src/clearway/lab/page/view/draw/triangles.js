// Triangles of the mesh: their edges, and fills that colour them by class.

/** @typedef {import("./view.js").View} View */
/** @typedef {import("../../model/mesh.js").Mesh} Mesh */

const CHUNK = 1500; // triangles between two pauses
const LEAST_EDGE = 0.4; // pixels: shorter edges are left out

/** The factors that take a corner of the mesh to pixels. @param {View} view @param {Mesh} mesh */
function placed(view, mesh) {
  const { camera } = view;
  const s = camera.scale;
  const t = camera.scaleY;
  return {
    s,
    t,
    dx: (mesh.origin[0] - camera.x) * s + camera.width / 2,
    dy: (mesh.origin[1] - camera.y) * t + camera.height / 2,
  };
}

/** Strokes edges once each, those with or those without a constraint. Both triangles at an edge have
 * it, in opposite directions: the one whose edge goes up (or right) draws it.
 * @param {View} view @param {Mesh} mesh @param {boolean} constrained @param {boolean} blocked
 * whether edges between two blocked triangles count */
export function* strokeEdges(view, mesh, constrained, blocked) {
  const { context, camera } = view;
  const { s, t, dx, dy } = placed(view, mesh);
  const { corners, state } = mesh;
  const least = LEAST_EDGE / s;
  const [width, height] = [camera.width, camera.height];
  for (let begin = 0; begin < mesh.length; begin += CHUNK) {
    context.beginPath();
    const end = Math.min(begin + CHUNK, mesh.length);
    for (let id = begin; id < end; id++) {
      if (!state[id] || (!blocked && state[id] === 2)) continue;
      for (let i = 0; i < 3; i++) {
        if (((mesh.constrained[id] >> i) & 1) !== Number(constrained)) continue;
        const a = 6 * id + 2 * i;
        const b = 6 * id + 2 * ((i + 1) % 3);
        const [ax, ay, bx, by] = [corners[a], corners[a + 1], corners[b], corners[b + 1]];
        // A constrained edge may have a blocked triangle on its other side, which draws nothing.
        if (!constrained && (by < ay || (by === ay && bx < ax))) continue;
        if (Math.abs(bx - ax) < least && Math.abs(by - ay) < least) continue;
        const [px, py, qx, qy] = [ax * s + dx, ay * t + dy, bx * s + dx, by * t + dy];
        if ((px < 0 && qx < 0) || (px > width && qx > width)) continue;
        if ((py < 0 && qy < 0) || (py > height && qy > height)) continue;
        context.moveTo(px, py);
        context.lineTo(qx, qy);
      }
    }
    context.stroke();
    yield;
  }
}

/** Fills triangles, class by class. Their edges are stroked in the same colour, which must be opaque:
 * otherwise hairlines would show between neighbours.
 * @param {View} view @param {Mesh} mesh @param {ArrayLike<number>} ids
 * @param {(row: number) => string | null} colour of a row of `ids`; null: not drawn
 * @param {number} [count] of rows, from the first */
export function* fillTriangles(view, mesh, ids, colour, count = ids.length) {
  const { context, camera } = view;
  const { s, t, dx, dy } = placed(view, mesh);
  const { corners, state } = mesh;
  /** @type {Map<string, number[]>} */
  const classes = new Map();
  for (let row = 0; row < count; row++) {
    const id = ids[row];
    if (id < 0 || id >= mesh.length || !state[id]) continue;
    const name = colour(row);
    if (name === null) continue;
    const members = classes.get(name);
    if (members) members.push(id);
    else classes.set(name, [id]);
  }
  context.lineWidth = 1;
  let drawn = 0;
  for (const [name, members] of classes) {
    context.fillStyle = name;
    context.strokeStyle = name;
    context.beginPath();
    for (const id of members) {
      const k = 6 * id;
      const [ax, ay] = [corners[k] * s + dx, corners[k + 1] * t + dy];
      const [bx, by] = [corners[k + 2] * s + dx, corners[k + 3] * t + dy];
      const [cx, cy] = [corners[k + 4] * s + dx, corners[k + 5] * t + dy];
      if (Math.max(ax, bx, cx) < 0 || Math.min(ax, bx, cx) > camera.width) continue;
      if (Math.max(ay, by, cy) < 0 || Math.min(ay, by, cy) > camera.height) continue;
      context.moveTo(ax, ay);
      context.lineTo(bx, by);
      context.lineTo(cx, cy);
      context.closePath();
      if (++drawn % CHUNK) continue;
      context.fill();
      context.stroke();
      context.beginPath();
      yield;
    }
    context.fill();
    context.stroke();
  }
}
