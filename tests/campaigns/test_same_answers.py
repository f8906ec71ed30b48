"""A path is a function of the obstacles, its ends, its radius and the options: bit for bit the same
whatever was asked before, in which order, by how many threads, and however the world came about."""

from __future__ import annotations

import pytest

import clearway as cw
from oracle.scene import box
from support.paths import DATA
from support.same_answers import KINDS, MAPS, differences, hierarchies


@pytest.mark.parametrize("kind", KINDS)
def test_random_worlds(kind):
    assert differences(kind, seed=0, pairs=24)[0] == []


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1, 7))
@pytest.mark.parametrize("kind", KINDS)
def test_random_worlds_long(kind, seed):
    assert differences(kind, seed, pairs=240)[0] == []


@pytest.mark.long
@pytest.mark.parametrize("name", MAPS)
def test_traced_maps(name):
    if not (DATA / name).exists():
        pytest.skip(f"{DATA / name} is not there")
    assert differences(name, seed=0, pairs=240)[0] == []


@pytest.mark.parametrize("kind", ["posts", "cells"])
def test_threads_prepare_the_same_hierarchy(kind):
    pytest.importorskip("pymetis")
    one, four = hierarchies(kind, seed=0)
    assert one == four


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1, 4))
@pytest.mark.parametrize("kind", KINDS)
def test_threads_prepare_the_same_hierarchy_long(kind, seed):
    pytest.importorskip("pymetis")
    one, four = hierarchies(kind, seed)
    assert one == four


def test_a_line_is_not_split_where_it_touches():
    """The tops of three blocks lie on one line."""
    world = cw.World((0, 0, 10, 4))
    for x in (2, 4.5, 7):
        world.add(box(x, 0, x + 1, 1))
    path = world.find_path((1, 0.6), (9, 0.6), radius=0.3)
    kinds = [type(s).__name__ for s in path.segments]
    assert kinds == ["Line", "Arc", "Line", "Arc", "Line"]
    assert path.segments[2].start == (2.0, 1.3)
    assert path.segments[2].end == (8.0, 1.3)
