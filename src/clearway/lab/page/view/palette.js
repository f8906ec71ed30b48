// Colours. Those of the page are CSS properties (style/theme.css), read here for the canvas.

const NAMES = /** @type {const} */ ([
  "canvas",
  "ground",
  "obstacle",
  "obstacle-edge",
  "wall",
  "area",
  "area-edge",
  "door-open",
  "door-closed",
  "link",
  "mesh",
  "mesh-blocked",
  "constraint",
  "start",
  "goal",
  "select",
  "text",
  "quiet",
  "open",
  "closed",
  "grid-line",
  "agent",
]);

/** @typedef {Record<(typeof NAMES)[number], string> & {dark: boolean}} Palette */

/** @returns {Palette} */
export function readPalette() {
  const style = getComputedStyle(document.documentElement);
  const colours = Object.fromEntries(
    NAMES.map((name) => [name, style.getPropertyValue(`--map-${name}`).trim()]),
  );
  const dark = style.getPropertyValue("--dark").trim() === "1";
  return /** @type {Palette} */ (/** @type {unknown} */ ({ ...colours, dark }));
}

/** @type {Record<string, [string, string]>} planners: on light, on dark */
const PLANNERS = {
  optimal: ["#1d5fd1", "#6ea8ff"],
  channel: ["#c2410c", "#ff9a5c"],
  "ta*": ["#0f8a5f", "#4fd6a3"],
  "tra*": ["#8b3fc4", "#c990f5"],
  "thpa*": ["#b3256b", "#ff85bd"],
  labels: ["#0b7f94", "#4fd0e6"],
  vg: ["#857000", "#e3cb4f"],
  vgo: ["#5b6b00", "#b9d04a"],
  "bsp*": ["#6b4a2b", "#d3a577"],
  dijkstra: ["#5a6472", "#aab4c3"],
  "a*": ["#c62828", "#ff8a80"],
  jps: ["#00695c", "#5fd4c2"],
  "hpa*": ["#4527a0", "#a99bff"],
  "pra*": ["#ad5f00", "#ffbe6b"],
};

/** @param {string} planner @param {boolean} dark */
export function plannerColour(planner, dark) {
  return (PLANNERS[planner] ?? ["#444444", "#cccccc"])[dark ? 1 : 0];
}

/** A colour for the i-th class of regions: neighbours in number differ in hue.
 * @param {number} i @param {boolean} dark */
export function regionColour(i, dark) {
  const hue = (205 + i * 137.508) % 360;
  return dark ? `hsl(${hue} 34% ${24 + (i % 3) * 4}%)` : `hsl(${hue} 52% ${86 - (i % 3) * 4}%)`;
}

/** A colour for a share from 0 (near, early) to 1 (far, late): light blue to violet to orange.
 * @param {number} t @param {boolean} dark @returns {[number, number, number]} */
export function rampColour(t, dark) {
  const stops = dark
    ? [
        [32, 58, 92],
        [46, 104, 130],
        [70, 140, 118],
        [150, 160, 80],
        [205, 140, 70],
      ]
    : [
        [205, 226, 246],
        [160, 205, 226],
        [150, 214, 190],
        [222, 222, 140],
        [246, 190, 120],
      ];
  const x = Math.min(Math.max(t, 0), 1) * (stops.length - 1);
  const i = Math.min(Math.floor(x), stops.length - 2);
  const f = x - i;
  const [a, b] = [stops[i], stops[i + 1]];
  return [a[0] + (b[0] - a[0]) * f, a[1] + (b[1] - a[1]) * f, a[2] + (b[2] - a[2]) * f];
}

/** @param {[number, number, number]} rgb */
export function css(rgb) {
  return `rgb(${rgb.map(Math.round).join(" ")})`;
}
