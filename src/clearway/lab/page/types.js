// The values of the protocol (docs/reference/lab-protocol.md), as types for the checker. No code.

/** @typedef {import("./view/camera.js").Point} Point */
/** @typedef {import("./view/camera.js").Box} Box */

/** @typedef {"obstacle" | "wall" | "post" | "area" | "door" | "link"} Kind */

/** @typedef {object} PlannerInfo
 * @property {string} name
 * @property {"world" | "grid"} on
 * @property {string} summary
 * @property {boolean} discs
 * @property {boolean} anytime
 * @property {boolean} journeys */

/** @typedef {object} ParameterInfo
 * @property {string} name
 * @property {string} type "int", "float", "bool", "str", or with "?" where null is allowed
 * @property {any} default */

/** @typedef {{name: string, summary: string, parameters: ParameterInfo[]}} GeneratorInfo */
/** @typedef {{name: string, summary: string, kind: "world" | "grid", start: Point, goal: Point, radius: number}} BuiltinInfo */
/** @typedef {{name: string, summary: string, suffixes: string[], holds: "world" | "grid", reads: boolean, writes: boolean}} FormatInfo */
/** @typedef {{name: string, summary: string, on: string[]}} LayerInfo */

/** @typedef {object} About
 * @property {string} version
 * @property {string} mode
 * @property {PlannerInfo[]} planners
 * @property {GeneratorInfo[]} generators
 * @property {BuiltinInfo[]} builtins
 * @property {FormatInfo[]} formats
 * @property {LayerInfo[]} layers
 * @property {Record<string, number>} limits
 * @property {boolean} reports */

/** @typedef {object} Summary
 * @property {"world" | "grid"} kind
 * @property {number} version
 * @property {Box} bounds
 * @property {number} [obstacles]
 * @property {number} [areas]
 * @property {number} [doors]
 * @property {number} [links]
 * @property {number} [vertices]
 * @property {number} [triangles]
 * @property {number} [width]
 * @property {number} [height]
 * @property {number} [cell]
 * @property {Point} [origin]
 * @property {number} [free]
 * @property {boolean} y_down
 * @property {string | null} crs
 * @property {Point | null} projection
 * @property {number | null} [max_radius]
 * @property {boolean} [corner_cutting]
 * @property {string | null} name
 * @property {number} undo
 * @property {number} redo
 * @property {Point} [start]
 * @property {Point} [goal]
 * @property {number} [radius] */

/** @typedef {object} ObjectMessage
 * @property {number} handle
 * @property {Kind} kind
 * @property {Point[][]} chains
 * @property {number[]} roles
 * @property {string | null} [name]
 * @property {boolean} [open]
 * @property {any} [direction]
 * @property {number | null} [cost]
 * @property {boolean} [two_way]
 * @property {number | null} [radius]
 * @property {boolean} [enabled]
 * @property {string} [status] */

/** @typedef {object} Change
 * @property {number} version
 * @property {(number | null)[]} [handles]
 * @property {ObjectMessage[]} changed
 * @property {number[]} removed
 * @property {boolean} replaced
 * @property {Summary} [world]
 * @property {Int32Array} [cells] x, y, blocked in turn: what a step of a grid has changed
 * @property {number} undo
 * @property {number} redo */

/** @typedef {{ring_starts: Int32Array, points: Float64Array}} Rings points: x, y in turn */

/** @typedef {object} Answer
 * @property {string} planner
 * @property {string} status
 * @property {boolean} found
 * @property {number | null} length
 * @property {number | null} cost
 * @property {number | null} ratio
 * @property {boolean} optimal
 * @property {number | null} lower_bound
 * @property {number | null} expanded
 * @property {number | null} microseconds
 * @property {number} [radius]
 * @property {Float64Array} points x, y in turn
 * @property {number[]} links
 * @property {Point} goal
 * @property {Rings} [swept]
 * @property {{point: [number | null, number | null] | Point, max_radius: number | null} | null} [narrowest]
 * @property {Int32Array} [channel]
 * @property {number | null} [clearance]
 * @property {string} [error]
 * @property {string} [message] */

/** @typedef {{version: number, optimum: number | null, answers: Answer[]}} PathResult */

/** @typedef {object} MeshMessage
 * @property {number} version
 * @property {number | null} since
 * @property {Point} origin
 * @property {Int32Array} ids
 * @property {Float32Array} corners
 * @property {Uint8Array} blocked
 * @property {Uint8Array} constrained
 * @property {Int32Array} [removed] */

export {};
