"""Messages about missing extras fit how Clearway was installed."""

from __future__ import annotations

import json
import pickle

import pytest

import clearway as cw
from clearway import _installed

REQUIRES = ['numpy', 'typer; extra == "cli"', 'rich; extra == "cli"', 'clearway[cli]; extra == "all"']  # fmt: skip


class Distribution:
    def __init__(self, files):
        self.files, self.requires = files, REQUIRES

    def read_text(self, name):
        return self.files.get(name)


def local(editable):
    found = {
        "url": "file:///home/me/clear%20way",
        "dir_info": {"editable": True} if editable else {},
    }
    return {"INSTALLER": "pip\n", "direct_url.json": json.dumps(found)}


@pytest.mark.parametrize(
    ("files", "command"),
    [
        ({"INSTALLER": "pip\n"}, "pip install 'clearway[cli]'"),
        ({}, "pip install 'clearway[cli]'"),
        ({"INSTALLER": "uv"}, "uv pip install 'clearway[cli]'"),
        ({"INSTALLER": "conda"}, "conda install typer rich"),
        (local(True), "pip install -e '/home/me/clear way[cli]'"),
        (local(False), "pip install '/home/me/clear way[cli]'"),
        ({"direct_url.json": "{"}, "pip install 'clearway[cli]'"),
    ],
)
def test_the_command_fits_the_installation(monkeypatch, files, command):
    monkeypatch.setattr(_installed.metadata, "distribution", lambda name: Distribution(files))
    assert _installed.how_to_install("cli") == command
    assert str(cw.MissingExtra("a thing", "cli")) == f"a thing needs an extra: {command}"


def test_pipx(monkeypatch):
    monkeypatch.setattr(_installed.metadata, "distribution", lambda name: Distribution({}))
    monkeypatch.setattr(_installed.sys, "prefix", "/home/me/.local/pipx/venvs/clearway")
    assert _installed.how_to_install("cli") == "pipx inject clearway typer rich"


def test_without_metadata(monkeypatch):
    def missing(name):
        raise _installed.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(_installed.metadata, "distribution", missing)
    assert _installed.how_to_install("plot") == "pip install 'clearway[plot]'"


def test_the_error_can_be_pickled():
    error = pickle.loads(pickle.dumps(cw.MissingExtra("plotting", "plot")))
    assert (error.extra, error.feature) == ("plot", "plotting")
