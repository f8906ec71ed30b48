"""A world is freed as soon as nobody refers to it: the collector does not see the core's memory."""

from __future__ import annotations

import gc
import weakref

import pytest

import clearway as cw
from oracle.scene import box


def _world():
    world = cw.World((0, 0, 100, 60))
    world.add(box(40, 10, 60, 50))
    world.add_area(box(62, 20, 78, 40), "mud")
    return world


def _by_name(planner, **options):
    return lambda world: world.find_path((5, 5), (95, 55), 0.0, planner, **options)


def _journey(world):
    journey = cw.THPAStar(world, radii=(1.0,), partition="grow").begin((5, 5), (95, 55), 1.0)
    return list(journey)


PLANNERS = ("optimal", "channel", "ta*", "tra*", "vg", "vgo", "bsp*", "labels")
USES = {
    **{name: _by_name(name) for name in PLANNERS},
    "avoided areas": _by_name("optimal", costs={"mud": cw.AVOID}),
    "labels in a variant": _by_name("labels", costs={"mud": cw.AVOID}),
    "weights": _by_name("optimal", costs={"mud": 2.0}),
    "journey": _journey,
    "thpa* of its own": lambda world: cw.THPAStar(world, partition="grow"),
    "waypoints": lambda world: world.waypoints(0.5),
    "abstraction": lambda world: world.abstraction(),
    "field": lambda world: world.field((5, 5)),
    "watch": lambda world: world.watch(world.find_path((5, 5), (95, 55))),
}


@pytest.fixture
def no_collector():
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("use", USES)
def test_a_world_is_freed_without_the_collector(no_collector, use):
    world = _world()
    ends = weakref.ref(world)
    USES[use](world)
    assert ends() is world
    del world
    assert ends() is None


def test_a_world_with_prepared_hierarchies_is_freed_without_the_collector(no_collector):
    pytest.importorskip("pymetis")
    world = _world()
    ends = weakref.ref(world)
    for radius in (0.0, 1.0):
        assert world.find_path((5, 5), (95, 55), radius, "thpa*").found
        world.find_path((5, 5), (95, 55), radius, "thpa*", costs={"mud": cw.AVOID})
    [kept] = {id(cw.THPAStar._cached_for(world)._kept) for _ in range(2)}
    assert kept == id(world._planners["thpa*"])  # prepared once
    planner = cw.THPAStar._cached_for(world)
    del world
    assert ends() is planner.world  # a planner that is in use keeps its world
    del planner
    assert ends() is None


def test_what_was_prepared_for_a_variant_is_kept_without_it(no_collector):
    world = _world()
    mud = {"mud": cw.AVOID}
    variant = world.variant(costs=mud)
    assert world.variant(costs=mud) is variant
    world.find_path((5, 5), (95, 55), planner="labels", costs=mud)
    labels = variant._planners["labels"]
    del variant
    again = world.variant(costs=mud)
    assert again._planners["labels"] is labels
    assert again.world is world
