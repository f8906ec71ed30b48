"""Progress of the commands on a terminal, seen through a pseudo-terminal."""

from __future__ import annotations

import os
import re
import sys

import pytest

import clearway as cw
from clearway import _progress
from clearway.cli import app

pty = pytest.importorskip("pty", reason="pseudo-terminals are those of POSIX")


@pytest.fixture
def shown(monkeypatch, tmp_path):
    """Runs a command whose standard error is a terminal; returns what it has shown there."""
    monkeypatch.setattr(_progress, "DELAY", 0.0)
    enter = _progress.Progress.__enter__

    def drawn_at_once(self):  # also work that ends before the thread has its turn
        enter(self)
        if self._is_shown:
            self._draw()
        return self

    monkeypatch.setattr(_progress.Progress, "__enter__", drawn_at_once)
    cw.generate.rooms(size=60, seed=1, form="grid").save(tmp_path / "rooms.map")
    monkeypatch.chdir(tmp_path)

    def run(*words):
        reader, writer = pty.openpty()
        with os.fdopen(writer, "w") as terminal, monkeypatch.context() as patch:
            patch.setattr(sys, "stderr", terminal)
            status = app.run(list(words))
        text = b""
        while True:
            try:
                part = os.read(reader, 65536)
            except OSError:  # the other side is closed
                break
            if not part:
                break
            text += part
        os.close(reader)
        return status, text.decode()

    return run


@pytest.mark.parametrize(
    ("words", "titles"),
    [
        ("generate rooms --size 80 -o new.geojson", ["generating rooms"]),
        ("convert rooms.map new.geojson", ["reading rooms.map", "tracing"]),
        ("info rooms.map", ["describing rooms.map"]),
        ("path rooms.map 1.5,1.5 55.5,50.5 --snap 5 --planner thpa*", ["searching with thpa*"]),
        ("render rooms.map rooms.svg --levels", ["drawing rooms.svg"]),
        ("bench rooms.map --queries 20 --planner jps,vg", ["bench"]),
    ],
)
def test_commands_show_their_progress_on_a_terminal(shown, capsys, words, titles):
    status, text = shown(*words.split())
    assert status == 0, text
    for title in titles:
        assert re.search(rf"\r{re.escape(title)} [^\r]*\d+ s\x1b\[K\r\n", text), text


def test_elsewhere_commands_show_none(shown, capfd):
    assert app.run(["info", "rooms.map"]) == 0
    assert capfd.readouterr().err == ""
