// The triangulation shown, kept up to date by the differences that the server sends.

/** @typedef {import("../types.js").MeshMessage} MeshMessage */
/** @typedef {import("../types.js").Point} Point */

export class Mesh {
  version = -1;
  /** @type {Point} */
  origin = [0, 0];
  length = 0; // one more than the greatest id; ids index the arrays
  count = 0; // triangles alive
  corners = new Float32Array(0); // six a triangle, relative to the origin
  constrained = new Uint8Array(0); // bit i: the edge from corner i to i + 1
  state = new Uint8Array(0); // 0: no triangle, 1: free, 2: blocked

  /** @param {MeshMessage} message */
  apply(message) {
    if (message.since === null) {
      this.length = 0;
      this.count = 0;
      this.state.fill(0);
    }
    for (const id of message.removed ?? []) {
      if (this.state[id]) this.count -= 1;
      this.state[id] = 0;
    }
    let greatest = this.length - 1;
    for (const id of message.ids) if (id > greatest) greatest = id;
    this.#reserve(greatest + 1);
    this.length = greatest + 1;
    message.ids.forEach((id, i) => {
      if (!this.state[id]) this.count += 1;
      this.corners.set(message.corners.subarray(6 * i, 6 * i + 6), 6 * id);
      this.constrained[id] = message.constrained[i];
      this.state[id] = message.blocked[i] ? 2 : 1;
    });
    this.origin = message.origin;
    this.version = message.version;
  }

  /** @param {number} length */
  #reserve(length) {
    if (length <= this.state.length) return;
    const room = Math.ceil(length * 1.3);
    const [corners, constrained, state] = [this.corners, this.constrained, this.state];
    this.corners = new Float32Array(6 * room);
    this.constrained = new Uint8Array(room);
    this.state = new Uint8Array(room);
    this.corners.set(corners);
    this.constrained.set(constrained);
    this.state.set(state);
  }

  forget() {
    this.version = -1;
    this.length = 0;
    this.count = 0;
    this.state.fill(0);
  }
}
