"""docs/systems: what the sources leave open is decided by the models, and the answers show the decision."""

import re
from typing import Final, NamedTuple

import pytest

from stablelist_conformance.python.answerers import ModelAnswerer
from stablelist_conformance.wire.protocol import parse_program
from suite.docs.pages import ROOT

PAGES: Final = (
    *("slot-maps", "handle-maps", "index-map", "lifo-slab", "stable-vec", "lifo-arena", "vec"),
    *("shared-vec", "sequence", "paged-vector", "ring", "map", "set", "bit-set"),
    *("sparse-set", "allocators", "components"),
)
CODE: Final = re.compile(r"`([^`]*)`")


class Point(NamedTuple):
    """A row of a table: a program, the model's answer, and that of another decision."""

    system: str
    program: str
    decided: str
    otherwise: str

    def __str__(self) -> str:
        return f"{self.system}-{self.program}"


def points(page: str) -> list[Point]:
    text = (ROOT / f"docs/systems/{page}.md").read_text("utf-8")
    _, section = re.split(r"^## What .* leaves? open$", text, flags=re.MULTILINE)
    table = [line for line in section.partition("\n## ")[0].splitlines() if line.startswith("| ")]
    return [point(line.strip("| "), page) for line in table[1:]]


def point(row: str, page: str) -> Point:
    """A row of the table, which names its system, unless the page is about one only."""
    *system, _, _, witness, other = row.split(" | ")
    program, decided = CODE.findall(witness)
    return Point(
        system[0].strip("`") if system else page, program, decided, CODE.findall(other)[-1]
    )


@pytest.mark.parametrize("stated", [each for page in PAGES for each in points(page)], ids=str)
def test_model_answers_as_the_page_says(stated: Point) -> None:
    """The answer of another decision differs, or the program would be no witness."""
    level, program = parse_program(stated.program, stated.system)
    assert " ".join(ModelAnswerer(stated.system).answer(program, level)) == stated.decided
    assert stated.otherwise != stated.decided
    assert len(stated.otherwise.split()) == len(stated.decided.split())
