// The path from start to goal by the chosen planner, and by those compared with it. Both follow the
// state: the ends, the radius, the planners, the costs of areas, and the version of the world.

import { Live } from "./live.js";

/** @typedef {import("../types.js").PathResult} PathResult */
/** @typedef {import("./lab.js").Lab} Lab */

const QUIET = 150; // milliseconds without a new answer after which the clearance is measured

export class Paths {
  #lab;
  #chosen;
  #compared;
  #widest;
  #measured;
  #timer = 0;

  /** @param {Lab} lab */
  constructor(lab) {
    this.#lab = lab;
    const failed = (/** @type {Error} */ error) => lab.report(error);
    this.#chosen = new Live(() => this.#findChosen(), failed);
    this.#compared = new Live(() => this.#findCompared(), failed);
    this.#widest = new Live(() => this.#findWidest(), failed);
    this.#measured = new Live(() => this.#measure(), failed);
    lab.store.watch(["lifted"], () => this.#measureSoon());
    lab.store.watch(["start", "goal", "radius", "planner", "sceneVersion", "costs"], () =>
      this.#chosen.request(),
    );
    lab.store.watch(["start", "goal", "radius", "compared", "sceneVersion", "costs"], () =>
      this.#compared.request(),
    );
  }

  /** The parameters of `path` for one planner, or null while there are no ends. */
  chosenRequest() {
    const { start, goal, radius, planner, costs, summary } = this.#lab.state;
    if (!start || !goal || !summary || this.#lab.state.connection !== "open") return null;
    return {
      start,
      goal,
      radius,
      planners: [planner],
      // Without links the band that the disc sweeps is the path drawn wide: nothing to compute.
      detail: this.#lab.scene.has("link") ? ["narrowest", "swept"] : ["narrowest"],
      ...withCosts(costs, this.#lab.scene.items.values()),
    };
  }

  /** What the answer shown is for. */
  #shown = "";

  forget() {
    this.#shown = "";
  }

  /** Shows the answer for the chosen planner. @param {PathResult} result @param {object} request */
  show(result, request) {
    const answer = result.answers[0];
    this.#shown = JSON.stringify([result.version, request]);
    this.#lab.store.set({ answer, optimum: this.#optimum(answer, this.#lab.state.others) });
    if (answer.status === "NO_PATH") this.#widest.request();
    else this.#lab.store.set({ maxRadius: null });
    this.#measureSoon();
  }

  async #findChosen() {
    const request = this.chosenRequest();
    if (!request) return;
    if (JSON.stringify([this.#lab.state.summary?.version, request]) === this.#shown) return;
    this.show(await this.#lab.ask("path", request, { lane: "path" }), request);
  }

  #measureSoon() {
    clearTimeout(this.#timer);
    const { answer, lifted } = this.#lab.state;
    if (answer?.found && lifted === null) this.#timer = setTimeout(() => this.#measured.request(), QUIET);
  }

  /** The clearance is measured against every obstacle: too slow for a drag, so afterwards. */
  async #measure() {
    const request = this.chosenRequest();
    const shown = this.#shown;
    if (!request || this.#lab.state.summary?.kind !== "world") return;
    const result = await this.#lab.ask("path", { ...request, detail: ["clearance"] }, { lane: "compare" });
    const { answer } = this.#lab.state;
    if (answer && shown === this.#shown)
      this.#lab.store.set({ answer: { ...answer, clearance: result.answers[0].clearance } });
  }

  async #findCompared() {
    const { compared, planner, about, summary } = this.#lab.state;
    const request = this.chosenRequest();
    // Planners of grids are of no use in a world; the other way round, the traced polygons are searched.
    const usable = (/** @type {string} */ name) =>
      summary?.kind === "grid" || about?.planners.some((p) => p.name === name && p.on === "world");
    const planners = [...compared].filter((name) => name !== planner && usable(name));
    if (!request || planners.length === 0) {
      const { others, answer } = this.#lab.state;
      if (others.length > 0) this.#lab.store.set({ others: [], optimum: this.#optimum(answer, []) });
      return;
    }
    const { detail: _detail, ...plain } = request;
    const result = /** @type {PathResult} */ (
      await this.#lab.ask("path", { ...plain, planners, optimum: true }, { lane: "compare" })
    );
    const others = result.answers;
    const optimum = this.#optimum(this.#lab.state.answer, others) ?? result.optimum;
    this.#lab.store.set({ others, optimum });
  }

  /** The length of a path proved shortest. @param {import("../types.js").Answer | null} answer
   * @param {import("../types.js").Answer[]} others */
  #optimum(answer, others) {
    const proved = [answer, ...others].flatMap((a) =>
      a?.found && a.optimal && a.length !== null ? [a.length] : [],
    );
    return proved.length > 0 ? Math.min(...proved) : null;
  }

  async #findWidest() {
    const { start, goal, summary } = this.#lab.state;
    if (summary?.kind !== "world") return;
    const { value } = await this.#lab.ask("max_radius", { a: start, b: goal }, { lane: "path" });
    this.#lab.store.set({ maxRadius: value });
  }
}

/** The costs of areas that are there. @param {Readonly<Record<string, number | "avoid">>} costs
 * @param {Iterable<import("./scene.js").Item>} items */
function withCosts(costs, items) {
  if (Object.keys(costs).length === 0) return {};
  const names = new Set([...items].map((item) => (item.kind === "area" ? item.attributes.name : null)));
  const known = Object.entries(costs).filter(([name]) => names.has(name));
  return known.length > 0 ? { costs: Object.fromEntries(known) } : {};
}
