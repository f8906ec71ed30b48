"""What type checkers see: real return types, and inputs that are refused before running."""

from __future__ import annotations

import inspect
import math
import pydoc
import typing

import pytest

import clearway as cw
from clearway import formats
from clearway._planners._option_types import (
    GridOptions,
    JPSOptions,
    OptimalOptions,
    WorldOptions,
)
from clearway._planners._options import GRID, WORLD
from clearway._planners._signatures import NOT_GIVEN
from clearway.formats._option_types import GridReading, WorldReading, Writing

GOOD = """
import numpy as np
import clearway as cw

w = cw.World((0, 0, 1, 1))
reveal_type(w.is_free((0.5, 0.5)))
reveal_type(w.clearance((0.5, 0.5)))
reveal_type(w.clearance([(0.5, 0.5)]))
reveal_type(w.snap((0.5, 0.5)))
reveal_type(w.raycast((0, 0), (1, 1)))
reveal_type(w.raycast([(0, 0)], [(1, 1)]))
reveal_type(cw.load("a.map", "movingai"))
reveal_type(cw.load("a.geojson"))
w.is_free(np.zeros(2))
w.add([(0, 0), (1, 0), (1, 1)])
w.add({"type": "Polygon", "coordinates": []})
w.add(w.obstacles[0])
reveal_type(w.find_path((0, 0), (1, 1), 0.1, limit=5, partial=True, snap=0.1))
reveal_type(w.find_paths([(0, 0)], np.ones(2), [0.1], effort=1.5, progress=True))
w.find_path((0, 0), (1, 1), planner="channel", metric=2, weight=1.5)
w.find_path((0, 0), (1, 1), planner=cw.TAStar, anything=2)
reveal_type(w.reachable((0, 0), (1, 1), 0.1))
reveal_type(w.max_radius((0, 0), (1, 1)))
g = cw.Grid([[0, 1]])
g.find_path((0, 0), (1, 0), planner="hpa*", smooth=False)
g.find_paths([(0, 0)], [(1, 0)], threads=2)
reveal_type(w.add_disc((0.5, 0.5), 0.1))
cw.load("a.geojson", project=True, progress=True)
cw.load("a.yaml", "ros", unknown="free")
w.save("a.mesh", version=3)
cw.generate.caves(size=50, progress=True)
exits = [[(0, 8), (0, 10)], [(9, 0), (9, 10)]]
w.find_path((7, 5), exits[0])
w.find_path((7, 5), exits, radius=0.5)
w.distances([(1, 1), (3, 5)], exits)
w.max_radius({"type": "LineString", "coordinates": exits[0]}, exits[1:])
w.reachable((7, 5), exits, 1.5)
cw.TAStar(w).find_path((0, 0), exits[0], 0.1, effort=2, snap=1)
cw.VGO(w).find_paths([(0, 0)], [(1, 1)], prune_successors=False, progress=True)
cw.render.save(w, "a.svg", w.find_path((0, 0), (1, 1)), legend=["a"], scale_bar="m", discs=9)
"""
SEEN = [
    "bool",
    "float",
    "ndarray",
    "ndarray",
    "Hit | None",
    "list[",
    "Grid",
    "World | ",
    "Path",
    "Paths",
    "bool",
    "float",
    "int",
]
BAD = """
import clearway as cw

w = cw.World((0, 0, 1, 1))
w.is_free("here")
w.add_post(3)
w.is_free((0, 0), radios=2)
cw.load(3)
w.find_path((0, 0), (1, 1), limt=5)
w.find_path((0, 0), (1, 1), metric=2)
w.find_path((0, 0), (1, 1), planner="channel", metrik=2)
w.find_path((0, 0), (1, 1), limit="many")
w.find_path("here", (1, 1))
w.find_paths([(0, 0)], [(1, 1)], thread=2)
w.find_paths([(0, 0)], [(1, 1)], planner="ta*", efort=2)
cw.Grid([[0]]).find_path((0, 0), (0, 0), smooth=True)
cw.Grid([[0]]).find_paths([(0, 0)], [(0, 0)], planner="hpa*", smoth=True)
w.distances((0, 0), [(1, 1)], snapp=1)
cw.Optimal(w).find_path((0, 0), (1, 1), limt=5)
cw.TAStar(w).find_paths([(0, 0)], [(1, 1)], efort=2)
cw.TAStar(w).improve((0, 0), (1, 1), efort=2)
cw.VG(w).find_path((0, 0), (1, 1), prune=True)
cw.render.svg(w, legned=True)
cw.load("a.geojson", projekt=True)
cw.load("a.wkt", role="obstacles")
w.save("a.mesh", versoin=2)
cw.generate.caves(sise=50)
cw.render.save(w, "a.svg", scale_bar=True, mehs=True)
"""


def test_literals_name_the_formats():
    known = formats.formats()
    held = {"world": set(), "grid": set()}
    for name, entry in known.items():
        held[entry.holds].add(name)
    assert set(typing.get_args(formats.WorldFormat)) == held["world"]
    assert set(typing.get_args(formats.GridFormat)) == held["grid"]


def test_options_are_those_of_the_formats():
    """Each option of a format has a name in the types, and no other has."""
    known = formats.formats().values()
    for types, held in ((WorldReading, "world"), (GridReading, "grid")):
        options = {o for entry in known if entry.holds == held for o in entry.options}
        assert set(types.__annotations__) == options
    assert set(Writing.__annotations__) == {o for entry in known for o in entry.write_options}


def test_types_by_mypy(tmp_path):
    api = pytest.importorskip("mypy.api")
    (tmp_path / "good.py").write_text(GOOD)
    (tmp_path / "bad.py").write_text(BAD)
    options = ["--no-error-summary", "--cache-dir", str(tmp_path / "cache"), "--config-file", ""]
    out, _, status = api.run([*options, str(tmp_path / "good.py")])
    assert status == 0, out
    revealed = [line.split('"')[1] for line in out.splitlines() if "Revealed type" in line]
    assert len(revealed) == len(SEEN), out
    for kind, text in zip(SEEN, revealed, strict=True):
        assert kind.split("[")[0].split(" ")[0] in text, (kind, text)
    out, _, status = api.run([*options, str(tmp_path / "bad.py")])
    assert status == 1
    lines = {line.split(":")[1] for line in out.splitlines() if " error: " in line}
    assert lines == set(map(str, range(5, 1 + len(BAD.splitlines())))), out


def test_options_are_those_of_the_planners():
    """Each option of a query has a name in the types, and no other has."""
    for name, types in (("optimal", OptimalOptions), ("jps", JPSOptions)):
        assert set(types.__annotations__) == _options({name: (WORLD | GRID)[name]})
    assert set(WorldOptions.__annotations__) == _options(WORLD)
    assert set(GridOptions.__annotations__) == _options(GRID)


@pytest.mark.parametrize("name", ["find_path", "find_paths"])
def test_help_shows_costs_doors_and_the_options_of_the_default_planner(name):
    world = cw.World(bounds=(0, 0, 10, 10))
    for call in (getattr(cw.World, name), getattr(world, name)):
        shown = inspect.signature(call).parameters
        assert {"snap", "costs", "doors", "options"} <= set(shown)
        declared = {o.name: o for o in WORLD["optimal"].options if o.when_finding}
        assert set(declared) == set(shown) - {
            *("self", "start", "goal", "starts", "goals", "radius", "planner", "threads", "snap"),
            *("progress", "costs", "doors", "options"),
        }
        for option in declared.values():
            default = shown[option.name].default
            assert default is NOT_GIVEN if math.isnan(option.default) else default == option.default
        assert all(shown[n].kind is inspect.Parameter.KEYWORD_ONLY for n in ("costs", *declared))
        text = pydoc.render_doc(call, renderer=pydoc.plaintext)
        assert "costs: 'CostsLike' = None, doors: 'DoorsLike' = None, effort: 'float' = <not given>" in text  # fmt: skip
    # What it shows, it takes.
    given = {"costs": None, "doors": {}, "effort": 2, "limit": 9, "seconds": 9, "prefer": 0}
    assert world.find_path((1, 1), (9, 9), **given, partial=False).found
    assert world.find_path((1, 1), (9, 9), tolerance=0.1).found


def _options(planners):
    return {o.name for info in planners.values() for o in info.options if o.when_finding}
