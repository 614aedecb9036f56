"""README.md, CITATION.cff and the help of make: what a reader looks for first is there."""

import os
import re
from collections import Counter
from pathlib import Path

import pytest
import yaml

from suite.captured import captured
from suite.docs.pages import ROOT, headings
from suite.lines import counted

README = (ROOT / "README.md").read_text(encoding="utf-8")
CITATION = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
FINDINGS = (ROOT / "docs" / "findings.md").read_text(encoding="utf-8")


def test_readme_addresses_three_readers_in_order() -> None:
    """Authors of containers come first, then readers of the reference, then users."""
    parts = ["Check a container", "The reference", "The container"]
    assert [heading for heading in headings(README) if heading in parts] == parts


@pytest.mark.parametrize("word", ["reference", "Hypothesis", "CrossHair", "mypy", "make test"])
def test_readme_names_what_readers_search_for(word: str) -> None:
    """These words lead to what the project offers."""
    assert word in README


def test_readme_names_packages_with_findings() -> None:
    """Each is in the table on the page of findings, which has dozens."""
    told = re.search(
        r"Dozens of \[findings\]\(docs/findings.md\).* such as(.*?)\.$",
        README,
        re.DOTALL | re.MULTILINE,
    )
    assert told
    rows = re.findall(r"^\| F\d+ \| ([^|]+) \|", FINDINGS, flags=re.MULTILINE)
    packages = re.findall(r"[\w/-]+", re.sub(r"\band\b|\([^)]*\)", "", told[1]))
    assert {name for name in packages if name not in "\n".join(rows)} == set()
    assert len(packages) > 10
    assert len(rows) > 24


@pytest.mark.parametrize("source", CITATION["references"], ids=lambda source: source["title"])
def test_readme_thanks_each_source(source: dict[str, object]) -> None:
    """Each source in CITATION.cff is named, with its author where one is known."""
    prose = " ".join(README.split())
    assert str(source["title"]).partition(" - Comparing")[0] in prose
    authors = source["authors"]
    assert isinstance(authors, list)
    for author in authors:
        if "given-names" in author:
            assert f"{author['given-names']} {author['family-names']}" in prose


def test_make_alone_lists_every_described_target() -> None:
    """It builds nothing."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    done = captured(["make"], cwd=ROOT, env=env, check=True)
    described = re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(), flags=re.MULTILINE)
    assert [line.split()[0] for line in done.stdout.splitlines()] == described
    assert {"verify", "test", "check"} <= set(described)


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("tests/suite/lines.py", "code"),
        ("tests/suite/gone/kit.tsv", "tables"),
        ("tests/suite/kit/reports/small.json", "golden"),
        ("tests/suite/kit/reports/page/looks.json", "golden"),
        ("tests/suite/kit/transcripts/replay.txt", "golden"),
        ("tests/README.md", "pages"),
    ],
)
def test_make_lines_counts_golden_files_apart_from_code_and_tables(path: str, kind: str) -> None:
    """They are what ``--update`` writes, and only the suite has them."""
    assert [*sum(counted(iter([path])).values(), Counter())] == [kind]


@pytest.mark.parametrize(
    "form", sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml")), ids=lambda form: form.stem
)
def test_form_asks_for_what_cannot_be_done_without(form: Path) -> None:
    """It has the keys that the service needs, and a field that must be filled in."""
    read = yaml.safe_load(form.read_text(encoding="utf-8"))
    assert {"name", "description", "body"} <= read.keys()
    assert all({"type", "id", "attributes"} <= field.keys() for field in read["body"])
    assert len({field["id"] for field in read["body"]}) == len(read["body"])
    assert any(field.get("validations", {}).get("required") for field in read["body"])
