"""The page of a campaign in a browser: light and dark, wide and as narrow as a phone."""

from __future__ import annotations

import pytest

from stablelist_conformance.campaign import Store, write_page
from stablelist_conformance.campaign.records import encoded
from stablelist_conformance.campaign.summary import Summary
from suite.campaign.conftest import FAILED
from suite.campaign.test_report import SHARDS

from .conftest import Window

pytestmark = pytest.mark.browser


def opened(window: Window) -> None:
    """Write the page, and open it from disk."""
    with Store.at(window.folder / "store") as store:
        store.add(map(encoded, [*SHARDS, FAILED]))
        window.driver.get(write_page(store, Summary.of(store)).as_uri())


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_and_outcome_stand_out(window: Window, scheme: str) -> None:
    """From the paper, in both schemes."""
    window.media(scheme=scheme)
    opened(window)
    paper = window.run("return getComputedStyle(document.documentElement).backgroundColor")
    ink = window.run("return getComputedStyle(document.body).color")
    outcome = window.run("return getComputedStyle(document.querySelector('.refuted')).color")
    assert len({paper, ink, outcome}) == 3
    assert (paper == "rgb(255, 255, 255)") is (scheme == "light")


@pytest.mark.parametrize("width", [360, 1280])
def test_page_needs_no_sideways_scrolling(window: Window, width: int) -> None:
    """Only tables and the verdict may be scrolled."""
    window.size(width)
    opened(window)
    assert window.run("return document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("width", [360, 1280])
def test_a_failure_is_read_line_by_line(window: Window, width: int) -> None:
    """Its link has one or two lines, and what is beside it on a wide page is below it on a phone."""
    window.size(width)
    opened(window)
    height, line = window.run(
        "const link = document.querySelector('.failures a'); const style = getComputedStyle(link);"
        "return [link.getBoundingClientRect().height, parseFloat(style.fontSize)]"
    )
    assert height < 3.5 * line
    first, second = window.run(
        "return [...document.querySelectorAll('.failures td')].slice(0, 2).map(e => e.getBoundingClientRect().top)"
    )
    assert (second > first) is (width == 360)


def test_a_failure_leads_to_its_page(window: Window) -> None:
    """Which is there."""
    opened(window)
    window.one("td a").click()
    assert "step" in window.one("#current").text.lower()
