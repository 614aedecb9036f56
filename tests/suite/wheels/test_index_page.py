"""The page that a package index shows of the container: README.md, but every link works there."""

from __future__ import annotations

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
    """The page, where the project has these addresses."""
    metadata: dict[str, Any] = {"urls": urls}
    IndexPage(str(TOP), {}).update(metadata)
    assert metadata["readme"]["content-type"] == "text/markdown"
    return str(metadata["readme"]["text"])


def leads_nowhere(link: str) -> bool:
    """Whether there is no such thing where the page is."""
    return not link.startswith(("https://", "#"))


def test_readme_links_to_files() -> None:
    """Otherwise there would be nothing to test."""
    assert len([link for link in links(README) if leads_nowhere(link)]) > 10


@pytest.mark.parametrize("urls", [{}, {"Source": SOURCE}])
def test_no_link_leads_nowhere(urls: dict[str, str]) -> None:
    """Whether it is known or not where the repository is published."""
    assert [link for link in links(page(**urls)) if leads_nowhere(link)] == []


def test_link_leads_to_the_repository() -> None:
    """To the file or folder that it leads to in a checkout, if the address is known."""
    led = [f"{SOURCE}/blob/main/{link}" if leads_nowhere(link) else link for link in links(README)]
    assert links(page(Source=SOURCE)) == led


def test_link_becomes_plain_text() -> None:
    """If the address is not known; nothing else is changed."""
    assert prose(page()) == re.sub(r"\[([^\]]*)\]\((?!https:|#)[^)]*\)", r"\1", prose(README))


@pytest.mark.parametrize("urls", [{}, {"Source": SOURCE}])
def test_code_is_left_as_it_is(urls: dict[str, str]) -> None:
    """Brackets before parentheses are no link there."""
    assert [block.text for block in blocks(page(**urls))] == [
        block.text for block in blocks(README)
    ]


@pytest.mark.parametrize("build", ["pure", "native"])
def test_wheel_has_the_page(wheels: dict[str, Path], build: str) -> None:
    """As what describes it; the wheels are made of the source distribution, which has it from the checkout."""
    metadata = text(wheels[build], "METADATA")
    assert "\nDescription-Content-Type: text/markdown\n" in metadata
    assert metadata.endswith(page())
