"""docs/rulings.md: model and container give every program the answer that stands below it."""

import re
from operator import attrgetter
from typing import NamedTuple

import pytest

import stablelist
from stablelist_conformance.python.answerers import Answerer, ContainerAnswerer, ModelAnswerer
from stablelist_conformance.python.serve import bundled
from stablelist_conformance.wire.protocol import parse_program
from suite.docs.pages import ROOT, blocks, headings

PAGE = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
PROGRAM, ANSWER = "port-program", "port-answer"

ANSWERERS: dict[str, Answerer] = {
    "model": ModelAnswerer(),
    "container": ContainerAnswerer(bundled, name="stablelist"),
}


class Pair(NamedTuple):
    """A program and its answer."""

    line: int
    program: str
    answer: str

    @property
    def ruling(self) -> str:
        before = "\n".join(PAGE.splitlines()[: self.line])
        return str(re.findall(r"^## (R\d+)", before, flags=re.MULTILINE)[-1])


def pairs() -> list[Pair]:
    """Every program with the block after it, which must be its answer."""
    found = [block for block in blocks(PAGE) if block.language]
    return [
        Pair(block.line, block.text.rstrip("\n"), after.text.rstrip("\n"))
        for block, after in zip(found, [*found[1:], found[0]], strict=True)
        if block.language == PROGRAM and after.language == ANSWER
    ]


PAIRS = pairs()


def test_every_program_has_its_answer() -> None:
    """The answer is in the block directly below; an answer without a program is an error as well."""
    languages = [block.language for block in blocks(PAGE)]
    assert len(PAIRS) == languages.count(PROGRAM) == languages.count(ANSWER) >= 25
    assert [pair for pair in PAIRS if "\n" in pair.program + pair.answer] == []


@pytest.mark.parametrize("who", ANSWERERS)
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair.ruling}-line-{pair.line}")
def test_program_is_answered_so(who: str, pair: Pair) -> None:
    level, program = parse_program(pair.program)
    assert " ".join(ANSWERERS[who].answer(program, level)) == pair.answer


def test_each_ruling_has_a_section() -> None:
    """R1 to R16 are in order, each with its four parts and a row in the table at the top."""
    sections = re.split(r"^## (?=R\d)", PAGE, flags=re.MULTILINE)[1:]
    assert [section.split()[0] for section in sections] == [f"R{n}" for n in range(1, 17)]
    for section in sections:
        for part in ("Ruling", "Why", "Source", "Witness"):
            assert f"**{part}" in section, f"{section.split()[0]} lacks its {part}"
    assert re.findall(r"^\| \[(R\d+)\]\(#", PAGE, flags=re.MULTILINE) == [
        f"R{n}" for n in range(1, 17)
    ]
    assert sum(heading.startswith("R") and heading[1].isdigit() for heading in headings(PAGE)) == 16


def test_each_ruling_has_a_program() -> None:
    assert {pair.ruling for pair in PAIRS} == {f"R{n}" for n in range(1, 17)}


def test_other_readings_answer_differently() -> None:
    """The answer of another reading must differ from the answer of the ruling, or the program would be no witness."""
    found = blocks(PAGE)
    answer = ""
    others = 0
    for block in found:
        if block.language == ANSWER:
            answer = block.text
        elif block.language == "text" and re.match(r"(ok|none|!|\[|\d+[.|])", block.text):
            others += 1
            assert block.text != answer, f"line {block.line}"
            assert len(block.text.split()) == len(answer.split()), f"line {block.line}"
    assert others >= 20


def test_names_of_the_thesis_are_matched_by_public_names() -> None:
    """Each method of chapter 4 has a row, and each name beside it can be imported."""
    table = PAGE.split("names in Python:")[1].split("## ")[0]
    rows = [
        re.findall(r"`([^`]+)`", row) for row in re.findall(r"^\| `.*", table, flags=re.MULTILINE)
    ]
    names = {name.split("<")[0].split("(")[0] for row in rows for name in row}
    methods = (
        "new with len is_empty add remove clear at at_mut each each_mut apply inspect traverse"
    )
    assert names >= set(methods.split())
    ours = {name.split("[")[0] for name in re.findall(r"`([A-Z]\w+(?:\.\w+|\[T\]))`", table)}
    for name in ours:
        attrgetter(name)(stablelist)
    assert len(ours) >= 30


def test_readme_says_how_many_there_are() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## R\d+ ", PAGE, re.MULTILINE)
    assert f"; {len(headings)} [rulings](docs/rulings.md)" in readme
