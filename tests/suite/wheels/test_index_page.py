"""The page of the container on a package index: README.md, with links that work there."""

import re
from pathlib import Path
from typing import Any

import pytest

from stablelist_build.index_page import IndexPage
from suite.docs.pages import blocks, links, prose
from suite.wheels.conftest import TOP, text

README = (TOP / "README.md").read_text(encoding="utf-8")
SOURCE = "https://example.org/pool"


def page(**urls: str) -> str:
    """The page for a project with these addresses."""
    metadata: dict[str, Any] = {"urls": urls}
    IndexPage(str(TOP), {}).update(metadata)
    assert metadata["readme"]["content-type"] == "text/markdown"
    return str(metadata["readme"]["text"])


def leads_nowhere(link: str) -> bool:
    """Whether a link has no target on the package index."""
    return not link.startswith(("https://", "#"))


def test_readme_links_to_files() -> None:
    """Otherwise there would be nothing to test."""
    assert len([link for link in links(README) if leads_nowhere(link)]) > 10


@pytest.mark.parametrize("urls", [{}, {"Source": SOURCE}])
def test_no_link_leads_nowhere(urls: dict[str, str]) -> None:
    """This holds whether or not the address of the repository is known."""
    assert [link for link in links(page(**urls)) if leads_nowhere(link)] == []


def test_link_leads_to_the_repository() -> None:
    """If the address is known, it leads to the same file or folder as in a checkout."""
    led = [f"{SOURCE}/blob/main/{link}" if leads_nowhere(link) else link for link in links(README)]
    assert links(page(Source=SOURCE)) == led


def test_link_becomes_plain_text() -> None:
    """If the address is not known, links become text; nothing else is changed."""
    assert prose(page()) == re.sub(r"\[([^\]]*)\]\((?!https:|#)[^)]*\)", r"\1", prose(README))


@pytest.mark.parametrize("urls", [{}, {"Source": SOURCE}])
def test_code_is_left_as_it_is(urls: dict[str, str]) -> None:
    """Brackets before parentheses are not a link in code."""
    assert [block.text for block in blocks(page(**urls))] == [
        block.text for block in blocks(README)
    ]


@pytest.mark.parametrize("build", ["pure", "native"])
def test_wheel_has_the_page(wheels: dict[str, Path], build: str) -> None:
    metadata = text(wheels[build], "METADATA")
    assert "\nDescription-Content-Type: text/markdown\n" in metadata
    assert metadata.endswith(page())
