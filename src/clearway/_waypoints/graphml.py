"""Waypoint graphs as GraphML (graphml.graphdrawing.org)."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING
from xml.sax.saxutils import quoteattr

from .._errors import InvalidInput
from .._saving import replace_file
from ..formats import as_file
from ..formats._files import display_name

if TYPE_CHECKING:
    from .graph import Waypoints

_NODE = {"x": "double", "y": "double", "kind": "string", "width": "double"}
_EDGE = {"length": "double", "weight": "double", "width": "double"}
_GRAPH = {"radius": "double", "version": "long"}


def document(graph: Waypoints) -> str:
    """The graph as a document, in UTF-8; numbers keep all their digits."""
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
    ]
    for kind, attributes in (("graph", _GRAPH), ("node", _NODE), ("edge", _EDGE)):
        for name, of in attributes.items():
            key = quoteattr(f"{kind}_{name}")
            named = f"attr.name={quoteattr(name)} attr.type={quoteattr(of)}"
            lines.append(f"  <key id={key} for={quoteattr(kind)} {named}/>")
    lines.append('  <graph id="waypoints" edgedefault="undirected">')
    lines += _data("graph", radius=graph.radius, version=graph.version)
    for node in graph.nodes:
        x, y = node.point
        lines.append(f'    <node id="{node.id}">')
        lines += _data("node", x=x, y=y, kind=node.kind, width=node.width)
        lines.append("    </node>")
    for edge in graph.edges:
        lines.append(f'    <edge source="{edge.a}" target="{edge.b}">')
        lines += _data("edge", length=edge.length, weight=edge.length, width=edge.width)
        lines.append("    </edge>")
    return "\n".join([*lines, "  </graph>", "</graphml>", ""])


def _data(of: str, /, **values: float | str) -> list[str]:
    return [f'      <data key="{of}_{name}">{value}</data>' for name, value in values.items()]


def save(graph: Waypoints, file: str | os.PathLike[str]) -> None:
    """Writes the document; the suffix is .graphml or .xml."""
    target = as_file(file)
    if target.suffix.lower() not in (".graphml", ".xml"):
        raise InvalidInput(
            f"{display_name(target)}: a waypoint graph is saved as .graphml", value=str(file)
        )
    replace_file(target, document(graph).encode())
