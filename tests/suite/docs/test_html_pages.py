"""docs/pages: the pages are written from real runs, are all linked, and show what they are meant to show."""

import runpy

from suite.docs.pages import ROOT, links

FOLDER = ROOT / "docs/pages"
WRITTEN = runpy.run_path(str(FOLDER / "write.py"))["WRITTEN"]


def test_every_html_page_is_linked_to() -> None:
    """The page about them links them."""
    page = (ROOT / "docs/step-through.md").read_text(encoding="utf-8")
    linked = {link for link in links(page) if link.endswith(".html")}
    assert linked == {"play.html", *(f"pages/{name}" for name in WRITTEN)}
    assert {path.name for path in FOLDER.glob("*.html")} == set(WRITTEN)
