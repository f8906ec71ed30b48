// What a page that is loaded again takes over: its session, what it looked at, and its world in case the server
// has ended the session meanwhile. Kept in the storage of this tab, so that two pages stay apart.

import { snapshotOf } from "./restoring.js";

/** @typedef {import("./lab.js").Lab} Lab */
/** @typedef {Partial<import("./state.js").State>} View */

/** @typedef {object} Remembered
 * @property {string} session its name
 * @property {string} address the fragment of the page's address
 * @property {Record<string, any>} view a part of the state
 * @property {import("./crowd.js").Agent[]} agents
 * @property {{x: number, y: number, scale: number} | null} camera
 * @property {import("./restoring.js").Snapshot | null} snapshot */

const KEY = "clearway-lab";
const MOST_NUMBERS = 100_000; // of a world: browsers keep about 5 million characters per tab
const QUIET = 500; // milliseconds after the last change
const KEPT = /** @type {const} */ (["start", "goal", "radius", "greatestRadius", "planner", "costs"]);

/** What the last page in this tab has left, or null. @returns {Remembered | null} */
export function remembered() {
  try {
    const found = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    return typeof found?.session === "string" ? found : null;
  } catch {
    return null; // no storage, or not ours
  }
}

/** @param {Lab} lab @param {import("../view/camera.js").Camera} camera */
function remember(lab, camera) {
  const { session } = lab.connection;
  if (!session) return;
  const { state, crowd } = lab;
  const { x, y, scale } = camera;
  const view = {
    ...Object.fromEntries(KEPT.map((key) => [key, state[key]])),
    compared: [...state.compared],
    layers: [...state.layers],
  };
  const small = { session, address: location.hash, view, agents: crowd.agents, camera: { x, y, scale } };
  for (const snapshot of [numbersOf(lab) <= MOST_NUMBERS ? snapshotOf(lab) : null, null]) {
    try {
      sessionStorage.setItem(KEY, JSON.stringify({ ...small, snapshot }, plain));
      return;
    } catch {
      // The storage is full, or forbidden: without the world, or not at all.
    }
  }
}

/** Remembers whenever the page has come to rest after a change, and when it ends.
 * @param {Lab} lab @param {import("../view/camera.js").Camera} camera */
export function keepRemembering(lab, camera) {
  let timer = 0;
  lab.store.watch([...KEPT, "summary", "compared", "layers", "lifted"], () => {
    clearTimeout(timer);
    timer = setTimeout(() => remember(lab, camera), QUIET);
  });
  // Phones end pages in the background without a further event.
  for (const event of ["pagehide", "visibilitychange"])
    window.addEventListener(event, () => remember(lab, camera));
}

/** Gives the page what was remembered of its view. @param {Lab} lab @param {Remembered} last */
export function recall(lab, last) {
  const { compared = [], layers = [], ...rest } = last.view;
  lab.store.set({ ...rest, compared: new Set(compared), layers: new Set(layers) });
  lab.crowd.agents = last.agents ?? [];
  lab.crowd.changed();
}

/** How many numbers a snapshot holds. @param {Lab} lab */
function numbersOf({ scene, grid }) {
  let count = grid.blocked.length;
  for (const item of scene.items.values()) for (const chain of item.chains) count += chain.length;
  return count;
}

/** Typed arrays as lists. @param {string} _key @param {any} value */
function plain(_key, value) {
  return ArrayBuffer.isView(value) ? Array.from(/** @type {Uint8Array} */ (value)) : value;
}
