"""Every page: its links lead somewhere, its Python runs."""

import doctest
import io
import urllib.parse
from pathlib import Path

import pytest

from suite.docs.pages import PAGES, ROOT, anchors, blocks, links, name

LANGUAGES = {
    *(
        "python",
        "pycon",
        "py",
        "text",
        "c",
        "java",
        "kotlin",
        "php",
        "ruby",
        "rust",
        "javascript",
        "console",
        "sh",
    ),
    *("toml", "mermaid"),
    *("cpp", "go", "java", "make", "diff", "yaml"),
    *("port-program", "port-answer"),
    *("{toctree}", "{literalinclude}", "{eval-rst}"),
}
"""The languages that a block may have; a misspelt language would exclude a block from the tests."""


def broken_link(page: Path, target: str) -> str | None:
    """Why a link is broken, or None. Links that leave the repository are not followed."""
    if urllib.parse.urlsplit(target).scheme:
        return None
    path, _, anchor = urllib.parse.unquote(target).partition("#")
    there = (page.parent / path).resolve() if path else page
    if not there.is_relative_to(ROOT):
        return "it leaves the repository"
    if not there.exists():
        return "there is no such file"
    if anchor and anchor not in anchors(there.read_text(encoding="utf-8")):
        return "there is no such heading"
    return None


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_somewhere(page: Path) -> None:
    """They lead to a file of the repository, and to a heading if they name one."""
    found = {target: broken_link(page, target) for target in links(page.read_text("utf-8"))}
    assert {target: why for target, why in found.items() if why is not None} == {}


@pytest.mark.parametrize(
    ("target", "why"),
    [
        ("missing.md", "there is no such file"),
        ("port-protocol.md#9-nothing", "there is no such heading"),
        ("#r99-nothing", "there is no such heading"),
        ("../../elsewhere.md", "it leaves the repository"),
        ("port-protocol.md#8-limits", None),
        ("#r1-sizes", None),
        ("../spec/stablelist_spec", None),
        ("https://example.org/nowhere", None),
    ],
)
def test_broken_link_is_noticed(target: str, why: str | None) -> None:
    """Each kind of broken link, on a page with such links."""
    assert broken_link(ROOT / "docs" / "rulings.md", target) == why


def test_there_are_pages_and_links() -> None:
    """Without pages and links, the other tests would pass as well."""
    assert {"README.md", "docs/rulings.md", "docs/port-protocol.md"} <= set(map(name, PAGES))
    assert sum(len(links(page.read_text("utf-8"))) for page in PAGES) >= 20


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_blocks_say_what_they_are(page: Path) -> None:
    """Each names one of the known languages, so that its test is not left out."""
    found = blocks(page.read_text("utf-8"))
    unknown = {(block.line, block.language) for block in found if block.language not in LANGUAGES}
    assert unknown == set()


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_python_blocks_run(page: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """All blocks of a page run in one namespace, in order, as a reader would type them; none is left out."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    monkeypatch.syspath_prepend(ROOT / "docs/pages")
    namespace: dict[str, object] = {"__name__": "page"}
    for block in blocks(page.read_text("utf-8")):
        if block.language == "python":
            source = "\n" * (block.line - 1) + block.text
            exec(compile(source, name(page), "exec", dont_inherit=True), namespace)


def test_doctest_blocks_print_what_they_show() -> None:
    """If a page shows an interpreter session, its output is the one shown."""
    for page in PAGES:
        if ">>>" in page.read_text("utf-8"):
            assert doctest.testfile(str(page), module_relative=False).failed == 0, name(page)
