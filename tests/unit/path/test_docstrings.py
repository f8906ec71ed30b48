"""The examples in the docstrings of paths run, and every public name of Path has a docstring."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil

import pytest

import clearway as cw
from clearway import _path

MODULES = [f"clearway._path.{module.name}" for module in pkgutil.iter_modules(_path.__path__)]
FOLLOWING = {
    "after", "at", "before", "clearance_at", "clearance_profile", "corridor", "curvature", "heading",
    "poses", "project", "resample", "sample", "times",
}  # fmt: skip


@pytest.mark.parametrize(
    "name",
    [
        *MODULES,
        "clearway._scenarios",
        "clearway._planners",
        "clearway._world",
        "clearway.generate",
        "clearway.shapes",
    ],
)
def test_examples_run(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_every_method_has_a_docstring_and_following_has_examples():
    for name in dir(cw.Path):
        if not name.startswith("_"):
            member = inspect.getattr_static(cw.Path, name)
            doc = inspect.getdoc(member)
            assert doc or name in ("planner", "radius"), name
            assert name not in FOLLOWING or ">>>" in doc, name
