"""Copies the pages into one folder for Sphinx, with links that work there.

Pages stay as GitHub shows them: plain Markdown with relative links. Here README.md of a folder
becomes its index, pages of the root go to project/, examples become pages, and the navigation is
made from the folders: a new page in docs/how-to appears by itself.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
from pathlib import Path

from figures import FIGURES, IMAGES

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
# Sections of the navigation: the caption and the folder of docs/.
SECTIONS = {
    "Start": "start",
    "Tutorials": "tutorials",
    "How to": "how-to",
    "Reference": "reference",
    "Explanation": "explanation",
    "Experiments": "experiments",
    "Measurements": "measurements",
    "Examples": "examples",
    "Project": "project",
}
# Pages of no folder, and the section that lists them.
LOOSE = {"coming-from.md": "start", "glossary.md": "explanation"}
LINK = re.compile(r"(!?\[[^\]]*\]\()([^)\s]+)(\))")
CODE = re.compile(r"(^```.*?^```$|`[^`\n]+`)", re.DOTALL | re.MULTILINE)
PICTURE = re.compile(r"^!\[[^\]]*\]\(([^)\s]+)\)$", re.MULTILINE)
HIDDEN = re.compile(r"^<!-- run:\n.*?^-->\n\n?", re.DOTALL | re.MULTILINE)


def places() -> dict[Path, str]:
    """Where each file of the repository that has a page goes."""
    out = {ROOT / "README.md": "index.md", ROOT / "examples": "examples/index.md"}
    for page in DOCS.rglob("*.md"):
        name = page.relative_to(DOCS).as_posix()
        out[page] = re.sub(r"README\.md$", "index.md", name)
        if page.name == "README.md":
            out[page.parent] = out[page]
    for page in ROOT.glob("*.md"):
        if page.name != "README.md":
            out[page] = f"project/{page.name.lower()}"
    for example in (ROOT / "examples").glob("*.py"):
        out[example] = f"examples/{example.stem}.md"
    return out


def caption(page: Path, text: str, link: str) -> str:
    """The command that makes a picture, unless the page names it."""
    picture = (page.parent / link).resolve()
    if IMAGES not in picture.parents or picture.parent.name == "tutorials":
        return ""
    command = FIGURES[picture.relative_to(IMAGES).as_posix()].command
    program = re.search(r"(?:examples|tools)/\w+\.py", command)
    if (program[0] if program else command) in text:
        return ""
    return f"\n\n{{.made-by}}\nMade by `{command}`."


class Stage:
    """A folder of pages for Sphinx."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.places = places()

    def write(self, name: str, text: str) -> None:
        """Writes a page."""
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def target(self, page: Path, staged: str, link: str) -> str:
        """A link of a page, as it has to be where the page is staged."""
        if re.match(r"[a-z]+:|#", link):
            return link
        path, _, anchor = link.partition("#")
        goal = (page.parent / path).resolve()
        place = self.places.get(goal)
        if place is None:  # a picture, a source: copied
            inside = DOCS in goal.parents
            place = goal.relative_to(DOCS).as_posix() if inside else f"files/{goal.name}"
            if goal.is_dir():
                raise ValueError(f"{page}: {link} is a folder without a page")
            (self.folder / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(goal, self.folder / place)
        out = os.path.relpath(place, Path(staged).parent)
        return f"{out}#{anchor}" if anchor else out

    def add(self, page: Path, staged: str) -> None:
        """Stages one page."""
        text = HIDDEN.sub("", page.read_text())
        text = PICTURE.sub(lambda m: m[0] + caption(page, text, m[1]), text)
        parts = CODE.split(text)
        for i in range(0, len(parts), 2):  # between blocks of code
            parts[i] = LINK.sub(lambda m: m[1] + self.target(page, staged, m[2]) + m[3], parts[i])
        self.write(staged, "".join(parts).replace("```mermaid\n", "```text\n"))

    def add_examples(self) -> None:
        """One page for each program: what its docstring says, and its code."""
        rows = []
        for file in sorted((ROOT / "examples").glob("*.py")):
            code = file.read_text()
            first, _, rest = (ast.get_docstring(ast.parse(code)) or "").partition("\n")
            text = f"# {file.name}\n\n{first}\n{rest}\n\n```python\n{code}```\n"
            self.write(f"examples/{file.stem}.md", text)
            rows.append(f"- [{file.name}]({file.stem}.md): {first}")
        head = "# Programs to run\n\nEach is one file; the tests run them all.\n\n"
        self.write("examples/index.md", head + "\n".join(rows) + "\n")

    def navigation(self) -> str:
        """Contents by folder: pages in the order of the links in docs/README.md, then others."""
        linked = [link for _, link, _ in LINK.findall((self.folder / "index.md").read_text())]
        out = []
        for caption, folder in SECTIONS.items():
            files = (self.folder / folder).rglob("*.*")
            names = {
                f.relative_to(self.folder).as_posix() for f in files if f.suffix in (".md", ".rst")
            }
            names |= {n for n in LOOSE if LOOSE[n] == folder}
            first = [n for n in dict.fromkeys(linked) if n in names]
            others = sorted(names - set(first), key=lambda n: (not n.endswith("index.md"), n))
            pages = first + others
            entries = "\n".join(n.rsplit(".", 1)[0] for n in pages)
            out.append(f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n{entries}\n```\n")
        return "".join(out)

    def add_all(self) -> None:
        """Stages every page but those that are generated."""
        for page, staged in self.places.items():
            if page.suffix == ".md" and page != ROOT / "README.md":
                self.add(page, staged)
        self.add_examples()

    def finish(self) -> None:
        """Adds the navigation; every page must be there."""
        index = self.folder / "index.md"
        index.write_text(index.read_text() + self.navigation())
