"""Sessions of a page: ended by the server, loaded again, copied, refused."""

from __future__ import annotations

import urllib.request

import pytest

import clearway as cw
from support.lab_client import running
from support.lab_pages import LabPage
from support.lab_worlds import full_world

BLOCK = [(45, 10), (55, 10), (55, 52), (45, 52)]

# Everything that the page knows of the world but numbers of versions and steps, and counts.
CONTENTS = """(() => {
  const { scene, grid, state } = clearwayLab.lab;
  const { version, undo, redo, obstacles, vertices, triangles, ...summary } = state.summary;
  const items = [...scene.items.values()].sort((a, b) => a.handle - b.handle);
  return JSON.stringify([
    summary,
    scene.bounds.map((c) => [...c]),
    scene.boundsRoles,
    items.map((i) => [i.handle, i.kind, i.chains.map((c) => [...c]), [...i.roles], i.attributes]),
    [...grid.blocked],
  ]);
})()"""


def end_session(lab, address):
    """Ends the session of a page on the server; returns its name."""
    name = lab.id("session").inner_text()
    request = urllib.request.Request(address + "api/session", headers={"clearway-session": name})
    request.method = "DELETE"
    with urllib.request.urlopen(request) as answer:
        assert answer.status == 200
    return name


def saved(tmp_path, builtin):
    """A file of a world that no other format could hold."""
    if builtin == "full":
        full_world().save(tmp_path / "full.clearway")
        return tmp_path / "full.clearway"
    grid = cw.Grid([[0, 1, 0, 0], [0, 0, 1, 0]], 0.5, (3.0, -2.0))
    grid.save(tmp_path / "grid.yaml", "ros")
    return tmp_path / "grid.yaml"


@pytest.mark.parametrize("builtin", ["door", "demo", "caves-grid", "full"])
def test_a_session_that_the_server_has_ended_is_made_again(new_page, address, builtin, tmp_path):
    lab = new_page("empty" if builtin == "full" else builtin)
    if builtin == "full":
        lab.load(saved(tmp_path, builtin))
        lab.wait("clearwayLab.lab.scene.items.size === 10")
        lab.settle()
    before, length = lab.evaluate(CONTENTS), lab.length
    name = end_session(lab, address)
    lab.page.evaluate("clearwayLab.lab.connection.cut()")
    lab.page.wait_for_selector("[data-testid=message]:not([hidden])")
    lab.settle()
    assert "complete" in lab.id("message").inner_text()
    assert lab.id("session").inner_text() != name
    assert lab.evaluate(CONTENTS) == before
    if length is not None:
        lab.wait_length(length)
    assert lab.id("undo").is_disabled()
    if builtin != "caves-grid":  # edits go on, with the handles that the page knows
        handle = lab.evaluate("Math.min(...clearwayLab.lab.scene.items.keys())")
        lab.evaluate(f"clearwayLab.lab.edits.apply([{{ op: 'remove', handle: {handle} }}])")
        lab.wait(f"!clearwayLab.lab.scene.items.has({handle})")


def changed_page(lab):
    """Draws, moves the ends, chooses; returns what must survive."""
    lab.draw("obstacle", *BLOCK)
    lab.drag((10, 30), (20, 40))
    lab.set_radius(2)
    lab.id("planner").select_option("channel")
    lab.id("layer-triangulation").check()
    lab.evaluate(
        "clearwayLab.lab.crowd.add({position: [5, 5], goal: [90, 30], radius: 1, speed: 2})"
    )
    lab.page.mouse.move(300, 300)
    lab.page.mouse.wheel(0, -400)
    lab.settle()
    return seen(lab)


def seen(lab):
    return lab.evaluate(
        "(() => { const { state, crowd } = clearwayLab.lab; const { x, y, scale } = clearwayLab.stage.camera;"
        " return [state.start, state.goal, state.radius, state.planner, [...state.layers].sort(),"
        " crowd.agents, state.answer.length, x, y, scale]; })()"
    )


def loaded_again(lab):
    lab.page.reload()
    lab.wait("window.clearwayLab && clearwayLab.lab.state.answer !== null")
    lab.settle()


def test_a_page_that_is_loaded_again_shows_what_was_drawn(lab):
    before, contents = changed_page(lab), lab.evaluate(CONTENTS)
    name = lab.id("session").inner_text()
    loaded_again(lab)
    lab.wait("clearwayLab.lab.state.radius === 2")
    lab.settle()
    assert lab.id("session").inner_text() == name
    assert lab.evaluate(CONTENTS) == contents
    assert seen(lab) == before
    assert lab.id("planner").input_value() == "channel"
    assert lab.id("layer-triangulation").is_checked()
    lab.id("undo").click()  # the history has survived
    lab.wait("clearwayLab.lab.scene.items.size === 0")


def test_a_page_loaded_again_after_its_session_has_ended(lab, address):
    before, contents = changed_page(lab), lab.evaluate(CONTENTS)
    name = end_session(lab, address)
    loaded_again(lab)
    lab.wait("clearwayLab.lab.state.radius === 2")
    lab.settle()
    assert lab.id("session").inner_text() != name
    assert lab.evaluate(CONTENTS) == contents
    assert seen(lab) == before


def test_a_shared_link_loaded_again_shows_what_was_drawn_since(new_page):
    lab = new_page(builtin=None, fragment="#world=door")
    count = lab.evaluate("clearwayLab.lab.scene.items.size")
    lab.draw("post", (1, 1))
    loaded_again(lab)
    assert lab.evaluate("clearwayLab.lab.scene.items.size") == count + 1
    lab.page.evaluate("location.hash = '#world=rooms'")
    lab.wait("clearwayLab.lab.state.summary.name === 'rooms'")


def test_a_copy_of_a_tab_has_a_world_of_its_own(lab, address):
    """A browser copies the storage of a tab that is duplicated."""
    lab.draw("obstacle", *BLOCK)
    around = lab.length
    lab.wait(
        "JSON.parse(sessionStorage['clearway-lab'] ?? '{}').snapshot?.contents?.handles?.length === 1"
    )
    kept = lab.evaluate("JSON.stringify(sessionStorage)")
    page = lab.page.context.new_page()
    page.add_init_script(f"if (!sessionStorage.length) Object.assign(sessionStorage, {kept})")
    copied = LabPage(page, address, builtin=None)
    copied.wait("clearwayLab.lab.scene.items.size === 1")
    copied.settle()
    assert copied.id("session").inner_text() != lab.id("session").inner_text()
    copied.wait_length(around)
    copied.drag((50, 30), (50, 90))
    copied.wait_length(80)
    assert lab.length == around
    lab.id("undo").click()
    lab.wait("clearwayLab.lab.scene.items.size === 0")
    assert copied.evaluate("clearwayLab.lab.scene.items.size") == 1
    assert copied.problems == []


def test_a_world_too_large_for_the_storage_is_not_lost_with_a_reload(new_page):
    lab = new_page("boxes-10000")
    lab.draw("post", (1, 1))
    loaded_again(lab)
    assert lab.evaluate("clearwayLab.lab.scene.items.size") == 10001
    assert len(lab.evaluate("sessionStorage.getItem('clearway-lab')")) < 4_000_000


def test_too_many_pages_are_said_and_a_closed_one_makes_room(browser):
    with running(cw.World((0, 0, 100, 60)), sessions=2) as server:
        context = browser.new_context(viewport={"width": 1200, "height": 760})
        first = LabPage(context.new_page(), f"{server.url}/", builtin=None)
        LabPage(context.new_page(), f"{server.url}/", builtin=None)
        page = context.new_page()
        page.goto(server.url)
        sign = page.get_by_test_id("connection")
        page.wait_for_selector("[data-testid=connection][data-state=refused]")
        assert "2 pages open" in sign.inner_text()
        page.get_by_test_id("retry").click()
        page.wait_for_timeout(300)
        assert sign.get_attribute("data-state") == "refused"
        first.page.close()
        page.get_by_test_id("retry").click()
        page.wait_for_function("() => clearwayLab.lab.state.answer !== null", timeout=60_000)
        assert sign.get_attribute("data-state") == "open"
        context.close()
