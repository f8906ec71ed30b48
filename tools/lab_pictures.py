"""Makes the screenshots and the tour of the lab for the documents: docs/images/lab."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))


def main(folder: Path) -> None:
    """Writes the pictures into a folder."""
    from playwright.sync_api import sync_playwright

    from support.lab_pages import FLAGS, browser_path, serving
    from support.lab_tour import screenshots, tour

    with serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=FLAGS)
        for path in screenshots(browser, address, folder):
            print(path)
        frames = tour(browser, address, folder / "tour.webp")
        print(f"{folder / 'tour.webp'}: {frames} frames")
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "images" / "lab")
