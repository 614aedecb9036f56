"""The contract of operations that repeat others: what a user of a pool must expect of `cycle`, `fill` and `thin`.

Each is what its insertions and removals are together; only the keys that it does not answer have no names.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from functools import partial
from typing import Final

from stablelist_spec.core.contract import Outcome, UndeterminedError
from stablelist_spec.core.drawing import drawn
from stablelist_spec.core.operation import KeyName, Operation

from .documented import Documented
from .effect import UNSEEN
from .knowledge import Pool
from .pool import Abridged, PoolError

__all__ = ["looped"]

MOST_WAYS: Final = 256
"""The most ways that a row of removals may go on in."""
Ways = list[tuple[Pool, list[object]]]
"""The possible states after some removals, each with their answers."""


def looped(pool: Pool, operation: Operation, said: Documented) -> Iterator[Outcome[Pool]]:
    """Every acceptable outcome of an operation that repeats others.

    >>> from .knowledge import Room
    >>> from .stamps import BySlot
    >>> fresh = Pool(BySlot(32), Room(capacity=2))
    >>> [len(each.answer.items) for each in looped(fresh, Operation("fill", count=4), Documented())]
    [2, 3, 4]

    Raises:
        UndeterminedError: it may go on in too many ways.
    """
    match operation.name:
        case "cycle":
            yield from _cycled(pool, operation["count"], said)
        case "fill":
            yield from _filled(pool, operation["count"], said)
        case _:
            yield from _thinned(pool, operation, said)


def _cycled(pool: Pool, turns: int, said: Documented) -> Iterator[Outcome[Pool]]:
    """Many turns; if slots are used up on the way, nobody knows how many turns there were before that."""
    first, last = (pool.refusals(1, insertions) for insertions in (0, turns - 1))
    if False in last:
        yield Outcome(UNSEEN, partial(Pool.cycle, turns=turns), ())
    if True in (*first, *last):
        done = turns - 1 if pool.room.versions else 0
        yield Outcome(PoolError.FULL, partial(Pool.cycle, turns=done, fails=True), ())
        if said.may_panic(Operation("add"), ()):
            raise UndeterminedError


def _filled(pool: Pool, count: int, said: Documented) -> Iterator[Outcome[Pool]]:
    """Insertions up to one that is refused."""
    for done in range(count):
        refusals = pool.refusals(1, done, live=done)
        if True in refusals:
            yield _of_filled(pool, done, count)
            if said.may_panic(Operation("add"), ()):
                raise UndeterminedError
        if False not in refusals:
            return
    yield _of_filled(pool, count, count)


def _of_filled(pool: Pool, done: int, count: int) -> Outcome[Pool]:
    """So many insertions, and others without a key."""
    first = len(pool.lives)
    changes: dict[KeyName, int | None] = dict.fromkeys(range(first, first + count))
    changes |= {number: number for number in range(first, first + done)}
    answer = Abridged((UNSEEN,) * done) if done else PoolError.FULL
    return Outcome(answer, partial(Pool.change, changes=changes, meant={}), ())


def _thinned(pool: Pool, operation: Operation, said: Documented) -> Iterator[Outcome[Pool]]:
    """Removals by the keys that are drawn."""
    ways: Ways = [(copy(pool), [])]
    for name in drawn(operation["seed"], operation["count"], len(pool.lives)):
        if len(ways) == 1 and name in ways[0][0].live:  # as nearly always
            known, answers = ways[0]
            answers.append(known.live[name])
            known.retire(name)
            continue
        ways = [way for known, answers in ways for way in _removed(known, answers, name, said)]
        if len(ways) > MOST_WAYS:
            raise UndeterminedError
    for known, answers in ways:
        yield Outcome(Abridged(tuple(answers)), partial(_exchanged, known), ())


def _exchanged(known: Pool, _: Pool) -> Pool:
    """The state that is known instead of the one before."""
    return known


def _removed(known: Pool, answers: list[object], name: int, said: Documented) -> Ways:
    """Remove by one key, which mostly is live; the ways to go on."""
    meanings = (name,) if name in known.live else known.standing(name).meanings
    if None in meanings and said.may_panic(Operation("remove"), ("stale",)):
        raise UndeterminedError
    ways = [(known, answers)] + [(copy(known), [*answers]) for _ in meanings[1:]]
    for (state, told), meaning in zip(ways, meanings, strict=True):
        told.append(None if meaning is None else state.live[meaning])
        if len(meanings) > 1:
            state.change({}, {name: (meaning,)})
        if meaning is not None:
            state.change({meaning: None}, {})
    return ways
