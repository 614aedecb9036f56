"""Playback: what the model does with a counterexample."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from stablelist_conformance.answerers import ModelAnswerer
from stablelist_conformance.protocol import Level, Program
from stablelist_conformance.report.playback import (
    UNKNOWN,
    Ledger,
    Live,
    initial,
    playback,
    played,
    right_word,
)
from stablelist_conformance.verdict import Counterexample
from stablelist_spec.operation import Operation
from stablelist_spec.parameters import Parameters
from stablelist_spec.pool import POOL
from stablelist_spec.stable_list import Key

from .test_report_samples import DUMP, OPEN, SILENT, SMALL, TRUNCATION, counterexample


@pytest.mark.parametrize("sample", [SMALL, TRUNCATION, DUMP])
def test_at_layout_level_the_model_answers(sample: Counterexample) -> None:
    """Its answers are those of the reference, word by word."""
    answers = [moment.answer for moment in playback(sample)]
    assert answers == ModelAnswerer().answer(sample.program, sample.level)


def test_moments_follow_each_other() -> None:
    """Each begins where the one before it ended, the first in a fresh container."""
    moments = list(playback(TRUNCATION))
    assert moments[0].before == initial(TRUNCATION)
    assert all(one.after == two.before for one, two in pairwise(moments))


def test_the_moment_of_the_first_difference_is_found() -> None:
    """Not the last one, if the program goes on."""
    moment = played(replace(SMALL, at=2))
    assert moment is not None
    assert (moment.number, moment.word, moment.answer) == (2, "remove:0", "0")


def test_without_an_operation_to_blame_the_last_moment_is_found() -> None:
    """The end of the program is what there is to see."""
    moment = played(SILENT)
    assert moment is not None
    assert moment.number == 3
    assert moment.after == Live({2: 2}, frozenset({0, 1}))


def test_an_empty_program_has_no_moment() -> None:
    """A port can fail before it is asked anything."""
    assert played(replace(SMALL, program=Program(Parameters(), ()), at=None)) is None


def test_at_contract_level_playback_follows_the_port() -> None:
    """A stale key that was allowed to resolve did; the model goes on from there."""
    revived = replace(
        OPEN, program=Program(Parameters(), (*OPEN.program.words[:4], "remove:0", "len"))
    )
    moments = list(playback(replace(revived, expected="1", answered="2")))
    assert moments[4].answer == "2"
    assert moments[5].after == Live({1: 1}, frozenset({0, 2}))


def test_at_the_difference_the_model_goes_its_own_way() -> None:
    """The wrong answer is not followed, and of several acceptable ones the first is."""
    full = counterexample(
        "contract,0,1,iteration,1,0 add add", expected="!full or ok", answered="?", answers="ok ?"
    )
    assert [moment.answer for moment in playback(full)] == ["ok", "!full"]


def test_after_the_difference_the_port_is_not_followed() -> None:
    """What it answers then was judged by nobody."""
    wrong = counterexample("contract,0,0,iteration,1,0 add len len len", answers="ok 1 7 8")
    assert [moment.answer for moment in playback(replace(wrong, at=2, expected="1"))] == [
        "ok",
        "1",
        "1",
        "1",
    ]


def test_at_contract_level_there_is_no_layout_to_show() -> None:
    """A word that is out of place there has no right answer."""
    assert right_word(Operation("layout"), {}) == UNKNOWN


def test_where_the_port_said_nothing_the_model_speaks() -> None:
    """A port that died has no answers to follow, and a phrase is not an answer."""
    dead = counterexample(
        "contract,0,0,iteration,1,0 add add remove:0 len",
        kind="died",
        expected="an answer within 10 s",
    )
    assert [moment.answer for moment in playback(dead)] == ["ok", "ok", "0", "1"]


def test_a_word_of_the_future_changes_nothing() -> None:
    """A kit that does not know an operation still plays the others."""
    program = Program(Parameters(), ("add", "vanish:5", "add"))
    moments = list(playback(replace(SMALL, program=program, at=2)))
    assert [moment.answer for moment in moments] == ["0.0", UNKNOWN, "1.1"]
    assert moments[1].operation is None


def test_an_operation_that_the_model_lacks_changes_nothing() -> None:
    """An unbounded key has no packed form; a program with one can still be explained."""
    unbounded = Program(Parameters(index_bits=None), ("add", "repack:0"))
    moments = list(playback(replace(SMALL, program=unbounded, at=1)))
    assert moments[1].answer == UNKNOWN
    assert moments[1].before == moments[1].after


@pytest.mark.parametrize("name", sorted(POOL.kinds.keys() - {"layout", "cost"}))
def test_every_operation_has_a_right_word(name: str) -> None:
    """Whoever adds an operation to the family has to teach it to the playback."""
    operation = Operation(name, 0, 1, modulus=2, structural="add")
    assert right_word(operation, {0: 0, 1: 1}) != UNKNOWN


@pytest.mark.parametrize(
    ("operation", "answer", "live"),
    [
        (Operation("add"), "!full", {0: 0, 1: 1, 2: 2}),
        (Operation("add"), "ok", {0: 0, 1: 1, 2: 2, 3: 3}),
        (Operation("remove", 1), "1", {0: 0, 2: 2}),
        (Operation("remove", 1), "none", {0: 0, 1: 1, 2: 2}),
        (Operation("clear"), "ok", {}),
        (Operation("drain"), "[0,1,2]", {}),
        (Operation("retain", modulus=2), "[1]", {0: 0, 2: 2}),
        (Operation("retain"), "!other", {0: 0, 1: 1, 2: 2}),
        (Operation("exchange", 0, 2), "0/2", {0: 2, 1: 1, 2: 0}),
        (Operation("exchange", 0, 9), "0/none", {0: 0, 1: 1, 2: 2}),
        (Operation("len"), "3", {0: 0, 1: 1, 2: 2}),
    ],
)
def test_the_ledger_follows_an_answer(
    operation: Operation, answer: str, live: dict[int, int]
) -> None:
    """What anybody can tell from an operation and its answer."""
    ledger = Ledger()
    for number in range(3):
        ledger.follow(number, Operation("add"), "ok")
    ledger.follow(3, operation, answer)
    assert ledger.live == live
    assert ledger.retired_by == dict.fromkeys({0, 1, 2} - live.keys(), 3)


def test_the_ledger_tells_keys_apart() -> None:
    """A live, a retired, a failed and a forged key are four different things."""
    ledger = Ledger()
    for number, (name, answer) in enumerate([("add", "ok"), ("add", "ok"), ("add", "!full")]):
        ledger.follow(number, Operation(name), answer)
    ledger.follow(3, Operation("remove", 0), "0")
    known = [ledger.known(name) for name in (0, 1, 2, Key(7, 0), None)]
    assert [key and (key.element, key.retired_by) for key in known] == [
        (None, 3),
        (1, None),
        (None, None),
        (None, None),
        None,
    ]


def test_playback_keeps_pace_with_a_long_program() -> None:
    """States are not kept: a program at the protocol's limit is played, not hoarded."""
    program = Program(Parameters(), ("add",) * 2000)
    last = played(replace(SMALL, program=program, at=None, level=Level.LAYOUT))
    assert last is not None
    assert last.answer == "1999.1999"
