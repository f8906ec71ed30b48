"""Axes, scale bars, legends, discs, panels, PDF, and what notebooks show."""

from __future__ import annotations

import pickle
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

import clearway as cw
from clearway.render import decoration


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
