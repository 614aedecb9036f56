"""Operations that repeat others are what these come to, in every model and in the contract."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from stablelist_conformance.judging.judge import contract_judge
from stablelist_conformance.python.answerers import ModelAnswerer
from stablelist_conformance.wire.protocol import Level, Program
from stablelist_spec.core.contract import UndeterminedError
from stablelist_spec.core.drawing import drawn
from stablelist_spec.core.explore import explore
from stablelist_spec.core.history import NO_KEY, History
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.states import States
from stablelist_spec.core.step import StepOf
from stablelist_spec.core.system import System
from stablelist_spec.families.contract import Pools
from stablelist_spec.families.documented import Documented
from stablelist_spec.families.knowledge import Pool, Room
from stablelist_spec.families.pool import Abridged, PoolError
from stablelist_spec.families.stamps import BySlot, Stamps
from stablelist_spec.systems import SYSTEMS

CYCLING = [each for each in SYSTEMS.values() if each.exact and "cycle" in each.operations]
MOST = 400
"""The states of a scope whose turns are counted one by one."""


def states(system: System) -> Iterator[tuple[Any, Any]]:
    """States of every scope."""
    for scope in system.scopes:
        found = explore(scope, States(system, follow=False, checks=False), limit=MOST)
        yield from ((scope, node.state) for node in islice(found.reached, MOST))


def one_by_one(system: System, state: Any, turns: int) -> tuple[Any, Any]:
    """The state after so many turns, each of them an insertion and a removal, and the last answer."""
    assert system.step is not None
    answer = None
    for _ in range(turns):
        state, answer, _ = system.step(state, Operation("add").adding(5))
        if answer is PoolError.FULL:
            break
        state = system.step(state, Operation("remove", key=answer)).state
    return state, answer


@pytest.mark.parametrize("system", CYCLING, ids=lambda system: system.name)
def test_cycle_equals_its_turns(system: System) -> None:
    """State for state, from every state of the scopes, also after whole periods of ids."""
    assert system.step is not None
    met = 0
    for scope, state in states(system):
        period = system.period(scope) or 4
        for turns in {1, 2, 3, period, period + 1, 2 * period + 3, 29}:
            operation = Operation("cycle", count=turns).adding(5)
            step = system.step(state, operation)
            assert (step.state, step.answer) == one_by_one(system, state, turns), (state, turns)
        met += 1
    assert met > 1


LONG = ("add", "remove", "add", "cycle", "at", "clear", "fill", "thin", "contains", "replace")


def program(system: System, draw: Random) -> Program:
    """A random program with loops, in a small container."""
    words, added = list[str](), 0
    for _ in range(60):
        name = draw.choice([each for each in LONG if each in system.operations])
        match name:
            case "cycle" | "fill":
                count = draw.choice((1, 2, 3, 4, 5, 9, 16))
                words.append(f"{name}:{count}")
                added += count if name == "fill" else 1
            case "thin":
                words.append(f"thin:{draw.randint(1, 9)}:{draw.randint(1, 99)}")
            case "add" | "clear":
                words.append(name)
                added += name == "add"
            case _ if added:
                operand = ":7" * (name == "replace")
                words.append(f"{name}:{draw.randrange(added)}{operand}")
    return Program(draw.choice(system.scopes), tuple(words), system.name)


@pytest.mark.parametrize("system", CYCLING, ids=lambda system: system.name)
def test_contract_allows_what_a_model_answers(system: System) -> None:
    """Also where stale keys resolve again."""
    model, draw = ModelAnswerer(system.name), Random(3)
    judge = contract_judge(model.handshake)
    for _ in range(40):
        chosen = program(system, draw)
        line = " ".join(model.answer(chosen, Level.CONTRACT))
        assert judge.judge(chosen, line) is None, chosen


@pytest.mark.parametrize("system", CYCLING, ids=lambda system: system.name)
def test_history_keeps_the_last_key_of_a_cycle(system: System) -> None:
    """Its keys, and which of them are fresh, are those of single insertions and removals."""
    for turns in (1, 2, 3, 4, 5, 8):
        looped, single = (History(system, system.scopes[0]) for _ in range(2))
        looped.perform(Operation("cycle", count=turns))
        for number in range(turns):
            single.perform(Operation("add"))
            single.perform(Operation("remove", key=number))
        assert looped.issued[-1] == single.issued[-1]
        assert set(looped.fresh().retired) == set(single.fresh().retired[-1:])
        assert looped.state._replace(cells=()) == single.state._replace(cells=())
        assert not looped.broken()


def test_refused_cycle_has_a_number() -> None:
    """Its key is never found."""
    system = SYSTEMS["fixed-arena"]
    history = History(system, system.configuration(1))
    history.perform(Operation("add"))
    assert history.perform(Operation("cycle", count=3)).answer is PoolError.FULL
    assert history.issued[1] is NO_KEY


def test_fill_ends_where_there_is_no_room() -> None:
    """The numbers of all insertions are used."""
    system = SYSTEMS["fixed-arena"]
    history = History(system, system.configuration(2))
    answer = history.perform(Operation("fill", count=3)).answer
    assert isinstance(answer, Abridged)
    assert (len(answer.items), len(history.issued)) == (2, 3)
    assert history.perform(Operation("fill", count=3)).answer is PoolError.FULL
    assert len(history.issued) == 6


def test_order_has_every_number_once() -> None:
    """It depends on the seed."""
    assert sorted(drawn(9, 100, 100)) == list(range(100))
    assert len({*map(tuple, (drawn(seed, 9, 9) for seed in range(1, 50)))}) > 40
    assert not list(drawn(1, 5, 0))


# --- The contract alone -----------------------------------------------------------------------------


def outcomes(pool: Pool, said: Documented, name: str, **operands: int) -> list[Any]:
    """The answers that are acceptable."""
    contract = Pools(pool.stamps, pool.room, said)
    return [each.answer for each in contract.outcomes(pool, Operation(name, **operands))]


def after(*operations: Operation, room: Room = Room(), stamps: Stamps = BySlot(2)) -> Pool:  # noqa: B008 - it is a constant
    """The state after some operations that have one outcome each."""
    contract = Pools(stamps, room)
    pool = contract.initial()
    for operation in operations:
        [outcome] = contract.outcomes(pool, operation)
        pool = outcome.after(pool)
    return pool


ADD, REMOVE = Operation("add"), Operation("remove", key=0)


@pytest.mark.parametrize("turns", [1, 2, 3, 4, 9])
def test_retired_key_may_resolve_after_a_period_of_turns(turns: int) -> None:
    """With the insertion that follows there are one more."""
    pool = after(ADD, REMOVE, Operation("cycle", count=turns), ADD)
    found = outcomes(pool, Documented(), "at", key=0)
    assert found == ([None, 2] if turns >= 3 else [None])


def test_cycle_uses_slots_up_that_retire() -> None:
    """Then it may be refused on the way, but not before; and later insertions, too."""
    pool = after(room=Room(capacity=2, versions=4))
    assert [*map(str, outcomes(pool, Documented(), "cycle", count=4))] == ["Key(index=0, id=0)"]
    assert PoolError.FULL in outcomes(pool, Documented(), "cycle", count=9)
    *_, refused = Pools(pool.stamps, pool.room).outcomes(pool, Operation("cycle", count=9))
    assert outcomes(refused.after(pool), Documented(), "at", key=0) == [None]
    assert PoolError.FULL in outcomes(pool, Documented(), "add")


@pytest.mark.parametrize(
    ("panics", "name"), [("add", "cycle"), ("add", "fill"), ("remove.stale", "thin")]
)
def test_panic_in_a_loop_is_not_followed(panics: str, name: str) -> None:
    """Nobody knows how far it came."""
    pool = after(ADD, REMOVE, ADD, room=Room(capacity=1))
    operands = {"count": 3} | ({"seed": 1} if name == "thin" else {})
    assert outcomes(pool, Documented(), name, **operands)
    with pytest.raises(UndeterminedError):
        outcomes(pool, Documented(panics=frozenset([panics])), name, **operands)


def test_silent_removals_are_silent_in_a_loop() -> None:
    """Each is answered by the same word."""
    pool = after(ADD, ADD)
    [answer] = outcomes(pool, Documented(silent=True), "thin", count=2, seed=1)
    assert answer == Abridged(("ok", "ok"))
    assert outcomes(pool, Documented(undefined=True), "thin", count=1, seed=1)


# --- The refinement ---------------------------------------------------------------------------------


def test_refinement_finds_wrong_loops() -> None:
    """A wrong key, one key too many or too few, an element too many, a removal that did nothing."""
    system = SYSTEMS["stablelist"]
    assert system.initial is not None
    assert system.step is not None
    empty = system.initial(system.configuration())
    one = system.step(empty, Operation("add"))
    fill = Operation("fill", count=2).adding(1)
    two = system.step(one.state, fill)
    assert system.refines(one.state, fill, two)
    assert isinstance(two.answer, Abridged)
    keys = two.answer.items
    for items in ((), keys[:1], (*keys, Key(9, 9)), (keys[0], keys[0]), (one.answer, keys[1])):
        assert not system.refines(one.state, fill, StepOf(two.state, Abridged(items)))
    assert not system.refines(one.state, fill, StepOf(two.state, PoolError.FULL))
    cycle = Operation("cycle", count=3).adding(1)
    turned = system.step(one.state, cycle)
    assert system.refines(one.state, cycle, turned)
    for wrong in (
        StepOf(turned.state, one.answer),
        StepOf(turned.state, None),
        StepOf(empty, turned.answer),
    ):
        assert not system.refines(one.state, cycle, wrong)
    thin = Operation("thin", count=2, seed=1).given(keys=(keys[1], keys[1]))
    thinned = system.step(two.state, thin)
    assert system.refines(two.state, thin, thinned)
    assert not system.refines(two.state, thin, StepOf(thinned.state, Abridged((2, 2))))
    assert not system.refines(two.state, thin, StepOf(two.state, thinned.answer))
