"""Agents in the page: placed, scattered, walking, rewound."""

from __future__ import annotations

import pytest

import clearway as cw
from support.lab_pages import LabPage


@pytest.fixture
def crowded(browser):
    """A page whose server is in this process and has crowds."""
    from support.lab_client import running

    world = cw.World((0, 0, 100, 60))
    with running(world) as server:
        context = browser.new_context(viewport={"width": 1200, "height": 760})
        context.set_default_timeout(60_000)
        lab = LabPage(context.new_page(), server.url + "/", None)
        yield lab
        assert lab.problems == []
        context.close()


def positions(lab):
    flat = lab.evaluate("[...clearwayLab.lab.crowd.positions]")
    return list(zip(flat[::2], flat[1::2], strict=True))


def test_agents_are_placed_and_walk(crowded):
    crowded.id("add-agent").click()
    crowded.drag((20, 20), (60, 20))  # stands here, walks there
    crowded.drag((20, 40), (60, 40))
    assert crowded.evaluate("clearwayLab.lab.crowd.agents.length") == 2
    crowded.id("agents-play").click()
    crowded.wait("clearwayLab.lab.crowd.time > 0.3")
    crowded.id("agents-play").click()  # pauses
    crowded.wait("!clearwayLab.lab.crowd.walking")
    crowded.settle()
    (x, y), (u, v) = positions(crowded)
    assert 20.2 < x <= 60.5
    assert 20.2 < u <= 60.5
    assert (y, v) == pytest.approx((20, 40), abs=3)
    assert "2 agents" in crowded.id("agents-facts").inner_text()
    crowded.id("tool-select").click()
    crowded.draw("obstacle", (70, 10), (75, 10), (75, 50), (70, 50))  # a building meanwhile
    crowded.id("agents-play").click()
    crowded.wait("clearwayLab.lab.crowd.arrived.every((is) => is === 1)", 60)
    assert positions(crowded)[0] == pytest.approx((60, 20), abs=1.5)
    assert "2 arrived" in crowded.id("agents-facts").inner_text()
    crowded.id("agents-rewind").click()
    assert crowded.evaluate("clearwayLab.lab.crowd.positions") is None


def test_an_agent_without_a_radius_is_refused(crowded):
    lab = crowded
    count = lab.evaluate("clearwayLab.lab.crowd.agents.length")
    lab.id("agent-radius").fill("")
    lab.id("add-agent").click()
    lab.click((15, 15))
    lab.wait("clearwayLab.lab.state.message.includes('radius')")
    assert lab.evaluate("clearwayLab.lab.crowd.agents.length") == count


def test_agents_without_a_way_are_counted(crowded):
    crowded.draw("obstacle", (45, 0), (50, 0), (50, 60), (45, 60))
    crowded.id("add-agent").click()
    crowded.drag((20, 20), (60, 20))
    assert "1 agent, 0 arrived, 0 s" in crowded.id("agents-facts").inner_text()
    crowded.id("agents-play").click()
    crowded.wait("clearwayLab.lab.crowd.time > 0.1")
    assert "1 waits: no path is wide enough" in crowded.id("agents-facts").inner_text()
    crowded.id("undo").click()
    crowded.wait("clearwayLab.lab.crowd.arrived.every((is) => is === 1)", 60)
    assert "wait" not in crowded.id("agents-facts").inner_text()


def test_a_walk_ends_with_its_world(crowded):
    crowded.id("add-agent").click()
    crowded.drag((20, 20), (60, 20))
    crowded.id("agents-play").click()
    crowded.wait("clearwayLab.lab.crowd.time > 0.1")
    crowded.page.locator("summary", has_text="Change as a whole").click()
    crowded.id("bounds-high").fill("70")
    crowded.id("change-bounds").click()
    crowded.wait("clearwayLab.lab.state.summary.bounds[3] === 70")
    crowded.wait("!clearwayLab.lab.crowd.walking && clearwayLab.lab.crowd.positions === null")
    crowded.settle()
    crowded.id("agents-play").click()  # it starts again, in the new world
    crowded.wait("clearwayLab.lab.crowd.time > 0.1")
    assert not crowded.id("message").is_visible()


def test_agents_are_scattered_and_removed(crowded):
    crowded.id("agent-count").fill("7")
    crowded.id("agents-scatter").click()
    crowded.wait("clearwayLab.lab.crowd.agents.length === 7")
    radii = crowded.evaluate("clearwayLab.lab.crowd.agents.map((a) => a.radius)")
    assert radii == sorted(radii)
    assert radii[0] < radii[-1]
    crowded.id("agents-play").click()
    crowded.wait("clearwayLab.lab.crowd.time > 0.2")
    crowded.id("agents-remove").click()
    crowded.wait("clearwayLab.lab.crowd.agents.length === 0")
    assert crowded.id("agents-facts").inner_text() == "No agents yet."
