"""The refinement: what a layout means to a user, and that every layout operation is the contract's.

`abstraction` forgets positions, partitions, free lists and costs: what is left is the map from keys to
elements. `refines` says of one step that it could have been observed of a `Pool`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from .contract import Pool
from .stable_list import Failure, Has, Key, Pivot, State, Step

__all__ = ["abstraction", "refines"]


def abstraction(state: State) -> dict[Key, int]:
    """The live elements by key: all of a state that a user can observe.

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
    before: State,
    name: str,
    step: Step[object],
    key: Key | None = None,
    other: Key | None = None,
    *,
    element: int = 0,
    live: Mapping[Key, int] | None = None,
) -> bool:
    """Whether a step of the layout is a step of the contract, with the same answer.

    Args:
        before: the state that the step started from.
        name: the operation.
        step: what it did.
        key: the key it was given, if it takes one.
        other: the key that `exchange` seeks through the view.
        element: the element that `add` was given.
        live: the abstraction of *before*, if it is known already.

    >>> from stablelist_spec import Parameters, stable_list
    >>> empty = stable_list.initial(Parameters())
    >>> step = stable_list.add(empty, 7)
    >>> refines(empty, "add", step, element=7), refines(empty, "add", step, element=8)
    (True, False)
    """
    pool = Pool(abstraction(before) if live is None else live)
    if name == "add":
        expected = _added(pool, step.answer, element)
    elif key is None or name == "lend":
        expected = _of_the_whole(pool, name)
    else:
        expected = _of_a_key(pool, name, key, other)
    if _unordered(step.answer) != _unordered(expected):
        return False
    return abstraction(step.state) == pool.live


def _added(pool: Pool[Key], answer: object, element: int) -> object:
    """Insertion: the layout chooses the key, which no live element has, or fails."""
    if not isinstance(answer, Key):
        return Failure.FULL
    if pool.contains(answer):
        return None
    pool.add(answer, element)
    return answer


def _of_the_whole(pool: Pool[Key], name: str) -> object:
    """What the contract answers to an operation that concerns no one key."""
    match name:
        case "clear":
            pool.clear()
            return None
        case "len":
            return len(pool.live)
        case "is_empty":
            return not pool.live
        case "each":
            return tuple(pool.live.items())
        case "keys":
            return pool.elements()
        case "traverse":
            return pool.traverse()
    assert name == "lend", name
    return Failure.BORROW if pool.live else None


def _of_a_key(pool: Pool[Key], name: str, key: Key, other: Key | None) -> object:
    """What the contract answers to an operation on a key."""
    match name:
        case "at":
            return pool.at(key)
        case "contains":
            return pool.contains(key)
        case "remove":
            return pool.remove(key)
        case "apply":
            return pool.apply(key)
    assert name == "exchange" and other is not None, name  # noqa: PT018 - one question: which operation
    return pool.exchange(key, other)


def _unordered(answer: object) -> object:
    """An answer with its lists sorted: order is not part of the contract."""
    if isinstance(answer, Pivot):
        return answer._replace(others=tuple(sorted(answer.others)))
    if type(answer) is tuple:
        return Counter(_unordered(item) if isinstance(item, Pivot) else item for item in answer)
    return answer
