"""The labels of a world: which index an entity gets, and what happens in the arrays of a storage."""

from __future__ import annotations

from typing import Final

from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import Label, Provenance
from stablelist_spec.core.step import StepOf as Step
from stablelist_spec.families.components_contract import LABELS as OF_ANY

from .model import World, alive

__all__ = ["LABELS", "classify"]

LABELS: Final[dict[Label, str]] = {
    "make_opens": "the entity gets a new index",
    "make_reuses": "the entity gets the index that was freed last",
    "make_full": "refused: the ids are used up",
    "remove_bare": "the entity has no component",
    "remove_components": "the components of the entity are removed with it",
    "remove_stale": "there is no such entity: nothing changes",
    "insert_makes": "the storage is made",
    "insert_grows": "the third array becomes longer, so that the entity has a cell",
    "insert_new": "the entity has a cell, and gets a component",
    "insert_replaces": "the entity gets another component",
    "insert_stale": "there is no such entity: nothing changes",
    "insert_makes_for_stale": "there is no such entity, but the storage is made",
    "take_last": "the last component is taken, and none moves",
    "take_moves_last": "the last component moves into the gap, and takes its entity with it",
    **{
        label: meaning
        for label, meaning in OF_ANY.items()
        if not label.startswith(("make", "remove", "insert", "take_found"))
    },
}
"""Every label with its meaning."""


def classify(
    before: World, operation: Operation, step: Step[World, object], _: Provenance
) -> tuple[Label, ...]:
    """The label of a step."""
    name = operation.name
    if "key" in operation.operands:
        return (f"{name}_{of_entity(before, operation)}",)
    if name == "make":
        end = "opens" if step.state.opened > before.opened else "reuses"
        return ("make_full",) if step.state is before else (f"make_{end}",)
    some = before.active.data if name == "clear" else step.answer
    return (f"{name}_{'some' if some else 'none'}",)


def of_entity(before: World, operation: Operation) -> str:
    """What happens to an entity, or what is found there."""
    entity: Key = operation["key"]
    there = alive(before, entity)
    match operation.name:
        case "is_alive":
            return "alive" if there else "stale"
        case "insert":
            return insertion(before, entity, operation["type"], there=there)
        case "remove":
            has = [each.find(entity) for each in before.storages if each is not None]
            return (
                ("components" if any(e is not None for e in has) else "bare") if there else "stale"
            )
    storage = before.storage(operation["type"])
    place = storage.find(entity)
    if place is None:
        return "lacking" if there else "stale"
    if operation.name == "take":
        return "last" if place == len(storage.data) - 1 else "moves_last"
    return "found"


def insertion(before: World, entity: Key, kind: int, *, there: bool) -> str:
    """What an insertion comes to."""
    storage = before.storages[kind]
    if storage is None:
        return "makes" if there else "makes_for_stale"
    if not there:
        return "stale"
    if storage.find(entity) is not None:
        return "replaces"
    return "new" if entity.index < len(storage.places) else "grows"
