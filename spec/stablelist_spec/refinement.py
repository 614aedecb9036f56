"""The refinement: what a layout means to a user, and that every layout operation is the contract's.

`abstraction` forgets positions, partitions, free lists and costs: what is left is the map from keys to
elements. `refines` says of one step that it could have been observed of a `Pool`.
"""

from __future__ import annotations

from collections import Counter

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
    before: State, name: str, step: Step[object], key: Key | None = None, other: Key | None = None
) -> bool:
    """Whether a step of the layout is a step of the contract, with the same answer."""
    pool = Pool(abstraction(before))
    expected = _contract_step(pool, name, step, key, other)
    return _unordered(step.answer) == _unordered(expected) and abstraction(step.state) == pool.live


def _contract_step(
    pool: Pool[Key], name: str, step: Step[object], key: Key | None, other: Key | None
) -> object:
    """Do on the pool what the layout did; a fresh key is the layout's to choose."""
    match name:
        case "add":
            if isinstance(step.answer, Key):
                pool.add(step.answer, step.state.cells[step.answer.index].element)  # type: ignore[union-attr]
            return step.answer
        case "clear":
            return pool.clear()
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
        case "lend":
            return Failure.BORROW if pool.live else None
    assert key is not None, name
    match name:
        case "at":
            return pool.at(key)
        case "contains":
            return pool.contains(key)
        case "remove":
            return pool.remove(key)
        case "apply":
            return pool.apply(key)
    assert other is not None, name
    return pool.exchange(key, other)


def _unordered(answer: object) -> object:
    """An answer with its lists sorted: order is not part of the contract."""
    if isinstance(answer, Pivot):
        return answer._replace(others=tuple(sorted(answer.others)))
    if type(answer) is tuple:
        return Counter(_unordered(item) if isinstance(item, Pivot) else item for item in answer)
    return answer
