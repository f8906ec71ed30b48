"""Is the lab's page fluent in a large world: frames per second, and from a drag to the new path?

Measured in the browser, headless and drawing in software: `pan_fps` and `zoom_fps` with the mesh
shown, beside `empty_fps`, the same movement of an empty world; `frame_cpu_ms`, what a frame costs
the page's thread; `drag_ms`, from the movement of the pointer to the frame that shows the new path,
beside `drag_server_cpu_ms` and `drag_page_cpu_ms`, what server and page spend on it. On a busy
machine trust the CPU times.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from statistics import median

TITLE = "lab-page"

# Frames while the camera moves in each of them, as it does for a pointer or a wheel.
FRAMES = """async ([kind, seconds]) => {
  const { stage } = clearwayLab;
  const begin = performance.now();
  let [frames, last, slowest] = [0, begin, 0];
  while (last - begin < 1000 * seconds) {
    const t = (last - begin) / 1000;
    if (kind === "pan") stage.camera.pan(9 * Math.cos(t), 6 * Math.sin(1.3 * t));
    else stage.camera.zoom(Math.exp(0.03 * Math.sin(2 * t)), [stage.camera.width / 2, 200]);
    stage.cameraMoved();
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    slowest = Math.max(slowest, now - last);
    [frames, last] = [frames + 1, now];
  }
  const moved = performance.now();
  const canvas = document.getElementById("canvas");
  while (canvas.dataset.drawn === "") await new Promise(requestAnimationFrame);
  return { fps: frames / ((last - begin) / 1000), slowest, sharp: performance.now() - moved };
}"""

# From a movement of the pointer to the frame after the answer.
LATENCIES = """() => {
  const { lab } = clearwayLab;
  const taken = (window.latencies = []);
  let moved = null;
  lab.store.watch(["answer"], () => {
    const since = moved;
    moved = null;
    if (since !== null) requestAnimationFrame(() => taken.push(performance.now() - since));
  });
  // The same movement comes early, and once more with the next frame.
  let place = "";
  const see = (event) => {
    const now = `${event.clientX} ${event.clientY}`;
    if (now !== place) moved ??= event.timeStamp;
    place = now;
  };
  for (const type of ["pointerrawupdate", "pointermove"])
    document.getElementById("canvas").addEventListener(type, see, true);
}"""

# The middle of a box beside the path, in the middle of the world.
BOX = """() => {
  const { lab } = clearwayLab;
  const points = lab.state.answer.points;
  const k = 2 * Math.floor(points.length / 4);
  let best = null, least = Infinity;
  for (const { box } of lab.scene.items.values()) {
    const at = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
    const far = Math.hypot(at[0] - points[k], at[1] - points[k + 1]);
    if (far < least) [best, least] = [at, far];
  }
  return best;
}"""


def run(quick=False):
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
    try:
        from playwright.sync_api import sync_playwright

        from support.lab_pages import FLAGS, LabPage, browser_path, serving
    except ImportError as error:
        return [{"skipped": str(error)}]
    path = browser_path()
    if path is None:
        return [{"skipped": "no Chromium"}]
    name = "boxes" if quick else "boxes-10000"
    with serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        lab = LabPage(page, address, "empty")
        seconds = 1 if quick else 4
        empty = page.evaluate(FRAMES, ["pan", seconds])["fps"]
        lab.open(name)
        row = {"world": name, "empty_fps": empty, **frames(lab, seconds)}
        row |= drags(lab, 10 if quick else 60, server_of(address))
        browser.close()
    return [row]


def server_of(address):
    """The process that serves an address: a child of this one."""
    listing = subprocess.run(
        ["ps", "-o", "pid=,args=", "--ppid", str(os.getpid())],
        capture_output=True,
        text=True,
        check=False,
    )
    return next(
        (int(line.split()[0]) for line in listing.stdout.splitlines() if " lab " in line), None
    )


def cpu_seconds(process):
    try:
        times = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    except OSError:
        return float("nan")
    return (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK")


def busy(session):
    """CPU seconds of the page's main thread."""
    metrics = {m["name"]: m["value"] for m in session.send("Performance.getMetrics")["metrics"]}
    return metrics["TaskDuration"]


def frames(lab, seconds):
    lab.id("layer-triangulation").check()
    lab.settle()
    session = lab.page.context.new_cdp_session(lab.page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    before, drawn = busy(session), lab.evaluate("clearwayLab.stage.frames")
    pan = lab.page.evaluate(FRAMES, ["pan", seconds])
    zoom = lab.page.evaluate(FRAMES, ["zoom", seconds])
    drawn = lab.evaluate("clearwayLab.stage.frames") - drawn
    cpu = (busy(session) - before) / drawn
    lab.id("layer-triangulation").uncheck()
    lab.id("zoom-fit").click()
    return {
        "triangles": lab.evaluate("clearwayLab.lab.mesh.count"),
        "pan_fps": pan["fps"],
        "zoom_fps": zoom["fps"],
        "frame_cpu_ms": 1e3 * cpu,
        "slowest_frame_ms": max(pan["slowest"], zoom["slowest"]),
        "sharp_ms": max(pan["sharp"], zoom["sharp"]),
    }


def drags(lab, count, server):
    """Drags a box across the path, one movement after the other."""
    box = lab.page.evaluate(BOX)
    lab.page.mouse.move(*lab.at(box))
    for _ in range(4):
        lab.page.mouse.wheel(0, -400)
        lab.page.wait_for_timeout(50)
    lab.settle()
    lab.page.evaluate(LATENCIES)
    x, y = lab.at(box)
    lab.page.mouse.move(x, y)
    lab.page.mouse.down()
    session = lab.page.context.new_cdp_session(lab.page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    before, page_before = cpu_seconds(server), busy(session)
    for i in range(count):
        lab.page.mouse.move(x + 3 * (i % 20), y + 2 * (i % 20))
        lab.settle()
        lab.page.wait_for_timeout(60)
    spent, page_spent = cpu_seconds(server) - before, busy(session) - page_before
    lab.page.mouse.up()
    lab.settle()
    taken = sorted(lab.page.evaluate("latencies"))[: count + 1]
    return {
        "drags": len(taken),
        "drag_ms": median(taken),
        "drag_server_cpu_ms": 1e3 * spent / count,
        "drag_page_cpu_ms": 1e3 * page_spent / count,
        "drag_p95_ms": taken[int(0.95 * (len(taken) - 1))],
    }
