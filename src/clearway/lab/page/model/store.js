// The state of the page, observable by key. Listeners run once per change, after the whole change.

/** @template {object} S */
export class Store {
  /** @type {{keys: Set<keyof S>, run: (state: S) => void}[]} */
  #listeners = [];

  /** @param {S} state */
  constructor(state) {
    this.state = state;
  }

  /** @param {Partial<S>} change */
  set(change) {
    const changed = /** @type {(keyof S)[]} */ (Object.keys(change)).filter(
      (key) => !Object.is(this.state[key], change[key]),
    );
    if (changed.length === 0) return;
    Object.assign(this.state, change);
    for (const { keys, run } of this.#listeners) if (changed.some((key) => keys.has(key))) run(this.state);
  }

  /** Runs now, and whenever one of the keys changes.
   * @param {(keyof S)[]} keys @param {(state: S) => void} run */
  watch(keys, run) {
    this.#listeners.push({ keys: new Set(keys), run });
    run(this.state);
  }
}
