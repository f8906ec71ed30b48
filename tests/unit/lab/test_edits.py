"""Edits and the history: transactions, gestures, undo and redo, the difference of meshes."""

from __future__ import annotations

import numpy as np
import pytest

import clearway as cw
from clearway.lab.packets import from_packet

SQUARE = [[25, 20], [35, 20], [35, 30], [25, 30]]


def edit(lab, *edits, **more):
    return lab.post("edit", edits=list(edits), **more)


def state(lab):
    """The objects of the session, by handle."""
    got = lab.get("objects")
    return {
        handle: (
            got["kinds"][i],
            [
                got["points"][got["chain_starts"][c] : got["chain_starts"][c + 1]]
                for c in range(got["object_starts"][i], got["object_starts"][i + 1])
            ],
            next((f for f in got["features"] if f["handle"] == handle), None),
        )
        for i, handle in enumerate(got["handles"])
    }


def test_objects_are_those_of_the_world(lab, world):
    found = state(lab)
    assert [kind for kind, *_ in found.values()] == [0, 1, 2, 3, 4, 5]
    assert found[0][1] == [world.obstacles[0].points.tolist()]
    assert found[3][2]["name"] == "mud"
    assert found[4][2]["open"] is True
    assert (found[5][2]["cost"], found[5][2]["status"]) == (200.0, "usable")
    assert lab.post("object", handle=1)["kind"] == "wall"
    assert lab.error("object", handle=9)[0] == 404


def test_an_edit_changes_the_path(lab):
    query = {"start": [22, 25], "goal": [38, 25]}
    before = lab.post("path", **query)["answers"][0]["length"]
    made = edit(lab, {"op": "add", "ring": SQUARE})
    [handle] = made["handles"]
    assert made["changed"] == [
        {"handle": handle, "kind": "obstacle", "chains": [SQUARE], "roles": [0]}
    ]
    around = lab.post("path", **query)["answers"][0]["length"]
    assert before == 16.0 < around
    edit(lab, {"op": "translate", "handle": handle, "by": [0, 20]})
    assert lab.post("path", **query)["answers"][0]["length"] == 16.0
    gone = edit(lab, {"op": "remove", "handle": handle})
    assert gone["removed"] == [handle]
    assert gone["version"] == made["version"] + 2


def test_every_operation(lab):
    made = edit(
        lab,
        {"op": "add", "ring": SQUARE},
        {"op": "add_wall", "line": [[1, 1], [5, 5]]},
        {"op": "add_post", "point": [7, 7]},
        {"op": "add_disc", "center": [30, 50], "radius": 3},
        {"op": "add_rect", "corner": [65, 5], "opposite": [70, 9], "angle": 0.3},
        {"op": "add_capsule", "a": [85, 50], "b": [95, 50], "radius": 1},
        {"op": "add_area", "ring": SQUARE, "name": "sand"},
        {"op": "add_door", "line": [[2, 50], [8, 50]], "open": False, "direction": "left", "name": "x"},
        {"op": "add_link", "a": [3, 3], "b": [9, 9], "two_way": False, "radius": None},
    )  # fmt: skip
    kinds = [one["kind"] for one in made["changed"]]
    assert kinds == [
        "obstacle",
        "wall",
        "post",
        "obstacle",
        "obstacle",
        "obstacle",
        "area",
        "door",
        "link",
    ]
    ring, wall, post, *_, area, door, link = made["handles"]
    moved = edit(
        lab,
        {"op": "move", "handle": ring, "ring": {"type": "Polygon", "coordinates": [[[1, 1], [2, 1], [2, 2], [1, 1]]]}},
        {"op": "translate", "handle": wall, "by": [1, 0]},
        {"op": "translate", "handle": post, "by": [1, 0]},
        {"op": "translate", "handle": area, "by": [1, 0]},
        {"op": "translate", "handle": link, "by": [1, 0]},
        {"op": "open", "handle": door},
        {"op": "disable", "handle": link},
    )  # fmt: skip
    by_handle = {one["handle"]: one for one in moved["changed"]}
    assert by_handle[ring]["chains"] == [[[1.0, 1.0], [2.0, 1.0], [2.0, 2.0]]]
    assert by_handle[wall]["chains"] == [[[2.0, 1.0], [6.0, 5.0]]]
    assert by_handle[post]["chains"] == [[[8.0, 7.0]]]
    assert by_handle[area]["chains"][0][0] == [26.0, 20.0]
    assert by_handle[link]["chains"] == [[[4.0, 3.0]], [[10.0, 9.0]]]
    assert by_handle[door]["open"] is True
    assert by_handle[link]["enabled"] is False
    lab.post("validate")
    before = state(lab)
    lab.post("clear")
    assert state(lab) == {}
    lab.post("undo")
    assert state(lab) == before


def test_attributes_are_changed(lab):
    """Names, directions and costs; each is one step of the history."""
    area, door, link = 3, 4, 5
    for handle, change in (
        (area, {"name": "sand"}),
        (door, {"name": "", "direction": "left"}),
        (link, {"name": "bridge", "cost": 7.0, "two_way": False, "radius": 2.0}),
        (link, {"cost": None, "radius": None}),
    ):
        before = state(lab)
        made = edit(lab, {"op": "change", "handle": handle, **change})
        [now] = made["changed"]
        if change.get("cost", 0) is None:  # the distance; discs of any size
            assert (now["cost"], now["radius"]) == (80.0, None)
        else:
            assert {name: now[name] for name in change} == change
        lab.post("undo")
        assert state(lab) == before
        lab.post("redo")
    assert lab.post("path", start=[5, 5], goal=[95, 30], costs={"sand": "avoid"})["answers"][0][
        "found"
    ]
    # with other edits of the same object in one transaction
    [door_now] = edit(
        lab,
        {"op": "close", "handle": door},
        {"op": "change", "handle": door, "name": "port"},
        {"op": "translate", "handle": door, "by": [1, 0]},
    )["changed"]
    assert (door_now["open"], door_now["name"]) == (False, "port")
    assert door_now["chains"][0][0] == [21.0, 40.0]


@pytest.mark.parametrize(
    ("bad", "part"),
    [
        ({"op": "change", "handle": 0, "name": "x"}, "the obstacle 0 has no 'name' to change"),
        ({"op": "change", "handle": 3, "cost": 1}, "the area 3 has no 'cost' to change"),
        ({"op": "change", "handle": 3, "name": ""}, "name is ''"),
        ({"op": "change", "handle": 4, "direction": "up"}, "direction is 'up'"),
        ({"op": "change", "handle": 5, "cost": -1}, "cost is -1"),
        ({"op": "change", "handle": 5, "two_way": "no"}, "two_way is 'no'"),
        ({"op": "change", "handle": 99, "name": "x"}, "no obstacle has the handle 99"),
        ({"op": "fly"}, "edit 1: no op 'fly'"),
        ({"op": "add"}, "edit 1: add needs 'ring'"),
        ({"op": "add", "ring": SQUARE, "colour": 1}, "edit 1: add has no 'colour'; it has: ring"),
        ({"op": "remove", "handle": "x"}, "handle"),
        ({"op": "translate", "handle": 0, "by": [1]}, "by"),
    ],
)
def test_a_bad_edit_undoes_the_transaction(lab, bad, part):
    before, world = state(lab), lab.get("world")
    status, said = lab.error("edit", edits=[{"op": "add", "ring": SQUARE}, bad])
    assert status in (400, 404)
    assert part in said["message"]
    assert (state(lab), lab.get("world")) == (before, world)


def test_undo_and_redo(lab):
    states = [state(lab)]
    edit(lab, {"op": "add", "ring": SQUARE}, {"op": "remove", "handle": 0})
    states.append(state(lab))
    edit(lab, {"op": "close", "handle": 4}, {"op": "move", "handle": 2, "ring": [81, 31]})
    states.append(state(lab))
    lab.post("world", builtin="gaps")
    states.append(state(lab))
    edit(lab, {"op": "remove", "handles": [0, 1]})
    states.append(state(lab))
    for wanted in reversed(states[:-1]):
        change = lab.post("undo")
        assert state(lab) == wanted
    assert (change["undo"], change["redo"]) == (0, 4)
    nothing = lab.post("undo")
    assert (nothing["changed"], nothing["removed"], nothing["replaced"]) == ([], [], False)
    for wanted in states[1:]:
        lab.post("redo")
        assert state(lab) == wanted
    lab.post("validate")
    lab.post("undo")
    edit(lab, {"op": "add_post", "point": [1, 1]})
    assert lab.get("world")["redo"] == 0


def test_a_gesture_is_one_step(lab):
    [handle] = edit(lab, {"op": "add", "ring": SQUARE})["handles"]
    start = state(lab)
    for _ in range(5):
        edit(lab, {"op": "translate", "handle": handle, "by": [0.5, 0.25]}, gesture="a")
    edit(lab, {"op": "translate", "handle": handle, "by": [0.5, 0.25]}, gesture="b")
    assert lab.get("world")["undo"] == 3
    lab.post("undo")
    lab.post("undo")
    assert state(lab) == start


def test_a_gesture_that_ends_where_it_began_is_no_step(lab):
    """A drag that is given up puts the object back: nothing is left to undo."""
    world = lab.get("world")
    for handle, ring in (
        (0, [[40, 10], [60, 10], [60, 50], [40, 50]]),
        (5, [[10, 10], [90, 10]]),  # the link, whose cost is kept
    ):
        [before] = [lab.post("object", handle=handle)]
        for by in ([3, 1], [-1, 1], [-2, -2]):
            move = {"op": "translate", "handle": handle, "by": by}
            change = lab.post("edit", edits=[move], gesture=f"drag {handle}")
        assert lab.post("object", handle=handle) == before
        assert (change["undo"], change["redo"]) == (world["undo"], 0), ring
    first = lab.post("edit", edits=[{"op": "translate", "handle": 0, "by": [1, 0]}], gesture="g")
    again = lab.post("edit", edits=[{"op": "translate", "handle": 0, "by": [-1, 0]}], gesture="g")
    more = lab.post("edit", edits=[{"op": "translate", "handle": 0, "by": [2, 0]}], gesture="g")
    assert (first["undo"], again["undo"], more["undo"]) == tuple(
        world["undo"] + n for n in (1, 0, 1)
    )
    lab.post("undo")
    assert lab.post("object", handle=0)["chains"][0][0] == [40, 10]


def test_random_edits_can_all_be_undone(lab):
    rng = np.random.default_rng(8)
    states = [state(lab)]
    handles = list(states[0])
    for _ in range(40):
        kind = rng.integers(4)
        x, y = rng.uniform((0, 0), (90, 50)).tolist()
        if kind < 2 or not handles:
            handles += edit(lab, {"op": "add", "ring": [[x, y], [x + 8, y], [x + 4, y + 9]]})[
                "handles"
            ]
        elif kind == 2:
            handle = handles.pop(rng.integers(len(handles)))
            edit(lab, {"op": "remove", "handle": handle})
        else:
            handle = handles[rng.integers(len(handles))]
            edit(lab, {"op": "translate", "handle": handle, "by": [x / 20, y / 20]})
        states.append(state(lab))
    lab.post("validate")
    for wanted in reversed(states[:-1]):
        lab.post("undo")
        assert state(lab) == wanted
    for _ in states[1:]:
        lab.post("redo")
    assert state(lab) == states[-1]
    lab.post("validate")


# --- the mesh ---------------------------------------------------------------------------------


def as_set(mesh):
    """The triangles of a mesh, by id."""
    rows = zip(
        mesh["ids"].tolist(), mesh["corners"].tolist(), mesh["blocked"].tolist(), strict=True
    )
    flags = mesh["constrained"].tolist()
    return {i: (corners, blocked, c) for (i, corners, blocked), c in zip(rows, flags, strict=True)}


def test_the_mesh_is_that_of_the_world(lab, world):
    got, mesh = lab.arrays("mesh"), world.mesh()
    assert got["since"] is None
    corners = mesh.vertices[mesh.triangles].reshape(-1, 6)
    assert np.allclose(got["corners"], corners)
    assert (got["ids"] == mesh.ids).all()
    assert (got["blocked"].astype(bool) == mesh.blocked).all()
    assert (got["constrained"] == mesh.constrained @ [1, 2, 4]).all()


def test_differences_of_meshes_add_up(lab):
    rng = np.random.default_rng(2)
    mine = lab.arrays("mesh")
    triangles, version = as_set(mine), mine["version"]
    handles = []
    for i in range(60):
        if handles and rng.random() < 0.3:
            edit(lab, {"op": "remove", "handle": handles.pop(rng.integers(len(handles)))})
        elif rng.random() < 0.2:
            lab.post("undo")
            handles = [h for h in state(lab) if h > 5]
        else:
            x, y = rng.uniform((0, 0), (90, 50)).tolist()
            handles += edit(lab, {"op": "add", "ring": [[x, y], [x + 8, y], [x + 4, y + 9]]})[
                "handles"
            ]
        if i % 3 == 0:
            delta = lab.arrays("mesh", since=version)
            assert delta["since"] == version
            for gone in delta["removed"].tolist():
                triangles.pop(gone, None)
            triangles |= as_set(delta)
            version = delta["version"]
            assert triangles == as_set(lab.arrays("mesh"))
    lab.post("world", builtin="empty")
    assert lab.arrays("mesh", since=version)["since"] is None
    same = lab.arrays("mesh")["version"]
    nothing = lab.arrays("mesh", since=same)
    assert (len(nothing["ids"]), len(nothing["removed"])) == (0, 0)
    assert lab.error("mesh", since="x")[0] == 400


def test_batch_stops_at_the_first_error(lab):
    actions = [
        {"do": "edit", "edits": [{"op": "add", "ring": SQUARE}]},
        {"do": "path", "start": [22, 25], "goal": [38, 25]},
        {"do": "path", "start": [22, 25]},
        {"do": "undo"},
    ]
    results = lab.post("batch", actions=actions)["results"]
    assert len(results) == 3
    assert results[1]["version"] == results[0]["version"]
    assert results[1]["answers"][0]["length"] > 16.0
    assert results[2]["error"] == "InvalidInput"
    assert len(state(lab)) == 7


def test_packets_over_http(lab):
    answer = lab.http.post("/api/mesh", json={}, headers={"accept": "application/x-clearway"})
    assert from_packet(answer.content)["ids"].dtype == np.int32
    assert isinstance(lab.get("mesh")["ids"], list)


def test_what_lies_at_a_point(lab):
    def at(x, y, tolerance=0.5):
        return lab.post("at", point=[x, y], tolerance=tolerance)["handle"]

    assert at(50, 30) == 0
    assert at(20.3, 30) == 1
    assert at(80.2, 30.2) == 2
    assert at(70, 30) == 3
    assert at(20, 50) == 4
    assert at(10, 10) == 5
    assert at(30, 50) is None
    assert at(60.4, 15) == 0


def test_worlds(lab):
    for given, kind in [
        ({"bounds": [0, 0, 10, 10], "obstacles": [SQUARE], "posts": [[1, 1]]}, "world"),
        ({"bounds": None, "walls": [[[1, 1], [5, 5]]]}, "world"),
        ({"obstacles": [SQUARE]}, "world"),
        (
            {"walkable": {"type": "Polygon", "coordinates": [[[0, 0], [9, 0], [9, 9], [0, 0]]]}},
            "world",
        ),
        ({"generate": "maze", "arguments": {"size": 21, "seed": 3}}, "world"),
        ({"generate": "caves", "arguments": {"size": 32, "form": "grid"}}, "grid"),
        ({"blocked": [[0, 1], [0, 0]], "cell": 2.0}, "grid"),
        ({"convert": "world"}, "world"),
        ({"convert": "grid", "cell": 0.5}, "grid"),
        ({"geojson": cw.generate.boxes().to_geojson()}, "world"),
    ]:
        made = lab.post("world", **given)
        assert made["kind"] == kind, given
        assert made == lab.get("world")
    assert lab.error("world", builtin="x")[0] == 400
    assert "takes one of" in lab.error("world", builtin="demo", generate="maze")[1]["message"]


def test_other_bounds_keep_the_objects(lab):
    before, old = state(lab), lab.get("world")
    made = lab.post("world", resize=[-10, -5, 130, 70])
    assert made["bounds"] == [-10, -5, 130, 70]
    assert state(lab) == before
    assert lab.post("path", start=[-5, 0], goal=[125, 60])["answers"][0]["found"]
    lab.post("validate")
    ring = [[0, 0], [100, 0], [100, 60], [50, 80], [0, 60]]
    assert lab.post("world", resize=ring)["bounds"] == [0, 0, 100, 80]
    [handle] = edit(lab, {"op": "add_post", "point": [70, 10]})["handles"]
    assert handle not in before  # handles go on
    for _ in range(3):
        lab.post("undo")
    assert state(lab) == before
    assert lab.get("world")["bounds"] == old["bounds"]
    for bad in ([0, 0, 0, 5], [0, 0, None, 5], "x", 3):
        assert lab.error("world", resize=bad)[0] == 400
    lab.post("world", builtin="empty-grid")
    assert "needs a world" in lab.error("world", resize=[0, 0, 1, 1])[1]["message"]


GENERATED = {"caves": {}, "city": {}, "scattered": {}, "star": {}, "maze": {"form": "grid"}}


@pytest.mark.parametrize("kind", GENERATED)
def test_the_ends_to_begin_with_are_free_and_connected(lab, kind):
    made = lab.post("world", generate=kind, arguments=GENERATED[kind])
    answer = lab.post("path", start=made["start"], goal=made["goal"])["answers"][0]
    assert answer["status"] == "FOUND"
    x0, y0, x1, y1 = made["bounds"]
    assert answer["length"] > 0.3 * min(x1 - x0, y1 - y0)


def test_ends_where_nothing_is_free(lab):
    made = lab.post("world", blocked=[[1, 1], [1, 1]])
    assert "start" not in made
    wall = lab.post("world", bounds=[0, 0, 10, 10], walls=[[[5, 0], [5, 10]]])
    ends = [wall["start"], wall["goal"]]
    assert lab.post("reachable", a=ends[0], b=ends[1])["value"]  # both on one side


@pytest.mark.parametrize("name", ["demo", "empty", "gaps", "door", "boxes", "city", "rooms", "maze", "caves-grid", "maze-grid", "empty-grid", "boxes-10000"])  # fmt: skip
def test_builtins_have_a_path(lab, name):
    made = lab.post("world", builtin=name)
    query = {key: made[key] for key in ("start", "goal", "radius")}
    assert lab.post("path", **query)["answers"][0]["found"]
    listed = {b["name"]: b["kind"] for b in lab.get("about")["builtins"]}
    assert listed[name] == made["kind"]
