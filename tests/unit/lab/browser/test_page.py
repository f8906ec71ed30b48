"""The page itself: cuts of the connection, two pages, narrow screens, names for screen readers."""

from __future__ import annotations

import json
import re
import urllib.request

import pytest

BLOCK = [(45, 10), (55, 10), (55, 52), (45, 52)]


def test_a_cut_connection_is_restored_with_the_session(browser, address):
    from support.lab_pages import LabPage

    context = browser.new_context(viewport={"width": 1200, "height": 760})
    page = context.new_page()
    sockets = []

    def through(socket):
        sockets.append(socket)
        socket.connect_to_server()

    page.route_web_socket("**/api/live**", through)
    lab = LabPage(page, address)
    lab.draw("obstacle", *BLOCK)
    around = lab.length
    sockets[-1].close(code=1012, reason="cut by the test")
    lab.wait("clearwayLab.lab.state.connection !== 'open'")
    lab.wait("clearwayLab.lab.state.connection === 'open'")
    lab.settle()
    assert len(sockets) == 2
    assert lab.evaluate("clearwayLab.lab.scene.items.size") == 1
    lab.wait_length(around)
    lab.drag((50, 30), (50, 90))
    lab.wait_length(80)
    lab.id("undo").click()
    lab.wait_length(around)
    lab.id("undo").click()  # the history has survived
    lab.wait("clearwayLab.lab.scene.items.size === 0")
    context.close()


def test_a_lost_server_is_said(new_page):
    lab = new_page()
    lab.page.evaluate("void (WebSocket = class { close() {} })")  # no new connection
    lab.page.evaluate("clearwayLab.lab.connection.cut()")
    lab.page.wait_for_selector("[data-testid=connection][data-state=lost]")


def test_two_pages_have_worlds_of_their_own(new_page):
    one, two = new_page(), new_page()
    one.draw("obstacle", *BLOCK)
    around = one.length
    assert two.length == 80
    two.draw("obstacle", (30, 20), (35, 20), (35, 45), (30, 45))
    other = two.length
    assert around != other
    one.id("undo").click()
    one.wait_length(80)
    assert two.length == other


def test_pan_and_zoom(lab):
    before, fitted = lab.at((50, 30)), lab.evaluate("clearwayLab.stage.camera.scale")
    lab.page.mouse.move(*before)
    lab.page.mouse.wheel(0, -400)
    lab.wait(f"clearwayLab.stage.camera.scale > 1.5 * {fitted}")
    after = lab.at((50, 30))
    assert after == pytest.approx(before, abs=0.5)  # the point under the pointer stays
    scale = lab.evaluate("clearwayLab.stage.camera.scale")
    lab.drag((50, 20), (40, 25))
    assert lab.evaluate("clearwayLab.stage.camera.scale") == scale
    assert lab.at((50, 30)) != pytest.approx(before, abs=5)
    assert lab.length == 80  # nothing was moved but the map
    lab.id("zoom-fit").click()
    assert lab.at((50, 30))[0] == pytest.approx(before[0], abs=0.5)
    assert lab.id("scale").inner_text() in ("1", "2", "5", "10", "20")
    lab.page.mouse.move(*lab.at((50, 30)))
    assert lab.id("coordinates").inner_text().startswith("50")


def test_a_narrow_screen_with_touch(new_page):
    lab = new_page(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    assert lab.evaluate("document.documentElement.scrollWidth") == 360
    inside = lab.evaluate(
        "[...document.querySelectorAll('.bar button, .bar .button, .bar select, .tools button')]"
        ".every((e) => { const b = e.getBoundingClientRect(); return e.hidden || (b.left >= 0 && b.right <= 360); })"
    )
    assert inside
    lab.id("add-obstacle").tap()
    for corner in BLOCK:
        lab.page.touchscreen.tap(*lab.at(corner))
    lab.page.touchscreen.tap(*lab.at(BLOCK[0]))
    lab.wait("clearwayLab.lab.scene.items.size === 1")
    lab.settle()
    assert lab.length > 85
    height = lab.evaluate("clearwayLab.stage.camera.height")
    lab.page.locator("#grip").tap()
    lab.wait(f"clearwayLab.stage.camera.height > {height} + 100")


def test_light_and_dark(new_page):
    lab = new_page(color_scheme="dark")
    theme = "document.documentElement.dataset.theme"
    assert lab.evaluate(theme) == "dark"
    ground = lab.evaluate("clearwayLab.stage.palette.ground")
    lab.id("theme").click()
    assert lab.evaluate(theme) == "light"
    assert lab.evaluate("clearwayLab.stage.palette.ground") != ground
    lab.page.reload()
    lab.wait("window.clearwayLab?.lab.state.answer")
    assert lab.evaluate(theme) == "light"  # the choice is kept


def test_controls_have_names(new_page):
    lab = new_page("demo")
    lab.click((33, 30))
    nameless = lab.evaluate(
        """[...document.querySelectorAll("button, input, select, [role=application]")].filter((e) => {
          const label = e.getAttribute("aria-label") || e.labels?.[0]?.textContent || e.textContent;
          return !label?.trim();
        }).map((e) => e.outerHTML.slice(0, 120))"""
    )
    assert nameless == []
    headings = lab.evaluate(
        "[...document.querySelectorAll('section')].every((s) => s.getAttribute('aria-labelledby'))"
    )
    assert headings


def test_the_page_loads_nothing_from_elsewhere(browser, address):
    context = browser.new_context()
    page = context.new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address)
    page.wait_for_function("() => window.clearwayLab?.lab.state.answer")
    assert asked
    assert all(url.startswith(address) for url in asked)
    context.close()


def test_reports_of_experiments_are_browsed(lab, tmp_path):
    folder = tmp_path / "report"
    (folder / "figures").mkdir(parents=True)
    (folder / "report.md").write_text("# Lengths of paths\n\n| a | b |\n| - | - |\n| 1 | 2 |\n")
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><rect width="20" height="20"/></svg>'
    (folder / "figures" / "lengths.svg").write_text(svg)
    lab.id("open-reports").set_input_files(folder)
    lab.id("report").click()
    lab.wait("document.querySelector('#report-body img').naturalWidth === 20")
    assert lab.page.locator("#report-title").inner_text() == "Lengths of paths"
    assert lab.page.locator("#report-body td").all_inner_texts() == ["1", "2"]


def test_grids_are_painted(new_page):
    lab = new_page("empty-grid")
    straight = lab.length
    assert lab.evaluate("clearwayLab.lab.state.planner") in ("a*", "dijkstra", "jps")
    lab.id("paint").click()
    lab.drag((24.5, 5.5), (24.5, 28.5), steps=20)
    lab.settle()
    assert lab.evaluate("clearwayLab.lab.grid.blocked.reduce((a, b) => a + b)") == 24
    assert lab.length > straight
    lab.id("undo").click()  # one drag, one step
    lab.wait("clearwayLab.lab.grid.blocked.reduce((a, b) => a + b) === 0")
    lab.wait_length(straight)
    lab.id("redo").click()
    lab.wait("clearwayLab.lab.grid.blocked.reduce((a, b) => a + b) === 24")
    lab.id("erase").click()
    lab.drag((24.5, 15.5), (24.5, 17.5))
    lab.wait_length(straight)
    lab.page.locator("summary", has_text="Change as a whole").click()
    lab.id("convert").click()
    lab.wait("clearwayLab.lab.state.summary.kind === 'world'")
    lab.settle()
    assert lab.status == "FOUND"


def test_generators_with_their_parameters(lab):
    lab.id("builtin").select_option("maze")
    lab.wait("clearwayLab.lab.state.summary.name === 'maze'")
    lab.settle()
    assert lab.id("builtin").input_value() == "maze"
    lab.page.locator("summary", has_text="Generate").click()
    lab.id("generator").select_option("maze")
    lab.id("parameter-size").fill("21")
    lab.id("parameter-seed").fill("5")
    lab.id("generate").click()
    lab.wait("document.querySelector('#world-facts').innerText.startsWith('21')")
    lab.settle()
    assert lab.id("builtin").input_value() == ""  # it is not the ready-made one
    assert re.search(r"\b21 . 21 ", lab.id("world-facts").inner_text())
    lab.id("parameter-size").fill("-3")
    lab.id("generate").click()
    lab.page.wait_for_selector("[data-testid=message]:not([hidden])")
    assert "size" in lab.id("message").inner_text()


def test_two_fingers_zoom(new_page):
    lab = new_page(has_touch=True)
    session = lab.page.context.new_cdp_session(lab.page)
    scale = lab.evaluate("clearwayLab.stage.camera.scale")
    x, y = lab.at((50, 30))
    for kind, apart in (("touchStart", 40), ("touchMove", 60), ("touchMove", 80), ("touchEnd", 0)):
        fingers = [{"x": x - apart, "y": y, "id": 1}, {"x": x + apart, "y": y, "id": 2}]
        points = [] if kind == "touchEnd" else fingers
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    lab.wait(f"Math.abs(clearwayLab.stage.camera.scale / {2 * scale} - 1) < 0.05")
    assert lab.at((50, 30)) == pytest.approx((x, y), abs=8)
    assert lab.length == 80


def pinch(lab, point):
    """Two fingers touch the map around a point, one after the other, and leave."""
    session = lab.page.context.new_cdp_session(lab.page)
    x, y = lab.at(point)
    one, two = ({"x": x + by, "y": y, "id": i} for i, by in enumerate((0, 60)))
    for kind, fingers in (("touchStart", [one]), ("touchStart", [one, two]), ("touchEnd", [])):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})


def test_two_fingers_do_not_draw(new_page):
    """The first finger of a pinch presses alone: what it draws is taken back, and no more than that."""
    lab = new_page("empty-grid", has_touch=True)
    lab.id("paint").tap()
    pinch(lab, (20.5, 20.5))
    lab.settle()
    assert lab.evaluate("clearwayLab.lab.grid.blocked.reduce((a, b) => a + b)") == 0
    undo = lab.evaluate("clearwayLab.lab.state.summary.undo")
    lab.page.touchscreen.tap(*lab.at((20.5, 20.5)))
    lab.wait(f"clearwayLab.lab.state.summary.undo === {undo} + 1")
    lab.open("empty")
    lab.id("add-obstacle").tap()
    for corner in BLOCK[:3]:
        lab.page.touchscreen.tap(*lab.at(corner))
    pinch(lab, (70, 30))
    lab.page.touchscreen.tap(*lab.at(BLOCK[3]))
    lab.page.touchscreen.tap(*lab.at(BLOCK[0]))
    lab.wait("clearwayLab.lab.scene.items.size === 1")
    corners = lab.evaluate("[...clearwayLab.lab.scene.items.values()][0].chains[0].length / 2")
    assert corners == 4


def test_a_script_changes_the_world_of_the_page(lab, address):
    """By the name of the session that the page shows."""
    name = lab.id("session").inner_text()
    body = {"edits": [{"op": "add", "ring": BLOCK}]}
    request = urllib.request.Request(
        address + "api/edit",
        json.dumps(body).encode(),
        {"content-type": "application/json", "clearway-session": name},
    )
    with urllib.request.urlopen(request) as answer:
        assert answer.status == 200
    lab.wait("clearwayLab.lab.scene.items.size === 1")
    lab.settle()
    assert lab.length > 85
    lab.id("undo").click()
    lab.wait_length(80)


def test_worlds_opened_quickly_one_after_the_other(lab):
    for name in ("boxes-10000", "gaps", "caves-grid", "demo"):
        lab.id("builtin").select_option(name)
    lab.wait("clearwayLab.lab.state.summary.name === 'demo'")
    lab.settle()
    assert lab.evaluate("clearwayLab.lab.scene.items.size") == 24
    lab.wait_length(113.7141)


def test_ten_thousand_boxes(new_page):
    lab = new_page("boxes-10000")
    lab.id("layer-triangulation").check()
    lab.settle()
    lab.wait("clearwayLab.lab.mesh.count > 60000")
    assert lab.status == "FOUND"
    before = lab.evaluate("clearwayLab.lab.mesh.count")
    lab.draw("obstacle", (480, 480), (530, 480), (530, 530), (480, 530))
    lab.wait(f"clearwayLab.lab.mesh.count !== {before}")  # a difference, not the whole mesh
    assert lab.evaluate("clearwayLab.lab.mesh.version === clearwayLab.lab.state.summary.version")


@pytest.mark.parametrize("width", [360, 700, 800, 1200, 1600])
def test_nothing_on_the_map_covers_another_thing(new_page, width):
    """Tools, hint, selection, scale, zoom, at every width; and the key of the layers is beside the map."""
    lab = new_page("door", viewport={"width": width, "height": 740})
    for name in ("levels", "gates", "clearances", "field"):
        lab.id(f"layer-{name}").check()
    lab.evaluate(
        "clearwayLab.lab.store.set({ selection: { handle: [...clearwayLab.lab.scene.items.values()]"
        ".find((i) => i.kind === 'door').handle, vertex: null } })"
    )
    lab.settle()
    lab.wait("document.querySelectorAll('#key b').length === 4")
    key, stage = (lab.page.locator(name).bounding_box() for name in ("#key", "#stage"))
    assert key["x"] >= stage["x"] + stage["width"] or key["y"] >= stage["y"] + stage["height"]
    assert key["height"] > 0
    names = ("#tools", "#hint", "#selection", ".legend", ".zoom")
    boxes = {name: lab.page.locator(name).bounding_box() for name in names}
    for one, a in boxes.items():
        assert a["x"] >= 0
        assert a["x"] + a["width"] <= width
        for other, b in boxes.items():
            apart = (
                a["x"] + a["width"] <= b["x"]
                or b["x"] + b["width"] <= a["x"]
                or a["y"] + a["height"] <= b["y"]
                or b["y"] + b["height"] <= a["y"]
            )
            assert one == other or apart, (one, other, a, b)
