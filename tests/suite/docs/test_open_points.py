"""docs/systems: what the sources leave open is decided by the models, and another decision gives another answer."""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

import pytest

from stablelist_conformance.python.answerers import ModelAnswerer
from stablelist_conformance.wire.protocol import parse_program
from suite.docs.pages import ROOT
from suite.docs.readings import READINGS, Reading

CASES: Final = [(page, reading) for page, readings in READINGS.items() for reading in readings]
CODE: Final = re.compile(r"`([^`]*)`")


class Point(NamedTuple):
    """A row of a table: a program, the model's answer, and that of another reading."""

    system: str
    program: str
    decided: str
    otherwise: str


@cache
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


def answer(reading: Reading) -> str:
    """What the model answers to the program, as it is now."""
    level, program = parse_program(reading.program, reading.system)
    return " ".join(ModelAnswerer(reading.system).answer(program, level))


@pytest.mark.parametrize("page", READINGS)
def test_every_point_has_another_reading(page: str) -> None:
    """The rows are those of the readings, in the same order."""
    assert [each[:2] for each in points(page)] == [reading[:2] for reading in READINGS[page]]


@pytest.mark.parametrize(("page", "reading"), CASES, ids=str)
def test_other_reading_answers_as_the_page_says(page: str, reading: Reading) -> None:
    """The model gives the one answer, and the edited model the other one."""
    (stated,) = (each for each in points(page) if each[:2] == reading[:2])
    assert answer(reading) == stated.decided
    with reading.in_force():
        assert answer(reading) == stated.otherwise
    assert stated.decided != stated.otherwise
