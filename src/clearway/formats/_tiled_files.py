"""Files of the Tiled editor, XML or JSON, in the structure of the JSON ones.

Only the fields that `tiled` needs are kept. Numbers in XML stay text; properties are a dict of
their values.
"""

from __future__ import annotations

import json
import posixpath
import xml.etree.ElementTree as ET
from typing import Any

from .._errors import InvalidInput, shown
from .._limits import Limits
from ._files import Folder
from ._text import decoded, fault
from ._xml import parse_xml

_LAYERS = {"layer": "tilelayer", "objectgroup": "objectgroup", "group": "group", "imagelayer": ""}


def read_document(data: bytes, name: str, limits: Limits, kind: str) -> dict[str, Any]:
    """A map, a tileset or a template; `kind` is the name of the root in XML."""
    if data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"<":
        root = parse_xml(data, name, limits)
        if root.tag != kind:
            raise fault(name, 1, f"the root is {shown(root.tag)}, not {kind}", root.tag)
        return _element(root)
    try:
        document = json.loads(decoded(data, name))
    except json.JSONDecodeError as error:
        raise fault(name, error.lineno, f"not a {kind} of Tiled: {error.msg}") from None
    except ValueError as error:  # integers of thousands of digits
        raise fault(name, 1, f"not a {kind} of Tiled: {shown(str(error))[1:-1]}") from None
    if not isinstance(document, dict):
        raise fault(name, 1, f"not a {kind} of Tiled", document)
    return document


class Others:
    """The tilesets and templates that a map names, each read once."""

    def __init__(self, folder: Folder) -> None:
        self.folder = folder
        self.known: dict[str, dict[str, Any]] = {}

    def read(self, base: str, source: Any, kind: str) -> tuple[dict[str, Any], str]:
        """The file `source`, named in a file of the folder `base`; and the folder of `source`."""
        if not isinstance(source, str) or not source:
            raise InvalidInput(f"the source of a {kind} is {shown(source)}", value=source)
        place = posixpath.normpath(posixpath.join(base, source.replace("\\", "/")))
        if place not in self.known:
            data = self.folder.read(place)
            if data is None:
                raise InvalidInput(f"its {kind} {shown(source)} does not exist", value=source)
            called = shown(posixpath.basename(place))[1:-1]
            self.known[place] = read_document(data, called, self.folder.limits, kind)
        return self.known[place], posixpath.dirname(place)


def _element(element: ET.Element) -> dict[str, Any]:
    """An element and its descendants; `parse_xml` limits the depth."""
    out: dict[str, Any] = dict(element.attrib)
    tag = element.tag
    if tag in _LAYERS:
        out["type"] = _LAYERS[tag]
    for child in element:
        if child.tag in _LAYERS and tag in ("map", "group"):
            out.setdefault("layers", []).append(_element(child))
        elif child.tag == "objectgroup":  # the collision shapes of a tile
            out["objectgroup"] = _element(child)
        elif child.tag == "properties":
            out["properties"] = properties(
                [{"value": p.text, **p.attrib} for p in child if p.tag == "property"]
            )
        elif child.tag in ("tileset", "tile", "object") and tag != "template":
            out.setdefault(f"{child.tag}s", []).append(_element(child))
        elif child.tag in ("tileset", "object"):
            out[child.tag] = _element(child)
        elif child.tag in ("polygon", "polyline"):
            out[child.tag] = child.get("points", "")
        elif child.tag in ("ellipse", "point", "text"):
            out[child.tag] = True
        elif child.tag == "data":
            out |= {key: child.get(key) for key in ("encoding", "compression")}
            tiles = [tile.get("gid", "0") for tile in child if tile.tag == "tile"]
            out["data"] = tiles or child.text or ""
    return out


def properties(given: Any) -> dict[str, Any]:
    """Values by name, of the type that the property states."""
    if isinstance(given, dict):
        return given
    out: dict[str, Any] = {}
    for entry in given if isinstance(given, list) else []:
        if not isinstance(entry, dict) or not isinstance(entry.get("name"), str):
            raise InvalidInput(f"a property is {shown(entry)}", value=entry)
        value, kind = entry.get("value"), entry.get("type")
        if kind == "bool" and isinstance(value, str):
            value = value == "true"
        elif kind in ("int", "float") and isinstance(value, str):
            value = value.strip().strip("+-0.") != ""  # only whether it is 0 matters
        if value is not None:
            out[entry["name"]] = value
    return out
