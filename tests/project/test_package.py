"""The package itself: what it exports, how it was built, how fast it starts."""

from __future__ import annotations

import os
import sys

import pytest

import clearway as cw
from support import children
from support.paths import PROJECT


def test_exports_are_sorted_and_there():
    assert cw.__all__ == sorted(cw.__all__)
    for name in cw.__all__:
        value = getattr(cw, name)
        if isinstance(value, type) or callable(value):
            assert value.__module__ == "clearway", name
    assert set(cw.__all__) <= set(dir(cw))
    public = {n for n in vars(cw) if not n.startswith("_") and n != "annotations"}
    modules = {"TYPE_CHECKING", "Any", "VERSION", "cli", "cluster", "experiments"}
    modules |= {"formats", "jupedsim", "lab", "render"}
    assert public - modules <= set(cw.__all__)
    with pytest.raises(AttributeError):
        cw.nonsense  # noqa: B018


def test_version():
    from importlib.metadata import version

    assert cw.__version__ == version("clearway") == cw._core.__version__


def test_built_with_exact_arithmetic():
    assert cw._core.self_test() is True


@pytest.mark.skipif(
    "CLEARWAY_SANITIZED" in os.environ, reason="the sanitized build has no stubs of its own"
)
def test_stub_is_up_to_date():
    stubgen = pytest.importorskip("nanobind.stubgen")
    generator = stubgen.StubGen(cw._core, quiet=True)
    generator.put(cw._core)
    committed = (PROJECT / "src" / "clearway" / "_core.pyi").read_text()
    assert generator.get().strip() == committed.strip(), "run `make stubs`"


def test_every_layer_agrees_with_its_neighbour():
    for path in (PROJECT / "core").rglob("*.[ch]pp"):
        assert "Python.h" not in path.read_text()
        assert "nanobind" not in path.read_text(), path


@pytest.mark.alone
def test_import_is_quick():
    """In processor time, beside numpy's in the same process: neither load nor machine shows."""
    code = (
        "import time; a = time.process_time(); import numpy; b = time.process_time()\n"
        "import clearway; print((time.process_time() - b) / (b - a))"
    )
    shares = [float(children.python("-c", code)) for _ in range(3)]
    assert min(shares) < 4.0  # about 1.6; a plotting library would add 5


@pytest.mark.parametrize("extra", ["typer", "rich", "matplotlib", "shapely", "json", "hashlib"])
def test_import_is_lean(extra):
    code = f"import sys, numpy; before = set(sys.modules); import clearway; print({extra!r} in set(sys.modules) - before)"
    assert children.python("-c", code) == "False\n"


def test_missing_extras_say_what_to_install():
    code = (
        "import sys; sys.modules['typer'] = None; sys.argv = ['clearway']\n"
        "from clearway.cli import main; main()"
    )
    run = children.start(sys.executable, "-c", code)
    assert run.returncode == 2
    assert "[cli]" in run.stderr
    code = (
        "import sys; sys.modules['matplotlib'] = None; import clearway as cw\n"
        "try: cw.World((0, 0, 1, 1)).plot()\n"
        "except cw.MissingExtra as e: print(e)"
    )
    assert "[plot]" in children.python("-c", code)
