"""JSON schemas of the results of actions, for the OpenAPI description.

Arrays of numbers are lists in JSON. Where a number may be infinite or unknown, it is null.
"""

from __future__ import annotations

from typing import Any

NUMBER: dict[str, Any] = {"type": "number"}
MAYBE: dict[str, Any] = {"type": ["number", "null"]}
WHOLE: dict[str, Any] = {"type": "integer"}
TRUTH: dict[str, Any] = {"type": "boolean"}
TEXT: dict[str, Any] = {"type": "string"}
OBJECT: dict[str, Any] = {"type": "object"}
POINT: dict[str, Any] = {"type": "array", "items": MAYBE, "minItems": 2, "maxItems": 2}


def several(items: dict[str, Any]) -> dict[str, Any]:
    """A list of these."""
    return {"type": "array", "items": items}


def known(name: str) -> dict[str, Any]:
    """A schema of `SCHEMAS`."""
    return {"$ref": f"#/components/schemas/{name}"}


def _record(required: dict[str, Any], optional: dict[str, Any] | None = None) -> dict[str, Any]:
    properties = {**required, **(optional or {})}
    return {"type": "object", "properties": properties, "required": list(required)}


_RINGS = _record({"ring_starts": several(WHOLE), "points": several(POINT)})
_STATUS = {"enum": ["FOUND", "PARTIAL", "NO_PATH", "START_BLOCKED", "GOAL_BLOCKED", "ERROR"]}
_HISTORY = {"version": WHOLE, "undo": WHOLE, "redo": WHOLE}

SCHEMAS: dict[str, dict[str, Any]] = {
    "Summary": _record(
        {
            "kind": {"enum": ["world", "grid"]},
            **_HISTORY,
            "bounds": {"type": "array", "items": NUMBER, "minItems": 4, "maxItems": 4},
            "y_down": TRUTH,
            "crs": {},
            "projection": {},
            "name": {"type": ["string", "null"]},
        },
        {
            **dict.fromkeys(("obstacles", "areas", "doors", "links"), WHOLE),
            **dict.fromkeys(("vertices", "triangles", "width", "height", "free"), WHOLE),
            **{"max_radius": MAYBE, "corner_cutting": TRUTH},
            **{"cell": NUMBER, "origin": POINT, "start": POINT, "goal": POINT, "radius": NUMBER},
        },
    ),
    "Answer": _record(
        {"planner": TEXT, "status": _STATUS, "found": TRUTH},
        {
            **dict.fromkeys(("length", "cost", "ratio", "lower_bound", "clearance"), MAYBE),
            **dict.fromkeys(("expanded", "generated"), WHOLE),
            **{"optimal": TRUTH, "microseconds": NUMBER, "radius": NUMBER},
            **{"points": several(POINT), "links": several(WHOLE), "goal": POINT},
            "snapped": {"type": ["object", "null"]},
            **{"swept": _RINGS, "narrowest": {"type": ["object", "null"]}, "channel": several({})},
            **{"segments": several(OBJECT), "elapsed": NUMBER},
            **{"error": TEXT, "message": TEXT, "index": {}},
        },
    ),
    "Object": _record(
        {
            "handle": WHOLE,
            "kind": {"enum": ["obstacle", "wall", "post", "area", "door", "link"]},
            "chains": several(several(POINT)),
            "roles": several(WHOLE),
        },
        {
            **{"name": {"type": ["string", "null"]}, "direction": {"type": ["string", "null"]}},
            **{"open": TRUTH, "enabled": TRUTH, "two_way": TRUTH, "cost": MAYBE, "radius": MAYBE},
            "status": TEXT,
        },
    ),
    "Change": _record(
        {
            **_HISTORY,
            "handles": several({"type": ["integer", "null"]}),
            "changed": several(known("Object")),
            "removed": several(WHOLE),
            "replaced": TRUTH,
        },
        {"world": known("Summary"), "cells": several(several(WHOLE))},
    ),
}

_VALUE = {name: _record({"version": WHOLE, "value": schema}) for name, schema in {
    "clearance": {}, "distances": {}, "is_free": {}, "snap": several({}), "raycast": {},
    "max_radius": MAYBE, "random_point": several(POINT), "reachable": TRUTH, "validate": TRUTH,
    "visible": TRUTH, "visible_region": several(POINT),
}.items()}  # fmt: skip

RESULTS: dict[str, dict[str, Any]] = {
    **_VALUE,
    "world": known("Summary"),
    "open": known("Summary"),
    "restore": known("Summary"),
    "session": _record({"session": TEXT, "world": known("Summary")}),
    "edit": known("Change"),
    "undo": known("Change"),
    "redo": known("Change"),
    "clear": known("Change"),
    "object": known("Object"),
    "path": _record({"version": WHOLE, "optimum": MAYBE, "answers": several(known("Answer"))}),
    "paths": _record(
        {
            "version": WHOLE,
            "status": several(_STATUS),
            "length": several(MAYBE),
            "optimal": several(WHOLE),
            "point_starts": several(WHOLE),
            "points": several(POINT),
        }
    ),
    "search": _record(
        {"mode": {"enum": ["expansions", "improve", "journey"]}, "version": WHOLE, "planner": TEXT},
        {
            **{"count": WHOLE, "on": {"enum": ["triangles", "cells", "corners"]}},
            **{"ids": several(WHOLE), "cells": several(several(WHOLE)), "answer": known("Answer")},
            **{"lines": several(several(NUMBER)), "subgoals": several(POINT), "optimum": MAYBE},
            **{"steps": several(known("Answer")), "legs": several(known("Answer")), "status": TEXT},
        },
    ),
    "compare": _record({"version": WHOLE, "queries": WHOLE, "rows": several(OBJECT)}),
    "paint": _record({**_HISTORY, "changed": several(several(WHOLE)), "blocked": TRUTH}),
    "cells": _record({"version": WHOLE, "cells": several(several(WHOLE))}),
    "at": _record({name: {} for name in ("handle", "kind", "distance")}),
    "pointer": _record({"free": TRUTH, "clearance": NUMBER, "cell": {}, "handle": {}}),
    "share": _record({"share": TEXT, "characters": WHOLE}),
    "health": _record({"status": TEXT, "uptime": NUMBER}),
    "crowd": _record({"ids": several(WHOLE), "count": WHOLE}),
    "crowd_add": _record({"ids": several(WHOLE)}),
    "crowd_step": _record(
        {
            **{"version": WHOLE, "time": NUMBER, "ids": several(WHOLE)},
            **{"positions": several(POINT), "radii": several(NUMBER), "arrived": several(WHOLE)},
        }
    ),
    "beside": _record({"name": TEXT, "bytes": WHOLE}),
    "batch": _record({"results": several(OBJECT)}),
    "reports": _record({"reports": several(OBJECT)}),
    "about": _record(
        {
            **{"version": TEXT, "mode": {"enum": ["lab", "serve"]}},
            **{"limits": OBJECT, "reports": TRUTH},
            **dict.fromkeys(("planners", "generators", "builtins"), several(OBJECT)),
            **dict.fromkeys(("formats", "layers"), several(OBJECT)),
        }
    ),
    "objects": _record(
        {
            **{"version": WHOLE, "bounds": OBJECT, "points": several(POINT)},
            **dict.fromkeys(("handles", "kinds", "roles"), several(WHOLE)),
            **dict.fromkeys(("object_starts", "chain_starts"), several(WHOLE)),
            "features": several(known("Object")),
        }
    ),
    "mesh": _record(
        {
            **{"version": WHOLE, "since": {"type": ["integer", "null"]}, "origin": POINT},
            **{"ids": several(WHOLE), "corners": several(several(NUMBER))},
            **{"blocked": several(WHOLE), "constrained": several(WHOLE)},
        },
        {"removed": several(WHOLE)},
    ),
    "layer": {**_record({"name": TEXT, "version": WHOLE}), "additionalProperties": True},
}
