"""`clearway serve` and `clearway lab`: one world for many clients, descriptions, counters."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading

import httpx
import numpy as np
import pytest

import clearway as cw
from clearway.lab.openapi import openapi
from clearway.lab.registry import ACTIONS
from clearway.lab.results import RESULTS
from support.lab_client import running, until


def test_all_clients_share_one_world(shared, world):
    assert shared.get("about")["mode"] == "serve"
    assert shared.http.get("/").status_code == 404
    assert shared.http.get("/page/index.html").status_code == 404
    assert shared.post("session")["session"] == "default"
    made = shared.post("edit", edits=[{"op": "add_post", "point": [30, 30]}])
    assert made["handles"] == [6]
    assert len(world) == 4  # the very world that was given
    got = shared.post("path", start=[22, 30], goal=[38, 30], radius=1.0)["answers"][0]
    assert got["length"] == world.find_path((22, 30), (38, 30), 1.0).length
    assert shared.http.delete("/api/session").json() == {"freed": False}
    assert shared.get("world")["obstacles"] == 4


def test_many_clients_at_once(shared, world):
    """Queries during edits: each answer is that of one version, and edits come in order."""
    rng = np.random.default_rng(1)
    pairs = rng.uniform((61, 0), (100, 60), (40, 2, 2)).tolist()
    post = rng.uniform((61, 0), (100, 60), (25, 2)).tolist()
    answers, handles, failures = [], [], []

    def ask(client):
        for a, b in pairs:
            got = client.post("/api/path", json={"start": a, "goal": b, "radius": 0.5}).json()
            answers.append((a, b, got["version"], got["answers"][0]["length"]))

    def change(client):
        for point in post:
            got = client.post(
                "/api/edit", json={"edits": [{"op": "add_post", "point": point}]}
            ).json()
            handles.append((got["version"], got["handles"][0], point))

    def guarded(work):
        def run():
            try:
                with httpx.Client(base_url=shared.url, timeout=60) as client:
                    work(client)
            except Exception as error:
                failures.append(error)

        return threading.Thread(target=run)

    threads = [guarded(ask) for _ in range(4)] + [guarded(change) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    versions = [version for version, *_ in handles]
    assert sorted(versions) == list(range(min(versions), min(versions) + 50))
    assert len({handle for _, handle, _ in handles}) == 50
    # replayed in the order of the versions, the world gives the same answers
    again = cw.World((0, 0, 100, 60))
    again.__setstate__(world.__getstate__())
    again.remove([handle for _, handle, _ in handles])
    done, todo = min(versions) - 1, sorted(handles)
    for a, b, version, length in sorted(answers, key=lambda row: row[2]):
        while done < version:
            _, _, point = todo.pop(0)
            again.add_post(point)
            done += 1
        expected = again.find_path(a, b, 0.5).length
        assert length == pytest.approx(expected, rel=1e-12) or (
            length is None and np.isinf(expected)
        )
    world.validate()


def test_metrics(shared):
    shared.post("path", start=[1, 1], goal=[2, 2])
    shared.error("path", start=[1, 1])
    shared.error("nonsense")
    shared.post("edit", edits=[{"op": "add_post", "point": [30, 30]}])
    text = shared.http.get("/api/metrics").text
    values = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert values['clearway_requests_total{action="path",status="200"}'] == "1"
    assert values['clearway_requests_total{action="path",status="400"}'] == "1"
    assert values['clearway_requests_total{action="unknown",status="404"}'] == "1"
    assert values["clearway_edits_total"] == "1"
    assert int(values["clearway_resident_bytes"]) > 2**20
    buckets = [int(v) for k, v in values.items() if "_bucket" in k]
    assert buckets == sorted(buckets)
    assert buckets[-1] == int(values["clearway_request_seconds_count"])


def test_the_description_names_every_action(shared):
    described = shared.get("openapi.json")
    assert described == json.loads(json.dumps(openapi()))
    assert described["openapi"].startswith("3.1")
    for name, action in ACTIONS.items():
        path = described["paths"][f"/api/{name}"]
        assert path["post"]["summary"] == action.summary
        assert action.summary.endswith(".")
        assert ("get" in path) == action.get
    schema = described["paths"]["/api/path"]["post"]["requestBody"]["content"]["application/json"][
        "schema"
    ]
    assert schema["required"] == ["start", "goal"]
    assert schema["properties"]["radius"] == {"type": "number"}
    answer = described["paths"]["/api/path"]["post"]["responses"]["200"]["content"]
    assert set(answer["application/json"]["schema"]["required"]) == {
        "version",
        "optimum",
        "answers",
    }
    assert set(ACTIONS) - set(RESULTS) == {"save"}  # bytes, not JSON
    referred = set(re.findall(r"#/components/schemas/(\w+)", json.dumps(described)))
    assert referred == described["components"]["schemas"].keys()
    for name, known in (("mesh", "since"), ("save", "format")):
        assert shared.http.get(f"/api/{name}", params={known: "0"}).status_code in (200, 400)
        listed = described["paths"][f"/api/{name}"]["get"]["parameters"]
        assert known in [parameter["name"] for parameter in listed]
    names = [op["operationId"] for path in described["paths"].values() for op in path.values()]
    assert len(names) == len(set(names))


def test_about_agrees_with_the_library(lab):
    about = lab.get("about")
    assert {p["name"] for p in about["planners"]} == set(cw.planners())
    assert {g["name"] for g in about["generators"]} == set(cw.generate.KINDS)
    by_name = {p["name"]: p for p in about["planners"]}
    assert by_name["ta*"]["anytime"]
    assert by_name["optimal"]["discs"]
    assert not by_name["vg"]["discs"]
    maze = next(g for g in about["generators"] if g["name"] == "maze")
    assert maze["parameters"][0] == {"name": "size", "type": "int", "default": 200}
    assert about["version"] == cw.__version__


def test_reports(tmp_path, world):
    from clearway.lab.reports import Reports

    folder = tmp_path / "reports" / "one"
    (folder / "figures").mkdir(parents=True)
    (folder / "report.md").write_text("# A title\n\ntext\n")
    (folder / "figures" / "a.svg").write_text("<svg/>")
    (tmp_path / "secret.svg").write_text("secret")
    with running(world, reports=Reports(tmp_path / "reports")) as lab:
        [report] = lab.get("reports")["reports"]
        assert (report["name"], report["title"]) == ("one", "A title")
        [figure] = report["figures"]
        shown = lab.http.get(figure["url"])
        assert (shown.text, shown.headers["content-type"]) == ("<svg/>", "image/svg+xml")
        for bad in (
            "/api/reports/one/..%2f..%2fsecret.svg",
            "/api/reports/../secret.svg",
            "/api/reports/one/b.svg",
        ):
            assert lab.http.get(bad).status_code == 404
        assert lab.get("about")["reports"] is True


# --- the commands -------------------------------------------------------------------------------


def started(*arguments):
    """The process of a command, and the address that it prints."""
    process = subprocess.Popen(
        [sys.executable, "-m", "clearway", *map(str, arguments), "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    text = ""
    while "}" not in text:
        line = process.stdout.readline()
        assert line, process.stderr.read()
        text += line
    return process, json.loads(text)["url"]


def ended(process):
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    return process.returncode, err


@pytest.fixture
def file(world, tmp_path):
    world.save(tmp_path / "w.geojson")
    return tmp_path / "w.geojson"


@pytest.mark.skipif(os.name == "nt", reason="Ctrl+C is sent differently there")
@pytest.mark.parametrize("command", ["lab", "serve"])
def test_commands(command, file):
    options = ["--no-browser"] if command == "lab" else []
    process, url = started(command, file, *options)
    try:
        assert url.startswith("http://127.0.0.1:")
        with httpx.Client(base_url=url, timeout=60) as client:
            assert client.get("/api/world").json()["obstacles"] == 3
            assert client.get("/api/world").json()["name"] == "w.geojson"
            page = client.get("/")
            assert page.status_code == (200 if command == "lab" else 404)
    finally:
        status, err = ended(process)
    assert (status, err) == (0, "")


@pytest.mark.skipif(os.name == "nt", reason="Ctrl+C is sent differently there")
@pytest.mark.parametrize("options", [[], ["--no-browser"]])
def test_the_browser_is_opened_unless_told_otherwise(options, file, tmp_path, monkeypatch):
    """By a browser that returns only after it has loaded the page."""
    seen = tmp_path / "seen"
    program = tmp_path / "browser.py"
    program.write_text(
        "import sys, urllib.request as r\n"
        "page = r.urlopen(sys.argv[1], timeout=60).read()\n"
        f"open({str(seen)!r}, 'w').write(f'{{sys.argv[1]}} {{b\"Clearway lab\" in page}}')\n"
    )
    monkeypatch.setenv("BROWSER", f"{sys.executable} {program} %s")
    process, url = started("lab", file, *options)
    try:
        if options:
            httpx.get(f"{url}api/health", timeout=60)
            assert not seen.exists()
        else:
            until(lambda: seen.exists() and seen.read_text() == f"{url} True")
    finally:
        assert ended(process) == (0, "")


def test_a_port_that_is_taken(file):
    process, url = started("serve", file)
    try:
        port = url.rstrip("/").rpartition(":")[2]
        again = subprocess.run(
            [sys.executable, "-m", "clearway", "serve", str(file), "--port", port],
            capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
        assert again.returncode == 2
        assert f"port {port}" in again.stderr
    finally:
        ended(process)


def test_only_this_machine_can_connect(file):
    process, url = started("serve", file)
    try:
        port = int(url.rstrip("/").rpartition(":")[2])
        listening = subprocess.run(
            [sys.executable, "-c", f"import socket; socket.create_connection(('127.0.0.2', {port}), 2)"],
            capture_output=True, timeout=60, check=False,
        )  # fmt: skip
        assert listening.returncode != 0
    finally:
        ended(process)


def test_without_the_extra(file):
    code = (
        "import sys; sys.modules['uvicorn'] = None; sys.modules['starlette'] = None\n"
        f"sys.argv = ['clearway', 'serve', {str(file)!r}]\n"
        "from clearway.cli import main; main()"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )
    assert run.returncode == 2
    assert "[lab]" in run.stderr
