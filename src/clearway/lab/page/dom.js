// Small helpers for the document.

/** Narrow screens, as in the styles. */
export const NARROW = "(max-width: 720px)";

/** The element with an id; a missing one is a bug.
 * @template {HTMLElement} [T=HTMLElement] @param {string} id @returns {T} */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element #${id}`);
  return /** @type {T} */ (found);
}

/** Says something to a screen reader. @param {string} text */
export function say(text) {
  byId("spoken").textContent = text;
}

/** A new element. Properties are set, `data-` and `aria-` ones as attributes; children are appended.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Record<string, any>} [properties] @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[K]} */
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined) continue;
    if (name.includes("-") || name === "for" || name === "role") made.setAttribute(name, value);
    else Object.assign(made, { [name]: value });
  }
  made.append(...children);
  return made;
}

/** Gives a box other contents; a control that was in use keeps the focus, known by its `data-testid`.
 * @param {HTMLElement} box @param {...Node} children */
export function refill(box, ...children) {
  const active = document.activeElement;
  const used = box.contains(active) ? /** @type {HTMLElement} */ (active).dataset.testid : undefined;
  box.replaceChildren(...children);
  if (used) /** @type {HTMLElement | null} */ (box.querySelector(`[data-testid="${CSS.escape(used)}"]`))?.focus();
}

/** A drawing of icons.svg. @param {string} name */
export function icon(name) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(space, "use");
  use.setAttribute("href", `/page/icons.svg#${name}`);
  svg.append(use);
  return svg;
}

/** A number for people: at most `digits` significant ones, no exponent where it can be avoided.
 * @param {number | null | undefined} value @param {number} [digits] */
export function shown(value, digits = 6) {
  if (value === null || value === undefined) return "–";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "–";
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e9)) return value.toExponential(digits - 2);
  const decimals = size >= 1 ? digits - Math.ceil(Math.log10(size + 1)) : digits - 1;
  return String(Number(value.toFixed(Math.max(decimals, 0))));
}

/** A time in words. @param {number | null | undefined} microseconds */
export function shownTime(microseconds) {
  if (microseconds === null || microseconds === undefined) return "–";
  if (microseconds < 1000) return `${shown(microseconds, 3)} µs`;
  if (microseconds < 1e6) return `${shown(microseconds / 1000, 3)} ms`;
  return `${shown(microseconds / 1e6, 3)} s`;
}
