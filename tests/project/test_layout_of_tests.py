"""The layout of tests: what they may import, and where they lie."""

from __future__ import annotations

import ast

from support.paths import TESTS

OURS = {path.stem if path.is_file() else path.name for path in TESTS.iterdir()}
SHARED = {"oracle", "support"}


def imported(file):
    """The first words of the modules that a file names in its imports."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield (node.module or "").split(".")[0] if node.level == 0 else "."


def test_no_file_imports_a_test():
    for file in TESTS.rglob("*.py"):
        names = set(imported(file))
        assert not {name for name in names if name.startswith(("test_", "conftest"))}, file
        assert not names & (OURS - SHARED), file
        assert (file.parent / "__init__.py").exists() or "." not in names, file


def test_oracles_do_not_import_the_library_or_support():
    """They judge it: `oracle.scene.build` is given the module that it builds with."""
    for file in (TESTS / "oracle").glob("*.py"):
        assert not {"clearway", "support"} & set(imported(file)), file


def test_shared_packages_hold_no_tests():
    for package in SHARED:
        assert (TESTS / package / "__init__.py").exists()
        assert not list((TESTS / package).rglob("test_*.py"))
