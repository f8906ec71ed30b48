"""The documents of the lab: the client runs, limits and actions are those of the code."""

from __future__ import annotations

import json
import re
import shutil

import pytest

import clearway as cw
from clearway.lab.layers import LAYERS
from clearway.lab.limits import LabLimits
from clearway.lab.registry import ACTIONS
from support import children
from support.lab_client import running
from support.paths import PROJECT

HOW_TO = PROJECT / "docs" / "how-to"
PROTOCOL = (PROJECT / "docs" / "reference" / "lab-protocol.md").read_text()


def test_the_client_of_thirty_lines(tmp_path):
    [code] = re.findall(r"```javascript\n(.*?)```", (HOW_TO / "serve.md").read_text(), re.DOTALL)
    assert len(code[: code.index("\nconst world")].splitlines()) <= 30
    node = shutil.which("node")
    if node is None:
        pytest.skip("no Node.js: the client of docs/how-to/serve.md is not run")
    (tmp_path / "client.mjs").write_text(code)
    world = cw.World((0, 0, 100, 60))
    with running(world, shared=True) as server:
        said = json.loads(children.run(node, tmp_path / "client.mjs", server.url, seconds=60))
        assert said["before"] == 90.0
        world.add([(40, 20), (60, 20), (60, 40), (40, 40)])
        path = world.find_path((5, 30), (95, 30), 1.0)
        assert (said["after"], said["points"]) == (path.length, len(path.points))
        assert len(world) == 1  # the client has removed its box


def test_every_action_and_layer_is_in_the_protocol():
    for name in ACTIONS:
        assert re.search(rf"`{name}`", PROTOCOL), name
    for name in LAYERS:
        assert f"| `{name}` |" in PROTOCOL, name
    listed = set(re.findall(r"^\| `(\w+)` \|", PROTOCOL.split("`layer`")[1], re.MULTILINE))
    assert listed == set(LAYERS)


def test_limits_are_told():
    limits = LabLimits()
    text = (HOW_TO / "lab.md").read_text()
    for value in (limits.points, limits.cells, limits.share_characters):
        assert f"{value:,}" in text
    assert f"{limits.upload_bytes // 2**20} MiB" in text
    named = re.search(r"`limits`: `\{(.*?)\}`", PROTOCOL, re.DOTALL)
    assert set(re.split(r"[,\s]+", named[1])) == set(limits.told())


def test_statuses_are_told():
    from clearway.lab import errors

    for kind in errors.LabError.__subclasses__():
        row = re.search(rf"\| {kind.status} \| .*`{kind.__name__}`", PROTOCOL)
        assert row, kind.__name__
