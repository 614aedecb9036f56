"""The README shows the figures of docs/performance.md, and no better ones."""

from __future__ import annotations

import re

import pytest

from bench import first_page
from bench.figures import load
from bench.names import INTERPRETED as BUILD
from bench.page import FIGURES, INTERPRETED
from suite.bench.samples import made_up
from suite.docs.pages import ROOT, links

TEXT = (ROOT / first_page.README).read_text("utf-8")
NATIVE_FIGURES, INTERPRETED_FIGURES = load(ROOT / FIGURES), load(ROOT / INTERPRETED)


def test_ratios_are_those_of_the_figures() -> None:
    """Regenerate with `make bench-page`."""
    assert first_page.filled_in(TEXT, NATIVE_FIGURES, INTERPRETED_FIGURES) == TEXT
    assert "<!-- ratios -->" in TEXT


@pytest.mark.parametrize("build", ["native", "interpreted"])
def test_other_figures_would_be_noticed(build: str) -> None:
    native, interpreted = NATIVE_FIGURES, INTERPRETED_FIGURES
    if build == "native":
        native = made_up()
    else:
        interpreted = made_up(3.0, BUILD)
    assert first_page.filled_in(TEXT, native, interpreted) != TEXT


def test_the_worst_is_shown() -> None:
    """The worst ratio of all sizes, including small ones."""
    table = first_page.ratios(made_up(), made_up(3.0, BUILD))
    assert "| `add` | 2.00 to 2.00 | 3.00 to 3.00 |" in table
    assert "| numbers of elements | 10 to 10,000 | 10 to 10,000 |" in table
    worst = max(peers["dict"][2] for peers in NATIVE_FIGURES.ratios["add"].values())
    (shown,) = re.findall(r"\| `add` \| [\d.]+ to ([\d.]+) \|", TEXT)
    assert float(shown) == round(worst, 2)


def test_figures_can_be_followed() -> None:
    """The README links the page that describes the measurement, and shows the less favourable figures."""
    assert "docs/performance.md" in links(TEXT)
