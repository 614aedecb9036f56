"""Whatever `explore` prints as a program is a command: each is run for real."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from stablelist_conformance.cli import main as cli
from stablelist_conformance.wire.protocol import encode, parse_program
from stablelist_proofs.explore import removal
from stablelist_proofs.explore.program import program_line
from stablelist_proofs.explore.system import Moves
from stablelist_spec.core.operation import Operation
from stablelist_spec.families.pool import POOL
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems.stable_list.model import truncated
from suite.planting import edited

Captured = pytest.CaptureFixture[str]


def commands(text: str) -> list[list[str]]:
    """The commands in what was printed, as a shell reads them; there is at least one."""
    found = [
        shlex.split(line)[1:]
        for line in re.findall(r"^ *(stablelist replay .*)$", text, re.MULTILINE)
    ]
    assert found
    return found


def pasted(command: list[str], capsys: Captured) -> tuple[int, str]:
    """The exit status and the output of a command, as one line."""
    capsys.readouterr()
    status = cli.main(command)
    return status, " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("--find 'h2.live == 1 and q1.vacant == 2'", "q1 . . | q2 2 3 | h2 4 _ _ _"),
        ("--label truncate_1", "-> 4 q1 0 | q2 1 | h2 2 3"),
        ("--label add_index_range_full --positions 8", "-> !full"),
        ("--label reserve_full --positions 8", "-> !full"),
        ("--label add_grow_moving --positions 7", "q1 0 1 | q2 2 3 | h2 4 _ _ _"),
        ("--keep key --positions 4 --id-bits 1 --label at_revived", "look up"),
        ("--keep sets --find 'q1.vacant == 1 and space == 8'", "space 8"),
        ("--mode memory --capacity 12 --positions 12 --label truncate_reallocates", "7. remove"),
    ],
)
def test_what_explore_finds_can_be_pasted(asked: str, shown: str, capsys: Captured) -> None:
    """The container comes to it as the model did."""
    assert cli.main(["explore", "--sample", "0", *shlex.split(asked)]) == 0
    for command in commands(capsys.readouterr().out):
        status, out = pasted(command, capsys)
        assert (status, "passes: " in out) == (0, True)
        assert shown in out


@contextmanager
def no_truncation() -> Iterator[None]:
    """Neither of the numbers nor of the model."""

    def numbers(_: Any, states: Any, action: Any, labels: Any) -> Any:
        yield Moves(action, states, labels, 1)

    with (
        edited(truncated, "state.parameters.truncate is not Truncate.NEVER", "False"),
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr(removal, "truncated", numbers)
        yield


def test_a_broken_invariant_can_be_pasted(capsys: Captured) -> None:
    """It fails while the model is at fault, as the container is not, and passes when the model is mended."""
    with no_truncation():
        assert cli.main(["explore", "--sample", "0"]) == 1
        printed = capsys.readouterr().out
        (command,) = commands(printed)
        assert pasted(command, capsys)[0] == 1
    assert "cascade_leaves_h2_live is broken by\nshortest program within the scope, 6" in printed
    status, out = pasted(command, capsys)
    assert (status, "passes: " in out) == (0, True)


# --- The words ------------------------------------------------------------------------------------


def test_words_are_those_of_the_protocol() -> None:
    """This holds for every operation that an explorer performs."""
    steps = [Operation(name) for name in ("add", "clear", "drain", "shrink_to_fit")]
    steps += [Operation(name, key=0) for name in ("remove", "at", "contains")]
    steps += [Operation("reserve", count=3)]
    line = program_line(Parameters(), steps)
    assert parse_program(line)[1].operations == steps
    assert line.split()[2:] == [encode(step, POOL) for step in steps]
