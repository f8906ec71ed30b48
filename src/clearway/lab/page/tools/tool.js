// What a tool is: it answers presses of the pointer (or of Enter, at the keyboard's cross).

/** @typedef {import("../types.js").Point} Point */
/** @typedef {{point: Point, tolerance: number, shift: boolean, alt: boolean, keyboard: boolean}} Press
 * `tolerance`: how near counts as at, in units of the world */
/** @typedef {{move: (at: Press) => void, end: (at: Press, moved: boolean) => void, cancel?: () => void}} Drag */

/** @typedef {object} Tool
 * @property {string} label
 * @property {string} icon
 * @property {string} hint what to do, shown while the tool is in use
 * @property {"world" | "grid" | "any"} on
 * @property {(at: Press) => Drag | null} press null: the press moves the map
 * @property {(at: Press) => void} [hover]
 * @property {(at: Press) => string} [cursor] the pointer's look
 * @property {() => boolean} [finish] completes what is being drawn; false: not enough of it yet
 * @property {() => void} [cancel]
 * @property {(view: import("../view/draw/view.js").View) => void} [draw] */

export {};
