"""A world made again from what a page knows of it: complete, with the same handles."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import clearway as cw
from clearway.lab.limits import LabLimits
from clearway.lab.restoring import restored
from support.lab_worlds import full_world


def as_page_knows(lab):
    """SUMMARY and the contents, as JSON."""
    summary = lab.get("world")
    return summary, lab.get("cells" if summary["kind"] == "grid" else "objects")


def same(one, two):
    """Whether two worlds are the same, handles and frame included."""
    a, b = one._state(), two._state()
    assert a.keys() == b.keys()
    for key, array in a.items():
        if key != "next_handle":
            np.testing.assert_array_equal(array, b[key], key)
    assert (one.crs, one.projection, one.y_down) == (two.crs, two.projection, two.y_down)


def test_a_world_is_restored_with_everything_in_it():
    from support.lab_client import running

    world = full_world()
    with running(world) as lab:
        summary, contents = as_page_knows(lab)
        other = lab.fresh()
        other.post("world", builtin="demo")
        told = other.post("restore", world=summary, contents=contents)
        assert (told["undo"], told["redo"]) == (0, 0)
        kept = ("name", "y_down", "crs", "projection", "max_radius", "start", "goal", "bounds")
        assert {key: told[key] for key in kept} == {key: summary[key] for key in kept}
        again = lab.server.sessions.get(other.session).thing
        same(again, world)
        again.validate()
        _, after = as_page_knows(other)
        before = {key: value for key, value in contents.items() if key != "version"}
        assert {key: value for key, value in after.items() if key != "version"} == before
        [ferry, bridge] = again.links.values()
        assert (ferry.enabled, bridge.enabled, bridge.b.shape) == (True, False, (2, 2))
        # New objects get handles that no other object has.
        made = other.post("edit", edits=[{"op": "add_post", "point": [20, 5]}])["handles"]
        assert made[0] > max(contents["handles"])
        other.close()


def test_a_grid_is_restored():
    from support.lab_client import running

    cells = np.random.default_rng(3).random((7, 11)) < 0.3
    grid = cw.Grid(cells, 0.5, (3.0, -2.0), corner_cutting=True)
    with running(grid) as lab:
        summary, contents = as_page_knows(lab)
        other = lab.fresh()
        other.post("restore", world=summary, contents=contents)
        assert lab.server.sessions.get(other.session).thing == grid
        other.close()


BAD = [
    ({"kind": "sphere"}, {}, "kind"),
    ({}, {"handles": None}, "handles"),
    ({}, {"handles": [0.5]}, "handles"),
    ({}, {"points": [[0, 0], [1]]}, "points"),
    ({}, {"points": [1e300, 0, 0]}, ""),
    ({}, {"chain_starts": [0, 99]}, ""),
    ({}, {"kinds": [3, 0, 1, 2, 0, 0]}, "kinds"),
    ({}, {"roles": [9] * 40}, ""),
    ({}, {"features": {}}, "features"),
    ({}, {"features": [{"kind": "area"}]}, "chains"),
    ({}, {"features": [{"kind": "moat", "chains": [], "roles": []}]}, "moat"),
    ({}, {"features": [{"kind": "link", "chains": [[[0, 0]]], "roles": [3]}]}, "ends"),
    ({}, {"bounds": {}}, "missing"),
    ({"y_down": "no"}, {}, "y_down"),
    ({"crs": 7}, {}, "crs"),
    ({"projection": "here"}, {}, "projection"),
    ({"max_radius": -1}, {}, ""),
    ({"name": 7}, {}, "name"),
    ({"start": [1]}, {}, "start"),
]


@pytest.mark.parametrize(("facts", "given", "said"), BAD)
def test_a_malformed_world_changes_nothing(lab, facts, given, said):
    summary, contents = as_page_knows(lab)
    status, error = lab.error("restore", world=summary | facts, contents=contents | given)
    assert (status, error["error"]) == (400, "InvalidInput"), error
    assert said in error["message"]
    assert lab.get("world") == summary


def test_two_objects_with_one_handle_are_refused(lab):
    summary, contents = as_page_knows(lab)
    contents["features"][0]["handle"] = contents["handles"][0]
    status, error = lab.error("restore", world=summary, contents=contents)
    assert (status, error["error"]) == (400, "InvalidInput")
    assert "same handle" in error["message"]


def test_limits_hold(lab):
    summary, contents = as_page_knows(lab)
    many = contents | {"points": np.zeros((250_001, 2)).tolist()}
    status, error = lab.error("restore", world=summary, contents=many)
    assert (status, error["error"]) == (413, "TooLarge")
    grid = {"kind": "grid", "width": 2**12, "height": 2**12}
    status, error = lab.error("restore", world=grid, contents={"cells": [0]})
    assert (status, error["error"]) == (413, "TooLarge")


def test_random_changes_of_a_request_never_break_the_server():
    """Numbers of a valid request are replaced one by one; the world is refused or whole."""
    file = Path(__file__)  # a seed that is not a choice
    rng = np.random.default_rng(len(file.name))
    world = full_world()
    from clearway.lab.actions.objects import objects
    from clearway.lab.packets import to_json
    from clearway.lab.registry import Call
    from clearway.lab.session import Session, Shown

    session = Session("s", Shown(world, 0, "w"), LabLimits())
    text = json.loads(to_json(objects(Call(None, session))))
    values = [0, -1, 1, 7, 2**40, 1e30, 0.5, None, "x", [], True]
    keys = ("handles", "kinds", "object_starts", "chain_starts", "roles", "points")
    refused = 0
    for _ in range(300):
        given = json.loads(json.dumps(text))
        part = given[str(rng.choice(keys))] if rng.random() < 0.7 else given["bounds"]["points"]
        part[int(rng.integers(len(part)))] = values[int(rng.integers(len(values)))]
        try:
            restored({"kind": "world", "max_radius": 3.0}, given, LabLimits()).validate()
        except cw.ClearwayError:
            refused += 1
    assert refused > 100
