"""The site in build/site, which `make docs` makes before it runs these tests, is complete and needs no other site."""

import urllib.parse
from html.parser import HTMLParser
from pathlib import Path

import pytest

import stablelist
from stablelist import ids
from suite.docs.pages import ROOT

pytestmark = pytest.mark.site

SITE = ROOT / "build/site"


class Page(HTMLParser):
    """The anchors of a page, what it links to, and what it loads."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record where a link leads."""
        found = {name: value or "" for name, value in attrs}
        if "id" in found:
            self.anchors.add(found["id"])
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        elif "src" in found or (tag == "link" and "href" in found):
            self.loaded.append(found.get("src") or found["href"])


@pytest.fixture(scope="module")
def pages() -> dict[Path, Page]:
    return {path: Page(path) for path in sorted(SITE.rglob("*.html"))}


def broken(page: Path, target: str, pages: dict[Path, Page]) -> bool:
    """Whether a link within the site leads nowhere."""
    url = urllib.parse.urlsplit(urllib.parse.unquote(target))
    there = (page.parent / url.path).resolve() if url.path else page
    if there not in pages:
        return not there.is_file()
    return bool(url.fragment) and url.fragment not in pages[there].anchors


def is_elsewhere(target: str) -> bool:
    """Whether a link leaves the site."""
    return bool(urllib.parse.urlsplit(target).netloc)


def test_every_link_leads_somewhere(pages: dict[Path, Page]) -> None:
    """It leads to a page of the site, and to an anchor if it names one."""
    links = [
        (page, target)
        for page, found in pages.items()
        for target in found.links
        if not is_elsewhere(target)
    ]
    assert [link for link in links if broken(*link, pages)] == []
    assert len(links) > 1000


def test_nothing_is_loaded_from_elsewhere(pages: dict[Path, Page]) -> None:
    """No network is needed to read it: scripts, styles and pictures are part of the site."""
    loaded = [
        (page, target)
        for page, found in pages.items()
        for target in found.loaded
        if not target.startswith("data:")
    ]
    assert [one for one in loaded if is_elsewhere(one[1])] == []
    assert [one for one in loaded if not is_elsewhere(one[1]) and broken(*one, pages)] == []
    assert any(target.endswith(".svg") for _, target in loaded)


def test_styles_load_nothing_from_elsewhere() -> None:
    styles = list(SITE.rglob("*.css"))
    assert styles
    for style in styles:
        text = style.read_text(encoding="utf-8")
        assert "@import" not in text, style
        assert "url(http" not in text.replace('"', "").replace("'", ""), style


def test_every_public_name_is_in_the_api(pages: dict[Path, Page]) -> None:
    """Every method of the list can be linked as well."""
    names = [f"stablelist.{name}" for name in stablelist.__all__ if name != "ids"]
    names += [f"stablelist.ids.{name}" for name in ids.__all__ if name != "IdSource"]
    names += ["module-stablelist.ids"]
    names += [
        f"stablelist.StableList.{name}"
        for name in vars(stablelist.StableList)
        if not name.startswith("_")
    ]
    assert [name for name in names if name not in pages[SITE / "api.html"].anchors] == []


def test_signatures_are_for_readers() -> None:
    """Annotations for the compiler are not shown."""
    text = (SITE / "api.html").read_text(encoding="utf-8")
    assert "Unchecked" not in text
    assert "Annotated" not in text


def test_api_descriptions_keep_text_before_a_colon() -> None:
    """A text before a colon is not taken for a type."""
    text = (SITE / "api.html").read_text(encoding="utf-8")
    assert "Nothing: the element space never shrinks." in text
    assert "Ids of 32 bits, which start over after 4,294,967,296 insertions." in text


def test_sources_that_pages_link_to_are_shown() -> None:
    """This holds for files and folders, so the model can be read next to its page."""
    model = "source/spec/stablelist_spec/systems/stable_list/model.py.html"
    assert f'href="{model}"' in (SITE / "model.html").read_text(encoding="utf-8")
    assert "highlight" in (SITE / model).read_text(encoding="utf-8")
    folder = (SITE / "source/impl/stablelist.html").read_text(encoding="utf-8")
    assert 'href="stablelist/stable_list.py.html"' in folder
    assert "StableList: a pool that returns a key" in folder


def test_pages_to_step_through_are_copied_as_they_are() -> None:
    """They are linked. The source of the pool that one of them shows is on the site as well."""
    text = (SITE / "step-through.html").read_text(encoding="utf-8")
    for page in (ROOT / "docs/pages").glob("*.html"):
        assert f'href="pages/{page.name}"' in text
        assert (SITE / "pages" / page.name).read_bytes() == page.read_bytes()
    assert 'href="source/docs/pages/wrong_pool.py.html"' in text
