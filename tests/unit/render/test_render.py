"""Pictures of worlds and paths: SVG, PNG, plots."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

import clearway as cw
from clearway import _demo, render
from clearway._regions import outlines
from clearway.render import palette as p
from clearway.render.swept import swept

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")


@pytest.fixture(scope="module")
def world():
    return _demo.demo_world()


@pytest.fixture(scope="module")
def path(world):
    return world.find_path(*_demo.TRIPS["west to east"])


def area_of(rings):
    return sum(
        (x * np.roll(y, -1) - np.roll(x, -1) * y).sum() / 2 for x, y in (ring.T for ring in rings)
    )


def test_svg_is_well_formed_and_holds_everything(world, path):
    plain = ElementTree.fromstring(render.svg(world))
    full = render.svg(
        world, path, mesh=True, constraints=True, channel=True, labels=True, title="a <b>"
    )
    root = ElementTree.fromstring(full)
    assert root.tag.endswith("svg")
    assert len(list(root.iter())) > len(list(plain.iter()))
    labels = [e.text for e in root.iter() if e.tag.endswith("text")]
    assert labels == [str(h) for h in world.obstacles]
    assert not re.search(r"nan|inf", "".join(e.get("d", "") for e in root.iter()))
    assert re.search(r'viewBox="0 0 960 ', full)


@pytest.mark.parametrize("bounds", [(0, 0, 1e-20, 1e-20), (-1e29, 0, 1e29, 1e28), (0, 0, 1, 1000)])
def test_svg_at_any_scale(bounds):
    world = cw.World(bounds)
    x0, y0, x1, y1 = bounds
    world.add([(x0, y0), (x1, y0), ((x0 + x1) / 2, (y0 + y1) / 2)])
    root = ElementTree.fromstring(render.svg(world, width=500))
    assert float(root.get("height")) <= 801
    numbers = re.findall(r"[-\d.]+", "".join(e.get("d", "") for e in root.iter()))
    assert numbers
    assert all(-1 <= float(n) <= 802 for n in numbers)


def test_outlines_enclose_the_region(world):
    mesh = world.mesh()
    free = outlines(mesh, ~mesh.blocked)
    assert area_of(free) == pytest.approx(mesh.free_area)
    assert area_of(outlines(mesh, mesh.blocked)) == pytest.approx(mesh.areas[mesh.blocked].sum())
    for ring in free:
        assert len({tuple(p) for p in ring.tolist()}) == len(ring)


def test_outlines_split_where_they_touch():
    world = cw.World((0, 0, 4, 4))
    world.add([(1, 1), (2, 1), (2, 2), (1, 2)])
    world.add([(2, 2), (3, 2), (3, 3), (2, 3)])
    mesh = world.mesh()
    rings = outlines(mesh, mesh.blocked)
    assert sorted(map(len, rings)) == [4, 4]
    assert area_of(rings) == 2


def test_channel_is_left_out_once_the_world_has_changed(world, path):
    changed = _demo.demo_world()
    old = changed.find_path(*_demo.TRIPS["west to east"])
    colour = render.scene(changed, old, channel=True)
    changed.add(_demo.barrier())
    assert len(render.scene(changed, old, channel=True)) == len(colour) - 1


def test_png(world, path, tmp_path):
    render.save(world, tmp_path / "w.png", path, mesh=True, channel=True, labels=True, width=300)
    data = (tmp_path / "w.png").read_bytes()
    assert data.startswith(b"\x89PNG")
    width = int.from_bytes(data[16:20], "big")
    assert width == 600
    with pytest.raises(cw.InvalidInput, match=r"\.svg, \.png or \.pdf"):
        render.save(world, tmp_path / "w.gif")


def test_plots(world, path):
    from matplotlib import pyplot

    ax = world.plot(mesh=True, paths=[path])
    assert path.plot(ax=ax) is ax
    assert path.plot(linestyle="dashed") is not ax
    assert len(world.mesh().plot().patches) == 2
    assert world.find_path((60, 35), (1, 1)).plot() is not None
    pyplot.close("all")


def test_demo(tmp_path):
    result = _demo.run(tmp_path / "a" / "b")
    assert [p.found for p in result.before.values()] == [True] * len(_demo.TRIPS)
    assert all(result.after[k].length >= p.length for k, p in result.before.items())
    assert sum(result.after[k].length > p.length for k, p in result.before.items()) >= 2
    assert {f.suffix for f in result.files} == {".svg", ".png"}
    assert all(f.stat().st_size > 1000 for f in result.files)
    assert len(result.files) == 8
    lengths = [path.length for path in result.discs.values()]
    assert lengths == sorted(lengths)
    assert [path.radius for path in result.discs.values()] == list(_demo.RADII)
    assert result.planners["optimal"].optimal
    assert all(p.length >= result.planners["optimal"].length for p in result.planners.values())
    result.world.validate()


@pytest.mark.parametrize("goal", [(115, 39), (50, 68), (5, 33)])
def test_the_band_is_what_the_disc_covers(world, goal):
    shapely = pytest.importorskip("shapely")
    path = world.find_path((5, 33), goal, radius=1.5)
    assert path.found
    [ring] = swept(path)
    way = path.sample(1e-4)
    line = shapely.LineString(way) if len(way) > 1 else shapely.Point(way[0])
    band, owed = shapely.Polygon(ring), line.buffer(1.5, quad_segs=64)
    assert shapely.LinearRing(ring).is_ccw
    assert shapely.make_valid(band).symmetric_difference(owed).area < 2e-3 * owed.area


def test_bands_in_pictures(world):
    point, found, none = (world.find_path((5, 33), (115, 39), radius=r) for r in (0, 1.5, 20))
    assert not none.found
    assert len(swept(none)) == 2
    filled = [render.svg(world, [p]).count('opacity="0.22"') for p in (point, found, none)]
    assert filled == [0, 1, 1]
    ax = found.plot()
    assert len(ax.patches) == 1
    matplotlib.pyplot.close("all")


def test_visible_regions_and_graphs_are_drawn():
    world = cw.World(bounds=(0, 0, 10, 10))
    world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
    plain = render.svg(world)
    seen = render.svg(world, visible=[(1, 5)])
    assert p.SIGHT in seen
    assert p.SIGHT not in plain
    assert seen.count(p.START) == plain.count(p.START) + 1
    both = render.svg(world, graph="both")
    assert both.count(p.GRAPH) == 2
    assert both.count(p.CORNER) == 2
    assert both.count(f'r="{p.CORNER_RADIUS}"') == 2 * 4
    assert ">VG: 4 edges</text>" in both
    assert ">VGO: 4 edges</text>" in both
    assert render.svg(world, graph="vgo").count(p.CORNER) == 1
    with pytest.raises(cw.InvalidInput, match="'vg', 'vgo' or 'both'"):
        render.svg(world, graph="no")
