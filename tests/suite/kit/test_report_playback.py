"""Playback: what the model does with a counterexample."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from stablelist_conformance.judging import judge
from stablelist_conformance.judging.verdict import Counterexample
from stablelist_conformance.python.answerers import ModelAnswerer
from stablelist_conformance.report.playback import (
    UNKNOWN,
    Ledger,
    Live,
    Moment,
    initial,
    playback,
    played,
)
from stablelist_conformance.wire.handshake import Handshake
from stablelist_conformance.wire.protocol import Level, Program
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.families.pool import POOL
from stablelist_spec.parts.cells import Has
from stablelist_spec.parts.parameters import Parameters

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
    words = (*OPEN.program.words[:4], "remove:0", "len")
    revived = replace(OPEN, program=OPEN.program._replace(words=words))
    moments = list(playback(replace(revived, expected="1", answered="2")))
    assert moments[4].answer == "2"
    assert moments[5].after == Live({1: 1}, frozenset({0, 2}))


def test_at_the_difference_the_model_goes_its_own_way() -> None:
    """The wrong answer is not followed, and of several acceptable ones the first is."""
    full = counterexample(
        "contract capacity=1 : add add",
        handshake=Handshake("a", "1", "slab", Level.CONTRACT, capacity="fixed"),
        expected="!full or ok",
        answered="?",
        answers="ok ?",
    )
    assert [moment.answer for moment in playback(full)] == ["ok", "!full"]


def test_after_the_difference_the_port_is_not_followed() -> None:
    """Its answers after the difference were not judged."""
    wrong = counterexample("contract id_bits=1 : add len len len", answers="ok 1 7 8")
    assert [moment.answer for moment in playback(replace(wrong, at=2, expected="1"))] == [
        "ok",
        "1",
        "1",
        "1",
    ]


def test_where_the_port_said_nothing_the_model_speaks() -> None:
    """A port that ended has no answers to follow, and a phrase is not an answer."""
    dead = counterexample(
        "contract id_bits=1 : add add remove:0 len",
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


@pytest.mark.parametrize(
    ("word", "answer", "live"),
    [
        ("add", "ok", {0: 0, 1: 1, 2: 2, 3: 3}),
        ("remove:1", "1", {0: 0, 2: 2}),
        ("clear", "ok", {}),
        ("drain", "[0,1,2]", {}),
        ("retain:2:0", "[1]", {0: 0, 2: 2}),
        ("exchange:0:2", "0/2", {0: 2, 1: 1, 2: 0}),
        ("len", "3", {0: 0, 1: 1, 2: 2}),
    ],
)
def test_what_is_live_follows_from_the_answers(
    word: str, answer: str, live: dict[int, int]
) -> None:
    """At both levels; and what is no longer live was retired by that operation."""
    for level, said in (("layout", ""), ("contract", f"[ok,ok,ok] {answer} 0")):
        line = f"{level} id_bits=0 : extend:3 {word} len"
        *_, done, last = playback(replace(counterexample(line, answers=said), at=None))
        assert contents_of(last) == live
        gone = {0, 1, 2} - live.keys()
        if isinstance(done.after, Live):
            assert done.after.retired == gone


def contents_of(moment: Moment) -> dict[int, int]:
    """The elements by the numbers of their insertions, which in these programs are their positions."""
    if isinstance(moment.before, Live):
        return dict(moment.before.elements)
    cells = enumerate(moment.before.cells)
    return {position: cell.element for position, cell in cells if isinstance(cell, Has)}


def test_the_ledger_tells_keys_apart() -> None:
    """A live, a retired, a failed and a forged key are four different things."""
    ledger = Ledger(POOL)
    for number, live in enumerate([{0: 0}, {0: 0, 1: 1}, {0: 0, 1: 1}]):
        ledger.follow(number, Operation("add"), live)
    ledger.follow(3, Operation("remove", key=0), {1: 1})
    known = [ledger.known(name) for name in (0, 1, 2, Key(7, 0))]
    assert ledger.insertions == 3
    assert [(key.element, key.retired_by) for key in known] == [
        (None, 3),
        (1, None),
        (None, None),
        (None, None),
    ]


def test_a_revived_key_is_followed_as_far_as_it_can_be_told() -> None:
    """If one of two elements was removed, the first is shown as removed until an answer shows which one it was."""
    handshake = Handshake("a", "1", "slab", Level.CONTRACT)
    words = ("add", "remove:0", "add", "add", "replace:0:7", "remove:2", "at:1")
    program = Program(Parameters(), words)
    found = replace(
        OPEN,
        handshake=handshake,
        program=program,
        answers=("ok", "0", "ok", "ok", "yes", "7", "1"),
        at=None,
    )
    moments = list(playback(found))
    assert moments[4].after == Live({1: 7, 2: 2}, frozenset({0}))
    assert moments[5].after == Live({1: 1}, frozenset({0, 2}))


def test_where_too_much_is_possible_nothing_changes_any_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The port's later answers are not judged, and what was live is shown as it was."""
    monkeypatch.setattr(judge, "MOST_STATES", 1)
    words = ("add", "remove:0", "add", "add", "replace:0:7", "clear")
    found = replace(
        OPEN,
        handshake=Handshake("a", "1", "slab", Level.CONTRACT),
        program=Program(Parameters(), words),
        answers=("ok", "0", "ok", "ok", "yes", "ok"),
        at=None,
    )
    moments = list(playback(found))
    assert [moment.answer for moment in moments[4:]] == ["yes", UNKNOWN]
    assert moments[4].after == moments[5].after == Live({1: 1, 2: 2}, frozenset({0}))


def test_playback_keeps_pace_with_a_long_program() -> None:
    """States are not kept: a program at the protocol's limit is played, not hoarded."""
    program = Program(Parameters(), ("add",) * 2000)
    last = played(replace(SMALL, program=program, at=None, level=Level.LAYOUT))
    assert last is not None
    assert last.answer == "1999.1999"
