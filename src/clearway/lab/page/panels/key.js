// The key of the map: what the colours of the layers shown mean.

import { byId, element, shown } from "../dom.js";
import { PASSABILITY, levelColour } from "../view/draw/layers.js";
import { rampColour } from "../view/palette.js";

/** @typedef {[string, string]} Entry colour and meaning */

/** By layer. @type {Record<string, string>} */
const TITLES = {
  levels: "Levels",
  clearances: "Clearance",
  gates: "Gates",
  corridors: "Corridors",
  field: "Distance to the goal",
};

/** @param {import("../model/lab.js").Lab} lab @param {import("../view/stage.js").Stage} stage
 * @param {() => boolean} dark @returns {() => void} to call when the colours have changed */
export function keyPanel(lab, stage, dark) {
  const show = () => {
    const { layers } = lab.state;
    const { palette } = stage;
    /** @type {Record<string, Entry[]>} */
    const keys = {
      levels: ["island", "tree: a dead end", "corridor", "decision node"].map((text, level) => [
        levelColour(level, dark()),
        text,
      ]),
      clearances: /** @type {Entry[]} */ (
        PASSABILITY.map(({ light, dark: night, text }) => [dark() ? night : light, text])
      ),
      gates: [
        [palette.open, "open gate"],
        [palette.closed, "closed for this radius"],
      ],
      corridors: [
        [palette.select, "the disc passes"],
        [palette.quiet, "too narrow"],
        [palette.open, "choke point"],
        [palette.closed, "closed choke point"],
      ],
      field: fieldKey(lab.layers.data.get("field")?.longest, dark()),
    };
    const used = Object.keys(keys).filter((name) => layers.has(name) && lab.layers.applies(name));
    byId("key").replaceChildren(
      ...used
        .filter((name) => keys[name].length > 0)
        .map((name) =>
          element("div", {}, element("b", { textContent: TITLES[name] }), ...keys[name].map(entryOf)),
        ),
    );
  };
  lab.store.watch(["layers", "worldsShown", "layersVersion"], show);
  return show;
}

/** @param {Entry} entry */
function entryOf([colour, text]) {
  const swatch = element("i");
  swatch.style.background = colour;
  return element("span", {}, swatch, text);
}

/** The colours of distances, from the goal to the farthest place. @param {number | undefined} longest
 * @param {boolean} night @returns {Entry[]} */
function fieldKey(longest, night) {
  if (!longest) return [];
  return [0, 0.25, 0.5, 0.75, 1].map((part) => {
    return [`rgb(${rampColour(part, night).join(" ")})`, shown(part * longest, 3)];
  });
}
