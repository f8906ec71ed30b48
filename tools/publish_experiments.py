"""Copies the reports of runs into docs/experiments: `python tools/publish_experiments.py FOLDER`.

FOLDER holds one folder for each run, as `clearway experiment run all --output FOLDER` makes it.
Pages and figures are copied, results are not. docs/experiments/README.md becomes the summary; what
it says about experiments that are not in FOLDER stays.
"""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

from clearway import experiments
from clearway.experiments.report import markdown
from clearway.experiments.report.writing import Page
from clearway.experiments.store import Store

TARGET = Path(__file__).parent.parent / "docs" / "experiments"
ABOUT = """
The experiments of the source documents, repeated by `clearway experiment run NAME`
([how](../how-to/experiments.md)). Each report has the figures and tables of its document, the
statements of the text beside what was measured, and a reason where they differ. Where the maps of a
document are not public, or not in the data folder, the report says what stands in for them.
"""


def main(folder: Path) -> None:
    """Copies the reports that the runs have, and writes the summary."""
    runs = sorted(file.parent for file in folder.glob("*/report.md"))
    readme = TARGET / "README.md"
    summary = markdown.summary([(run.name, _page(run)) for run in runs])
    TARGET.mkdir(exist_ok=True)
    readme.write_text(merged(readme.read_text() if readme.exists() else "", summary))
    for run in runs:
        to = TARGET / run.name
        shutil.rmtree(to, ignore_errors=True)
        shutil.copytree(run / "figures", to / "figures")
        shutil.copy(run / "report.md", to / "report.md")


def merged(old: str, new: str) -> str:
    """The new summary, and what the old one says about other experiments; sorted by name."""
    rows: dict[str, str] = {}
    parts: dict[str, str] = {}
    for text in (old, new):
        head, *sections = re.split(r"^(?=## )", text, flags=re.MULTILINE)
        rows |= {name: row for row, name in re.findall(r"^(\| \[([^]]+)\].*)$", head, re.MULTILINE)}
        for section in sections:
            link = re.search(r"^\[Figures and tables\]\((.+)/report\.md\)$", section, re.MULTILINE)
            if link:
                parts[link[1]] = section.rstrip()
    title, _, rest = new.partition("\n")
    rules = [line for line in rest.splitlines() if line.startswith(("| experiment", "| ---"))]
    table = "\n".join([*rules, *(rows[name] for name in sorted(rows))])
    return "\n\n".join([f"{title}\n{ABOUT}\n{table}", *(parts[k] for k in sorted(parts))]) + "\n"


def _page(run: Path) -> Page:
    """What a report says; nothing is drawn."""
    store = Store.open(run)
    experiment = experiments.load(store.about["experiment"])
    sections = list(experiment.sections(store.results()))
    return Page(experiment, store.about, store.failures, sections, [None] * len(sections))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
