"""The contract of components: what a user of any entity component system may rely on.

Which entities there are, and what their keys find, is the contract of pools (`stablelist_spec.families.contract`): a
key finds its entity until that is removed, and then nothing, unless its id repeats. The rest is what an entity has:

- `components_belong_to_their_entity`: what was given to an entity is found there until it is taken or replaced.
- `components_leave_with_their_entity`: a stale entity has nothing, and nothing can be given to it.
- `iteration_shows_each_live_element_once`: with its own entity, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from stablelist_spec.core.contract import Outcome
from stablelist_spec.core.operation import KeyName, Operation

from .components import COMPONENTS, Changes, Owner, effect
from .contract import Pools
from .knowledge import Pool

__all__ = ["GONE", "LABELS", "OWNED", "Known", "Worlds"]

OWNED: Final = "components_belong_to_their_entity"
GONE: Final = "components_leave_with_their_entity"

OF_AN_ENTITY: Final = {"alive": "the entity is there", "stale": "there is no such entity"}
OF_A_COMPONENT: Final = {
    "found": "the entity has a component of the type",
    "lacking": "the entity has no component of the type",
    "stale": "there is no such entity",
}
OF_ALL: Final = {"some": "there are some", "none": "there are none"}
ENDS: Final = {
    **dict.fromkeys(("remove", "is_alive"), OF_AN_ENTITY),
    **dict.fromkeys(("insert", "take", "get", "contains"), OF_A_COMPONENT),
    **dict.fromkeys(("clear", "entities", "each", "join"), OF_ALL),
}
LABELS: Final = {
    "make": COMPONENTS.kinds["make"].sentence,
    **{f"{name}_{end}": meaning for name, ends in ENDS.items() for end, meaning in ends.items()},
}
"""Every label with its meaning."""


@dataclass
class Known:
    """What the user of a world knows: its entities as a pool, and what each of them has, by its insertion."""

    entities: Pool
    owners: dict[KeyName, Owner] = field(default_factory=dict)

    def __hash__(self) -> int:
        """Of what is there. It is only good until the next change."""
        return hash((self.entities, *self.owners.values()))

    def __copy__(self) -> Known:
        """An independent copy."""
        return Known(copy(self.entities), {**self.owners})

    @property
    def live(self) -> dict[KeyName, int]:
        """The entities that are there."""
        return self.entities.live


def changed(state: Known, way: Outcome[Pool] | None, changes: Changes[KeyName]) -> Known:
    """The state after some changes, and after what happened to its entities, or was learnt of a key, if anything."""
    if way is not None:
        state.entities = way.after(state.entities)
    for number, owner in changes.items():
        if owner is None:
            del state.owners[number]
        else:
            state.owners[number] = owner
    return state


@dataclass(frozen=True)
class Worlds:
    """The contract of components whose entities are those of some pools."""

    entities: Pools

    def initial(self) -> Known:
        """There is no entity."""
        return Known(self.entities.initial())

    def outcomes(self, state: Known, operation: Operation) -> Iterator[Outcome[Known]]:
        """Every acceptable outcome of an operation."""
        if operation.name == "make":
            yield from self._made(state)
        elif operation.name == "clear":
            (way,) = self.entities.outcomes(state.entities, operation)
            answer, changes = effect(state.owners, operation)
            yield Outcome(
                answer, partial(changed, way=way, changes=changes), (of_all(state.owners, "clear"),)
            )
        elif "key" not in operation.operands:
            answer, _ = effect(state.owners, operation)
            yield Outcome(answer, lambda known: known, (of_all(answer, operation.name),))
        else:
            yield from self._of_key(state, operation)

    def _made(self, state: Known) -> Iterator[Outcome[Known]]:
        """The outcomes of making an entity."""
        number = len(state.entities.lives)
        for way in self.entities.outcomes(state.entities, Operation("add")):
            failed = way.labels != ("add",)
            changes: Changes[KeyName] = {} if failed else {number: Owner(number)}
            after = partial(changed, way=way, changes=changes)
            yield Outcome(way.answer, after, () if failed else ("make",))

    def _of_key(self, state: Known, operation: Operation) -> Iterator[Outcome[Known]]:
        """The outcomes of an operation on a key, of which it may be unknown what it finds.

        If several meanings lead to the same answer and the same changes, nothing is learnt.
        """
        name = "remove" if operation.name == "remove" else "at"
        ways = self.entities.outcomes(state.entities, Operation(name, key=operation["key"]))
        found: dict[tuple[object, ...], list[tuple[Outcome[Pool], Changes[KeyName], str]]] = {}
        for way in ways:
            assert way.answer is None or isinstance(way.answer, int)
            answer, changes = effect(state.owners, operation, way.answer)
            label = f"{operation.name}_{standing(state.owners, operation, way.answer)}"
            found.setdefault((answer, *changes.items()), []).append((way, changes, label))
        for (answer, *_), alike in found.items():
            (way, changes, label), *others = alike
            after = partial(changed, way=None if others else way, changes=changes)
            at_stake = GONE if label.endswith("stale") else OWNED
            yield Outcome(answer, after, () if others else (label,), (at_stake,))


def of_all(some: object, name: str) -> str:
    """The label of an operation on everything."""
    return f"{name}_{'some' if some else 'none'}"


def standing(owners: dict[KeyName, Owner], operation: Operation, meant: KeyName | None) -> str:
    """What an operation finds, as its label ends."""
    if meant is None:
        return "stale"
    if "type" not in operation.operands:
        return "alive"
    return "lacking" if owners[meant].components[operation["type"]] is None else "found"
