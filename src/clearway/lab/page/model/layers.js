// The data of the layers that are shown, computed by the server. A layer follows what it depends on.

import { LAYERS } from "./layer_rules.js";
import { Live } from "./live.js";

/** @typedef {import("./lab.js").Lab} Lab */

const LANES = 8;

export class Layers {
  #lab;
  /** The answers of the server by name of layer. @type {Map<string, any>} */
  data = new Map();
  /** What the data was asked for with. @type {Map<string, string>} */
  #keys = new Map();
  /** @type {Map<string, Live>} */
  #live = new Map();
  #mesh;

  /** @param {Lab} lab */
  constructor(lab) {
    this.#lab = lab;
    Object.keys(LAYERS).forEach((name, i) =>
      this.#live.set(
        name,
        new Live(
          () => this.#fetch(name, `layer${i % LANES}`),
          (error) => this.#failed(name, error),
        ),
      ),
    );
    this.#mesh = new Live(
      () => this.#fetchMesh(),
      (error) => lab.report(error),
    );
    lab.store.watch(["layers", "sceneVersion", "radius", "start", "goal", "planner", "connection"], () =>
      this.#follow(),
    );
  }

  /** Whether a layer says something about what is shown now. @param {string} name */
  applies(name) {
    const { about, summary } = this.#lab.state;
    const rule = LAYERS[name];
    if (summary && rule.on !== "any" && rule.on !== summary.kind) return false;
    if (name === "explored") return true; // where a planner cannot tell, the server says so
    const kind = summary?.kind ?? "world";
    return (
      !rule.parameters ||
      !about ||
      about.layers.some((layer) => layer.name === name && layer.on.includes(kind))
    );
  }

  /** Whether the mesh is needed: a layer that is shown, or a search that is played, uses triangles. */
  get needsMesh() {
    const { layers, summary } = this.#lab.state;
    if (!summary) return false;
    if (this.playsTriangles || this.data.get("explored")?.on === "triangles") return true;
    return (
      summary.kind === "world" && [...layers].some((name) => LAYERS[name].mesh && this.applies(name))
    );
  }

  playsTriangles = false;

  forget() {
    this.data.clear();
    this.#keys.clear();
    this.#lab.store.set({ layerErrors: {}, layersVersion: this.#lab.state.layersVersion + 1 });
  }

  requestMesh() {
    this.#mesh.request();
  }

  #follow() {
    const { connection, summary, layers } = this.#lab.state;
    if (connection !== "open" || !summary) return;
    if (this.needsMesh && this.#lab.mesh.version !== summary.version) this.#mesh.request();
    for (const name of layers)
      if (LAYERS[name].parameters && this.#key(name) !== this.#keys.get(name))
        this.#live.get(name)?.request();
    for (const name of this.data.keys()) {
      if (layers.has(name)) continue;
      this.data.delete(name);
      this.#keys.delete(name);
    }
  }

  /** @param {string} name */
  #key(name) {
    const { state } = this.#lab;
    const parameters = this.applies(name) ? LAYERS[name].parameters?.(state) : null;
    return JSON.stringify([state.summary?.version, parameters]);
  }

  /** @param {string} name @param {string} lane */
  async #fetch(name, lane) {
    const { state, store } = this.#lab;
    const parameters = this.applies(name) ? LAYERS[name].parameters?.(state) : null;
    if (!parameters || !state.layers.has(name)) return;
    const key = this.#key(name);
    this.#keys.set(name, key);
    store.set({ busy: new Set([...state.busy, name]) });
    try {
      const { action } = LAYERS[name];
      const asked = action ? parameters : { name, ...parameters };
      const data = await this.#lab.ask(action ?? "layer", asked, { lane });
      if (this.#lab.state.layers.has(name)) this.data.set(name, data);
      if (this.needsMesh && this.#lab.mesh.version < data.version) this.#mesh.request();
      const { [name]: _old, ...layerErrors } = this.#lab.state.layerErrors;
      store.set({ layerErrors, layersVersion: this.#lab.state.layersVersion + 1 });
    } finally {
      store.set({ busy: new Set([...this.#lab.state.busy].filter((other) => other !== name)) });
    }
  }

  /** @param {string} name @param {Error} error */
  #failed(name, error) {
    this.data.delete(name);
    this.#lab.store.set({
      layerErrors: { ...this.#lab.state.layerErrors, [name]: error.message },
      layersVersion: this.#lab.state.layersVersion + 1,
    });
  }

  async #fetchMesh() {
    const { mesh, store } = this.#lab;
    if (!this.needsMesh) return;
    const parameters = mesh.version >= 0 ? { since: mesh.version } : {};
    const message = await this.#lab.ask("mesh", parameters, { lane: "mesh" });
    // A difference to a mesh that was forgotten meanwhile is of no use.
    if (message.since === null || message.since === mesh.version) {
      mesh.apply(message);
      store.set({ meshVersion: this.#lab.state.meshVersion + 1 });
    }
    if (mesh.version < (this.#lab.state.summary?.version ?? 0)) this.#mesh.request();
  }
}
