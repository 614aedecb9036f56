"""The refinement: what a layout means to a user, and that every layout operation is the contract's.

`abstraction` forgets positions, partitions, free lists and costs: what is left is the map from keys to
elements. `refines` says of one step that it could have been observed of a `Pool`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from .contract import Pool
from .labels import KEYED
from .lending import Pivot
from .operation import Operation
from .state import Failure, Has, Key, State, Step

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
    operation: Operation,
    step: Step[object],
    *,
    element: int = 0,
    live: Mapping[Key, int] | None = None,
) -> bool:
    """Whether a step of the layout is a step of the contract, with the same answer.

    Args:
        before: the state that the step started from.
        operation: what was asked for, with keys instead of their numbers.
        step: what it did.
        element: the element that an insertion was given, or the first of them.
        live: the abstraction of *before*, if it is known already.

    >>> from stablelist_spec import Parameters, stable_list
    >>> empty = stable_list.initial(Parameters())
    >>> step = stable_list.add(empty, 7)
    >>> [refines(empty, Operation("add"), step, element=element) for element in (7, 8)]
    [True, False]
    """
    live = abstraction(before) if live is None else live
    pool = Pool(live)
    if operation.name in KEYED:
        expected = _of_a_key(pool, operation)
    elif operation.name in {"add", "insert_with", "extend", "reserve"}:
        expected = _room_permitting(pool, operation, step.answer, element)
    else:
        expected = _of_the_whole(pool, operation)
    if _unordered(step.answer) != _unordered(expected):
        return False
    after = live if step.state is before else abstraction(step.state)
    return after == pool.live


def _room_permitting(pool: Pool[Key], operation: Operation, answer: object, element: int) -> object:
    """What may be refused because the list is full, which is for the layout to say."""
    if answer is Failure.FULL:
        return Failure.FULL
    if operation.name == "reserve":
        return None
    if operation.name != "extend":
        return _added(pool, answer, element)
    issued = [*answer] if isinstance(answer, tuple) else []
    issued = [*issued, *[None] * operation.count][: operation.count]
    return tuple(_added(pool, key, element + n) for n, key in enumerate(issued))


def _added(pool: Pool[Key], answer: object, element: int) -> object:
    """Insertion: the layout chooses the key, which no live element has."""
    if not isinstance(answer, Key) or pool.contains(answer):
        return "a new key"
    pool.add(answer, element)
    return answer


def _of_the_whole(pool: Pool[Key], operation: Operation) -> object:
    """What the contract answers to an operation that concerns no one key."""
    match operation.name:
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
    return _taking_or_changing_all(pool, operation)


def _taking_or_changing_all(pool: Pool[Key], operation: Operation) -> object:
    """What the contract answers when all elements may go or change; memory is no part of it."""
    match operation.name:
        case "drain":
            return pool.drain()
        case "retain":
            return pool.retain(operation.modulus, operation.residue)
        case "clear":
            pool.clear()
        case "each_mut":
            pool.each_mut(operation.value)
        case name:
            assert name in {"shrink_to_fit", "reload"}, name
    return None


def _of_a_key(pool: Pool[Key], operation: Operation) -> object:
    """What the contract answers to an operation on a key."""
    key, other = operation.key, operation.other
    assert isinstance(key, Key), f"{operation.name} needs a key"
    match operation.name:
        case "at" | "repack":
            return pool.at(key)
        case "contains":
            return pool.contains(key)
        case "remove":
            return pool.remove(key)
        case "apply" | "inspect":
            return pool.apply(key)
        case "replace":
            return pool.replace(key, operation.value)
        case "at_mut":
            return pool.at_mut(key, operation.value)
    assert isinstance(other, Key), "exchange needs two keys"
    return pool.exchange(key, other)


def _unordered(answer: object) -> object:
    """An answer with its lists sorted: order is not part of the contract."""
    if isinstance(answer, Pivot):
        return answer._replace(others=tuple(sorted(answer.others)))
    if type(answer) is tuple:
        return Counter(_unordered(item) if isinstance(item, Pivot) else item for item in answer)
    return answer
