"""`python -m docsite`: builds the site into build/site. `--check` only checks one that is there."""

from __future__ import annotations

import shutil
import subprocess
import sys

from . import complete
from .check import complaints
from .reference import write_reference
from .stage import ROOT, Stage

BUILD = ROOT / "build"
SITE = BUILD / "site"


def build() -> int:
    """Stages the pages and has Sphinx build them; warnings and gaps in the reference are errors."""
    lacking = complete.complaints()
    if lacking:
        print(*lacking, sep="\n")
        return 1
    staged = BUILD / "site-pages"
    shutil.rmtree(staged, ignore_errors=True)
    stage = Stage(staged)
    stage.add_all()
    write_reference(stage)
    stage.finish()
    (staged / "_static").mkdir()
    here = ROOT / "tools" / "docsite"
    shutil.copy(here / "conf.py", staged / "conf.py")
    for name in ("site.css", "site.js"):
        shutil.copy(here / name, staged / "_static" / name)
    shutil.rmtree(SITE, ignore_errors=True)
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html"]
    return subprocess.run(
        [*command, "-d", str(BUILD / "site-doctrees"), str(staged), str(SITE)], check=False
    ).returncode


def main() -> int:
    """Builds and checks; returns the exit status."""
    if "--check" not in sys.argv and build() != 0:
        return 1
    found = complaints(SITE)
    print(*found, sep="\n", end="\n" if found else "")
    pages = sum(1 for _ in SITE.rglob("*.html"))
    if not found:
        folder = SITE.relative_to(ROOT)
        print(f"{pages} pages in {folder}; every link and anchor resolves, offline.")
        print(f"Open {folder}/index.html, or `make docs-serve`.")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
