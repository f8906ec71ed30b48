"""Everything by keys alone: no test here uses the mouse once the page is open."""

from __future__ import annotations

import numpy as np
import pytest

CROSS = "clearwayLab.keyboard.cross.point"
STEPS = {"Shift+": 50, "": 10, "Control+": 1}  # pixels


def press(lab, *keys):
    for key in keys:
        lab.page.keyboard.press(key)


def go(lab, point):
    """Moves the cross to a point of the world by arrows, to a pixel."""
    lab.id("canvas").focus()
    for _ in range(2):  # the map may move with the cross
        wanted, now = lab.at(point), lab.at(lab.evaluate(CROSS))
        for axis, (less, more) in enumerate(
            (("ArrowLeft", "ArrowRight"), ("ArrowUp", "ArrowDown"))
        ):
            left = round(wanted[axis] - now[axis])
            arrow = more if left > 0 else less
            for modifier, pixels in STEPS.items():
                times, left = divmod(abs(left), pixels)
                press(lab, *[modifier + arrow] * times)
    assert lab.at(lab.evaluate(CROSS)) == pytest.approx(lab.at(point), abs=1)


def drag(lab, start, *points, key="d"):
    """Holds what is at a point, and carries it through others."""
    go(lab, start)
    press(lab, key)
    for point in points:
        go(lab, point)
    press(lab, "d")
    lab.settle()


def chains(lab):
    """The first chain of every object, as points."""
    flat = lab.evaluate("[...clearwayLab.lab.scene.items.values()].map((i) => [...i.chains[0]])")
    return [list(zip(one[::2], one[1::2], strict=True)) for one in flat]


def test_shapes_are_drawn_moved_and_deleted(lab):
    lab.page.keyboard.press("Tab")
    lab.id("canvas").focus()
    lab.page.keyboard.press("2")  # draws an obstacle
    cross = "clearwayLab.lab && document.getElementById('spoken').textContent"
    for keys in (["ArrowUp"] * 3, ["ArrowLeft"] * 2, ["ArrowDown"] * 6, ["ArrowRight"] * 4):
        for key in keys:
            lab.page.keyboard.press(f"Shift+{key}" if key in ("ArrowUp", "ArrowDown") else key)
        lab.page.keyboard.press("Enter")
    lab.page.keyboard.press("Enter")  # twice in one place: done
    lab.wait("clearwayLab.lab.scene.items.size === 1")
    lab.settle()
    assert lab.length > 80
    assert lab.evaluate("clearwayLab.lab.state.tool") == "select"
    around = lab.length
    for _ in range(12):
        lab.page.keyboard.press("Alt+Shift+ArrowUp")
    lab.settle()
    assert lab.length < around
    lab.page.keyboard.press("v")
    assert lab.evaluate("clearwayLab.lab.state.selection.vertex.index") == 0
    lab.page.keyboard.press("Escape")
    assert lab.evaluate("clearwayLab.lab.state.selection") is None
    lab.page.keyboard.press("n")
    assert "Obstacle" in lab.evaluate(cross)
    lab.page.keyboard.press("Delete")
    lab.wait("clearwayLab.lab.scene.items.size === 0")
    lab.page.keyboard.press("Control+z")
    lab.wait("clearwayLab.lab.scene.items.size === 1")
    lab.page.keyboard.press("b")
    lab.settle()
    assert lab.evaluate("clearwayLab.lab.state.goal") != [90, 30]
    radius = lab.evaluate("clearwayLab.lab.state.radius")
    lab.page.keyboard.press("]")
    assert lab.evaluate("clearwayLab.lab.state.radius") > radius
    for i, tool in enumerate(["tool-select", "add-obstacle", "add-disc", "add-wall", "add-post", "add-area", "add-door", "add-link", "add-agent"]):  # fmt: skip
        lab.page.keyboard.press(str(i + 1))
        assert lab.id(tool).get_attribute("aria-pressed") == "true"
        assert lab.id(tool).get_attribute("title").endswith(f"({i + 1})")
    lab.page.keyboard.press("Escape")
    lab.page.keyboard.press("?")
    assert lab.page.locator("#help-dialog").is_visible()
    lab.page.keyboard.press("Escape")
    assert not lab.page.locator("#help-dialog").is_visible()


def test_boxes_discs_and_lines_are_dragged(lab):
    press(lab, "2")
    drag(lab, (45, 20), (55, 40))
    lab.wait("clearwayLab.lab.scene.items.size === 1")
    press(lab, "3")
    drag(lab, (20, 50), (20, 55))
    lab.wait("clearwayLab.lab.scene.items.size === 2")
    press(lab, "4")
    drag(lab, (70, 10), (70, 50))
    lab.wait("clearwayLab.lab.scene.items.size === 3")
    box, disc, wall = chains(lab)
    assert np.allclose(sorted(box), [(45, 20), (45, 40), (55, 20), (55, 40)], atol=0.3)
    assert max(y for _, y in disc) == pytest.approx(55, abs=0.4)
    assert np.allclose(wall, [(70, 10), (70, 50)], atol=0.3)


def test_areas_doors_links_and_posts(lab):
    press(lab, "7")
    for point in ((50, 26), (50, 34)):
        go(lab, point)
        press(lab, "Enter")
    lab.wait("clearwayLab.lab.scene.items.size === 1")
    press(lab, "t")
    lab.wait("[...clearwayLab.lab.scene.items.values()][0].attributes.open === false")
    press(lab, "8")
    drag(lab, (45, 10), (55, 10))
    lab.wait("clearwayLab.lab.scene.items.size === 2")
    press(lab, "t")
    lab.wait("[...clearwayLab.lab.scene.items.values()][1].attributes.enabled === false")
    press(lab, "6")
    drag(lab, (60, 20), (80, 40))
    lab.wait("clearwayLab.lab.scene.items.size === 3")
    press(lab, "5")
    go(lab, (30, 50))
    press(lab, "Enter")
    lab.wait("clearwayLab.lab.scene.items.size === 4")
    kinds = lab.evaluate("[...clearwayLab.lab.scene.items.values()].map((i) => i.kind)")
    assert sorted(kinds) == ["area", "door", "link", "post"]
    lab.id("cost-mud").focus()
    press(lab, "Control+a")
    lab.page.keyboard.type("avoid")
    press(lab, "Enter")
    lab.settle()
    assert lab.length > 80
    press(lab, "Escape")  # back to the map, where digits choose tools again
    assert lab.evaluate("document.activeElement.id") == "canvas"


def test_ends_objects_and_points_are_dragged(lab):
    drag(lab, (10, 30), (10, 50))
    drag(lab, (90, 30), (90, 50))
    lab.wait_length(80)
    press(lab, "2")
    drag(lab, (45, 40), (55, 58))
    lab.wait("clearwayLab.lab.scene.items.size === 1")
    lab.settle()
    around = lab.length
    assert around > 80
    drag(lab, (50, 50), (50, 20))
    lab.wait_length(80)
    press(lab, "Control+z")  # the drag was one step
    lab.wait_length(around)
    drag(lab, (45, 40), (45, 20))  # a corner of what is selected
    assert min(chains(lab)[0], key=sum) == pytest.approx((45, 20), abs=0.3)
    go(lab, (50, 50))
    press(lab, "d")
    go(lab, (50, 10))
    press(lab, "Escape")
    lab.settle()
    assert max(chains(lab)[0], key=sum) == pytest.approx((55, 58), abs=0.3)
    go(lab, (20, 20))
    press(lab, "d")
    assert "nothing" in lab.id("spoken").inner_text()


def test_fast_nudges_are_all_done(lab):
    press(lab, "5")
    go(lab, (50, 30))
    press(lab, "Enter")
    lab.wait("clearwayLab.lab.scene.items.size === 1")
    scale = lab.evaluate("clearwayLab.stage.camera.scale")
    ((x, y),) = chains(lab)[0]
    lab.evaluate(
        """(() => { for (let i = 0; i < 20; i++) document.getElementById("canvas").dispatchEvent(
        new KeyboardEvent("keydown", { key: "ArrowRight", altKey: true, bubbles: true })); })()"""
    )
    lab.settle()
    assert chains(lab)[0][0] == pytest.approx((x + 200 / scale, y))


def test_agents_get_goals_of_their_own_and_walk(lab):
    press(lab, "9")
    drag(lab, (20, 20), (40, 15))
    go(lab, (20, 40))
    press(lab, "Enter")  # to goal B
    lab.wait("clearwayLab.lab.crowd.agents.length === 2")
    agents = lab.evaluate("clearwayLab.lab.crowd.agents")
    assert agents[0]["position"] == pytest.approx([20, 20], abs=0.3)
    assert agents[0]["goal"] == pytest.approx([40, 15], abs=0.3)
    assert agents[1]["goal"] == [90, 30]
    assert "90, 30" in lab.id("spoken").inner_text()
    press(lab, "w")
    lab.wait("clearwayLab.lab.crowd.time > 0.2")
    press(lab, "w")
    lab.wait("!clearwayLab.lab.crowd.walking")


def test_cells_are_painted(new_page):
    lab = new_page("empty-grid")
    count = "clearwayLab.lab.grid.blocked.reduce((a, b) => a + b)"
    press(lab, "2")
    drag(lab, (24.5, 5.5), (24.5, 28.5))
    lab.wait(f"{count} === 24")
    press(lab, "Control+z")
    lab.wait(f"{count} === 0")
    go(lab, (10.5, 10.5))
    press(lab, "Shift+Enter")  # a wide brush
    lab.wait(f"{count} === 25")
    press(lab, "3")
    go(lab, (10.5, 10.5))
    press(lab, "Enter")
    lab.wait(f"{count} === 24")
    lab.settle()
    undo = lab.evaluate("clearwayLab.lab.state.summary.undo")
    press(lab, "d")
    go(lab, (12.5, 10.5))
    lab.wait(f"{count} === 22")
    press(lab, "Escape")  # gives up the stroke
    lab.wait(f"{count} === 24")
    lab.wait(f"clearwayLab.lab.state.summary.undo === {undo}")


def test_a_search_is_played(new_page):
    lab = new_page("demo")
    lab.id("canvas").focus()
    press(lab, "Space")
    lab.wait("clearwayLab.lab.playback.playing")
    press(lab, "Space")
    lab.wait("!clearwayLab.lab.playback.playing")
    step = lab.evaluate("clearwayLab.lab.playback.step")
    press(lab, ".", ".", ",")
    assert lab.evaluate("clearwayLab.lab.playback.step") == step + 1


def test_every_control_is_reached_by_tab(new_page):
    """From the first to the last one, and none holds the focus."""
    lab = new_page("door")
    press(lab, "n")  # a selection, with its controls
    for fold in lab.page.locator("summary").all():
        fold.focus()
        press(lab, "Enter")
    wanted = lab.evaluate(
        """(() => {
        const all = [...document.querySelectorAll("button, input, select, summary, a[href], canvas")];
        const shown = all.filter((e) => e.checkVisibility({ visibilityProperty: true }) && !e.disabled);
        shown.forEach((e, i) => (e.dataset.place = String(i)));
        document.activeElement.blur();
        return shown.length; })()"""
    )
    reached = set()
    for _ in range(wanted + 5):
        press(lab, "Tab")
        reached.add(lab.evaluate("document.activeElement.dataset.place ?? null"))
    assert wanted > 60
    missed = lab.evaluate(
        f"[...document.querySelectorAll('[data-place]')].filter((e) => !{sorted(reached - {None})}"
        ".includes(e.dataset.place)).map((e) => e.outerHTML.slice(0, 100))"
    )
    assert missed == []
