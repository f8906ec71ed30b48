"""Runs the code of documentation pages: `python tools/pages.py [PAGE ...]`, or all pages.

The blocks of a page are one program, in the order of the page: ```python blocks, ```diff blocks as
they are after the change, lines that begin with `clearway` in other blocks (of those that take
minutes or data only the options are checked), and hidden comments `<!-- run: ... -->` that make the
files and worlds which a page takes for granted. It runs in an empty folder, with warnings as
errors. Comments say what a line prints or is:

    print(path.length)  # 12.5: words after a colon are not compared
    world.clearance((3, 4))  # 2.5

Pictures that a page shows from images/tutorials/ are made by this run; the program saves each under
its name. With `--pictures` they are copied to docs/images/tutorials.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs" / "images" / "tutorials"
PARTS = re.compile(r"^```(\w*)\n(.*?)^```$|^<!-- run:\n(.*?)^-->$", re.DOTALL | re.MULTILINE)
COMMAND = re.compile(r"^(?:\w+ [\w.]+ \| )?clearway .*", re.MULTILINE)
# Not run: it takes minutes, serves until it is ended, or has a place for something of the reader's,
# in capitals.
UNRUN = re.compile(r" experiment (?:run|report) |clearway (?:lab|serve)\b| [A-Z]{3,}\b")
PRELUDE = """
def _command(line):
    import subprocess
    done = subprocess.run(line, shell=True, capture_output=True, text=True)
    assert done.returncode == 0, (line, done.returncode, done.stderr)

def _known(line):
    import re
    import subprocess
    words = re.match(r"clearway(?: [a-z]+)+", line)[0].split()
    words = words[:3] if words[1] == "experiment" else words[:2]
    said = subprocess.run([*words, "--help"], capture_output=True, text=True)
    assert said.returncode == 0, words
    unknown = [o for o in re.findall(r" (--?[a-z-]+)", line) if o not in said.stdout]
    assert not unknown, (line, unknown)

def _check(value, owed, line):
    import math
    import numpy
    if isinstance(owed, (tuple, list)):
        value = value.tolist() if isinstance(value, numpy.ndarray) else value
        same = len(value) == len(owed)
        for v, o in zip(value, owed):
            _check(v, o, line)
    elif isinstance(owed, float) and not isinstance(owed, bool):
        same = math.isclose(value, owed, rel_tol=1e-3)
    else:
        same = value == owed
    assert same, f"{line}: {value!r}"
"""


def pages() -> list[Path]:
    """All pages that contain code, README.md first."""
    found = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return [page for page in found if program(page.read_text())]


def is_print(node: ast.expr) -> bool:
    """Whether it is a call of `print`: what that prints is compared instead."""
    return (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    )


def comment_behind(node: ast.stmt, lines: list[str]) -> str:
    """The comment on the last line of a statement; empty if there is none."""
    rest = lines[(node.end_lineno or node.lineno) - 1].encode()[node.end_col_offset or 0 :]
    return rest.decode().strip()


def checked(code: str) -> str:
    """The code, with the values of expressions compared with the comments behind them."""
    lines = code.splitlines()
    for node in ast.parse(code).body:
        last = node.end_lineno or node.lineno
        comment = comment_behind(node, lines)
        if not isinstance(node, ast.Expr) or not comment.startswith("# ") or is_print(node.value):
            continue
        stated = re.fullmatch(r"# (\{.*?\}|.*?)(?:: .*)?", comment)
        try:
            owed = ast.literal_eval(re.sub(r"^array\((.*)\)$", r"\1", stated[1] if stated else ""))
        except (SyntaxError, ValueError):
            continue
        source = ast.get_source_segment(code, node)
        lines[node.lineno - 1 : last] = [
            f"_check(({source}), {owed!r}, {source!r})",
            *[""] * (last - node.lineno),
        ]
    return "\n".join(lines) + "\n"


def program(text: str) -> str:
    """The code of a page; empty when it has none."""
    parts = []
    for language, block, hidden in PARTS.findall(text):
        if language == "python":
            parts.append(checked(block))
        elif language == "diff":
            kept = (line[1:] for line in block.splitlines() if not line.startswith("-"))
            parts.append(checked("\n".join(kept)))
        elif hidden:
            parts.append(hidden)
        elif language in ("", "sh"):
            for line in (line.split("  #")[0].strip() for line in COMMAND.findall(block)):
                parts.append(f"{'_known' if UNRUN.search(line) else '_command'}({line!r})\n")
    return "".join(parts)


def run(page: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs a page's program in a folder."""
    file = folder / "page.py"
    file.write_text(PRELUDE + program(page.read_text()))
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # `clearway` is there
    return subprocess.run(
        [sys.executable, "-W", "error", file.name],
        capture_output=True,
        text=True,
        timeout=600,
        cwd=folder,
        env={**os.environ, "PATH": path, "COLUMNS": "200"},
        check=False,
    )


def owed_lines(text: str) -> list[str]:
    """What the program of a page should print, among other lines, in this order."""
    code = "".join(block for language, block, _ in PARTS.findall(text) if language == "python")
    lines = code.splitlines()
    said = [
        comment_behind(node, lines).removeprefix("# ").split(": ")[0]
        for node in ast.parse(code).body
        if isinstance(node, ast.Expr) and is_print(node.value)
    ]
    return [s for s in said if re.match(r"[A-Z\d\[(-]", s)]


def missing_lines(text: str, printed: str) -> list[str]:
    """Those of `owed_lines` that were not printed in their order."""
    lines = iter(printed.splitlines())
    return [owed for owed in owed_lines(text) if owed not in lines]


def pictures(text: str) -> list[str]:
    """The names of the pictures that the program of a page makes."""
    return re.findall(r"\(\.\./images/tutorials/([\w.-]+)\)", text)


def main() -> None:
    """Runs the pages and says which fail."""
    names = [name for name in sys.argv[1:] if name != "--pictures"]
    failed = 0
    for page in [Path(name).resolve() for name in names] or pages():
        with tempfile.TemporaryDirectory() as folder:
            done = run(page, Path(folder))
            missing = missing_lines(page.read_text(), done.stdout)
            is_right = done.returncode == 0 and not missing
            print("ok    " if is_right else "FAILED", page.relative_to(ROOT))
            if not is_right:
                failed += 1
                print(done.stdout, done.stderr, sep="\n")
                print(*(f"not printed: {line}" for line in missing), sep="\n")
            elif "--pictures" in sys.argv:
                for name in pictures(page.read_text()):
                    PICTURES.mkdir(exist_ok=True)
                    shutil.copy(Path(folder) / name, PICTURES / name)
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
