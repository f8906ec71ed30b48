"""The server: what it can do, whether it is well."""

from __future__ import annotations

import time
from typing import Any

from ... import __version__, generate
from ..._core import Option
from ..._planners import GRID_PLANNERS, WORLD_PLANNERS
from ...formats import formats
from ...generate._common import parameters
from .. import builtin
from ..layers import LAYERS
from ..registry import Call, action
from ..summary import summary


@action("about", get=True)
def about(call: Call) -> dict[str, Any]:
    """What the server can do: planners, generators, formats, layers, limits."""
    server = call.server
    return {
        "version": __version__,
        "mode": "serve" if server.sessions.shared else "lab",
        "planners": [
            {
                "name": name,
                "on": on,
                "summary": cls.summary,
                "discs": bool(cls._info and cls._info.takes_discs and on == "world"),
                "anytime": hasattr(cls, "improve"),
                "journeys": hasattr(cls, "begin"),
                "options": [_option(o) for o in (cls._info.options if cls._info else ())],
            }
            for on, known in (("world", WORLD_PLANNERS), ("grid", GRID_PLANNERS))
            for name, cls in known.items()
        ],
        "generators": [
            {"name": name, "summary": line, "parameters": _parameters(name)}
            for name, line in generate.kinds().items()
        ],
        "builtins": builtin.listing(),
        "formats": [
            {
                "name": entry.name,
                "summary": entry.summary,
                "suffixes": list(entry.suffixes),
                "holds": entry.holds,
                "reads": True,
                "writes": entry.write is not None,
            }
            for entry in formats().values()
        ],
        "layers": [layer.told() for layer in LAYERS.values()],
        "limits": call.session.limits.told(),
        "reports": server.reports is not None,
    }


@action("health", get=True)
def health(call: Call) -> dict[str, Any]:
    """Whether the server answers, and for how many seconds it has run."""
    return {"status": "ok", "uptime": time.monotonic() - call.server.started}


@action("session")
def session(call: Call) -> dict[str, Any]:
    """A new session; its name goes into the header Clearway-Session."""
    made = call.server.sessions.create()
    return {"session": made.name, "world": summary(made)}


def _option(option: Option) -> dict[str, Any]:
    return {"name": option.name, "type": option.type, "least": option.least, "most": option.most}


def _parameters(kind: str) -> list[dict[str, Any]]:
    return [
        {"name": p.name, "type": str(p.annotation).replace(" | None", "?"), "default": p.default}
        for p in parameters(generate.KINDS[kind]).values()
    ]
