"""The labels of a sparse set: what was known of a number, and what a set holds."""

from __future__ import annotations

from typing import Final

from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import Label, Provenance
from stablelist_spec.core.step import StepOf as Step
from stablelist_spec.parts.observable import classified, labelled
from stablelist_spec.systems.set.observer import OBSERVED

from .model import SetState, held, is_member, place_in

__all__ = ["LABELS", "classify"]

LABELS: Final = {
    "insert_grows": "the sparse array becomes longer, so that the number has a cell",
    "insert_new": "a number that never was a member, and has a cell, goes behind the others",
    "insert_again": "a former member comes back; its place is stale",
    "insert_member": "a member already: nothing changes",
    "insert_beyond": "refused: the number is not in the universe",
    "remove_last": "the last member is removed, and no cell is written",
    "remove_moves_last": "the last member moves into the gap, and the number behind it",
    "remove_absent": "no member: nothing changes",
    "remove_beyond": "no number of the universe: nothing changes",
    "contains_member": "the place of the number holds it",
    "contains_former": "the place of the number is behind the count, or has another member",
    "contains_never": "the number never had a place",
    "contains_beyond": "no number of the universe",
    "clear_empty": "there was no member",
    "clear_members": "the count becomes 0, no cell is written",
    **labelled({name: OBSERVED[name] for name in ("retain", "mark", "undo")}),
    "each_empty": "iteration over no member",
    "each_members": "iteration over the dense array",
    "len_zero": "no member is counted",
    "len_members": "members are counted",
    "is_empty_yes": "there is no member",
    "is_empty_no": "there is a member",
}
"""Every label with its meaning."""


def classify(
    before: SetState, operation: Operation, step: Step[SetState, object], origin: Provenance
) -> tuple[Label, ...]:
    """The label of a step."""
    name, known = operation.name, "members" if before.size else None
    if name in OF_A_NUMBER:
        return (f"{name}_{OF_A_NUMBER[name](before, operation['value'])}",)
    words = {
        "clear": known or "empty",
        "each": known or "empty",
        "len": known or "zero",
        "is_empty": "no" if known else "yes",
    }
    if name in words:
        return (f"{name}_{words[name]}",)
    return of_set(held(before), operation, step, origin)


of_set: Final = classified(OBSERVED)


def place_of(state: SetState, number: int) -> str:
    """What is known of a number."""
    if not state.universe.has(number):
        return "beyond"
    if is_member(state, number):
        return "member"
    return "never" if place_in(state, number) < 0 else "former"


def insertion(before: SetState, number: int) -> str:
    """Whether a number was a member before, and has a cell."""
    never = "new" if number < len(before.places) else "grows"
    return {"never": never, "former": "again"}.get(at := place_of(before, number), at)


def removal(before: SetState, number: int) -> str:
    """Whether the last member moves, if one is removed."""
    last = "last" if before.members[-1:] == (number,) else "moves_last"
    words = {"never": "absent", "former": "absent", "member": last}
    return words.get(at := place_of(before, number), at)


OF_A_NUMBER: Final = {"insert": insertion, "remove": removal, "contains": place_of}
"""The ends of the labels of operations on a number."""
