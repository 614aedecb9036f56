"""The refinement: the observable meaning of a layout, and that every operation on layouts follows the contract.

`abstraction` forgets positions, partitions, free lists and costs, and keeps the map from keys to elements. `refines`
checks that a step could have been observed on a `Pool`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import StepOf
from stablelist_spec.families.contract import NEED_ROOM
from stablelist_spec.families.effect import changed, effect
from stablelist_spec.families.pool import LOOPS, POOL, RESTORING, Abridged, Pivot, PoolError

from .cells import Celled, Has

__all__ = ["abstraction", "refines"]


def abstraction(state: Celled) -> dict[Key, int]:
    """The live elements by key: the observable part of a state.

    >>> from stablelist_spec import Parameters, stable_list
    >>> abstraction(stable_list.add(stable_list.initial(Parameters()), 7).state)
    {Key(index=0, id=0): 7}
    """
    return {
        Key(position, cell.id): cell.element
        for position, cell in enumerate(state.cells)
        if isinstance(cell, Has)
    }


def refines(
    before: Celled,
    operation: Operation,
    step: StepOf[Celled, object],
    *,
    live: Mapping[Key, int] | None = None,
) -> bool:
    """Whether a step of the layout is a step of the contract, with the same answer.

    Args:
        before: the state that the step started from.
        operation: the operation, with keys instead of their numbers.
        step: its effect.
        live: the abstraction of *before*, if it is known already.

    >>> from stablelist_spec import Parameters, stable_list
    >>> empty = stable_list.initial(Parameters())
    >>> step = stable_list.add(empty, 7)
    >>> [refines(empty, Operation("add").adding(element), step) for element in (7, 8)]
    [True, False]
    """
    live = abstraction(before) if live is None else live
    after = live if step.state is before else abstraction(step.state)
    if operation.name == RESTORING:
        return after == _restored(operation, step.answer, live)
    if operation.name in LOOPS:
        return after == _looped(operation, step.answer, live)
    if step.answer is PoolError.FULL and operation.name in NEED_ROOM:
        return after == live  # whether it is full is for the layout to say
    new = _new(operation, step.answer, live)
    if len(new) != POOL.insertions(operation):
        return False
    keys = [_meaning(operation, key, live) for key in POOL.keys_of(operation)]
    expected, changes = effect(live, operation, keys, new)
    return _unordered(step.answer) == _unordered(expected) and after == changed(live, changes)


def _looped(
    operation: Operation, answer: object, live: Mapping[Key, int]
) -> Mapping[Key, int] | None:
    """The live elements after a loop that answers this; None if none answers it."""
    match operation.name, answer:
        case "cycle" | "fill", PoolError.FULL:
            return live
        case "cycle", Key():
            return None if answer in live else live
        case "fill", Abridged(keys) if 0 < len(keys) <= operation["count"]:
            new: dict[Key, int] = {}
            for nth, key in enumerate(keys):
                assert isinstance(key, Key)
                new[key] = operation.element + nth
            known = len(new) == len(keys) and live.keys().isdisjoint(new)
            return {**live, **new} if known else None
        case "thin", Abridged(removed):
            left = dict(live)
            found = tuple(left.pop(key, None) for key in operation["keys"])
            return left if removed == found else None
    return None


def _restored(
    operation: Operation, answer: object, live: Mapping[Key, int]
) -> Mapping[Key, int] | None:
    """The live elements after a restoration that answers this: one more, or the same ones; whether, is for the layout.

    None if the key was live.
    """
    key = operation["key"]
    after = {False: live} if key in live else {False: live, True: {**live, key: operation["value"]}}
    return after.get(answer)  # type: ignore[call-overload, no-any-return] # which may be anything


def _new(operation: Operation, answer: object, live: Mapping[Key, int]) -> dict[Key, int]:
    """The inserted elements. The layout chooses the keys, which no live element has."""
    if operation.name not in POOL.inserting:
        return {}
    keys = answer if type(answer) is tuple else (answer,)
    new = [key for key in keys if isinstance(key, Key) and key not in live]
    return {key: operation.element + number for number, key in enumerate(new)}


def _meaning(operation: Operation, key: Key, live: Mapping[Key, int]) -> Key | None:
    """A key means the element that has it; if only its index counts, the element at that index."""
    assert isinstance(key, Key), f"{operation.name} needs a key"
    if operation.name == "key_at":
        return next((each for each in live if each.index == key.index), None)
    return key if key in live else None


def _unordered(answer: object) -> object:
    """An answer with its lists sorted: order is not part of the contract."""
    if isinstance(answer, Pivot):
        return answer._replace(others=tuple(sorted(answer.others)))
    if type(answer) is tuple:
        return Counter(_unordered(item) if isinstance(item, Pivot) else item for item in answer)
    return answer
