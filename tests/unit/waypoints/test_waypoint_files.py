"""Waypoint graphs in other forms: networkx, GraphML, pictures."""

from __future__ import annotations

import sys
import xml.etree.ElementTree as ET

import numpy as np
import pytest

import clearway as cw
from oracle.scene import box


@pytest.fixture
def graph():
    rng = np.random.default_rng(4)
    return cw.World.from_obstacles(
        rng.uniform(0, 60, (30, 1, 2)) + np.array(box(0, 0, 3, 3))
    ).waypoints(0.4)


def test_networkx(graph):
    networkx = pytest.importorskip("networkx")
    other = graph.to_networkx()
    assert other.number_of_nodes() == len(graph.nodes)
    assert other.number_of_edges() == len(graph.edges)
    for node in graph.nodes:
        x, y = node.point
        assert other.nodes[node.id] == {"x": x, "y": y, "kind": node.kind, "width": node.width}
    for edge in graph.edges:
        data = {"length": edge.length, "weight": edge.length, "width": edge.width}
        assert other.edges[edge.a, edge.b] == data
    assert networkx.is_connected(other)


def test_without_networkx(graph, monkeypatch):
    monkeypatch.setitem(sys.modules, "networkx", None)
    with pytest.raises(cw.MissingExtra, match="graph"):
        graph.to_networkx()


def test_graphml_is_read_back_exactly(graph, tmp_path):
    networkx = pytest.importorskip("networkx")
    file = tmp_path / "graph.graphml"
    graph.save(file)
    other = networkx.read_graphml(file, node_type=int)
    expected = graph.to_networkx()
    assert dict(other.nodes(data=True)) == dict(expected.nodes(data=True))
    assert {tuple(sorted(e[:2])): e[2] for e in other.edges(data=True)} == {
        tuple(sorted(e[:2])): e[2] for e in expected.edges(data=True)
    }


def test_a_refused_file_changes_nothing(graph, tmp_path):
    file = tmp_path / "graph.txt"
    file.write_text("mine")
    with pytest.raises(cw.InvalidInput, match="graphml"):
        graph.save(file)
    assert file.read_text() == "mine"


def test_pictures(graph):
    world = graph.world
    plain = ET.fromstring(cw.render.svg(world))
    drawn = ET.fromstring(cw.render.svg(world, waypoints=graph))
    assert len(list(drawn.iter())) > len(list(plain.iter()))
    assert cw.render.svg(world, waypoints=True, radius=0.4) == cw.render.svg(world, waypoints=graph)
    assert cw.render.svg(world, waypoints=False) == cw.render.svg(world)
    with pytest.raises(cw.InvalidInput, match="waypoints is"):
        cw.render.svg(world, waypoints="yes")
    with pytest.raises(cw.InvalidInput, match="World only"):
        cw.render.svg(cw.Grid(np.zeros((3, 3), dtype=bool)), waypoints=True)
