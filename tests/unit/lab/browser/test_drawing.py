"""Drawing, moving, reshaping and deleting with the mouse; the path follows."""

from __future__ import annotations

import numpy as np
import pytest

import clearway as cw

START, GOAL = (10, 30), (90, 30)
BLOCK = [(45, 10), (55, 10), (55, 52), (45, 52)]


def by_library(lab, folder, radius=1.0, start=START, goal=GOAL, **query):
    """The length that Python finds in the world as the page saves it."""
    world = cw.load(lab.save(folder, "clearway"))
    return world.find_path(start, goal, radius, **query).length


def test_a_polygon_turns_the_path_aside_and_goes_away(lab, tmp_path):
    assert (lab.status, lab.length) == ("FOUND", 80)
    lab.draw("obstacle", *BLOCK)
    assert lab.status == "FOUND"
    assert lab.length > 85
    lab.wait_length(by_library(lab, tmp_path))
    lab.drag((50, 30), (50, 45), (50, 75))  # partly out of the bounds
    lab.wait_length(80)
    lab.drag((50, 58), (50, 20))
    assert lab.length > 81
    lab.wait_length(by_library(lab, tmp_path))


def test_the_path_follows_while_dragging(lab):
    lab.draw("obstacle", *BLOCK)
    mouse = lab.page.mouse
    mouse.move(*lab.at((50, 30)))
    mouse.down()
    lengths = []
    for y in (28, 26, 24, 20, 10, -20):
        mouse.move(*lab.at((50, y)), steps=3)
        lab.settle()
        lengths.append(lab.length)
    mouse.up()
    lab.settle()
    assert lengths[0] > 81
    assert sorted(lengths, reverse=True) == lengths  # less and less in the way
    assert lengths[-1] == 80
    lab.id("undo").click()  # the whole drag at once
    lab.settle()
    assert lab.length > 85


def test_a_double_click_or_the_first_corner_closes_a_polygon(lab):
    lab.id("add-obstacle").click()
    lab.click(*BLOCK[:3])
    lab.page.mouse.dblclick(*lab.at(BLOCK[3]))
    lab.wait("clearwayLab.lab.scene.items.size === 1")
    assert lab.evaluate("[...clearwayLab.lab.scene.items.values()][0].chains[0].length") == 8
    lab.id("add-obstacle").click()
    lab.click((60, 30), (65, 30), (65, 35), (60, 30))
    lab.wait("clearwayLab.lab.scene.items.size === 2")


def test_a_drag_draws_a_box(lab, tmp_path):
    lab.id("add-obstacle").click()
    lab.drag((40, 20), (60, 40))
    lab.wait("clearwayLab.lab.scene.items.size === 1")
    lab.settle()
    lab.wait_length(by_library(lab, tmp_path))
    assert lab.length > 80


def test_walls_posts_and_discs(lab, tmp_path):
    lab.draw("wall", (30, 60), (30, 20))
    first = lab.length
    lab.draw("post", (40, 25))
    lab.id("add-disc").click()
    lab.drag((70, 30), (70, 42))
    lab.wait("clearwayLab.lab.scene.items.size === 3")
    lab.settle()
    assert lab.length > first > 80
    lab.wait_length(by_library(lab, tmp_path))
    world = cw.load(lab.save(tmp_path, "clearway"))
    assert world.clearance((70, 42.5)) == pytest.approx(0.5, abs=0.3)


def test_a_vertex_is_moved_added_and_removed(lab, tmp_path):
    lab.draw("obstacle", *BLOCK)
    before = lab.length
    lab.drag((55, 52), (55, 59))
    lab.drag((45, 52), (45, 59))
    lab.drag((45, 10), (45, 25))
    lab.drag((55, 10), (55, 25))
    assert lab.length < before
    lab.wait_length(by_library(lab, tmp_path))
    corners = "[...clearwayLab.lab.scene.items.values()][0].chains[0].length / 2"
    lab.page.keyboard.down("Alt")
    lab.drag((50, 25), (50, 5))
    lab.page.keyboard.up("Alt")
    assert lab.evaluate(corners) == 5
    assert lab.length > before
    lab.page.keyboard.press("Delete")  # the vertex is still selected
    lab.wait(f"{corners} === 4")
    lab.page.keyboard.press("Delete")
    lab.wait("clearwayLab.lab.scene.items.size === 0")
    lab.wait_length(80)


def test_points_are_added_and_removed_without_a_mouse(lab):
    """By keys, and by buttons, which fingers reach too."""
    lab.draw("obstacle", *BLOCK)
    ring = "[...clearwayLab.lab.scene.items.values()][0].chains[0]"
    lab.id("canvas").focus()
    for key in ("v", "v", "i"):  # behind the second corner
        lab.page.keyboard.press(key)
    lab.wait(f"{ring}.length === 10")
    assert lab.evaluate(f"[...{ring}.slice(4, 6)]") == pytest.approx([55, 31], abs=0.2)
    assert lab.evaluate("clearwayLab.lab.state.selection.vertex.index") == 2
    lab.id("delete-vertex").click()
    lab.wait(f"{ring}.length === 8")
    lab.id("insert-vertex").click()  # on a longest side
    lab.wait(f"{ring}.length === 10")
    middle = lab.evaluate("clearwayLab.lab.state.selection.vertex.index")
    x, y = lab.evaluate(f"[...{ring}.slice({2 * middle}, {2 * middle + 2})]")
    assert (min(abs(x - 45), abs(x - 55)), y) == pytest.approx((0, 31), abs=0.2)
    lab.draw("post", (70, 30))
    assert lab.id("insert-vertex").count() == 0


def test_undo_and_redo(lab):
    assert lab.id("undo").is_enabled()  # the world before this one
    lab.draw("obstacle", *BLOCK)
    around = lab.length
    lab.id("undo").click()
    lab.wait_length(80)
    assert lab.evaluate("clearwayLab.lab.scene.items.size") == 0
    lab.id("redo").click()
    lab.wait_length(around)
    assert lab.id("redo").is_disabled()
    lab.page.keyboard.press("Control+z")
    lab.wait_length(80)


def test_the_ends_are_dragged(lab, tmp_path):
    lab.draw("obstacle", *BLOCK)
    lab.drag(START, (10, 50))
    lab.drag(GOAL, (70, 55))
    ends = lab.evaluate("[clearwayLab.lab.state.start, clearwayLab.lab.state.goal]")
    assert np.allclose(ends, [(10, 50), (70, 55)], atol=0.2)
    lab.wait_length(by_library(lab, tmp_path, start=ends[0], goal=ends[1]))
    lab.drag(ends[1], (50, 30))
    assert lab.status == "GOAL_BLOCKED"
    assert "GOAL_BLOCKED" in lab.id("status").inner_text()


def test_doors_links_and_areas(lab, tmp_path):
    lab.draw("wall", (50, 0), (50, 26))
    lab.draw("wall", (50, 34), (50, 60))
    lab.draw("door", (50, 26), (50, 34))
    lab.wait_length(80)
    lab.id("door-toggle").click()
    lab.wait("clearwayLab.lab.state.answer.status === 'NO_PATH'")
    lab.draw("link", (45, 10), (55, 10))
    assert lab.status == "FOUND"
    assert lab.length > 80
    lab.id("tool-select").click()
    lab.click((50, 30))
    lab.id("door-toggle").click()
    lab.wait_length(80)
    lab.draw("area", (60, 20), (80, 20), (80, 40), (60, 40))
    lab.id("cost-mud").fill("avoid")
    lab.id("cost-mud").press("Enter")
    lab.settle()
    assert lab.length > 80
    lab.wait_length(by_library(lab, tmp_path, costs={"mud": cw.AVOID}))
    # another name: the cost was that of the old one
    lab.id("item-name").fill("sand")
    lab.id("item-name").press("Enter")
    lab.wait_length(80)
    assert "sand" in lab.id("selection").inner_text()
    assert lab.id("cost-sand").input_value() == "1"
    lab.id("undo").click()
    lab.settle()
    assert lab.length > 80


def test_attributes_of_doors_and_links(lab, tmp_path):
    lab.draw("wall", (50, 0), (50, 26))
    lab.draw("wall", (50, 34), (50, 60))
    lab.draw("door", (50, 26), (50, 34))
    bar, zoom = lab.id("selection").bounding_box(), lab.id("zoom-in").bounding_box()
    assert bar["x"] + bar["width"] <= zoom["x"]  # every control can be reached
    lab.id("item-direction").select_option("left")  # from the right to the left only
    lab.wait("clearwayLab.lab.state.answer.status === 'NO_PATH'")
    lab.draw("link", (45, 10), (55, 10))
    lab.settle()
    assert lab.status == "FOUND"
    lab.id("item-cost").fill("500")
    lab.id("item-cost").press("Tab")
    lab.wait("clearwayLab.lab.state.answer.cost > 500")
    assert lab.evaluate("document.activeElement.dataset.testid") == "item-two-way"
    lab.id("item-name").fill("ferry")
    lab.id("item-name").press("Enter")
    lab.wait("[...clearwayLab.lab.scene.items.values()].some((i) => i.attributes.name === 'ferry')")
    world = cw.load(lab.save(tmp_path, "clearway"))
    (door,), (link,) = world.doors.values(), world.links.values()
    assert (door.direction, link.name, link.cost) == ("left", "ferry", 500.0)


def test_the_bounds_are_changed(lab, tmp_path):
    lab.draw("obstacle", *BLOCK)
    around = lab.length
    lab.page.locator("summary", has_text="Change as a whole").click()
    lab.id("bounds-low").fill("9")  # closes the gap below the block
    lab.id("change-bounds").click()
    lab.wait("clearwayLab.lab.state.summary.bounds[1] === 9")
    lab.settle()
    lab.wait_length(by_library(lab, tmp_path))
    assert lab.length > around
    assert lab.evaluate("[clearwayLab.lab.state.start, clearwayLab.lab.state.goal]") == [
        [*START],
        [*GOAL],
    ]
    lab.id("undo").click()
    lab.wait_length(around)
    lab.id("bounds-low").fill("75")
    lab.id("change-bounds").click()
    lab.page.wait_for_selector("[data-testid=message]:not([hidden])")
    assert "enclose nothing" in lab.id("message").inner_text()
    assert lab.length == around
