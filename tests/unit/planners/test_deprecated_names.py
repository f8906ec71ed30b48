"""Names of an earlier release still work, with a warning at the caller's line."""

import warnings

import pytest

import clearway as cw

OPTIONS = {  # old name: planner, current name, a value that is not the default
    "closing": ("ta*", "prove_with_optimal", False),
    "greed": ("channel", "weight", 3.0),
    "property_two": ("vgo", "prune_successors", False),
}
ENDS = ((1, 5), (9, 5))


@pytest.fixture
def room():
    world = cw.World((0, 0, 10, 10))
    for i in range(8):
        x, y = 0.5 + i, 0.5 + 4 * (i % 3)
        world.add([(x, y), (x + 0.5, y), (x + 0.5, y + 1), (x, y + 1)])
    return world


def counts(path):
    return path.length, path.stats["expanded"], path.stats["generated"]


@pytest.mark.parametrize("old", OPTIONS)
def test_an_old_option_means_its_new_name(room, old):
    planner, new, value = OPTIONS[old]
    expected = room.find_path(*ENDS, planner=planner, **{new: value})
    with pytest.warns(DeprecationWarning, match=f"option '{old}' is deprecated: use '{new}'") as w:
        path = room.find_path(*ENDS, planner=planner, **{old: value})
    assert counts(path) == counts(expected)
    assert [warning.filename for warning in w] == [__file__]
    with pytest.warns(DeprecationWarning, match=old):
        paths = room.find_paths([ENDS[0]], [ENDS[1]], planner=planner, **{old: value})
    assert counts(paths[0]) == counts(expected)


def test_the_old_option_of_a_planner_and_of_improve(room):
    with pytest.warns(DeprecationWarning, match="property_two"):
        planner = cw.VGO(room, property_two=False)
    plain = cw.VGO(room, prune_successors=False)
    assert counts(planner.find_path(*ENDS)) == counts(plain.find_path(*ENDS))
    with pytest.warns(DeprecationWarning, match="closing"):
        assert list(cw.TAStar(room).improve(*ENDS, closing=False))[-1].optimal


def test_an_old_option_is_checked_as_the_new_one(room):
    with (
        pytest.warns(DeprecationWarning, match="greed"),
        pytest.raises(cw.InvalidInput, match=r"weight is 0\.5"),
    ):
        room.find_path(*ENDS, planner="channel", greed=0.5)
    with pytest.raises(cw.InvalidInput, match="'greed' and 'weight' are the same"):
        room.find_path(*ENDS, planner="channel", greed=2, weight=2)


def test_a_planner_without_the_option_refuses_the_old_name(room):
    with pytest.raises(cw.InvalidInput, match="'optimal' has no option 'greed'"):
        room.find_path(*ENDS, planner="optimal", greed=2)


def test_old_attributes_read_the_new_ones(room):
    a = room.abstraction()
    old = [
        (a, "decision_points", a.decision_nodes),
        (a.rooms[0], "decision_points", a.rooms[0].decision_nodes),
        (a.rooms[0], "doors", a.rooms[0].bridges),
        (a.at(0.1), "decision_points", a.at(0.1).decision_nodes),
        (a.at(0.1).parts[0], "decision_points", a.at(0.1).parts[0].decision_nodes),
        (a.choke_points()[0], "decision_point", a.choke_points()[0].decision_node),
        (a.dead_ends[0], "door", a.dead_ends[0].portal),
    ]
    watch = room.watch(room.find_path(*ENDS))
    room.add([(3, 0), (4, 0), (4, 10), (3, 10)])
    (report,) = room.disturbed()
    assert report.watch is watch
    for thing, name, value in [*old, (report, "place", report.position)]:
        with pytest.warns(DeprecationWarning, match=f"{type(thing).__name__}.{name} is depre"):
            assert getattr(thing, name) is value or getattr(thing, name) == value


def test_an_old_argument_means_its_new_name(room):
    journey = cw.THPAStar(room).begin(*ENDS)
    with pytest.warns(DeprecationWarning, match="argument 'place' is deprecated: use 'point'") as w:
        journey.restart(place=(2, 5))
    assert [warning.filename for warning in w] == [__file__]
    assert journey.start.tolist() == [2, 5]
    journey.restart(point=(1, 5))
    assert journey.start.tolist() == [1, 5]


def test_new_names_do_not_warn(room):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for planner, new, value in OPTIONS.values():
            assert room.find_path(*ENDS, planner=planner, **{new: value}).found
