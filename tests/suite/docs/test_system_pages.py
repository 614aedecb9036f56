"""docs/systems: the pictures show what the models do, and every system has a page."""

from __future__ import annotations

import runpy
from typing import Any, Final

import pytest

from stablelist_spec.systems import SYSTEMS
from suite.docs.pages import ROOT

WRITE: Final[dict[str, Any]] = runpy.run_path(str(ROOT / "docs/systems/write.py"))
WRITTEN: Final = list(WRITE["written"]())


@pytest.mark.parametrize(("path", "text"), WRITTEN, ids=lambda each: getattr(each, "stem", ""))
def test_page_shows_what_the_models_do(path: Any, text: str) -> None:
    """Regenerate with `python docs/systems/write.py`."""
    assert path.read_text(encoding="utf-8") == text


def test_every_exact_system_has_a_page() -> None:
    """The page has its choices and its pictures, and the system is in the table of all systems."""
    exact = {name for name, system in SYSTEMS.items() if system.exact}
    assert {name for names in WRITE["PAGES"].values() for name in names} == exact
    assert all(SYSTEMS[name].axes.words() for name in exact)


@pytest.mark.parametrize("name", WRITE["MOTIONS"])
def test_pictures_show_a_change(name: str) -> None:
    """Cells or numbers differ before and after the operation, unless it was refused."""
    for motion in WRITE["MOTIONS"][name]:
        before, _, rest = (
            WRITE["drawn"](SYSTEMS[name], motion).partition("before:\n")[2].partition("after ")
        )
        operation, _, after = rest.partition("\n")
        changed = before != after.removesuffix("```")
        assert changed is not operation.endswith(", which was refused:")


@pytest.mark.parametrize("name", ["fixed-arena", "stack-slotmap"])
def test_pictures_show_a_refusal(name: str) -> None:
    """The last picture of a container that can be full shows it."""
    assert "after add, which was refused:" in WRITE["drawn"](
        SYSTEMS[name], WRITE["MOTIONS"][name][-1]
    )
