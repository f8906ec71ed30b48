"""Bad input to crowds raises InvalidInput and changes nothing."""

from __future__ import annotations

import numpy as np
import pytest

import clearway as cw


@pytest.fixture
def crowd():
    made = cw.Crowd(cw.World(bounds=(0, 0, 20, 10)))
    made.add([(1, 5), (3, 5)], goals=(18, 5))
    made.step(0.1)
    return made


BAD = {
    "nan position": lambda c: c.add([(5, 5), (np.nan, 1)]),
    "radius that fits nowhere": lambda c: c.add([(5, 5), (9, 5)], radius=[0.3, 6.0]),
    "negative radius": lambda c: c.add((5, 5), radius=-1.0),
    "nan radius": lambda c: c.add((5, 5), radius=np.nan),
    "two radii for one": lambda c: c.add([(5, 5)], radius=[1.0, 2.0]),
    "negative speed": lambda c: c.add((5, 5), speed=-1.0),
    "infinite speed": lambda c: c.add((5, 5), speed=np.inf),
    "priority between integers": lambda c: c.add((5, 5), priority=0.5),
    "avoid as text": lambda c: c.add((5, 5), avoid="no"),
    "goal is nan": lambda c: c.add((5, 5), goals=(np.nan, 1)),
    "goal is an unknown agent": lambda c: c.add((5, 5), goals=7),
    "goal is text": lambda c: c.add((5, 5), goals="exit"),
    "a bad goal of several": lambda c: c.add(
        [(5, 5), (6, 6), (7, 7)], goals=[(1, 1), (2, np.inf), (3, 3)]
    ),
    "leave as text": lambda c: c.add((5, 5), leave="no"),
    "send an unknown agent": lambda c: c.send([0, 9], (1, 1)),
    "send a negative agent": lambda c: c.send(-1, (1, 1)),
    "send by a float": lambda c: c.send(0.0, (1, 1)),
    "send after itself": lambda c: c.send([0, 1], 1),
    "remove an unknown agent": lambda c: c.remove([2]),
    "stop by a bool": lambda c: c.stop(True),
    "speed nan": lambda c: c.set_speed(0, np.nan),
    "priority of text": lambda c: c.set_priority(0, "high"),
    "dt zero": lambda c: c.step(0.0),
    "dt negative": lambda c: c.step(-0.1),
    "dt nan": lambda c: c.step(np.nan),
    "dt infinite": lambda c: c.step(np.inf),
    "no threads": lambda c: c.step(0.1, threads=0),
    "run for no time": lambda c: c.run(0.0),
    "run with record zero": lambda c: c.run(1.0, record=0.0),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_changes_nothing(crowd, name):
    before = crowd.positions, crowd.velocities, crowd.speeds, crowd.time
    with pytest.raises(cw.InvalidInput):
        BAD[name](crowd)
    after = crowd.positions, crowd.velocities, crowd.speeds, crowd.time
    assert all(np.array_equal(a, b) for a, b in zip(before, after, strict=True))
    assert crowd.reports() == []


def test_errors_name_the_index_and_the_value(crowd):
    with pytest.raises(cw.InvalidInput, match=r"ids\[1\] is 9") as caught:
        crowd.remove([0, 9])
    assert (caught.value.index, caught.value.value) == (1, 9)
    with pytest.raises(cw.InvalidInput, match=r"positions\[1\]") as caught:
        crowd.add([(5, 5), (np.nan, 1)])
    assert caught.value.index == 1
    with pytest.raises(cw.InvalidInput, match="fits nowhere") as caught:
        crowd.add([(5, 5), (9, 5)], radius=[0.3, 6.0])
    assert caught.value.index == 1


@pytest.mark.parametrize("options", [{"horizon": 0.0}, {"horizon": np.nan}, {"neighbours": -1}])
def test_bad_options(options):
    with pytest.raises(cw.InvalidInput):
        cw.Crowd(cw.World(bounds=(0, 0, 20, 10)), **options)


def test_a_crowd_needs_a_world():
    for world in (None, cw.Grid(np.zeros((3, 3), dtype=bool)), "world"):
        with pytest.raises(cw.InvalidInput):
            cw.Crowd(world)
