"""Programs that go far: in few characters, and for what is no pool."""

from __future__ import annotations

from dataclasses import replace

import pytest

from stablelist_conformance.vectors.answers import AnsweredProgram, with_answers
from stablelist_conformance.vectors.far import CUT, far_classes, far_kinds, far_rounds
from stablelist_conformance.vectors.magnitudes import all_magnitudes, magnitudes
from stablelist_conformance.vectors.rounds import MOST
from stablelist_conformance.vectors.scopes import Scope, scopes
from stablelist_conformance.vectors.writing import terse
from stablelist_conformance.wire.protocol import Level, parse_program
from stablelist_spec.core.history import History
from stablelist_spec.systems import DYADIC, LIFO_SLAB, SPARSE_SET, SYSTEMS

LEVELS = pytest.mark.parametrize("level", Level)


def scope(place: str) -> Scope:
    """The scope of a file."""
    return next(each for each in scopes() if each.place == place)


def drawn(place: str, count: int) -> list[AnsweredProgram]:
    """The first programs of a file to choose from, with their answers."""
    each = scope(place)
    assert each.far is not None
    programs = (each.far.draw(each.target, number) for number in range(count))
    return [with_answers(each.system, program, each.level) for program in programs]


def test_rounds_go_far_in_few_characters() -> None:
    """Containers of a thousand elements, and costs of ten thousand, by programs of a few hundred."""
    some = drawn("lifo-slab/cost/any/common-far-rounds", 12)
    shown = [magnitudes(LIFO_SLAB, each) for each in some]
    assert any(("reached", "live", "10") in each for each in shown)
    assert not any(("reached", "live", str((2 * MOST).bit_length())) in each for each in shown)
    short = [each for each in some if len(each.program.sent(Level.COST)) < 2000]
    assert any(max(each.costs) > 10_000 for each in short)
    assert all(each.program.words[-2:] == ("layout", "cost") for each in some)


def test_rounds_are_for_what_extends() -> None:
    """One at a time, nothing becomes large in few characters."""
    target = scope("dyadic/layout/id32-index32/common-far-rounds").target
    assert [each.name for each in far_rounds(target)] == ["rounds"]
    port = replace(target.handshake, without=target.handshake.without | {"extend"})
    assert list(far_rounds(replace(target, handshake=port))) == []


def test_rounds_use_what_is_offered() -> None:
    """A port without `retain` removes one by one; one that only adds and removes still takes turns."""
    target = scope("dyadic/layout/id32-index32/common-far-rounds").target
    offered = {"add", "remove", "extend", "layout"}
    port = replace(target.handshake, without=target.handshake.without | DYADIC.operations - offered)
    (far,) = far_rounds(replace(target, handshake=port))
    used = {
        operation.name
        for number in range(8)
        for operation in far.draw(replace(target, handshake=port), number).operations
    }
    assert used == offered


def test_costs_count_even_where_they_are_not_shown() -> None:
    """Each counter by itself."""
    (settled,) = drawn("dyadic/layout/id32-index32/common-far-rounds", 1)
    assert "cost" not in settled.program.words
    shown = DYADIC.shown["cost"](final_state(settled))
    assert "/".join(map(str, settled.costs)) == shown
    more = all_magnitudes(DYADIC, settled) - magnitudes(DYADIC, settled)
    assert {kind for kind, _, _ in more} == {"cost"}
    assert len(more) == sum(number.bit_length() for number in settled.costs)


def final_state(settled: AnsweredProgram) -> object:
    """The state after a program."""
    history = History(DYADIC, settled.program.parameters)
    for operation in settled.program.operations:
        if operation.name not in DYADIC.shown:
            history.perform(operation)
    return history.state


@LEVELS
def test_far_programs_of_sets_reach_large_numbers(level: Level) -> None:
    """In every level's own files."""
    names = [each.name for each in far_kinds()]
    assert names == ["parameters", "coincidence", "size"]
    far = [each for each in scopes() if each.system is SPARSE_SET and each.far]
    files = {each.place for each in far if each.level is level}
    assert {f"sparse-set/{level.word}/any/usual-far-{name}" for name in names} == files


def test_sets_become_large() -> None:
    """Some of them, beyond what a byte can count."""
    some = drawn("sparse-set/layout/any/usual-far-size", 6)
    assert any(("reached", "live", "8") in magnitudes(SPARSE_SET, each) for each in some)
    assert max(len(each.program.words) for each in some) == CUT + 1
    assert all(each.program.words[-1:] == ("layout",) for each in some)


def test_what_a_question_costs_goes_with_it() -> None:
    """A program without its long questions is answered anew where costs are shown."""
    words = "insert:200 " + " ".join(f"insert:{n}" for n in range(150)) + " each each cost"
    asked = parse_program(f"cost universe=256 : {words}", "sparse-set")[1]
    where = scope("sparse-set/cost/any/usual-far-parameters")
    shorter = terse(where, with_answers(SPARSE_SET, asked, Level.COST))
    assert shorter.program.words[-2:] == ("each", "cost")
    assert shorter.program.words.count("each") == 1
    assert shorter == with_answers(SPARSE_SET, shorter.program, Level.COST)
    assert shorter.line.endswith("302/151")


def test_classes_of_the_judge_are_for_pools() -> None:
    """All of them."""
    pools = next(each for each in scopes() if each.system is SYSTEMS["slotmap"])
    assert {each.name for each in far_classes(pools.target)} >= {"size", "life", "memory"}
