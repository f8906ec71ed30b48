"""Requests of random JSON: every action answers or refuses, and none is a bug of the server."""

from __future__ import annotations

import inspect
import json
import math

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import clearway as cw
from clearway.lab.edit_ops import ADDING, CHANGING
from clearway.lab.errors import TooLarge
from clearway.lab.layers import LAYERS
from clearway.lab.limits import LabLimits
from clearway.lab.packets import from_packet, to_json, to_packet
from clearway.lab.registry import ACTIONS, Call, perform
from clearway.lab.server import Server
from clearway.lab.session import Shown

numbers = st.one_of(
    st.integers(-3, 70),
    st.floats(-5, 110),
    st.sampled_from([math.nan, math.inf, -math.inf, 1e308, 1e-320, -0.0, True, False]),
    st.sampled_from([2**70, 10**400, -(10**400)]),
)
points = st.one_of(
    st.tuples(st.floats(0, 100), st.floats(0, 60)).map(list), st.lists(numbers, max_size=3)
)
words = st.sampled_from(
    ["", "optimal", "jps", "ta*", "thpa*", "vg", "x", "mud", "gate", "geojson", "movingai", "grid",
     "world", "improve", "journey", "expansions", "avoid", "maze", "demo", "left", "\ud800", "é", "9" * 5000]
)  # fmt: skip
scalars = st.one_of(st.none(), numbers, words, points)
values = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(st.one_of(words, st.sampled_from(["type", "coordinates", "size"])), inner, max_size=3),
    ),
    max_leaves=8,
)  # fmt: skip
rings = st.lists(points, max_size=6)


@st.composite
def edits(draw):
    """An edit whose parameters have the right names, and often the right kinds."""
    op = draw(st.sampled_from([*ADDING, *CHANGING]))
    needed, optional = {**ADDING, **CHANGING}[op]
    given = {}
    for name in (*needed, *(n for n in optional if draw(st.booleans()))):
        kinds = {"ring": rings, "line": rings, "handle": st.integers(-1, 8), "point": points}
        given[name] = draw(st.one_of(kinds.get(name, scalars), values))
    return {"op": op, **given}


@st.composite
def requests(draw):
    name = draw(st.sampled_from(sorted(set(ACTIONS) - {"session", "batch"})))
    given = {}
    for parameter in ACTIONS[name].parameters:
        if parameter.default is inspect.Parameter.empty or draw(st.integers(0, 3)) == 0:
            likely = {
                "start": points,
                "goal": points,
                "point": points,
                "points": rings,
                "edits": st.lists(edits(), max_size=3),
                "planner": words,
                "planners": st.lists(words, max_size=3),
                "name": st.sampled_from([*LAYERS, "a.geojson", "../x"]),
                "radius": numbers,
                "mode": words,
                "handle": st.integers(-1, 8),
            }.get(parameter.name, scalars)
            given[parameter.name] = draw(st.one_of(likely, likely, values))
    return name, given


def a_session():
    world = cw.World((0, 0, 100, 60))
    world.add([(40, 10), (60, 10), (60, 50), (40, 50)])
    world.add_wall([(20, 0), (20, 40)])
    world.add_post((80, 30))
    world.add_area([(62, 20), (78, 20), (78, 40), (62, 40)], "mud")
    world.add_door([(20, 40), (20, 60)], name="gate")
    world.add_link((10, 10), (90, 10), cost=200.0)
    limits = LabLimits(points=5000, cells=5000, seconds=2.0, batch=50)
    server = Server(lambda: Shown(world, 0, "world"), shared=True, limits=limits)
    return Call(server, server.sessions.get(None))


CALL = a_session()


def ask(name, given):
    """Runs an action as the server does; only refusals may be raised."""
    try:
        result = perform(CALL, name, given)
    except cw.InternalError:
        raise
    except cw.ClearwayError:
        return
    to_json(result)
    assert isinstance(from_packet(to_packet(result)), dict)


@pytest.mark.parametrize("thing", [cw.World((0, 0, 5, 5)), cw.Grid([[1, 1], [1, 1]])])
@pytest.mark.parametrize("planner", [[], {}, None, 3, "no such planner"])
@pytest.mark.parametrize("action", ["path", "search", "compare"])
def test_planners_that_are_no_names(thing, planner, action):
    server = Server(lambda: Shown(thing, 0, "thing"), shared=True, limits=LabLimits())
    call = Call(server, server.sessions.get(None))
    given = {"start": [0.5, 0.5], "goal": [1.5, 0.5], "planner": planner}
    if action == "compare":
        given = {"planners": [planner]}
        if planner == "no such planner" and isinstance(thing, cw.World):
            [row] = perform(call, action, given)["rows"]
            assert (row["status"], row["error"]) == ("ERROR", "InvalidInput")
            return
    if action == "path" and planner is None:
        return  # the default
    with pytest.raises(cw.InvalidInput):
        perform(call, action, given)


DEEP = "[" * 900 + "]" * 900


@pytest.mark.parametrize(
    ("action", "given", "part"),
    [
        ("path", {"start": [5, 5], "goal": [9, 9], "seconds": 10**400}, None),
        ("path", {"start": [5, 5], "goal": [9, 9], "seconds": -(10**400)}, "seconds"),
        ("path", {"start": [5, 5], "goal": [9, 9], "costs": {"mud": 10**400}}, "a factor above 0"),
        ("path", {"start": [5, 5], "goal": [9, 9], "doors": {"9" * 5000: True}}, "no door has"),
        ("compare", {"planners": ["optimal"], "seconds": 10**400, "queries": 1}, None),
        ("mesh", {"since": -(10**400)}, None),
        ("mesh", {"since": 10**400}, None),
        ("world", {"geojson": {"type": "Polygon", "coordinates": json.loads(DEEP)}}, "nested deeper"),
        ("world", {"walkable": json.loads(DEEP)}, "nested deeper"),
    ],
)  # fmt: skip
def test_huge_numbers_and_deep_lists(action, given, part):
    call = a_session()
    if part is None:
        to_json(perform(call, action, given))
        return
    with pytest.raises(cw.InvalidInput, match=part):
        perform(call, action, given)


@pytest.mark.parametrize(
    ("action", "ends"), [("raycast", ("start", "end")), ("visible", ("a", "b"))]
)
@pytest.mark.parametrize("value", [[], [[]], [[1, 1], [2, 2]]])
def test_an_end_is_one_point(action, ends, value):
    with pytest.raises(cw.InvalidInput, match=ends[0]):
        perform(a_session(), action, dict.fromkeys(ends, value))


@pytest.mark.parametrize("source", ["walkable", "geojson", "obstacles"])
def test_points_are_counted_before_a_world_is_built(source, monkeypatch):
    def build(*_arguments, **_options):
        raise AssertionError("too late: it may take minutes")

    monkeypatch.setattr("clearway.lab.actions.worlds.load_bytes", build)
    monkeypatch.setattr(cw.World, "from_walkable", build)
    monkeypatch.setattr(cw.World, "from_obstacles", build)
    angles = [2 * math.pi * i / 6000 for i in range(6000)]
    ring = [[math.cos(a), math.sin(a)] for a in angles]
    polygon = {"type": "Polygon", "coordinates": [[*ring, ring[0]]]}
    given = {source: [ring] if source == "obstacles" else polygon}
    with pytest.raises(TooLarge, match=r"600\d points: more than limits\.points"):
        perform(a_session(), "world", given)


def test_a_comparison_where_every_cell_is_blocked():
    server = Server(lambda: Shown(cw.Grid([[1, 1]]), 0, "full"), shared=True, limits=LabLimits())
    call = Call(server, server.sessions.get(None))
    with pytest.raises(cw.InvalidInput, match="every cell"):
        perform(call, "compare", {"planners": ["jps"]})


def test_answers_of_a_batch_have_a_limit():
    """Meshes of a large world asked for thousands of times would fill the memory."""
    server = Server(
        lambda: Shown(cw.World((0, 0, 9, 9)), 0, "x"),
        shared=True,
        limits=LabLimits(batch_bytes=1000),
    )
    call = Call(server, server.sessions.get(None))
    actions = [{"do": "mesh"}] * 100
    *before, last = perform(call, "batch", {"actions": actions})["results"]
    assert 0 < len(before) < 50
    assert (last["error"], last["status"]) == ("TooLarge", 413)
    assert "limits.batch_bytes" in last["message"]


def test_whatever_a_batch_has_done_is_in_its_answer():
    """A client that reads of an error does the action again."""
    grid = cw.Grid(np.zeros((100, 100), bool))
    limits = LabLimits(batch_bytes=1000)
    server = Server(lambda: Shown(grid, 0, "x"), shared=True, limits=limits)
    call = Call(server, server.sessions.get(None))
    paint = {"do": "paint", "box": [0, 0, 50, 50], "blocked": True}
    back = {"do": "paint", "box": [0, 0, 50, 50], "blocked": False}
    done, refused = perform(call, "batch", {"actions": [paint, back]})["results"]
    assert len(done["changed"]) == 2500
    assert (refused["error"], refused["status"]) == ("TooLarge", 413)
    assert perform(call, "cells", {})["cells"].sum() == 2500
    for wrong in ({"do": "session"}, 3):
        with pytest.raises(cw.InvalidInput):
            perform(call, "batch", {"actions": [back, wrong]})
        assert perform(call, "cells", {})["cells"].sum() == 2500


@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
@given(requests())
def test_odd_requests(request):
    ask(*request)
    if CALL.session.shown.name != "world" and isinstance(CALL.session.thing, cw.World):
        CALL.session.thing.validate()


@pytest.mark.long
@settings(max_examples=30_000, deadline=None, suppress_health_check=list(HealthCheck))
@given(requests())
def test_many_odd_requests(request):
    ask(*request)


def test_the_session_is_still_whole():
    thing = CALL.session.thing
    if isinstance(thing, cw.World):
        thing.validate()
    while CALL.session.history.done:
        perform(CALL, "undo", {})
    assert len(CALL.session.world("undo").obstacles) >= 0
    CALL.session.world("undo").validate()
