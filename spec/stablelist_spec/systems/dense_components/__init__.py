"""Dense components: an entity component system whose storages are dense, and which finds them by a sparse index.

It is modelled after the text about one in a thesis on the subsystems of a game engine (Vienna 2018, 5.5), and the crate
*calx-ecs* that the thesis rebuilds; where both differ, after the thesis.

Representation invariant:

1. Every storage has as many components as entities. The third array leads from each of these entities to its place, and
   from no other index anywhere.
2. No component belongs to an entity that is not there.
3. Each index that was handed out belongs to an entity that is there, or is free, once.
4. Ids are those of entities so far, each given once.

The abstraction is a map from entities that are there to their components.

- Stamps: one id for each entity, counted from 1, never given again. When they are used up, no entity can be made.
- Vacancies: last in, first out.
- Elements: dense in each storage, in the order of insertion; a removal moves the last component into the gap. The
  entities are in such an array, too.
- Truncation: the dense arrays have no vacancies; the sparse ones never become shorter.
- Bulk: `clear` removes each entity, the last one first. `join` goes through the first type, and asks the second.
- A storage is made when a component of its type is inserted first, even for a stale entity, which gets none.

(the thesis on the engine in Rust, 5.5)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Final

from stablelist_spec.core.axes import Axes
from stablelist_spec.core.key import FreshKeys, Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.picture import VACANT, Cell, Chain, Picture, Row
from stablelist_spec.core.step import StepOf as Step
from stablelist_spec.core.system import System
from stablelist_spec.families.components import COMPONENTS, TYPES, Owner, effect
from stablelist_spec.parts.crafted import crafted
from stablelist_spec.parts.invariants import named

from .model import Configuration, Storage, World, alive, initial, step
from .observer import LABELS, classify
from .words import layout_read, layout_word

__all__ = ["DENSE_COMPONENTS", "INVARIANTS"]

# --- Invariants -----------------------------------------------------------------------------------


def leads_to_its_components(storage: Storage) -> bool:
    """Whether the arrays of a storage point at each other."""
    found = [storage.find(entity) for entity in storage.entities]
    cells = [each for each in storage.places if each is not None]
    return found == [*range(len(storage.data))] and len(cells) == len(found)


def every_component_is_found_at_its_place(state: World, _: FreshKeys) -> bool:
    """The arrays of every storage point at each other, and nowhere else."""
    return all(leads_to_its_components(each) for each in (state.active, *stored(state)))


def components_leave_with_their_entity(state: World, _: FreshKeys) -> bool:
    """Every component belongs to an entity that is there."""
    return all(alive(state, entity) for each in stored(state) for entity in each.entities)


def every_index_is_an_entity_or_free(state: World, _: FreshKeys) -> bool:
    """Each index that was handed out belongs to one entity that is there, or is free, once."""
    indices = Counter([*(entity.index for entity in state.active.entities), *state.free])
    return indices == Counter(range(state.opened))


def live_key_resolves(state: World, fresh: FreshKeys) -> bool:
    """An entity is there until it is removed."""
    return all(alive(state, entity) for entity in fresh.live)


def retired_key_never_resolves(state: World, fresh: FreshKeys) -> bool:
    """A removed entity never comes back, and has no component."""
    storages = (state.active, *stored(state))
    return all(each.find(entity) is None for each in storages for entity in fresh.retired)


INVARIANTS: Final = named(
    every_component_is_found_at_its_place,
    components_leave_with_their_entity,
    every_index_is_an_entity_or_free,
    live_key_resolves,
    retired_key_never_resolves,
)
"""Every invariant by its name."""


def stored(state: World) -> list[Storage]:
    """The storages that were made."""
    return [each for each in state.storages if each is not None]


# --- The system -------------------------------------------------------------------------------------


def picture(state: World) -> Picture:
    """The indices with the ids of their entities, and the storages that were made."""
    by_index = {entity.index: entity for entity in state.active.entities}
    cells = [
        Cell(True, str(state.active.get(by_index[index])), str(by_index[index].id))
        if index in by_index
        else VACANT
        for index in range(state.opened)
    ]
    rows = [
        Row(len(cells), cells, chains=[Chain("", state.free[::-1])], word="entity", second="id")
    ]
    for kind, storage in enumerate(state.storages):
        if storage is not None:
            dense = zip(storage.data, storage.entities, strict=True)
            row = [Cell(True, str(component), str(entity.index)) for component, entity in dense]
            rows.append(Row(len(row), row, name=f"type {kind}", word="component", second="index"))
    return Picture({"next id": str(state.next_id), "entities": len(by_index)}, rows=tuple(rows))


def live(state: World) -> dict[Key, int]:
    """The entities that are there."""
    return dict(zip(state.active.entities, state.active.data, strict=True))


def owners(state: World) -> dict[Key, Owner]:
    """What each entity has, in the words of the family."""
    return {
        entity: Owner(
            number, tuple(state.storage(kind).get(entity) for kind in range(len(state.storages)))
        )
        for entity, number in live(state).items()
    }


def refines(before: World, operation: Operation, step: Step[World, object]) -> bool:
    """Whether a step is one of the contract; the order of lists is open."""
    known, after = owners(before), owners(step.state)
    if operation.name == "make":
        new = after.keys() - known.keys()
        return after == known | {key: Owner(operation.element) for key in new} and (*new,) == (
            step.answer,
        ) * len(new)
    entity = operation.operands.get("key")
    answer, changes = effect(known, operation, entity if entity in known else None)
    expected = {key: owner for key, owner in {**known, **changes}.items() if owner is not None}
    return (in_order(step.answer), after) == (in_order(answer), expected)


def in_order(answer: object) -> object:
    """An answer whose list ascends."""
    return tuple(sorted(answer)) if isinstance(answer, tuple) else answer


FEW: Final = {1: (2, 2), 2: (2, 1)}
"""How many types and components are explored, by the number of entities: the more, the fewer."""


def few(which: int, otherwise: int, chosen: Configuration) -> Sequence[int]:
    """The types or the components that are worth exploring."""
    return range(FEW[chosen.limit][which] if chosen.limit in FEW else otherwise)


DENSE_COMPONENTS: Final = System(
    name="dense-components",
    family=COMPONENTS,
    configuration=Configuration,
    noun="world",
    like="components",
    axes=Axes(
        stamps="an id for each entity, counted up; never given again",
        vacancies="last in, first out",
        elements="dense in a storage for each type, behind an indirection",
        truncation="the dense arrays have no vacancies; the sparse ones stay",
        bulk="clear removes each entity, the last one first",
        full="an index is opened; refused when the ids are used up",
    ),
    initial=initial,
    step=step,
    classify=classify,
    shown={"layout": layout_word},
    read={"layout": layout_read},
    live=live,
    period=lambda _: None,
    invariants=INVARIANTS,
    labels=LABELS,
    refines=refines,
    picture=picture,
    choices={"limit": (0, 0, 0, 1, 3, 8, 64)},
    ranges={"limit": (0, 65_536)},
    operands={"type": partial(few, 0, TYPES), "value": partial(few, 1, 9)},
    scopes=tuple(map(Configuration, FEW)),
    crafted=crafted("systems/dense_components/crafted.programs"),
)
"""The system: entities whose components are dense."""
