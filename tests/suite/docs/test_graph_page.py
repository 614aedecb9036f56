"""docs/systems/stable-graph.md: what the documentation of petgraph leaves open is open, and both sessions show it."""

import re
import shlex
from collections.abc import Sequence

import pytest

from stablelist_conformance.judging.judge import contract_judge
from stablelist_conformance.python.answerers import ModelAnswerer
from stablelist_conformance.wire.protocol import Level, parse_program
from suite.captured import captured
from suite.docs.pages import ROOT, blocks

PAGE = (ROOT / "docs/systems/stable-graph.md").read_text(encoding="utf-8")
SECTION = PAGE.partition("## What the documentation leaves open\n")[2].partition("\n## ")[0]
MODEL = ModelAnswerer("stable-graph")
SESSIONS = [block.text.splitlines() for block in blocks(SECTION)]
PROGRAMS = [line for line in SESSIONS[0] if " : " in line]
OPEN = [line for line in SECTION.splitlines() if line.startswith("| ")][1:]
"""The rows of the table."""
SHOWN = {
    "which index a new node": (0, "add_node"),
    "what a stale key finds": (0, "node:1"),
    "whether `clear`": (1, "add_node"),
    "which of parallel edges": (2, "find_edge:0:1"),
    "the order of `nodes`": (2, "nodes"),
    "in which order `remove_node`": (2, "remove_node:0"),
    "which error `add_edge`": (3, "add_edge:0:1"),
}
"""For each point, the program that shows it, and its last operation of this kind, which is answered differently."""


def told(lines: Sequence[str]) -> list[str]:
    """What the other port answers."""
    command = shlex.split(SESSIONS[1][0].removeprefix("$ "))
    typed = "".join(f"{line}\n" for line in lines)
    done = captured(command, input=typed, cwd=ROOT, check=True)
    return done.stdout.splitlines()


def test_other_port_answers_as_shown() -> None:
    """Both sessions have the same programs; the model's session is tested with those of the other pages."""
    command, *lines = SESSIONS[1]
    assert command == "$ node tests/ports/js-queue-graph/port.mjs"
    assert told(lines[::2]) == lines[1::2]
    assert [line for line in lines if " : " in line] == PROGRAMS


@pytest.mark.parametrize("row", OPEN, ids=lambda row: row.split(" | ")[0].strip("| "))
def test_every_point_is_shown_to_differ(row: str) -> None:
    """Model and port answer the operation that the point is about differently."""
    ((number, word),) = [shown for point, shown in SHOWN.items() if row.startswith(f"| {point}")]
    assert row.split(" | ")[-1] == f"{number + 1} |"
    words = PROGRAMS[number].partition(" : ")[2].split()
    at = len(words) - 1 - words[::-1].index(word)
    one, other = (session[session.index(PROGRAMS[number]) + 1].split() for session in SESSIONS)
    assert one[at] != other[at]


def test_every_point_is_on_the_page() -> None:
    assert len(OPEN) == len(SHOWN)


@pytest.mark.parametrize("line", PROGRAMS)
def test_contract_accepts_both(line: str) -> None:
    """The layout level accepts only the model."""
    asked = line.replace("layout", "contract")
    judge = contract_judge(MODEL.handshake)
    _, program = parse_program(asked, "stable-graph")
    assert judge.judge(program, " ".join(MODEL.answer(program, Level.CONTRACT))) is None
    assert judge.judge(program, *told([asked])) is None


def test_what_is_documented_is_not_open() -> None:
    """The order of edges: both answer the same, and another answer is refuted."""
    ((line, answer),) = re.findall(r"`(contract : [^`]+)` with `([^`]+)`", SECTION)
    _, program = parse_program(line, "stable-graph")
    assert [answer] == told([line]) == [" ".join(MODEL.answer(program, Level.CONTRACT))]
    wrong = answer.replace("[2,1]", "[1,2]")
    assert wrong != answer
    assert contract_judge(MODEL.handshake).judge(program, wrong) is not None
