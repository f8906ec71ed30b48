"""Copies the reports of runs into docs/experiments: `python tools/publish_experiments.py FOLDER`.

FOLDER holds one folder for each run, as `clearway experiment run all --output FOLDER` makes it.
Pages and figures are copied, results are not. docs/experiments/README.md becomes the summary.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from clearway import experiments

TARGET = Path(__file__).parent.parent / "docs" / "experiments"
ABOUT = """
The experiments of the source documents, repeated by `clearway experiment run NAME`
([how](../how-to/experiments.md)). Each report has the figures and tables of its document, the
statements of the text beside what was measured, and a reason where they differ. Where the maps of a
document are not public, or not in the data folder, the report says what stands in for them.
"""


def main(folder: Path) -> None:
    """Writes the reports again, then copies them."""
    experiments.write_report(folder)
    summary = (folder / "summary.md").read_text()
    title, rest = summary.split("\n", 1)
    TARGET.mkdir(exist_ok=True)
    (TARGET / "README.md").write_text(f"{title}\n{ABOUT}{rest}")
    for run in sorted(file.parent for file in folder.glob("*/report.md")):
        to = TARGET / run.name
        shutil.rmtree(to, ignore_errors=True)
        shutil.copytree(run / "figures", to / "figures")
        shutil.copy(run / "report.md", to / "report.md")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
