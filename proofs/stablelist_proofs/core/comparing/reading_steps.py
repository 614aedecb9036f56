"""The reading of *every step refines the contract*: what the contract allows, in terms of all keys and elements.

The formula speaks of one arbitrary key. The reading compares what all keys find, before and after a step. The values
have the numbers of opened cells and of elements as ``opened`` and ``live``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from stablelist_proofs.core.refinement import PROBE, REFINEMENT
from stablelist_proofs.core.terms import Sort, Term, apply, symbol

from .drawing import Values
from .reading import Made, Step

__all__ = ["ASKED", "of_contract"]

OF_A_CELL: Final = {"has": Sort.BOOL, "id": Sort.INT, "element": Sort.INT}
ASKED: Final[tuple[Term, ...]] = (
    *(apply(name, 0, sort=sort) for name, sort in OF_A_CELL.items()),
    *map(symbol, ("key_index", "key_id", "new_element", "index_count")),
    symbol("bounded", Sort.BOOL),
)
"""What the contract may ask about, whether or not the formula uses it; besides `opened` and `live`."""


def of_contract(steps: Iterable[str]) -> dict[str, Made]:
    """The reading for each of some steps."""
    return {f"{REFINEMENT}/{name}": Made(refines, probes) for name in steps}


def probes(step: Step) -> Iterator[Values]:
    """Keys to look up: at a few positions, the present and past keys, and others."""
    before, after = step.before, step.after
    for i in places(step):
        known = {before["id"](i), after["id"](i), before["key_id"], *step.answer[1:], -7}
        yield from ({PROBE[0].name: i, PROBE[1].name: x} for x in known)


def places(step: Step) -> set[int]:
    """The positions to look at: a few, and all numbers in the lists and in the answer."""
    known = (*step.before.values(), *step.after.values(), *step.answer)
    return {*range(-1, 12), *(number for number in known if type(number) is int)}


def refines(step: Step) -> bool:
    """Whether the contract allows a step: its answer, the keys, and their elements."""
    before, answer, seen = step.before, step.answer, places(step)
    known, now = shown(before, seen), shown(step.after, seen)
    key, count = (before["key_index"], before["key_id"]), before["live"]
    room = count < before["index_count"] if before["bounded"] else count >= 0
    expected, right, more = dict(known), True, 0
    match step.arc.name.split("_")[0]:
        case "add" if answer:
            right, more = room and answer not in known, 1
            expected[answer[0], answer[1]] = before["new_element"]
        case "add":
            right = not room
        case "remove" if answer:
            right, more = key in known and answer[0] == before["element"](key[0]), -1
            expected.pop(key, None)
        case "remove":
            right = key not in known
        case "replace":
            hit = step.arc.name == "replace_live"
            right = (key in known) is hit and bool(answer[0]) is hit
            if hit and right:
                expected[key] = before["new_element"]
        case "clear":
            expected, more = {}, -count
    return right and now == expected and step.after["live"] == count + more


def shown(values: Values, seen: set[int]) -> dict[tuple[int, int], int]:
    """Keys and elements at some positions."""
    return {
        (i, values["id"](i)): values["element"](i)
        for i in seen
        if 0 <= i < values["opened"] and values["has"](i)
    }
