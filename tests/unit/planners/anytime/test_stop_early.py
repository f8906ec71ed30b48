"""`stop_early=True`: a search ends by what its first path has cost (Demyen 2007, 9.3)."""

from __future__ import annotations

import math

import numpy as np
import pytest

import clearway as cw

# As docs/explanation/triangulation-search.md states the rule.
EASY, MOST = {"ta*": 32, "tra*": 2, "fronts": 32, "rounds": 32}, 4.0
SEARCHES = {
    "ta*": lambda world, *query, **options: cw.TAStar(world).improve(*query, **options),
    "tra*": lambda world, *query, **options: cw.TRAStar(world).improve(*query, **options),
    "fronts": lambda world, *query, **options: cw.Channel(world).improve(
        *query, by="fronts", **options
    ),
}


def multiple(name, first):
    """The multiple at which a search whose first path took so many expansions ends."""
    return 1.0 if first <= EASY[name] else min(MOST, 1 + math.log2(first / EASY[name]))


@pytest.fixture(scope="module")
def crowded():
    return cw.generate.nonuniform(size=100, seed=2, obstacles=400)


def queries(world, radius, count=30):
    """Random ends, and some that are near to each other."""
    points = world.random_points(2 * count, radius, rng=4)
    near = world.snap(points[:10] + 1.0, radius)
    starts, goals = np.concatenate((points[:count], points[:10])), [*points[count:], *near]
    return list(zip(starts, goals, strict=True))


@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.parametrize("radius", [0.0, 0.2])
def test_the_multiple_is_chosen_by_the_first_path(crowded, name, radius):
    """The same paths as with the effort that the rule gives; both ends of the rule occur."""
    seen = set()
    for a, b in queries(crowded, radius):
        first = next(SEARCHES[name](crowded, a, b, radius, effort=1))
        if not first.found:
            continue
        factor = multiple(name, first.stats["expanded"])
        seen.add(factor > 1)
        early = list(SEARCHES[name](crowded, a, b, radius, stop_early=True))
        fixed = list(SEARCHES[name](crowded, a, b, radius, effort=factor))
        assert [p.length for p in early] == [p.length for p in fixed]
        assert early[-1].stats["expanded"] == fixed[-1].stats["expanded"]
        assert early[-1].lower_bound == fixed[-1].lower_bound
    assert True in seen
    assert False in seen or name == "fronts"


@pytest.mark.parametrize("planner", ["ta*", "tra*"])
def test_answers_are_honest_and_repeatable(crowded, planner):
    ends = queries(crowded, 0.2)
    a, b = np.array([q[0] for q in ends]), np.array([q[1] for q in ends])
    best = crowded.find_paths(a, b, 0.2)
    early = crowded.find_paths(a, b, 0.2, planner, stop_early=True)
    again = crowded.find_paths(a, b, 0.2, planner, threads=2, stop_early=True)
    assert (early.found == best.found).all()
    assert (early.length == again.length).all()
    assert (early.expanded == again.expanded).all()
    found = best.found
    assert (early.lower_bound[found] <= best.length[found] * (1 + 1e-9)).all()
    assert (early.length[found] >= best.length[found] * (1 - 1e-9)).all()
    proved = early.optimal & found
    assert np.allclose(early.length[proved], best.length[proved], rtol=1e-9)
    assert not early.optimal[found].all()  # it does not wait for the proof
    assert all(path.clearance >= 0.2 * (1 - 1e-9) for path in early if path.found)


def test_it_spends_more_where_the_first_path_was_hard(crowded):
    """Between one and four times the first paths, and better than these."""
    ends = queries(crowded, 0.2, 60)
    a, b = np.array([q[0] for q in ends]), np.array([q[1] for q in ends])
    first, early, most = (
        crowded.find_paths(a, b, 0.2, "ta*", **options)
        for options in ({"effort": 1}, {"stop_early": True}, {"effort": MOST})
    )
    found = first.found
    assert first.expanded[found].sum() < early.expanded[found].sum() < most.expanded[found].sum()
    assert (early.length[found] <= first.length[found]).all()
    assert early.length[found].sum() < first.length[found].sum()
    easy = found & (first.expanded <= EASY["ta*"])
    assert easy.any()
    assert (early.expanded[easy] == first.expanded[easy]).all()


def test_the_rounds_of_channel_take_it(crowded):
    """The first path is that of `find_path`; without more effort than the rule gives, no proof."""
    channel, seen = cw.Channel(crowded), set()
    for a, b in queries(crowded, 0.2):
        # With a limit, dead ends that earlier queries have found count as expanded.
        first = channel.find_path(a, b, 0.2, limit=1_000_000)
        if not first.found or first.optimal:
            continue
        spent = max(1, first.stats["expanded"])
        early = list(channel.improve(a, b, 0.2, stop_early=True))
        fixed = list(channel.improve(a, b, 0.2, effort=multiple("rounds", spent)))
        assert [p.length for p in early] == [p.length for p in fixed]
        assert early[-1].lower_bound == fixed[-1].lower_bound
        seen.add(len(early) > 1)
    assert True in seen


def test_other_limits_hold_beside_it(crowded):
    a, b = max(queries(crowded, 0.2), key=lambda q: np.hypot(*(q[0] - q[1])))
    early = crowded.find_path(a, b, 0.2, planner="ta*", stop_early=True)
    assert early.found
    once = crowded.find_path(a, b, 0.2, planner="ta*", effort=1)
    assert early.stats["expanded"] > once.stats["expanded"]
    both = crowded.find_path(a, b, 0.2, planner="ta*", stop_early=True, effort=1)
    assert both.stats["expanded"] == once.stats["expanded"]


@pytest.mark.parametrize("value", [1, 0.5, "yes", None])
def test_bad_values_are_refused(crowded, value):
    with pytest.raises(cw.InvalidInput, match="stop_early"):
        crowded.find_path((1, 1), (2, 2), planner="ta*", stop_early=value)


def test_planners_that_are_not_anytime_have_no_such_option(crowded):
    for planner in ("optimal", "channel", "vg"):
        with pytest.raises(cw.InvalidInput, match="stop_early"):
            crowded.find_path((1, 1), (2, 2), planner=planner, stop_early=True)
