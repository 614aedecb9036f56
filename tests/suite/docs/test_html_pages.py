"""docs/pages: the pages are written from real runs, are all linked, and show what they are meant to show."""

import runpy
from typing import Any

from suite.docs.pages import ROOT, links
from suite.kit.samples import Document

FOLDER = ROOT / "docs/pages"
WRITTEN = runpy.run_path(str(FOLDER / "write.py"))["WRITTEN"]


def story(name: str) -> dict[str, Any]:
    """The data of a page."""
    return Document((FOLDER / name).read_text(encoding="utf-8")).data()


def test_every_html_page_is_linked_to() -> None:
    """The page about them links them."""
    page = (ROOT / "docs/step-through.md").read_text(encoding="utf-8")
    linked = {link for link in links(page) if link.endswith(".html")}
    assert linked == {f"pages/{name}" for name in WRITTEN}
    assert {path.name for path in FOLDER.glob("*.html")} == set(WRITTEN)


def test_a_stale_key_is_taken_for_another_one() -> None:
    """Key 0 finds the element of key 2."""
    told = story("stale-key.html")
    (life,) = (life for life in told["lives"] if life["name"] == "0")
    assert life["uses"][-1] == {"step": 6, "kind": "wrong", "words": "2", "taken_for": "2"}
    assert told["sentences"][0]["name"] == "retired_key_never_resolves"


def test_the_cascade_is_in_the_step_that_the_page_names() -> None:
    told = story("cascade.html")
    step = told["steps"][9]
    facts = [told["scenes"][step[when]]["facts"][0] for when in ("before", "after")]
    assert [fact.partition(",")[0] for fact in facts] == ["space 16", "space 4"]
    assert told["outcome"] == "passes"


def test_the_layout_is_wrong_three_steps_before_the_answer() -> None:
    """As docs/step-through.md says. The page contains no path of a machine."""
    told = story("given-twice.html")
    assert told["at"] - told["inside"][0]["step"] == 3
    assert "live_key_resolves" in {each["name"] for each in told["sentences"] if each["broken"]}
    assert "/tmp" not in (FOLDER / "given-twice.html").read_text(encoding="utf-8")
