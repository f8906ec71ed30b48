"""Types of parameters, with their JSON schemas for the OpenAPI description.

The library checks the values, so that the messages are those of Python.
"""

from __future__ import annotations

from typing import Annotated, Any

_POINT = {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}
_POINTS = {"type": "array", "items": _POINT}
_GEOMETRY = {"anyOf": [_POINTS, {"type": "object", "description": "GeoJSON-like"}]}


class Schema(dict[str, Any]):
    """A JSON schema, as an annotation."""


Point = Annotated[Any, Schema(_POINT)]
Points = Annotated[Any, Schema(_POINTS)]
Geometry = Annotated[Any, Schema(_GEOMETRY)]
Goal = Annotated[Any, Schema({"anyOf": [_POINT, _GEOMETRY, {"type": "array", "items": _GEOMETRY}]})]
Number = Annotated[Any, Schema({"type": "number"})]
Maybe = Annotated[Any, Schema({"type": ["number", "null"]})]
Whole = Annotated[Any, Schema({"type": "integer"})]
Truth = Annotated[Any, Schema({"type": "boolean"})]
Text = Annotated[Any, Schema({"type": "string"})]
Texts = Annotated[Any, Schema({"type": "array", "items": {"type": "string"}})]
Object = Annotated[Any, Schema({"type": "object"})]
Objects = Annotated[Any, Schema({"type": "array", "items": {"type": "object"}})]
Anything = Annotated[Any, Schema({})]
