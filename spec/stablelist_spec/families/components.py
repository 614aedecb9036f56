"""The family of components: entities, and what belongs to them, as an entity component system has them.

An entity has a key and nothing else. To each entity belongs at most one component of each of three types. A component
is a number. What belongs to an entity leaves with it; a stale entity has nothing, and nothing can be given to it.

Lists name an entity by the number of its insertion, since a key is shown nowhere else. So a port keeps a table of its
entities, from keys to these numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple, TypeVar

from stablelist_spec.core.family import KEY, Answer, Family, Kind, Meaning, Operand, Role
from stablelist_spec.core.operation import KeyName, Operation

from .pool import Paired

__all__ = ["COMPONENTS", "TYPES", "Changes", "Effect", "Owner", "Owners", "effect", "joined"]

TYPES: Final = 3
TYPE: Final = Operand("type", 0, TYPES - 1, usual=range(TYPES))
VALUE: Final = Operand("value", 0, 1_000, meaning=Meaning.VALUE)

COMPONENTS: Final = Family(
    "components",
    {
        "make": Kind("make an entity", Role.GROW, inserts=True),
        "remove": Kind(
            "remove an entity and its components, and say whether it was there",
            Role.SHRINK, (KEY,), Answer.TRUTH,
        ),
        "clear": Kind("remove every entity", Role.RESET, answer=Answer.DONE),
        "insert": Kind(
            "give an entity a component of a type, in the place of the one that it has",
            Role.CHANGE, (KEY, TYPE, VALUE), Answer.TRUTH,
        ),
        "take": Kind(
            "take the component of a type from an entity", Role.CHANGE, (KEY, TYPE), Answer.NUMBER
        ),
        "get": Kind(
            "read the component of a type of an entity", Role.READ, (KEY, TYPE), Answer.NUMBER
        ),
        "is_alive": Kind("ask whether an entity is there", Role.READ, (KEY,), Answer.TRUTH),
        "contains": Kind(
            "ask whether an entity has a component of a type", Role.READ, (KEY, TYPE), Answer.TRUTH
        ),
        "entities": Kind("list the entities", Role.READ),
        "each": Kind(
            "iterate over the components of a type, each with its entity",
            Role.READ, (TYPE,), iterates=True,
        ),
        "join": Kind(
            "iterate over the entities that have components of a type and of the next one, and list both components",
            Role.READ, (TYPE,), iterates=True,
        ),
        "layout": Kind("show the entities and the storages", Role.SHOW),
    },
    essential=frozenset({"make", "insert"}),
)  # fmt: skip
"""Every operation on entities and their components."""

K = TypeVar("K", bound=KeyName)


class Owner(NamedTuple):
    """An entity: the number of its insertion, and its component of each type."""

    number: int
    components: tuple[int | None, ...] = (None,) * TYPES

    def having(self, kind: int, component: int | None) -> Owner:
        """The entity with another component of a type, or with none."""
        before, behind = self.components[:kind], self.components[kind + 1 :]
        return self._replace(components=(*before, component, *behind))


Owners = Mapping[K, Owner]
"""The entities by their keys."""
Changes = Mapping[K, Owner | None]
"""Those that are new or changed; None for those that are removed."""
Effect = tuple[object, Changes[K]]
"""The answer, and the changes."""


def joined(kind: int) -> tuple[int, int]:
    """The types that `join` of a type is about: it and the next one; after the last comes the first.

    >>> joined(0), joined(2)
    ((0, 1), (2, 0))
    """
    return kind, (kind + 1) % TYPES


def effect(owners: Owners[K], operation: Operation, meant: K | None = None) -> Effect[K]:
    """What an operation answers and changes; whether there is room for another entity is not asked.

    Args:
        owners: the entities by their keys.
        operation: any but `make`.
        meant: the entity that its key finds; None for a stale one.

    >>> effect({7: Owner(0)}, Operation("insert", key=7, type=1, value=5), 7)
    (True, {7: Owner(number=0, components=(None, 5, None))})
    >>> effect({7: Owner(0)}, Operation("insert", key=6, type=1, value=5))
    (False, {})
    >>> effect({7: Owner(0, (8, 9, None))}, Operation("join", type=0))
    ((Paired(first=0, second=8), Paired(first=0, second=9)), {})
    """
    name = operation.name
    if name == "clear":
        return None, dict.fromkeys(owners)
    if "key" not in operation.operands:
        return tuple(listed(owners, operation)), {}
    owner = None if meant is None else owners[meant]
    if owner is None or meant is None:
        return False if name in ("remove", "is_alive", "contains", "insert") else None, {}
    if name in ("remove", "is_alive"):
        return True, {meant: None} if name == "remove" else {}
    kind = operation["type"]
    component = owner.components[kind]
    match name:
        case "insert":
            return True, {meant: owner.having(kind, operation["value"])}
        case "take" if component is not None:
            return component, {meant: owner.having(kind, None)}
        case "contains":
            return component is not None, {}
    return component, {}


def listed(owners: Owners[K], operation: Operation) -> Iterator[object]:
    """What an iteration lists."""
    if operation.name == "entities":
        yield from (owner.number for owner in owners.values())
        return
    kind = operation["type"]
    kinds = joined(kind) if operation.name == "join" else (kind,)
    for number, components in owners.values():
        found = [components[each] for each in kinds]
        if None not in found:
            yield from (Paired(number, each) for each in found)
