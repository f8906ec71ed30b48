"""The OpenAPI description of the routes, from the signatures of the actions."""

from __future__ import annotations

import typing
from functools import cache
from typing import Any

from .. import __version__
from .registry import ACTIONS, Action
from .results import RESULTS, SCHEMAS
from .shapes import Schema

_ERROR = {
    "type": "object",
    "properties": {
        "error": {"type": "string"},
        "message": {"type": "string"},
        "index": {},
    },
    "required": ["error", "message"],
}
_SESSION = {
    "name": "Clearway-Session",
    "in": "header",
    "required": False,
    "schema": {"type": "string"},
    "description": "The session; without it the session 'default'.",
}
# The parameter that an action takes with GET, and its type.
QUERIES = {"mesh": ("since", "integer"), "save": ("format", "string")}


@cache
def openapi() -> dict[str, Any]:
    """The document of `/api/openapi.json`."""
    from . import actions  # noqa: F401  registers them

    paths: dict[str, Any] = {
        f"/api/{name}": _path(known) for name, known in sorted(ACTIONS.items())
    }
    paths["/api/session"]["delete"] = _operation("freeSession", "Frees a session.", {}, "")
    text = {"description": "Counters.", "content": {"text/plain": {"schema": {"type": "string"}}}}
    paths["/api/metrics"] = {
        "get": {
            "operationId": "metrics",
            "summary": "Counters in the format of Prometheus.",
            "responses": {"200": text},
        }
    }
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Clearway",
            "version": __version__,
            "description": "Shortest clear paths in the plane.",
        },
        "paths": paths,
        "components": {"schemas": {"Error": _ERROR, **SCHEMAS}},
    }


def _path(known: Action) -> dict[str, Any]:
    out: dict[str, Any] = {}
    if known.name in ("open", "beside"):
        body: dict[str, Any] = {
            "application/octet-stream": {"schema": {"type": "string", "format": "binary"}}
        }
        out["post"] = _operation(known.name, known.summary, body, known.name)
        out["post"]["parameters"] += [_query("name", True)] + (
            [_query("format", False)] if known.name == "open" else []
        )
        return out
    if known.get:
        out["get"] = _operation(f"get{known.name.capitalize()}", known.summary, {}, known.name)
        if known.name in QUERIES:
            name, kind = QUERIES[known.name]
            out["get"]["parameters"] += [_query(name, False, kind)]
        if known.name == "save":
            file = {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}
            out["get"]["responses"]["200"]["content"] = file
    out["post"] = _operation(
        known.name, known.summary, {"application/json": {"schema": _schema(known)}}, known.name
    )
    return out


def _operation(name: str, summary: str, body: dict[str, Any], action: str) -> dict[str, Any]:
    good = {"application/json": {"schema": RESULTS.get(action, {"type": "object"})}}
    bad = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    out: dict[str, Any] = {
        "operationId": name,
        "summary": summary,
        "parameters": [_SESSION],
        "responses": {
            "200": {"description": "The result.", "content": good},
            "default": {"description": "The request was refused.", "content": bad},
        },
    }
    return {**out, "requestBody": {"required": True, "content": body}} if body else out


def _query(name: str, needed: bool, kind: str = "string") -> dict[str, Any]:
    return {"name": name, "in": "query", "required": needed, "schema": {"type": kind}}


def _schema(known: Action) -> dict[str, Any]:
    hints = typing.get_type_hints(known.do, include_extras=True)
    properties: dict[str, Any] = {}
    for parameter in known.parameters:
        found = getattr(hints.get(parameter.name), "__metadata__", ())
        properties[parameter.name] = dict(next((s for s in found if isinstance(s, Schema)), {}))
    needed = [p.name for p in known.parameters if p.default is p.empty]
    out = {"type": "object", "properties": properties, "additionalProperties": False}
    return {**out, "required": needed} if needed else out
