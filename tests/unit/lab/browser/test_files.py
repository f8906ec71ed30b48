"""Files opened by the button and by a drop, saved, and worlds shared as links."""

from __future__ import annotations

import base64
import re

import pytest

import clearway as cw

WORLD_FORMATS = ["clearway", "geojson", "polyanya", "sections", "svg", "wkt"]
GRID_FORMATS = ["movingai", "pgm", "png"]
SUFFIX = {
    "clearway": ".clearway", "geojson": ".geojson", "polyanya": ".mesh", "sections": ".txt",
    "svg": ".svg", "wkt": ".wkt", "movingai": ".map", "pgm": ".pgm", "png": ".png",
}  # fmt: skip
TILED = """<?xml version="1.0"?>
<map version="1.10" orientation="orthogonal" width="10" height="10" tilewidth="10" tileheight="10">
 <objectgroup id="1" name="walls"><object id="1" x="30" y="30" width="40" height="20"/></objectgroup>
</map>
"""


def small_world():
    world = cw.World((0, 0, 100, 60))
    world.add([(40, 10), (60, 10), (60, 50), (40, 50)])
    world.add([(70, 10), (80, 12), (75, 30)])
    return world


def small_grid():
    return cw.generate.rooms(24, 3, form="grid")


def test_worlds_of_every_format(lab, tmp_path):
    """What is saved here opens there, and the other way round."""
    for name in WORLD_FORMATS:
        file = tmp_path / f"small{SUFFIX[name]}"
        small_world().save(file, format=name)
        lab.load(file)
        lab.settle()
        assert not lab.id("message").is_visible(), name
        assert file.name in lab.id("world-name").inner_text()
        saved = lab.save(tmp_path / "out", name)
        again = cw.load(saved)
        for radius in (0.0, 1.0):
            expected = cw.load(file).find_path((5, 30), (95, 30), radius).length
            assert again.find_path((5, 30), (95, 30), radius).length == pytest.approx(expected)
        lab.load(saved)
        lab.settle()
        assert not lab.id("message").is_visible(), name


def test_grids_of_every_format(lab, tmp_path):
    grid = small_grid()
    for name in GRID_FORMATS:
        file = tmp_path / f"small{SUFFIX[name]}"
        grid.save(file, format=name)
        lab.load(file)
        lab.settle()
        facts = lab.id("world-facts").inner_text()
        assert re.search(rf"\b{grid.width} . {grid.height} cells", facts), name
        blocked = lab.evaluate("[...clearwayLab.lab.grid.blocked]")
        assert sum(blocked) == int(grid.blocked.sum())
        saved = lab.save(tmp_path / "out", name)
        assert (cw.load(saved).blocked == grid.blocked).all()


def test_a_ros_map_with_its_picture(lab, tmp_path):
    pytest.importorskip("yaml")
    file = tmp_path / "place.yaml"
    small_grid().save(file, format="ros")
    picture = next(p for p in tmp_path.iterdir() if p != file)
    lab.load(picture, file)
    lab.settle()
    assert not lab.id("message").is_visible(), lab.id("message").inner_text()
    assert "cells" in lab.id("world-facts").inner_text()


def test_a_tiled_map(lab, tmp_path):
    pytest.importorskip("pytiled_parser")
    file = tmp_path / "place.tmx"
    file.write_text(TILED)
    lab.load(file)
    lab.settle()
    assert "1 object" in lab.id("world-facts").inner_text()


def test_a_file_is_dropped_on_the_page(lab, tmp_path):
    file = tmp_path / "dropped.geojson"
    small_world().save(file)
    transfer = lab.page.evaluate_handle(
        """(text) => { const t = new DataTransfer();
           t.items.add(new File([atob(text)], "dropped.geojson")); return t; }""",
        base64.b64encode(file.read_bytes()).decode(),
    )
    lab.page.dispatch_event("body", "dragenter", {"dataTransfer": transfer})
    assert lab.page.locator("#drop").is_visible()
    lab.page.dispatch_event("body", "drop", {"dataTransfer": transfer})
    lab.wait("clearwayLab.lab.scene.items.size === 2")
    assert "dropped" in lab.id("world-name").inner_text()


def test_a_bad_file_gives_the_message_of_python(lab, tmp_path):
    file = tmp_path / "bad.map"
    file.write_text("type octile\nheight 2\nwidth 2\nmap\n..\n")
    lab.load(file)
    with pytest.raises(cw.InvalidInput) as error:
        cw.load(file)
    shown = lab.id("message").inner_text()
    assert shown == str(error.value)
    assert lab.status == "FOUND"  # the old world is still there


def test_undo_brings_the_world_before_a_file_back(lab, tmp_path):
    lab.draw("obstacle", (45, 10), (55, 10), (55, 52), (45, 52))
    before = lab.length
    file = tmp_path / "other.wkt"
    small_world().save(file)
    lab.load(file)
    lab.settle()
    lab.id("undo").click()
    lab.wait_length(before)


def test_a_link_holds_the_world(lab, new_page):
    lab.draw("obstacle", (45, 10), (55, 10), (55, 52), (45, 52))
    lab.set_radius(2)
    lab.drag((10, 30), (12, 40))
    lab.id("share").click()
    lab.wait("location.hash.startsWith('#w=')")
    lab.page.wait_for_selector("[data-testid=message]:has-text('characters')")
    other = new_page(None, fragment=lab.evaluate("location.hash"))
    other.wait("clearwayLab.lab.scene.items.size === 1")
    other.wait_length(lab.length)
    assert other.evaluate("clearwayLab.lab.state.radius") == lab.evaluate(
        "clearwayLab.lab.state.radius"
    )


def test_a_world_too_large_for_a_link_is_refused(new_page):
    lab = new_page("boxes")
    lab.page.locator("summary", has_text="Generate").click()
    lab.id("generator").select_option("coastline")
    lab.id("generate").click()
    lab.wait("clearwayLab.lab.state.summary.name === 'coastline'", 60)
    lab.id("share").click()
    lab.page.wait_for_selector("[data-testid=message]:not([hidden])")
    limit = lab.evaluate("clearwayLab.lab.state.about.limits.share_characters")
    assert str(limit) in lab.id("message").inner_text().replace(",", "")


def test_a_map_of_two_files_is_saved_and_opened_as_one(lab, tmp_path):
    pytest.importorskip("yaml")
    file = tmp_path / "small.map"
    small_grid().save(file)
    lab.load(file)
    lab.settle()
    blocked = lab.evaluate("[...clearwayLab.lab.grid.blocked]")
    saved = lab.save(tmp_path / "out", "ros")
    assert saved.suffix == ".zip"
    lab.open("empty")
    lab.load(saved)
    lab.settle()
    assert not lab.id("message").is_visible(), lab.id("message").inner_text()
    assert lab.evaluate("[...clearwayLab.lab.grid.blocked]") == blocked


def test_a_file_above_the_limit_is_refused_with_the_limit(lab, tmp_path):
    file = tmp_path / "large.geojson"
    file.write_bytes(b" " * (16 * 2**20 + 1))
    before = lab.evaluate("clearwayLab.lab.state.summary.version")
    lab.load(file)
    lab.page.wait_for_selector("[data-testid=message]:not([hidden])")
    shown = lab.id("message").inner_text()
    assert "large.geojson" in shown
    assert "16 MiB" in shown
    assert lab.id("connection").get_attribute("data-state") == "open"
    assert lab.evaluate("clearwayLab.lab.state.summary.version") == before
    file.write_bytes(b" " * (16 * 2**20))  # at the limit: the server reads it
    lab.evaluate("clearwayLab.lab.tell('')")
    lab.load(file)
    lab.page.wait_for_selector("[data-testid=message]:not([hidden])")
    assert lab.id("message").inner_text().startswith("large.geojson:")


def test_what_a_file_does_not_hold_is_said(new_page, tmp_path):
    lab = new_page("door")
    doors = lab.evaluate("clearwayLab.lab.state.summary.doors")
    assert doors
    lab.save(tmp_path, "wkt")
    lab.page.wait_for_selector("[data-testid=message]:not([hidden])")
    assert f"{doors} door" in lab.id("message").inner_text()
    lab.evaluate("clearwayLab.lab.tell('')")
    lab.save(tmp_path, "geojson")
    assert not lab.id("message").is_visible()
