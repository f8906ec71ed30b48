"""The API gives the answers of Python, and its messages."""

from __future__ import annotations

import math

import numpy as np
import pytest

import clearway as cw

WORLD_PLANNERS = sorted(n for n, line in cw.planners().items() if line.startswith("World"))


def answer_of(lab, **query):
    return lab.post("path", **query)["answers"][0]


@pytest.mark.parametrize("planner", WORLD_PLANNERS)
@pytest.mark.parametrize("radius", [0.0, 2.0])
def test_paths_are_those_of_python(lab, world, planner, radius):
    query = {"start": [5, 5], "goal": [95, 30], "radius": radius}
    if radius and planner in ("bsp*", "labels", "vg", "vgo"):
        said = said_by_python(world, lambda w: w.find_path((5, 5), (95, 30), radius, planner))
        assert lab.error("path", planner=planner, **query) == (
            400,
            {"error": "InvalidInput", "message": said, "index": 0},
        )
        return
    path = world.find_path((5, 5), (95, 30), radius, planner=planner)
    got = answer_of(lab, planner=planner, detail=["segments", "clearance", "channel"], **query)
    assert got["status"] == path.status.name == "FOUND"
    assert got["length"] == path.length
    assert got["cost"] == path.cost
    assert got["points"] == path.points.tolist()
    assert got["lower_bound"] == path.lower_bound
    assert got["optimal"] == path.optimal
    assert got["expanded"] == path.stats["expanded"]
    assert got["clearance"] == path.clearance
    assert got["channel"] == world.mesh().ids[path.channel].tolist()
    assert len(got["segments"]) == len(path.segments)
    assert got["segments"][0]["start"] == list(path.segments[0].start)


def test_several_planners_and_their_ratios(lab):
    query = {"start": [5, 5], "goal": [95, 55], "radius": 2.0}
    names = ["channel", "optimal", "vg", "nonsense"]
    result = lab.post("path", planners=names, **query)
    assert [a["planner"] for a in result["answers"]] == names
    channel, optimal, vg, nonsense = result["answers"]
    assert result["optimum"] == optimal["length"]
    assert optimal["ratio"] == 1.0
    assert channel["ratio"] == channel["length"] / optimal["length"] >= 1.0
    assert (vg["status"], vg["error"]) == ("ERROR", "InvalidInput")
    assert "no planner 'nonsense'" in nonsense["message"]
    alone = lab.post("path", planners=["channel"], optimum=True, **query)
    assert alone["answers"][0]["ratio"] == channel["ratio"]


@pytest.mark.parametrize(
    ("start", "goal", "radius", "status"),
    [
        ((5, 5), (50, 30), 0.0, "GOAL_BLOCKED"),
        ((50, 30), (5, 5), 0.0, "START_BLOCKED"),
        ((5, 5), (95, 30), 11.0, "START_BLOCKED"),
        ((30, 30), (70, 30), 9.0, "NO_PATH"),
    ],
)
def test_no_path_is_an_answer(lab, world, start, goal, radius, status):
    lab.post("edit", edits=[{"op": "disable", "handle": 5}, {"op": "remove", "handle": 2}])
    world.disable(5)
    world.remove(2)
    got = answer_of(lab, start=start, goal=goal, radius=radius)
    assert got["status"] == status == world.find_path(start, goal, radius).status.name
    assert got["length"] is None
    assert got["points"] == []


def test_details(lab, world):
    query = {"start": [30, 5], "goal": [95, 30], "radius": 3.0}
    got = lab.arrays("path", detail=["swept", "narrowest"], **query)["answers"][0]
    path = world.find_path((30, 5), (95, 30), 3.0)
    assert got["narrowest"]["max_radius"] == path.max_radius
    assert got["narrowest"]["point"] == path.narrowest.tolist()
    ring = got["swept"]["points"]
    assert got["swept"]["ring_starts"].tolist()[0] == 0
    assert got["swept"]["ring_starts"][-1] == len(ring)
    x = got["points"][:, 0]
    assert math.isclose(ring[:, 0].min(), x.min() - 3.0, rel_tol=1e-3)
    assert math.isclose(ring[:, 0].max(), x.max() + 3.0, rel_tol=1e-3)


def test_costs_doors_links_and_snapping(lab, world):
    query = {"start": [30, 30], "goal": [95, 30]}
    around = answer_of(lab, costs={"mud": "avoid"}, **query)
    assert around["length"] == world.find_path((30, 30), (95, 30), costs={"mud": cw.AVOID}).length
    closed = answer_of(lab, start=[5, 55], goal=[30, 55], doors={"gate": False})
    assert closed["length"] > 100 or closed["status"] == "NO_PATH"
    assert answer_of(lab, start=[5, 55], goal=[30, 55])["length"] == 25.0
    by_handle = answer_of(lab, start=[5, 55], goal=[30, 55], doors={"4": False})
    assert by_handle["status"] == closed["status"]
    assert by_handle["links"] == closed["links"] == [5]
    snapped = answer_of(lab, start=[5, 5], goal=[50, 30], snap=1000)
    assert snapped["found"]
    assert snapped["snapped"]["goal"] is not None


def test_goals_that_are_places(lab, world):
    exits = [[[0, 0], [0, 60]], [[100, 0], [100, 60]]]
    got = answer_of(lab, start=[90, 30], goal=exits)
    assert got["goal"] == [100.0, 30.0]


def test_batches(lab, world):
    rng = np.random.default_rng(3)
    a, b = rng.uniform((0, 0), (100, 60), (2, 50, 2))
    got = lab.arrays("paths", starts=a.tolist(), goals=b.tolist(), radius=1.0, planner="channel")
    paths = world.find_paths(a, b, 1.0, planner="channel")
    assert got["status"] == [cw.Status(int(s)).name for s in paths.status]
    assert (got["length"] == paths.length).all()
    starts = got["point_starts"]
    for i, path in enumerate(paths):
        assert got["points"][starts[i] : starts[i + 1]].tolist() == path.points.tolist()


def test_queries_about_points(lab, world):
    points = [[5, 5], [50, 30], [81, 30]]
    for action, given, expected in [
        ("is_free", {"points": points, "radius": 2.0}, world.is_free(points, 2.0)),
        ("clearance", {"points": points}, world.clearance(points)),
        ("snap", {"points": points}, world.snap(points)),
        ("distances", {"start": [5, 5], "goals": points}, world.distances((5, 5), points)),
        (
            "reachable",
            {"a": [5, 5], "b": [95, 30], "radius": 4},
            world.reachable((5, 5), (95, 30), 4),
        ),
        ("max_radius", {"a": [5, 5], "b": [95, 30]}, world.max_radius((5, 5), (95, 30))),
        ("visible", {"a": [30, 30], "b": [95, 30]}, world.visible((30, 30), (95, 30))),
        ("visible_region", {"point": [30, 30]}, world.visible_region((30, 30))),
    ]:
        value = np.array(lab.post(action, **given)["value"], dtype=object)
        wanted = np.asarray(expected)
        if wanted.dtype.kind == "f":
            value = np.where(np.equal(value, None), np.inf, value).astype(float)
        assert (value == wanted).all(), action
    hit = lab.post("raycast", start=[30, 30], end=[95, 30])["value"]
    expected = world.raycast((30, 30), (95, 30))
    assert (hit["distance"], hit["obstacle"]) == (expected.distance, expected.obstacle)
    assert lab.post("raycast", start=[30, 55], end=[35, 55])["value"] is None
    first, again = (lab.post("random_point", seed=4, count=3)["value"] for _ in range(2))
    assert first == again
    assert world.is_free(first).all()
    assert lab.post("validate")["value"] is True
    assert lab.post("pointer", point=[50, 30])["handle"] == 0


def said_by_python(world, call):
    with pytest.raises(cw.ClearwayError) as caught:
        call(world)
    return str(caught.value)


@pytest.mark.parametrize(
    ("action", "given", "call"),
    [
        ("path", {"start": [1, 2, 3], "goal": [1, 2]}, lambda w: w.find_path([1, 2, 3], (1, 2))),
        ("path", {"start": "a", "goal": [1, 2]}, lambda w: w.find_path("a", (1, 2))),
        ("path", {"start": [1, "b"], "goal": [1, 2]}, lambda w: w.find_path([1, "b"], (1, 2))),
        ("path", {"start": None, "goal": [1, 2]}, lambda w: w.find_path(None, (1, 2))),
        ("path", {"start": [1, 1e200], "goal": [1, 2]}, lambda w: w.find_path([1, 1e200], (1, 2))),
        ("path", {"start": [1, 1], "goal": [1, 2], "radius": -1}, lambda w: w.find_path((1, 1), (1, 2), -1)),
        ("path", {"start": [1, 1], "goal": [1, 2], "radius": "r"}, lambda w: w.find_path((1, 1), (1, 2), "r")),
        ("path", {"start": [1, 1], "goal": [1, 2], "planner": "x"}, lambda w: w.find_path((1, 1), (1, 2), planner="x")),
        (
            "path",
            {"start": [1, 1], "goal": [1, 2], "options": {"optimal": {"greedy": 1}}},
            lambda w: w.find_path((1, 1), (1, 2), greedy=1),
        ),
        ("is_free", {"points": [[1, 2], [3]]}, lambda w: w.is_free([[1, 2], [3]])),
        ("distances", {"start": [1, 2], "goals": [[1, None]]}, lambda w: w.distances((1, 2), [[1, None]])),
        ("snap", {"points": {"x": 1}}, lambda w: w.snap({"x": 1})),
        ("edit", {"edits": [{"op": "add", "ring": [[1, 2], [3, 4]]}]}, lambda w: w.add([[1, 2], [3, 4]])),
        ("edit", {"edits": [{"op": "add_post", "point": [1]}]}, lambda w: w.add_post([1])),
        ("edit", {"edits": [{"op": "add_area", "ring": [[0, 0], [1, 0], [1, 1]], "name": 3}]},
         lambda w: w.add_area([[0, 0], [1, 0], [1, 1]], 3)),
        ("edit", {"edits": [{"op": "remove", "handle": 99}]}, lambda w: w.remove(99)),
        ("edit", {"edits": [{"op": "move", "handle": 77, "ring": [[0, 0]]}]}, lambda w: w.move(77, [[0, 0]])),
        ("edit", {"edits": [{"op": "open", "handle": 0}]}, lambda w: w.open(0)),
        ("world", {"bounds": [0, 0, 0, 0]}, lambda w: cw.World.from_obstacles([], [0, 0, 0, 0])),
        ("world", {"blocked": [[0, 1], [1]]}, lambda w: cw.Grid([[0, 1], [1]])),
        ("world", {"generate": "maze", "arguments": {"size": -4}}, lambda w: cw.generate.maze(size=-4)),
        ("world", {"generate": "sea"}, lambda w: cw.generate.make("sea")),
    ],
)  # fmt: skip
def test_bad_input_has_the_message_of_python(lab, world, action, given, call):
    before = lab.get("world")
    status, said = lab.error(action, **given)
    assert status == (404 if said["error"] == "UnknownHandle" else 400)
    assert said["message"] == said_by_python(world, call)
    assert lab.get("world") == before


@pytest.mark.parametrize("text", ["[1, NaN]", "[Infinity, 1]", "[1e999, 0]"])
def test_numbers_that_json_lacks_are_refused(lab, world, text):
    body = f'{{"start": {text}, "goal": [1, 2]}}'
    said = lab.http.post("/api/path", content=body, headers={"content-type": "application/json"})
    assert said.status_code == 400
    assert "finite" in said.json()["message"]


@pytest.mark.parametrize(
    ("body", "kind", "part"),
    [
        (b"{", "application/json", "not JSON"),
        (b"[1]", "application/json", "a JSON object is needed"),
        (b"\xff\xfe\x00", "application/json", "not JSON"),
        (b"[" * 100_000, "application/json", "not JSON"),
        (b'{"start": [1, 2], "goal": [3, 4]}', "text/plain", "application/json is needed"),
        (b'{"start": [1, 2]}', "application/json", "needs the parameter 'goal'"),
        (
            b'{"start": [1, 2], "goal": [3, 4], "speed": 1}',
            "application/json",
            "no parameter 'speed'",
        ),
        (b'{"start": [1, 2], "goal": [3, 4], "detail": ["x"]}', "application/json", "detail is"),
        (b'{"start": [1, 2], "goal": [3, 4], "seconds": -1}', "application/json", "seconds is -1"),
        (b'{"start": [1, 2], "goal": [3, 4], "options": 3}', "application/json", "options is 3"),
        (
            b'{"start": [1, 2], "goal": [3, 4], "planner": ["optimal", "vg"]}',
            "application/json",
            "planner is ['optimal', 'vg']: one name; planners takes several",
        ),
        (b'{"start": [1, 2], "goal": [3, 4], "planner": 3}', "application/json", "planner is 3"),
        (
            b'{"start": [1, 2], "goal": [3, 4], "planners": "optimal"}',
            "application/json",
            "list of texts",
        ),
    ],
)
def test_malformed_requests(lab, body, kind, part):
    said = lab.http.post("/api/path", content=body, headers={"content-type": kind})
    assert said.status_code == 400
    assert said.json()["error"] == "InvalidInput"
    assert part in said.json()["message"]


def test_unknown_actions_and_methods(lab):
    assert lab.error("nonsense")[0] == 404
    assert lab.http.get("/api/path").status_code == 404
    for method, path in (("PUT", "/api/path"), ("GET", "/nothing"), ("GET", "/page/none.js")):
        answer = lab.http.request(method, path)
        assert (answer.status_code, answer.json()["error"]) == (404, "NotFound")
    assert lab.error("batch", actions=[{"do": "batch", "actions": []}])[0] == 400
