"""Nobody in a crowd is late and silent, and who counts as arrived is at its goal."""

from __future__ import annotations

import pytest

from support.late_walks import PLACES, LateWalk

KINDS = [
    (place, edits, plain) for place in PLACES for edits in (False, True) for plain in (False, True)
]


@pytest.mark.parametrize(("place", "seed"), [("plan", 3), ("maze", 2)])
def test_whoever_is_late_is_reported(place, seed):
    assert LateWalk(place, seed, edits=True).run(120) == []


@pytest.mark.long
@pytest.mark.parametrize(("place", "edits", "plain"), KINDS)
def test_whoever_is_late_is_reported_long(place, edits, plain):
    for seed in range(100, 110):
        assert LateWalk(place, seed, edits=edits, plain=plain).run(400) == [], seed
