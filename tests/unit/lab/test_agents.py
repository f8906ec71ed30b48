"""Agents in the lab: a crowd that walks while the world is edited."""

from __future__ import annotations

import pytest

AGENTS = [
    {"position": [25, 30], "radius": 1.0, "speed": 2.0, "goal": [35, 30]},
    {"position": [25, 20], "radius": 0.5, "speed": 1.0, "goal": [35, 20]},
]


def test_a_crowd_walks(lab):
    made = lab.post("crowd", agents=AGENTS)
    assert made["count"] == len(made["ids"]) == 2
    first = lab.arrays("crowd_step", dt=0.1, steps=10)
    assert first["time"] == pytest.approx(1.0)
    assert first["positions"].shape == (2, 2)
    assert 26.5 < first["positions"][0, 0] <= 27.0 + 1e-9
    assert first["radii"].tolist() == [1.0, 0.5]
    more = lab.post("crowd_add", agents=[{**AGENTS[0], "position": [25, 50], "goal": [25, 55]}])
    assert len(more["ids"]) == 1
    lab.post("edit", edits=[{"op": "add_post", "point": [90, 50]}])
    last = lab.arrays("crowd_step", dt=0.1, steps=200)
    assert last["arrived"].tolist() == [1, 1, 1]
    assert last["ids"].tolist() == [*made["ids"], *more["ids"]]
    lab.post("crowd", agents=[])
    assert "no crowd" in lab.error("crowd_step", dt=0.1)[1]["message"]


def test_agents_without_a_way_are_named(lab):
    """The gap between two walls lets the small one pass."""
    walls = [{"op": "add_wall", "line": [[30, y0], [30, y1]]} for y0, y1 in ((0, 24), (26, 60))]
    lab.post("edit", edits=walls)
    lab.post(
        "crowd",
        agents=[{**agent, "radius": r} for agent, r in zip(AGENTS, (1.5, 0.5), strict=True)],
    )
    assert lab.arrays("crowd_step", dt=0.1)["no_way"].tolist() == [1, 0]


@pytest.mark.parametrize(
    ("action", "given", "status"),
    [
        ("crowd", {"agents": 3}, 400),
        ("crowd", {"agents": [3]}, 400),
        ("crowd", {"agents": [{"position": [1, 1]}]}, 400),
        ("crowd", {"agents": AGENTS * 3000}, 413),
        ("crowd_step", {"dt": -1}, 400),
        ("crowd_step", {"dt": 0.1, "steps": 0}, 400),
    ],
)
def test_bad_crowds(lab, action, given, status):
    lab.post("crowd", agents=AGENTS)
    assert lab.error(action, **given)[0] == status
    assert lab.arrays("crowd_step", dt=0.1)["positions"].shape == (2, 2)


def test_another_world_ends_the_crowd(lab):
    lab.post("crowd", agents=AGENTS)
    lab.post("world", builtin="empty")
    assert lab.error("crowd_step", dt=0.1)[0] == 400
