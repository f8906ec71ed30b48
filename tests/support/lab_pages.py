"""Pages of the lab in a browser: what people do there, in the coordinates of the world."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import time

# As root, without a screen, without a network.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def browser_path():
    """The system's Chromium, or None."""
    named = os.environ.get("CLEARWAY_BROWSER")
    return named or next(filter(None, map(shutil.which, BROWSERS)), None)


@contextlib.contextmanager
def serving(*arguments):
    """`clearway lab` in a process of its own; gives its address."""
    command = [sys.executable, "-m", "clearway", "lab", "--no-browser", *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
        try:
            lines = []
            for line in process.stdout:
                lines.append(line.decode())
                found = re.search(r"http://\S+/", lines[-1])
                if found:
                    yield found.group()
                    break
            else:
                raise AssertionError("the server did not start:\n" + "".join(lines))
        finally:
            process.terminate()
            process.wait(20)


class LabPage:
    """A page of the lab. Points are in the world's coordinates."""

    def __init__(self, page, address, builtin="empty"):
        self.page = page
        self.problems = []
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on(
            "console",
            lambda said: said.type in ("error", "warning") and self.problems.append(said.text),
        )
        page.goto(address)
        self.wait("clearwayLab.lab.state.answer !== null")
        if builtin:
            self.open(builtin)

    def id(self, name):
        """The element with a `data-testid`."""
        return self.page.get_by_test_id(name)

    def evaluate(self, expression):
        return self.page.evaluate(expression)

    def wait(self, condition, seconds=60):
        """Until an expression of JavaScript holds."""
        self.page.wait_for_function(f"() => {condition}", timeout=1000 * seconds)

    def settle(self):
        """Until answers, layers and the picture are those of the state."""
        self.wait(
            "(() => { const { lab, stage } = clearwayLab;"
            " return lab.idle && lab.state.answer && document.getElementById('canvas').dataset.drawn !== ''; })()"
        )

    def open(self, builtin):
        version = self.evaluate("clearwayLab.lab.state.summary.version")
        self.id("builtin").select_option(builtin)
        self.wait(f"clearwayLab.lab.state.summary.version > {version}")
        self.settle()

    def at(self, point):
        """The pixel of the page that shows a point."""
        view = json.loads(self.id("canvas").get_attribute("data-view"))
        box = self.id("canvas").bounding_box()
        down = 1 if view["down"] else -1
        return (
            box["x"] + view["width"] / 2 + (point[0] - view["x"]) * view["scale"],
            box["y"] + view["height"] / 2 + down * (point[1] - view["y"]) * view["scale"],
        )

    def click(self, *points):
        for point in points:
            self.page.mouse.click(*self.at(point))

    def drag(self, start, *points, steps=8):
        """Presses at a point and moves through others."""
        mouse = self.page.mouse
        mouse.move(*self.at(start))
        mouse.down()
        for point in points:
            mouse.move(*self.at(point), steps=steps)
        mouse.up()
        self.settle()

    def draw(self, tool, *points):
        """Draws corner by corner."""
        count = self.evaluate("clearwayLab.lab.scene.items.size")
        self.id(f"add-{tool}").click()
        self.click(*points)
        if tool not in ("post", "door", "link"):
            self.page.keyboard.press("Enter")
        self.wait(f"clearwayLab.lab.scene.items.size === {count + 1}")
        self.settle()

    @property
    def status(self):
        return self.id("status").get_attribute("data-status")

    @property
    def length(self):
        """The length as it is shown, or None."""
        text = self.id("length").inner_text()
        return float(text) if text[0].isdigit() else None

    def set_radius(self, radius):
        """Moves the slider, and waits for the answer."""
        self.id("radius").fill(f"{radius:.6g}")  # a slider keeps no more digits
        self.settle()

    def save(self, path, format_name):
        """Saves the world by the button; gives the path with the name that the page suggests."""
        self.id("save-format").select_option(format_name)
        with self.page.expect_download() as download:
            self.id("save-file").click()
        target = path / download.value.suggested_filename
        download.value.save_as(target)
        return target

    def load(self, *paths):
        """Opens files by the button, and waits for the world or a message."""
        version = self.evaluate("clearwayLab.lab.state.summary.version")
        self.id("open-file").set_input_files([str(p) for p in paths])
        self.wait(
            f"clearwayLab.lab.state.summary.version > {version} || clearwayLab.lab.state.message"
        )

    def wait_length(self, wanted, seconds=60):
        """Until the length shown is near a number."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            length = self.length  # read once: it follows the page
            if length is not None and abs(length - wanted) <= 2e-6 * wanted:
                return
            time.sleep(0.02)
        raise AssertionError(f"length {self.length}, not {wanted}; status {self.status}")
