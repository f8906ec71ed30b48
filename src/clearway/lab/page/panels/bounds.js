// The bounds of the world as four numbers, which can be changed.

import { byId } from "../dom.js";

const IDS = ["bounds-left", "bounds-low", "bounds-right", "bounds-high"];

/** @param {import("../model/lab.js").Lab} lab @param {import("../view/stage.js").Stage} stage */
export function boundsPanel(lab, stage) {
  const form = byId("bounds");
  const inputs = IDS.map((id) => /** @type {HTMLInputElement} */ (byId(id)));
  form.onsubmit = (event) => {
    event.preventDefault();
    const resize = inputs.map((input) => input.valueAsNumber);
    void lab.attempt(lab.resize(resize)).then((done) => done && stage.fit());
  };
  lab.store.watch(["worldsShown"], ({ summary }) => {
    form.hidden = summary?.kind !== "world";
    if (!summary || form.contains(document.activeElement)) return;
    inputs.forEach((input, i) => (input.value = String(Number(summary.bounds[i].toPrecision(9)))));
  });
}
