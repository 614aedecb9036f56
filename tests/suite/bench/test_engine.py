"""The scenarios of a game engine: what the models count is on the page."""

import pytest

from bench import scenarios
from suite.docs.pages import ROOT

PAGE = (ROOT / "docs/scenarios.md").read_text(encoding="utf-8")


def test_memory_of_allocators_is_on_the_page() -> None:
    assert scenarios.memory() in PAGE


@pytest.mark.soak
def test_every_scenario_is_on_the_page() -> None:
    """Ten thousand removals by a model take a minute."""
    assert scenarios.refreshed(PAGE) == PAGE
