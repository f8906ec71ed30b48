"""Invalid values give a result, an error of Clearway, or an error that Python requires."""

from __future__ import annotations

import json
import math
import pickle
import threading

import numpy as np
import pytest

import clearway as cw
from clearway import render
from support import children
from support.odd_values import (
    NOT_CALLED,
    SKIPPED,
    TILED,
    areas_only,
    good_world,
    odd_values,
    targets,
)


def called(share):
    """In a process of its own: a crash fails the test, not the run."""
    env = {"PYTHONFAULTHANDLER": 1}
    printed = children.module("odd_values", "", share, seconds=3600, env=env)
    return json.loads(printed.splitlines()[-1])


def test_every_function_takes_odd_values():
    counts = called(share=4)
    assert counts["functions"] == len(targets()) > 150
    assert counts["refused"] > 5000
    assert counts["result"] > 300


@pytest.mark.long
def test_every_function_takes_every_odd_value():
    assert called(share=1)["calls"] > 30_000


def test_every_class_has_its_methods_called():
    called_on = {name.split(".")[0].removesuffix("()") for name in targets()}
    for name in NOT_CALLED - {"Mesh", "Obstacle", "Planner"}:
        methods = {
            method
            for method, value in vars(getattr(cw, name)).items()
            if not method.startswith("_") and callable(value) and f"{name}.{method}" not in SKIPPED
        }
        assert not methods or name in called_on, name


def test_a_tiny_tolerance_is_positive():
    path = good_world().find_path((1, 5), (9, 5), radius=0.5)
    with pytest.raises(cw.InvalidInput, match=r"tolerance is 1e-306: .*would need more than"):
        path.sample(1e-306)
    straight = cw.World((0, 0, 10, 10)).find_path((1, 1), (9, 9), radius=0.5)
    for tolerance in (1e-306, 5e-324, 2.0**-200):
        assert straight.sample(tolerance).tolist() == [[1, 1], [9, 9]]
    for tolerance in (0, 0.0, -1e-306, math.nan):
        with pytest.raises(cw.InvalidInput, match="tolerance is"):
            straight.sample(tolerance)


def test_route_takes_corridors_of_the_abstraction_only():
    world = good_world()
    abstraction = world.abstraction()
    corridor = abstraction.corridors[0]
    assert len(abstraction.route(pickle.loads(pickle.dumps(corridor)))) > 1
    other = cw.World((0, 0, 30, 30))
    for x in (3, 9, 15, 21):
        other.add([(x, 3), (x + 2, 3), (x + 2, 20), (x, 20)])
    for wrong in (
        *other.abstraction().corridors,
        corridor._replace(number=99),
        corridor._replace(number="0"),
        corridor._replace(ends=5),
        corridor._replace(triangles=None),
        0,
        None,
        "x",
    ):
        with pytest.raises(cw.InvalidInput, match="not a corridor of this abstraction"):
            abstraction.route(wrong)


def test_arrays_where_one_value_is_meant():
    world, array = good_world(), np.ones(3)
    path = world.find_path((1, 5), (9, 5))
    for call in (
        lambda: cw.generate.maze(9, form=array),
        lambda: cw.World((0, 0, 1, 1), max_radius=array),
        lambda: world.watch(path, shorter=array),
        lambda: cw.RadiusRange(0, array),
        lambda: cw.THPAStar(world, strict=array),
        lambda: cw.Channel(world).improve((1, 5), (9, 5), by=array),
        lambda: render.svg(world, mesh=array),
        lambda: render.svg(world, width=array),
        lambda: world.random_point(rng=[[1], [2]]),
        lambda: world.save("x.mesh", version=array),
    ):
        with pytest.raises(cw.InvalidInput):
            call()


def test_lists_that_hold_themselves():
    loop, collection = [], {"type": "GeometryCollection", "geometries": []}
    loop.append(loop)
    collection["geometries"].append(collection)
    world = good_world()
    for call in (
        lambda: world.add(loop),
        lambda: world.add(collection),
        lambda: world.find_path(loop, (1, 1)),
        lambda: world.find_paths((1, 1), (2, 2), loop),
        lambda: world.reachable((1, 1), (2, 2), loop),
        lambda: cw.World(collection),
        lambda: cw.World.from_walkable(loop),
        lambda: cw.World.from_obstacles(collection),
        lambda: cw.jupedsim.RoutingEngine(collection),
        lambda: world.random_point(rng=loop),
    ):
        with pytest.raises(cw.InvalidInput):
            call()
    world.validate()
    assert len(world) == 3


def test_nested_collections_are_read():
    inner = {"type": "Polygon", "coordinates": [[(1, 1), (2, 1), (2, 2)]]}
    for _ in range(20):
        inner = {"type": "GeometryCollection", "geometries": [inner]}
    world = cw.World((0, 0, 10, 10))
    world.add(inner)
    assert world.mesh().free_area == pytest.approx(99.5)
    for _ in range(20):
        inner = {"type": "GeometryCollection", "geometries": [inner]}
    with pytest.raises(cw.InvalidInput, match="more than 32 deep"):
        world.add(inner)


def test_indices_of_paths():
    paths = good_world().find_paths([(1, 5)] * 3, [(9, 5)] * 3)
    assert paths[-1].found
    assert paths[np.int8(2)].found
    assert len(paths[1:]) == 2
    for i in (3, -4, 2**63, -(2**63) - 1, 2**70, 10**5000, np.uint64(2**64 - 1)):
        with pytest.raises(IndexError):
            paths[i]
    for i in (1.0, "1", None, [0], np.array([0, 1])):
        with pytest.raises(TypeError):
            paths[i]


def test_seeds():
    world = good_world()
    points = [world.random_point(rng=rng).tolist() for rng in (5, np.int64(5))]
    assert points[0] == points[1] == world.random_point(rng=np.random.default_rng(5)).tolist()
    assert world.random_point(rng=[1, 2]).tolist() == world.random_point(rng=(1, 2)).tolist()
    assert world.random_point(rng=np.random.SeedSequence(3)) is not None
    for rng in (-1, 1.5, "x", [1.5], [-1], [[1]], np.ones((2, 2), int), {}, object()):
        with pytest.raises(cw.InvalidInput, match="rng is"):
            world.random_point(rng=rng)


@pytest.mark.parametrize(
    ("planner", "options"),
    [(cw.TAStar, {}), (cw.TRAStar, {}), (cw.Channel, {}), (cw.Channel, {"by": "fronts"})],
)
@pytest.mark.parametrize("steps", [0, 1])
def test_an_edit_in_another_thread_ends_every_improvement_alike(planner, options, steps):
    world = cw.generate.boxes(60, seed=3)
    a, b = world.snap((1, 1), 0.2), world.snap((59, 59), 0.2)
    search = planner(world).improve(a, b, 0.2, **options)
    for _ in range(steps):
        assert next(search).found
    thread = threading.Thread(target=lambda: world.add_post((30.123, 30.456)))
    thread.start()
    thread.join()
    with pytest.raises(cw.ClearwayError) as error:
        list(search)
    assert type(error.value) is cw.ClearwayError
    assert str(error.value) == "the world has changed while a path was being improved"


def test_scenarios_that_no_file_can_hold(tmp_path):
    whole = cw.Scenarios([[1, 1]], [[2, 2]], [1.0], [0], ["m.map"], [[3, 3]])
    whole.save(tmp_path / "s.scen")
    before = (tmp_path / "s.scen").read_bytes()
    assert cw.load_scenarios(tmp_path / "s.scen").maps.tolist() == ["m.map"]
    for name in ("", " ", "a\tb", "a\nb", "a\u2028b", " a", "\ud800", 5, None, b"x"):
        with pytest.raises(cw.InvalidInput, match=r"maps\[0\]"):
            whole._replace(maps=[name]).save(tmp_path / "s.scen")
    for change in ({"starts": [[1, math.nan]]}, {"starts": [[1, 1]] * 2}, {"lengths": [1j]}):
        with pytest.raises(cw.InvalidInput):
            whole._replace(**change).save(tmp_path / "s.scen")
    assert (tmp_path / "s.scen").read_bytes() == before


def test_pictures(tmp_path):
    world = good_world()
    for title in ("\ud800", "\0", 5, b"x"):
        with pytest.raises(cw.InvalidInput, match="title"):
            render.save(world, tmp_path / "x.svg", title=title)
    for width in (0, 40, -1, 1e5, math.nan, "9", None):
        with pytest.raises(cw.InvalidInput, match="width"):
            render.svg(world, width=width)
    with pytest.raises(cw.InvalidInput, match=r"paths\[1\]"):
        render.svg(world, [world.find_path((1, 5), (9, 5)), "x"])
    assert not (tmp_path / "x.svg").exists()
    assert "a &lt; b" in render.svg(world, title="a < b")


def test_the_harness_would_notice(monkeypatch, capsys):
    from support import odd_values as harness

    def broken(ring):
        raise LookupError("lost")

    monkeypatch.setattr(harness, "targets", lambda: {"World.add": (lambda: broken, {})})
    wrong = harness.run()
    assert len(wrong) == len(odd_values())
    assert "LookupError: lost" in capsys.readouterr().out
    assert json.loads(TILED)["type"] == "map"
    assert len(areas_only()) == 1
