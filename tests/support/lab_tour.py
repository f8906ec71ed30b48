"""Pictures of the lab for the documents: screenshots, and a tour of twenty seconds.

The tour is acted, not filmed: every frame is a state of the page that is reached first and
photographed then, so that it runs evenly however busy the machine is.
"""

from __future__ import annotations

import io
import math
from pathlib import Path

from support.lab_pages import LabPage

FRAME_MS = 125
SIZE = {"width": 1120, "height": 700}
SHOWN = (800, 500)
POINTER = """() => {
  const dot = document.createElement("div");
  dot.id = "tour-pointer";
  dot.innerHTML = '<svg width="22" height="26" viewBox="0 0 22 26"><path d="M2 2v19l5-4.5 3.5 7 3.5-1.700-3.5-6.800H17z" fill="#111" stroke="#fff" stroke-width="1.5"/></svg>';
  dot.style.cssText = "position:fixed;z-index:99;left:0;top:0;pointer-events:none";
  document.body.append(dot);
  addEventListener("pointermove", (e) => { dot.style.transform = `translate(${e.clientX - 2}px,${e.clientY - 2}px)`; }, true);
}"""


def screenshots(browser, address, folder):
    """Writes the screenshots of the documents into a folder; gives their paths."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    written = []

    def shot(page, name):
        page.settle()
        written.append(folder / f"{name}.png")
        page.page.screenshot(path=written[-1])

    def opened(builtin, **options):
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **options})
        return LabPage(context.new_page(), address, builtin)

    lab = opened("demo")
    lab.set_radius(2)
    shot(lab, "path")
    lab.set_radius(3)
    for name in ("triangulation", "clearances", "gates"):
        lab.id(f"layer-{name}").check()
    shot(lab, "clearance")
    lab = opened("city")
    for name in ("channel", "ta*", "tra*", "thpa*"):
        lab.id(f"compare-{name}").check()
    lab.settle()
    lab.id("comparison").scroll_into_view_if_needed()
    shot(lab, "compare")
    lab = opened("demo", color_scheme="dark")
    lab.id("layer-field").check()
    lab.page.evaluate("document.getElementById('panel-body').scrollTo(0, 0)")
    shot(lab, "field-dark")
    lab = opened("caves-grid")
    lab.id("play").click()
    lab.wait("clearwayLab.lab.playback.recording !== null")
    lab.page.evaluate("clearwayLab.lab.playback.pause(); clearwayLab.lab.playback.seek(300)")
    shot(lab, "grid-search")
    lab = opened("boxes")
    lab.id("planner").select_option("vg")
    lab.set_radius(0)
    lab.id("play").click()
    lab.wait("clearwayLab.lab.playback.recording !== null")
    half = "Math.round(clearwayLab.lab.playback.recording.length / 2)"
    lab.page.evaluate(f"clearwayLab.lab.playback.pause(); clearwayLab.lab.playback.seek({half})")
    shot(lab, "corners")
    lab = opened("demo", viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    shot(lab, "narrow")
    for context in browser.contexts:
        context.close()
    return written


class Film:
    """Frames of a page, as an animated picture."""

    def __init__(self, lab, every):
        self.lab, self.every, self.count, self.frames = lab, every, 0, []

    def frame(self, repeat=1):
        """Takes a frame when everything is drawn; with `every` only each such is kept."""
        from PIL import Image

        self.lab.settle()
        for _ in range(repeat):
            self.count += 1
            if self.count % self.every == 0:
                picture = Image.open(io.BytesIO(self.lab.page.screenshot()))
                self.frames.append(picture.convert("RGB").resize(SHOWN, Image.Resampling.LANCZOS))

    def move(self, start, end, steps):
        """The pointer, pressed or not, from pixel to pixel."""
        for i in range(1, steps + 1):
            t = 0.5 - 0.5 * math.cos(math.pi * i / steps)
            self.lab.page.mouse.move(*(a + t * (b - a) for a, b in zip(start, end, strict=True)))
            self.frame()

    def save(self, path):
        first, *others = self.frames
        first.save(
            path, save_all=True, append_images=others, duration=FRAME_MS * self.every, loop=0,
            quality=72, method=4,
        )  # fmt: skip


def middle(locator):
    box = locator.bounding_box()
    return (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def tour(browser, address, path, every=1):
    """Writes the tour; with `every` > 1 only some of its frames. Gives the number of frames."""
    context = browser.new_context(viewport=SIZE)
    lab = LabPage(context.new_page(), address, "demo")
    lab.page.evaluate(POINTER)
    film = Film(lab, every)
    mouse = lab.page.mouse
    lab.set_radius(2)
    lab.page.mouse.move(*lab.at((60, 8)))
    film.frame(6)

    # The goal is dragged; the path follows.
    goal = lab.at((115, 39))
    film.move(lab.at((60, 8)), goal, 4)
    mouse.down()
    film.move(goal, lab.at((112, 62)), 8)
    film.move(lab.at((112, 62)), lab.at((114, 25)), 12)
    mouse.up()

    # An obstacle is drawn across the path.
    ring = [(44, 17), (55, 19), (57, 33), (46, 32)]
    film.move(lab.at((114, 25)), middle(lab.id("add-obstacle")), 4)
    lab.id("add-obstacle").click()
    at = middle(lab.id("add-obstacle"))
    for corner in ring:
        film.move(at, lab.at(corner), 3)
        at = lab.at(corner)
        mouse.click(*at)
        film.frame()
    lab.page.keyboard.press("Enter")
    lab.wait("clearwayLab.lab.state.lifted === null && clearwayLab.lab.state.tool === 'select'")
    film.frame(4)

    # With the mesh shown it is dragged about; the mesh repairs itself.
    lab.id("layer-triangulation").check()
    lab.page.evaluate("document.getElementById('panel-body').scrollTo(0, 0)")
    film.frame(3)
    grip = lab.at((51, 24))
    film.move(at, grip, 2)
    mouse.down()
    film.move(grip, lab.at((28, 33)), 12)
    film.move(lab.at((28, 33)), lab.at((50, 46)), 10)
    mouse.up()
    lab.page.keyboard.press("Escape")
    lab.id("layer-triangulation").uncheck()
    lab.page.evaluate("document.getElementById('panel-body').scrollTo(0, 0)")

    # The disc grows, and takes other gaps.
    lab.id("layer-gates").check()
    lab.page.evaluate("document.getElementById('panel-body').scrollTo(0, 0)")
    film.frame(2)
    for i in range(14):
        lab.set_radius(2 + 0.16 * i)
        film.frame()
    film.frame(3)
    lab.id("layer-gates").uncheck()
    lab.set_radius(1)

    # Planners side by side.
    for name in ("channel", "ta*", "tra*", "thpa*"):
        lab.id(f"compare-{name}").check()
        film.frame(3)
    lab.id("comparison").scroll_into_view_if_needed()
    film.frame(8)
    for name in ("channel", "ta*", "tra*", "thpa*"):
        lab.id(f"compare-{name}").uncheck()
    play_search(film, "caves-grid")
    context.close()
    film.save(path)
    return film.count


def play_search(film, builtin):
    """The search of a grid, then the distance field in the dark."""
    lab = film.lab
    lab.open(builtin)
    lab.id("play").click()
    lab.wait("clearwayLab.lab.playback.recording !== null")
    lab.page.evaluate("clearwayLab.lab.playback.pause()")
    length = lab.evaluate("clearwayLab.lab.playback.recording.length")
    for i in range(1, 25):
        lab.page.evaluate(f"clearwayLab.lab.playback.seek({i * length / 24})")
        film.frame()
    film.frame(3)
    lab.id("play-stop").click()
    lab.open("demo")
    lab.id("theme").click()
    lab.id("layer-field").check()
    lab.page.evaluate("document.getElementById('panel-body').scrollTo(0, 0)")
    film.frame(4)
    goal = lab.at((115, 39))
    lab.page.mouse.move(*goal)
    lab.page.mouse.down()
    film.move(goal, lab.at((60, 10)), 12)
    lab.page.mouse.up()
    film.frame(4)
