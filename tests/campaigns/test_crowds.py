"""Crowds in random worlds, under random orders and edits: the law at every step."""

from __future__ import annotations

import pytest

from support import lone_walks
from support.crowd_campaign import Hostile


@pytest.mark.parametrize("seed", range(12))
def test_the_law_holds_for_hostile_orders(seed):
    assert Hostile(seed).run(30) == []


def test_a_way_out_ends_where_the_agent_fits():
    """Here the way to another exit than the nearest leads through free space and obstacles."""
    assert Hostile(2570).run(80) == []


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 130))
def test_the_law_holds_for_hostile_orders_long(seed):
    for part in range(20):
        assert Hostile(20 * seed + part).run(80) == [], 20 * seed + part


@pytest.mark.parametrize(("seed", "number"), [(1825, 7), (2721, 6)])
def test_long_steps_around_corners_are_not_late(seed, number):
    """A step passes corners of the path that are nearer to each other than it is long."""
    assert lone_walks.late(lone_walks.walks(seed)[number]) == ""


@pytest.mark.long
@pytest.mark.parametrize("part", range(40))
def test_agents_alone_are_not_late_long(part):
    for seed in range(1000 + 50 * part, 1050 + 50 * part):
        assert [why for why in map(lone_walks.late, lone_walks.walks(seed)) if why] == [], seed
