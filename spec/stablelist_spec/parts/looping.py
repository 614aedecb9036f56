"""Looping: operations that repeat insertions and removals, so that one word takes a container far.

What a turn of `cycle` does depends on no id and on no cost. So the states of a container that cycles repeat, but for
these numbers, and from one repetition to the next each of them grows by the same amount: `ahead` adds this many times
at once. A container whose vacancies are reused repeats its state soon, mostly after the first turn or the second.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from stablelist_spec.core.key import Key
from stablelist_spec.core.step import StepOf
from stablelist_spec.families.pool import Abridged, PoolError

from .cells import S
from .drafts import drafted, settled

__all__ = ["cycle", "fill", "thin"]


def cycle(model: Any, state: S, element: int, turns: int) -> StepOf[S, Key | PoolError]:  # noqa: ANN401 - a `Model`
    """Insert *element* and remove it, so many times; answer the last key, or refuse if there is no room.

    It takes as long as a few turns, whatever their number.

    (4.2, 5.2; R2 to R5, R8)
    """
    if not model.has_room(state, 1):
        return StepOf(state, PoolError.FULL)
    shapes, states, left = dict[S, int](), list[S](), turns
    while left > 1 and (first := shapes.setdefault(shape(state), len(states))) == len(states):
        states.append(state)
        state, _ = turned(model, state, element)
        left -= 1
    if left > 1:
        repeated, left = divmod(left - 1, len(states) - first)
        state = ahead(states[first], state, repeated)
        for _ in range(left):
            state, _ = turned(model, state, element)
    return StepOf(*turned(model, state, element))


def fill(model: Any, state: S, elements: Iterable[int]) -> StepOf[S, Abridged | PoolError]:  # noqa: ANN401 - a `Model`
    """Insert *elements* one by one, as far as there is room; answer their keys, or refuse if there is none for any.

    (4.2; R2, R3, R8, R9)
    """
    after, issued = state, list[Key]()
    for element in elements:
        if not model.has_room(after, 1):
            break
        after, key = model.insert(drafted(after), element)
        issued.append(key)
    return StepOf(settled(after), Abridged(tuple(issued)) if issued else PoolError.FULL)


def thin(model: Any, state: S, keys: Sequence[Key]) -> StepOf[S, Abridged]:  # noqa: ANN401 - a `Model`
    """Remove by each of the *keys* in turn; answer what each removal answers.

    (4.2; R4)
    """
    after, answers = state, list[int | None]()
    for key in keys:
        after, answer, _ = model.remove(drafted(after), key)
        answers.append(answer)
    return StepOf(settled(after), Abridged(tuple(answers)))


def turned(model: Any, state: S, element: int) -> tuple[S, Key]:  # noqa: ANN401 - a `Model`
    """Insert an element and remove it; its key."""
    filled, key = model.insert(state, element)
    return model.vacate(filled, key.index), key


def shape(state: S) -> S:
    """The state without what no later position depends on: its costs, and the ids of later insertions."""
    ids = {"next_id": 0} if hasattr(state, "next_id") else {"stamps": ()}
    return state._replace(cost=type(state.cost)(), **ids)


def ahead(before: S, after: S, times: int) -> S:
    """The state after so many repetitions of what led from one state to another of the same shape."""
    costs = zip(before.cost, after.cost, strict=True)
    cost = type(after.cost)(*(new + times * (new - old) for old, new in costs))
    held: Any = after
    if hasattr(after, "next_id"):
        bits = held.parameters.id_bits
        number = later(before.next_id, held.next_id, times, bits)  # type: ignore[attr-defined]
        return held._replace(cost=cost, next_id=number)  # type: ignore[no-any-return]
    bits = getattr(held.configuration, "id_bits", None)
    stamps = zip(before.stamps, held.stamps, strict=True)  # type: ignore[attr-defined]
    return held._replace(cost=cost, stamps=tuple(later(*each, times, bits) for each in stamps))  # type: ignore[no-any-return]


def later(before: int, after: int, times: int, bits: int | None) -> int:
    """A number of so many bits that grows by the same amount so many times more; after the last one comes 0.

    >>> later(1, 2, 4, 3), later(1, 2, 4, None), later(7, 0, 2, 3)
    (6, 6, 2)
    """
    grown = after + times * (after - before)
    return grown if bits is None else grown % (1 << bits)
