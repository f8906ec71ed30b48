"""Browsers and pages for the tests of the lab's page; skipped where there is no Chromium."""

from __future__ import annotations

import pytest

from support.lab_pages import FLAGS, LabPage, browser_path, serving


@pytest.fixture(scope="session")
def browser():
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    pytest.importorskip("starlette", reason="clearway[lab] is not installed")
    path = browser_path()
    if path is None:
        pytest.skip("no Chromium (on Debian: apt install chromium)")
    with playwright.sync_playwright() as p:
        running = p.chromium.launch(executable_path=path, args=FLAGS)
        yield running
        running.close()


@pytest.fixture(scope="session")
def address(browser):
    """Of a server that all tests share; every page has its own session."""
    with serving() as url:
        yield url


@pytest.fixture
def new_page(browser, address):
    """Makes pages; afterwards they must have reported no errors."""
    pages = []

    def make(builtin="empty", fragment="", viewport=None, **options):
        size = viewport or {"width": 1200, "height": 760}
        context = browser.new_context(viewport=size, **options)
        context.set_default_timeout(60_000)  # a busy machine
        page = LabPage(context.new_page(), address + fragment, builtin)
        pages.append((context, page))
        return page

    yield make
    for context, page in pages:
        context.close()
        assert page.problems == []


@pytest.fixture
def lab(new_page):
    """A page that shows an empty world of 100 by 60, from (10, 30) to (90, 30), radius 1."""
    return new_page()
