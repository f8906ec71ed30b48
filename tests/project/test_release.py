"""What a release consists of: one version, lower bounds, workflows that run what people run."""

from __future__ import annotations

import re
import tomllib

import pytest

import requirements
from support.paths import PROJECT

PYPROJECT = tomllib.loads((PROJECT / "pyproject.toml").read_text())
VERSION = PYPROJECT["project"]["version"]


def test_the_version_is_in_one_place():
    """Everything else reads it there; what cannot is compared here."""
    assert re.search(
        rf"^version: {re.escape(VERSION)}$", (PROJECT / "CITATION.cff").read_text(), re.M
    )
    stubs = (PROJECT / "src" / "clearway" / "_core.pyi").read_text()  # of `make stubs`
    assert f"VERSION: str = '{VERSION}'" in stubs
    assert f"## {VERSION}" in (PROJECT / "CHANGELOG.md").read_text()
    for file in (*PROJECT.glob("src/clearway/*.py"), PROJECT / "CMakeLists.txt"):
        assert f'"{VERSION}"' not in file.read_text(), file


def test_dependencies_have_lower_bounds():
    listed = [*PYPROJECT["project"]["dependencies"], *requirements.requirements("all")]
    listed += requirements.requirements("test")
    for requirement in listed:
        assert re.match(r"[\w-]+==[\d.]+$", requirements.oldest(requirement)), requirement
    with pytest.raises(ValueError, match="no lower bound"):
        requirements.oldest("numpy")


def test_the_workflow_runs_what_ci_runs():
    yaml = pytest.importorskip("yaml")
    folder = PROJECT / ".github" / "workflows"
    if not folder.is_dir():
        pytest.skip("an sdist has no workflows")
    steps = yaml.safe_load((folder / "ci.yml").read_text())["jobs"]["test"]["steps"]
    assert ".ci/run" in [step.get("run") for step in steps]
    assert (PROJECT / ".ci" / "run").stat().st_mode & 0o111
    for file in (*folder.glob("*.yml"), *PROJECT.glob(".github/ISSUE_TEMPLATE/*.yml")):
        assert yaml.safe_load(file.read_text()), file


def test_wheels_are_configured_for_every_system():
    """3.11 by its own wheel, 3.12 and later by the stable ABI."""
    config = PYPROJECT["tool"]["cibuildwheel"]
    assert config["build"][:2] == ["cp311-*", "cp312-*"]
    assert PYPROJECT["tool"]["scikit-build"]["wheel"]["py-api"] == "cp312"
    assert set(config["linux"]["archs"]) == {"x86_64", "aarch64"}
    assert {"macos", "windows"} <= set(config)
