"""Lives of keys: when each was issued, used and retired, and where the port confused two of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from stablelist_conformance.judging.verdict import Answered
from stablelist_conformance.report.page import lives
from stablelist_conformance.report.page.lives import Life, Lives, Use
from stablelist_conformance.report.playback import playback

from .test_report_samples import OPEN, RUST, SLOT_MAP, SMALL, counterexample

STALE = counterexample(
    "layout id_bits=2 index_bits=0 : add add remove:0 add at:1 at:0",
    expected="none",
    answered="2",
    answers="0.0 1.1 0 0.2 1 2",
)
"""A stale key finds the element that took its cell."""

SET = replace(RUST, profile="sparse-set")


def lived(answered: Answered) -> dict[str, Life]:
    """The lives in a program, by name."""
    found = Lives(answered)
    for moment in playback(answered):
        found.follow(moment)
    return found.by_name


def test_a_key_lives_from_its_insertion_to_its_removal() -> None:
    """The steps are counted from 1; what is live at the end has no end."""
    spans = {name: life.spans for name, life in lived(STALE).items()}
    assert spans == {"0": [[1, 3]], "1": [[2]], "2": [[4]]}


def test_keys_are_shown_where_the_port_shows_them() -> None:
    """With index and id, two keys of the same cell can be distinguished."""
    assert {life.label: life.seen for life in lived(STALE).values()} == {
        "key 0": "0.0",
        "key 1": "1.1",
        "key 2": "0.2",
    }
    assert {life.seen for life in lived(OPEN).values()} == {""}


def test_the_confusion_names_the_other_key() -> None:
    """The wrong answer is the element of key 2, and so it says."""
    found = lived(STALE)
    assert found["0"].uses == [Use(3, "found", "0"), Use(6, "wrong", "2", taken_for="2")]
    assert found["1"].uses == [Use(5, "found", "1")]


def test_a_new_key_in_a_cell_that_is_taken_is_a_confusion() -> None:
    """The port gives the cell of key 1 to key 2."""
    sample = counterexample(
        "layout id_bits=2 index_bits=0 : add add add", expected="2.2", answered="1.2"
    )
    assert lived(sample)["2"].uses == [Use(3, "wrong", "1.2", taken_for="1")]
    other = replace(sample, answered="3.2")
    assert lived(other)["2"].uses == [Use(3, "wrong", "3.2")]


def test_a_refused_stale_key_is_no_mistake() -> None:
    """Nor is a forged one, which has uses but no life."""
    found = lived(SMALL)
    assert found["0"].uses[-1] == Use(5, "refused", "none")
    assert found["#7.0"] == Life("#7.0", "forged #7.0", uses=[Use(4, "refused", "none")])


def test_a_wrong_nothing_confuses_no_keys() -> None:
    """The removal is not carried out; no other key is involved."""
    assert lived(SMALL)["1"].uses == [Use(7, "wrong", "none")]


def test_a_fault_is_no_answer_about_a_key() -> None:
    """A port that ended has not given a wrong answer."""
    died = replace(STALE, kind="died", answered="", answers=())
    assert lived(died)["0"].uses[-1] == Use(6, "refused", "none")


@pytest.mark.parametrize(
    ("answered", "kinds"),
    [("0/2", ("found", "wrong")), ("1/none", ("wrong", "refused")), ("1/2", ("wrong", "wrong"))],
)
def test_both_keys_of_an_exchange_are_judged(answered: str, kinds: tuple[str, str]) -> None:
    """Each by its part of the answer."""
    sample = counterexample(
        "contract index_bits=0 : add add add remove:1 exchange:0:1",
        expected="0/none",
        answered=answered,
    )
    found = lived(sample)
    assert (found["0"].uses[-1].kind, found["1"].uses[-1].kind) == kinds


def test_a_key_may_revive() -> None:
    """At contract level, once its id has been given out again: the answer is right."""
    assert lived(OPEN)["0"].uses == [Use(3, "found", "0"), Use(5, "found", "2")]


def test_removals_without_a_key_end_lives() -> None:
    """They remove all elements, or some."""
    sample = counterexample("contract index_bits=0 : extend:3 retain:2:0 clear add len")
    spans = {name: life.spans for name, life in lived(sample).items()}
    assert spans == {"0": [[1, 3]], "1": [[1, 2]], "2": [[1, 3]], "3": [[4]]}


def test_a_failed_insertion_has_no_life() -> None:
    """Its key is used and refused."""
    sample = counterexample(
        "contract capacity=4 : extend:4 add at:4",
        handshake=replace(SLOT_MAP, capacity=4),
        answers="ok !full none",
        expected="none",
        answered="1",
    )
    assert lived(sample)["4"] == Life("4", "key 4", uses=[Use(3, "wrong", "1", taken_for="1")])


def test_a_number_lives_while_it_is_a_member() -> None:
    """Also twice; and a question about it is a use, as is a change that changes nothing."""
    sample = counterexample(
        "contract universe=8 : insert:5 insert:5 contains:5 remove:5 remove:5 insert:5 clear insert:9 contains:5",
        handshake=SET,
        expected="no",
        answered="yes",
    )
    found = lived(sample)
    assert found["5"].spans == [[1, 4], [6, 7]]
    kinds = {use.step: use.kind for use in found["5"].uses}
    assert kinds == {2: "found", 3: "found", 4: "found", 5: "refused", 9: "wrong"}
    assert found["9"] == Life("9", "9", uses=[Use(8, "refused", "!beyond")])


def test_of_many_lives_those_that_are_named_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """They keep their order, and the others are counted."""
    monkeypatch.setattr(lives, "MOST_LIVES", 3)
    found = Lives(counterexample("contract index_bits=0 : extend:9 at:7 at:4"))
    for moment in playback(found.answered):
        found.follow(moment)
    kept, more = found.shown(0)
    assert ([life.name for life in kept], more) == (["0", "4", "7"], 6)


def test_of_many_lives_those_that_were_confused_are_kept_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Both of them, although others are named before."""
    monkeypatch.setattr(lives, "MOST_LIVES", 2)
    line = "contract index_bits=0 : extend:9 at:0 at:1 at:2 remove:3 at:3"
    found = Lives(counterexample(line, expected="none", answered="8"))
    for moment in playback(found.answered):
        found.follow(moment)
    assert [life.name for life in found.shown(0)[0]] == ["3", "8"]


def test_lives_that_ended_before_the_first_step_are_not_shown() -> None:
    """A page may begin in the middle of a long program."""
    found = Lives(STALE)
    for moment in playback(STALE):
        found.follow(moment)
    shown = {first: [life.name for life in found.shown(first)[0]] for first in (3, 4, 7)}
    assert shown == {3: ["0", "1", "2"], 4: ["0", "1", "2"], 7: ["1", "2"]}
