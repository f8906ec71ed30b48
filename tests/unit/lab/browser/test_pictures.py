"""The pictures of the documents: screenshots and the tour, as `tools/lab_pictures.py` makes them."""

from __future__ import annotations

import re

import pytest

from support.lab_tour import FRAME_MS, screenshots, tour
from support.paths import TESTS

PICTURES = TESTS.parent / "docs" / "images" / "lab"


def colours(path):
    from PIL import Image

    with Image.open(path) as picture:
        return picture.size, len(picture.convert("RGB").getcolors(1 << 24))


@pytest.mark.long  # minutes of a busy machine; other tests load the same pages
def test_screenshots(browser, address, tmp_path):
    pytest.importorskip("PIL")
    made = screenshots(browser, address, tmp_path)
    assert {p.name for p in made} == {p.name for p in PICTURES.glob("*.png")}
    for path in made:
        size, different = colours(path)
        assert (size, different > 100) == (colours(PICTURES / path.name)[0], True)
    page = (TESTS.parent / "docs" / "how-to" / "lab.md").read_text()
    shown = set(re.findall(r"images/lab/([\w-]+\.png)", page))
    assert {p.name for p in made} == shown


@pytest.mark.long
def test_the_tour_takes_twenty_seconds(browser, address, tmp_path):
    image = pytest.importorskip("PIL.Image")
    every = 12
    frames = tour(browser, address, tmp_path / "tour.webp", every)
    assert 19_000 <= frames * FRAME_MS <= 22_000
    with image.open(tmp_path / "tour.webp") as made:
        assert made.n_frames >= 8
    with image.open(PICTURES / "tour.webp") as kept:
        assert kept.n_frames >= 100
    assert (PICTURES / "tour.webp").stat().st_size < 2_000_000
