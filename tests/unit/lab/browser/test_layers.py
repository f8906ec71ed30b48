"""Layers: every one is drawn from what the library says."""

from __future__ import annotations

import pytest

import clearway as cw

# What each layer must hold: an expression over its data.
LAYERS = {
    "clearances": "d.ids.length > 50 && d.passable.some((p) => p === 0)",
    "gates": "d.segments.length > 20 && d.passable.includes(0) && d.passable.includes(1)",
    "levels": "d.levels.includes(3) && d.levels.includes(2)",
    "corridors": "d.nodes.length > 4 && d.used.includes(0) && d.used.includes(1)",
    "rooms": "d.count >= 1",
    "components": "d.count >= 1",
    "clusters": "d.count >= 2",
    "graph": "d.edges.length > 100",
    "bsp": "d.segments.length > 40",
    "visible": "d.points.length > 10",
    "field": "d.longest > 50 && d.levels.length > 3",
}


@pytest.fixture
def demo(new_page):
    lab = new_page("demo")
    lab.set_radius(3)
    return lab


def test_every_layer_is_shown(demo):
    for name, holds in LAYERS.items():
        demo.id(f"layer-{name}").check()
        demo.settle()
        demo.wait(f"clearwayLab.lab.layers.data.has('{name}')")
        data = f"clearwayLab.lab.layers.data.get('{name}')"
        assert demo.evaluate(f"((d) => {holds})({data})"), name
        assert demo.page.locator(".layers .error").all_inner_texts() == [""] * 4
        if name == "field":
            assert demo.evaluate(f"{data}.longest") >= demo.length * 0.9
        keys = {"levels": "decision node", "gates": "open gate", "field": "to the goal"}
        assert keys.get(name, "") in demo.id("key").inner_text()
        demo.id(f"layer-{name}").uncheck()
        demo.wait(f"!clearwayLab.lab.layers.data.has('{name}')")
        assert demo.id("key").inner_text() == ""


def test_the_mesh_is_that_of_the_library_while_obstacles_move(lab, tmp_path):
    lab.id("layer-triangulation").check()
    lab.settle()
    lab.draw("obstacle", (45, 10), (55, 10), (55, 52), (45, 52))
    lab.draw("obstacle", (20, 10), (25, 10), (22, 52))
    lab.drag((50, 30), (60, 40), (40, 20))
    lab.drag((40, 20), (41, 33))
    lab.wait("clearwayLab.lab.mesh.version === clearwayLab.lab.state.summary.version")
    world = cw.load(lab.save(tmp_path, "clearway"))
    mesh = world.mesh()
    assert lab.evaluate("clearwayLab.lab.mesh.count") == len(mesh)
    free = "clearwayLab.lab.mesh.state.reduce((n, s) => n + (s === 1), 0)"
    assert lab.evaluate(free) == int((~mesh.blocked).sum())
    corners = lab.evaluate(
        "(() => { const m = clearwayLab.lab.mesh, out = [];"
        " for (let id = 0; id < m.length; id++) if (m.state[id]) out.push([...m.corners.slice(6 * id, 6 * id + 6)]);"
        " return out; })()"
    )
    expected = mesh.vertices[mesh.triangles].reshape(-1, 6)
    centres = sorted((sum(c[::2]), sum(c[1::2])) for c in corners)
    wanted = sorted((sum(c[::2]), sum(c[1::2])) for c in expected.tolist())
    for a, b in zip(centres, wanted, strict=True):
        assert a == pytest.approx(b, abs=1e-3)


def test_layers_follow_the_radius_and_edits(demo):
    demo.id("layer-gates").check()
    demo.settle()
    passable = "clearwayLab.lab.layers.data.get('gates').passable.reduce((a, b) => a + b, 0)"
    few = demo.evaluate(passable)
    demo.set_radius(0.5)
    assert demo.evaluate(passable) > few
    count = "clearwayLab.lab.layers.data.get('gates').segments.length"
    before = demo.evaluate(count)
    demo.draw("post", (62, 10))
    assert demo.evaluate(count) != before


def test_layers_of_a_grid(new_page):
    lab = new_page("caves-grid")
    lab.id("layer-explored").check()
    lab.settle()
    count = lab.evaluate("clearwayLab.lab.layers.data.get('explored').cells.length / 2")
    assert 0 < count <= 64 * 64
    lab.id("layer-traced").check()
    lab.settle()
    assert lab.evaluate("clearwayLab.lab.layers.data.get('traced').points.length") > 50
    assert not lab.id("layer-triangulation").is_visible()
