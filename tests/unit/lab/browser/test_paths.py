"""The radius, planners side by side, and searches that are played."""

from __future__ import annotations

import pytest

import clearway as cw

START, GOAL = (5, 30), (95, 30)


@pytest.fixture
def gaps(new_page):
    """Walls with ever narrower gaps."""
    return new_page("gaps")


def test_the_radius_grows_until_there_is_no_path(gaps, tmp_path):
    world = cw.load(gaps.save(tmp_path, "clearway"))
    widest = world.max_radius(START, GOAL)
    last = 0
    for radius in (0, 0.25 * widest, 0.5 * widest, 0.99 * widest):
        gaps.set_radius(radius)
        shown = gaps.evaluate("clearwayLab.lab.state.radius")
        assert gaps.status == "FOUND"
        gaps.wait_length(world.find_path(START, GOAL, shown).length)
        assert gaps.length > last
        last = gaps.length
    gaps.set_radius(1.05 * widest)
    assert gaps.status == "NO_PATH"
    gaps.wait("clearwayLab.lab.state.maxRadius !== null")
    text = gaps.id("status").inner_text()
    assert "NO_PATH" in text
    assert "no path" in text
    assert float(text.split("radius ")[1].split()[0]) == pytest.approx(widest, rel=1e-4)
    assert gaps.length is None


def test_the_number_beside_the_slider_can_be_read(gaps):
    gaps.set_radius(18.5097)
    number = gaps.id("radius-number")
    number.hover()  # the arrows appear
    assert number.input_value() == "18.5097"
    assert number.evaluate("box => box.scrollWidth <= box.clientWidth")


def test_the_narrowest_gate_and_the_clearance(gaps, tmp_path):
    world = cw.load(gaps.save(tmp_path, "clearway"))
    path = world.find_path(START, GOAL, 0.5)
    gaps.wait("clearwayLab.lab.state.answer.clearance != null")
    assert float(gaps.id("clearance").inner_text()) == pytest.approx(path.clearance, rel=1e-4)
    narrowest = float(gaps.id("narrowest").inner_text().removeprefix("r ≤ "))
    assert narrowest == pytest.approx(path.max_radius, rel=1e-4)


def test_three_planners_side_by_side(new_page, tmp_path):
    lab = new_page("boxes")
    world = cw.load(lab.save(tmp_path, "clearway"))
    for name in ("channel", "ta*", "tra*"):
        lab.id(f"compare-{name}").check()
    lab.settle()
    lab.wait("clearwayLab.lab.state.others.length === 3")
    best = world.find_path((2, 2), (98, 98), 0.5).length
    for name in ("optimal", "channel", "ta*", "tra*"):
        cells = lab.id(f"row-{name}").locator("th, td").all_inner_texts()
        length = world.find_path((2, 2), (98, 98), 0.5, planner=name).length
        assert cells[:2] == [name, "FOUND"]
        assert float(cells[2]) == pytest.approx(length, rel=1e-5)
        assert float(cells[3]) == pytest.approx(length / best, abs=1e-4)
        assert int(cells[4]) > 0
        assert float(cells[5]) > 0
    lab.id("compare-ta*").uncheck()
    lab.wait("clearwayLab.lab.state.others.length === 2")
    assert lab.id("row-ta*").count() == 0


def test_a_planner_that_refuses_says_why(new_page):
    lab = new_page("boxes")
    lab.id("compare-vg").check()
    lab.wait("clearwayLab.lab.state.others.length === 1")
    assert "radius" in lab.id("row-vg").inner_text()
    lab.set_radius(0)
    lab.wait("clearwayLab.lab.state.others[0].status === 'FOUND'")
    assert "1.0000" in lab.id("row-vg").inner_text()


def test_the_planner_is_chosen_from_the_list(new_page):
    lab = new_page("boxes")
    lab.id("planner").select_option("channel")
    lab.settle()
    assert lab.evaluate("clearwayLab.lab.state.answer.planner") == "channel"
    assert lab.status == "FOUND"


def test_a_measurement_on_random_pairs(new_page):
    lab = new_page("boxes")
    lab.id("compare-channel").check()
    lab.id("compare-queries").fill("20")
    lab.id("run-compare").click()
    lab.page.wait_for_selector("[data-testid=measured-channel]")
    cells = lab.id("measured-channel").locator("td").all_inner_texts()
    assert cells[0] == "20/20"
    assert float(cells[1]) >= 1


def test_improvements_are_played(new_page):
    lab = new_page("city")
    lab.id("planner").select_option("ta*")
    lab.id("play-mode").select_option("improve")
    lab.id("play").click()
    lab.wait("clearwayLab.lab.playback.recording !== null")
    lengths = lab.evaluate("clearwayLab.lab.playback.recording.answers.map((a) => a.length)")
    assert sorted(lengths, reverse=True) == lengths
    lab.wait("!clearwayLab.lab.playback.playing && clearwayLab.lab.playback.step > 0")
    assert f"of {len(lengths)}" in lab.id("play-step").inner_text()


def test_the_legs_of_a_journey_are_played(new_page):
    lab = new_page("rooms")
    lab.id("planner").select_option("thpa*")
    lab.id("play-mode").select_option("journey")
    lab.id("play").click()
    lab.wait("clearwayLab.lab.playback.recording !== null")
    total = lab.evaluate(
        "clearwayLab.lab.playback.recording.answers.reduce((s, a) => s + a.length, 0)"
    )
    assert total >= 92.7


PLAYED = {
    "a*": ("caves-grid", "cells"),
    "optimal": ("city", "triangles"),
    "ta*": ("caves-grid", "triangles"),  # of the traced polygons
    "vg": ("rooms", "corners"),
    "bsp*": ("rooms", "corners"),
}


@pytest.mark.parametrize("planner", PLAYED)
def test_a_search_is_played_paused_and_wound(new_page, planner):
    world, on = PLAYED[planner]
    lab = new_page(world)
    lab.id("planner").select_option(planner)
    lab.set_radius(0)
    lab.evaluate("clearwayLab.lab.playback.speed = 0.01")  # a slow machine can pause it in time
    lab.id("play").click()
    lab.wait("clearwayLab.lab.playback.playing")
    length = lab.evaluate("clearwayLab.lab.playback.recording.length")
    lab.evaluate("clearwayLab.lab.playback.seek(4)")
    lab.id("play").click()
    assert not lab.evaluate("clearwayLab.lab.playback.playing")
    assert length > 10
    assert on in lab.id("play-step").inner_text()
    if on == "triangles":
        lab.wait("clearwayLab.lab.mesh.version === clearwayLab.lab.state.summary.version")
        assert lab.evaluate("clearwayLab.lab.playback.recording.places.every((id) => clearwayLab.lab.mesh.state[id] === 1)")  # fmt: skip
    assert int(lab.id("play-time").get_attribute("max")) == length
    lab.id("play-time").fill("7")
    assert lab.id("play-step").inner_text().startswith(f"Expansion 7 of {length}")
    lab.id("step-on").click()
    assert lab.id("play-step").inner_text().startswith("Expansion 8 ")
    lab.id("step-back").click()
    lab.id("play-speed").select_option("4")
    lab.id("play").click()
    lab.wait(f"clearwayLab.lab.playback.step === {length}")
    assert not lab.evaluate("clearwayLab.lab.playback.playing")
    lab.id("play-stop").click()
    assert lab.evaluate("clearwayLab.lab.playback.recording") is None


def test_a_search_that_fails_late_does_not_stop_the_next(new_page):
    lab = new_page("rooms")
    is_played = lab.evaluate("""async () => {
        const { lab } = clearwayLab;
        const ask = lab.ask.bind(lab);
        const failures = [];
        lab.ask = () => new Promise((_, reject) => failures.push(reject));
        const first = lab.playback.start("expansions");
        lab.playback.stop(); // as when an end or the planner changes
        lab.ask = ask;
        const second = lab.playback.start("expansions");
        failures[0](new Error("too late"));
        await first;
        await second;
        return lab.playback.playing;
    }""")
    assert is_played
