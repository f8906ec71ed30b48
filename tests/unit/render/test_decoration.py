"""Axes, scale bars, legends, discs, panels, PDF, and what notebooks show."""

from __future__ import annotations

import pickle
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

import clearway as cw
from clearway.render import decoration, heat, palette


@pytest.fixture
def world():
    world = cw.World((0, 0, 100, 60))
    world.add([(40, 20), (60, 20), (60, 60), (40, 60)])
    return world


@pytest.fixture
def paths(world):
    return list(world.find_paths((10, 50), (90, 50), radius=[1.0, 5.0, 30.0]))


def texts(svg):
    root = ElementTree.fromstring(svg)
    return [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.parametrize("y_down", [False, True])
def test_axes_scale_bar_and_legend(world, paths, y_down):
    svg = cw.render.svg(world, paths, axes=True, scale_bar=True, legend=True, y_down=y_down)
    said = texts(svg)
    assert {"0", "20", "40", "60", "80", "100"} <= set(said)
    assert any(t.startswith("optimal, radius 5: length 1") for t in said)
    assert "optimal, radius 30: START_BLOCKED" in said
    _, _, width, height = map(float, ElementTree.fromstring(svg).get("viewBox").split())
    for node in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text"):
        assert 0 < float(node.get("x")) < width
        assert 0 < float(node.get("y")) < height
    assert {"thin", "wide", "too wide"} <= set(
        texts(cw.render.svg(world, paths, legend=["thin", "wide", "too wide"]))
    )


def test_round_lengths_and_ticks():
    assert [decoration._round(x) for x in (1.0, 1.9, 2.0, 4.9, 5.0, 99, 0.03, 1e-9, 3e12)] == [1, 1, 2, 2, 5, 50, 0.02, 1e-9, 2e12]  # fmt: skip
    for low, high in ((0, 1), (410260.125, 410360.125), (-3e-7, 2e-7), (0, 3e9)):
        ticks = decoration._ticks(low, high)
        assert 3 <= len(ticks) <= 12
        assert low <= ticks[0]
        assert ticks[-1] <= high
        assert len({decoration._text(t, high - low) for t in ticks}) == len(ticks)


def test_discs_along_a_path(world, paths):
    plain = cw.render.svg(world, paths[0])
    drawn = cw.render.svg(world, paths[0], discs=7)
    assert drawn.count('opacity="0.25"') - plain.count('opacity="0.25"') == 7
    [ring, *_] = decoration.disc_shapes([paths[0]], 2)[0].rings
    assert np.hypot(*(ring - paths[0].start).T) == pytest.approx(1.0)
    assert decoration.disc_shapes([paths[2]], 5) == []
    assert cw.render.svg(world, world.find_path((1, 1), (9, 9)), discs=5)


@pytest.mark.parametrize(
    "bad",
    [{"discs": 1}, {"discs": 2.5}, {"discs": True}, {"discs": 10**9}, {"discs": "many"},
     {"legend": ["one"]}, {"legend": 3}, {"legend": ["a", "b", "\0"]}, {"axes": np.array([1, 0])}],
)  # fmt: skip
def test_bad_options(world, paths, bad):
    with pytest.raises(cw.InvalidInput, match=next(iter(bad)) + "|title"):
        cw.render.svg(world, paths, **bad)


def test_pdf(world, paths, tmp_path):
    pytest.importorskip("matplotlib")
    data = cw.render.pdf(world, paths, axes=True, scale_bar=True, legend=True, title="Discs")
    assert data.startswith(b"%PDF")
    assert b"/Subtype /Image" not in data  # lines and areas, no pixels
    assert cw.render.pdf(world, paths) == cw.render.pdf(world, paths)
    cw.render.save(world, tmp_path / "w.pdf", paths)
    assert (tmp_path / "w.pdf").read_bytes().startswith(b"%PDF")
    paths[0].save(tmp_path / "p.pdf")
    assert cw.render.png(world, paths, axes=True, legend=True).startswith(b"\x89PNG")


def test_panels(world, paths, tmp_path):
    before = (world, paths[:1], "before")
    cw.render.save_panels(tmp_path / "p.svg", [before, (world, [], "after"), before])
    svg = (tmp_path / "p.svg").read_text()
    assert {"before", "after"} <= set(texts(svg))
    cw.render.save_panels(tmp_path / "q.svg", [before, before], y_down=True, legend=True)
    for bad in ([], [world], [(world, paths)], 3, [(world, paths, "\0")]):
        with pytest.raises(cw.InvalidInput):
            cw.render.save_panels(tmp_path / "bad.svg", bad)
    with pytest.raises(cw.InvalidInput, match=r"pictures are \.svg"):
        cw.render.save_panels(tmp_path / "bad.txt", [before])
    assert not list(tmp_path.glob("bad*"))


def test_notebooks_show_pictures(world):
    batch = world.find_paths(np.tile([(10, 50)], (12, 1)), (90, 50), radius=1.0)
    alone = pickle.loads(pickle.dumps(batch[0]))
    grid = world.to_grid(5.0)
    walk = grid.find_path((0, 0), (5, 0))
    for shown in (world, grid, world.mesh(), batch[0], alone, walk, grid.field((0, 0))):
        ElementTree.fromstring(shown._repr_svg_())
    for nothing in (world.find_path((50, 50), (1, 1)), pickle.loads(pickle.dumps(world.find_path((50, 50), (1, 1))))):  # fmt: skip
        ElementTree.fromstring(nothing._repr_svg_())
    assert grid.field((0, 0))._repr_svg_().count("<path") == 11  # ten bands, and blocked cells
    html = batch._repr_html_()
    assert "<svg" in html
    assert "and 2 more" in html
    assert "&lt;Paths" in html
    assert "<svg" not in pickle.loads(pickle.dumps(batch))._repr_html_()
    assert "<table>" in batch[:0]._repr_html_()


def test_large_worlds_are_shown_as_text(monkeypatch, world):
    from clearway.render import notebook

    monkeypatch.setattr(notebook, "_MOST_TRIANGLES", 3)
    monkeypatch.setattr(notebook, "_MOST_CELLS", 3)
    grid = world.to_grid(5.0)
    for large in (world, world.mesh(), grid, grid.field((0, 0)), world.find_path((1, 1), (9, 9))):
        assert large._repr_svg_() is None


def test_render_without_importing_it():
    from support import children

    code = "import clearway as cw; print(cw.render.svg(cw.World((0, 0, 1, 1)))[:4])"
    assert children.python("-c", code).strip() == "<svg"
    assert "render" in dir(cw)


def shapes(svg):
    """Fill or stroke, and the points of every path element."""
    root = ElementTree.fromstring(svg)
    out = []
    for node in root.iter("{http://www.w3.org/2000/svg}path"):
        colour = node.get("fill") if node.get("fill") != "none" else node.get("stroke")
        pairs = node.get("d").replace("M", " ").replace("L", " ").replace("Z", " ").split()
        out.append((colour, np.array(pairs, dtype=float).reshape(-1, 2)))
    return [(colour, points) for colour, points in out if len(points)]


def test_colours_by_number_and_goals(world):
    exits = [[(0, 20), (0, 40)], [(100, 20), (100, 40)]]
    rows, ways = world.find_nearest([(10, 10), (90, 10), (20, 10)], exits)
    assert rows.tolist() == [0, 1, 0]
    svg = cw.render.svg(world, ways, goals=exits, colours=rows, legend=["west", "east"])
    assert [t for t in texts(svg) if t in ("west", "east")] == ["west", "east"]
    strokes = [colour for colour, points in shapes(svg) if len(points) == 2]
    west, east = palette.PATHS[:2]
    assert strokes.count(west) == 2 + 1 + 1  # paths, their exit, the line of the legend
    assert strokes.count(east) == 1 + 1 + 1
    assert palette.GOAL in cw.render.svg(world, ways, goals=exits)
    room = {"type": "Polygon", "coordinates": [[(0, 0), (9, 0), (9, 9), (0, 9)]]}
    area = [points for colour, points in shapes(cw.render.svg(world, goals=[room, (50, 5)])) if colour == palette.GOAL]  # fmt: skip
    assert len(area) == 2  # area and outline; the point is a circle
    for bad in ({"colours": [0]}, {"colours": [0, 1, -1]}, {"colours": [0, 1, 0.5]},
                {"colours": "abc"}, {"colours": rows, "legend": ["west"]}, {"goals": []},
                {"goals": [(0, np.nan), (1, 1)]}):  # fmt: skip
        with pytest.raises(cw.InvalidInput):
            cw.render.svg(world, ways, **bad)
    with pytest.raises(cw.InvalidInput, match="goals"):
        cw.render.svg(world.to_grid(5.0), goals=exits)


def test_scale_bars_have_units(world, tmp_path):
    assert "20" in texts(cw.render.svg(world, scale_bar=True))
    assert "20 m" in texts(cw.render.svg(world, scale_bar="m"))
    degrees = [(7.0, 50.0), (7.001, 50.0), (7.001, 50.001), (7.0, 50.001)]
    file = tmp_path / "degrees.geojson"
    cw.World.from_obstacles([degrees], ((6.999, 49.999, 7.002, 50.002))).save(file)
    projected = cw.load(file, project=True)
    assert any(t.endswith(" m") for t in texts(cw.render.svg(projected, scale_bar=True)))
    for bad in ("\0", np.array([1, 2])):
        with pytest.raises(cw.InvalidInput):
            cw.render.svg(world, scale_bar=bad)


def test_legends_explain_heat_maps_and_searches(world, paths):
    svg = cw.render.svg(world, distances=[(10, 50)], legend=True)
    [said] = [t for t in texts(svg) if t.startswith("distance, 0 to ")]
    far = world.distances((10, 50), [(100, 60), (100, 0), (60, 60)]).max()
    assert float(said.split()[-1]) == pytest.approx(far, rel=0.02)
    bottom = max(points[:, 1].max() for _, points in shapes(svg))
    keys = {c for c, points in shapes(svg) if len(points) == 4 and points[:, 1].max() > bottom - 1}
    assert keys == set(heat.COLOURS)
    said = texts(cw.render.svg(world, paths[:1], explored=True, legend=True))
    assert "expanded, first to last" in said


def test_avoided_discs_are_drawn(world):
    path = world.find_path((10, 10), (90, 10), radius=1.0)
    around = path.avoid((50, 10, 3.0)).path
    before, after = (cw.render.svg(world, p).count('opacity="0.45"') for p in (path, around))
    assert (before, after) == (0, 1)


def test_text_of_panels_does_not_overlap(world, paths, tmp_path):
    """Lines of a legend are as far apart as their text is high, however many panels there are."""
    panels = [(world, paths, name) for name in ("one", "two", "three", "four")]
    cw.render.save_panels(tmp_path / "p.svg", panels, legend=True, axes=True, scale_bar=True)
    nodes = ElementTree.fromstring((tmp_path / "p.svg").read_text())
    at = [
        (float(n.get("x")), float(n.get("y")))
        for n in nodes.iter("{http://www.w3.org/2000/svg}text")
        if n.text.startswith("optimal")
    ]
    for column in sorted({x for x, _ in at}):
        rows = sorted(y for x, y in at if x == column)
        assert len(rows) == 3
        assert np.diff(rows).min() > palette.FONT_SIZE


def test_panels_of_worlds_of_different_size(world, tmp_path):
    """Side by side, in one scale, upper edges in one line."""
    small = cw.World((500, 500, 550, 530))
    cw.render.save_panels(tmp_path / "p.svg", [(world, [], "large"), (small, [], "small")])
    boxes = [points for colour, points in shapes((tmp_path / "p.svg").read_text()) if colour == palette.SOLID]  # fmt: skip
    large, little = boxes[0], boxes[-1]
    assert little[:, 0].min() > large[:, 0].max()
    assert little[:, 1].min() == pytest.approx(large[:, 1].min(), abs=0.02)
    assert np.ptp(little[:, 0]) == pytest.approx(np.ptp(large[:, 0]) / 2, abs=0.02)


def test_unknown_options_are_named(tmp_path):
    world, grid = cw.World((0, 0, 10, 10)), cw.Grid(np.zeros((3, 3), dtype=bool))
    for place in (world, grid):
        with pytest.raises(cw.InvalidInput, match="no option 'axis'; do you mean 'axes'") as error:
            cw.render.save(place, tmp_path / "a.svg", axis=True)
        assert error.value.value == "axis"
    with pytest.raises(cw.InvalidInput, match="no option 'zzz'; there are: mesh,"):
        cw.render.svg(world, zzz=1)
    with pytest.raises(cw.InvalidInput, match="no option 'legends'"):
        cw.render.save_panels(tmp_path / "a.svg", [(world, [], "")], legends=True)
    assert not list(tmp_path.iterdir())
