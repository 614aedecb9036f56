"""What a followed key finds, in many states at once (R10, R11); the model's is `stablelist_spec.parts.reading`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from stablelist_spec.core.explore import Action
from stablelist_spec.core.step import Label, Provenance
from stablelist_spec.parts.cells import Resolution
from stablelist_spec.parts.labels import key_label

from .numbering import States
from .removal import removed_at
from .system import Moves, System, unmoved
from .vacancies import Flags

__all__ = ["look_up", "remove_followed"]

AT: Final = Action("at", followed=True)
CONTAINS: Final = Action("contains", followed=True)
REMOVE: Final = Action("remove", followed=True)


def look_up(system: System, states: States) -> Iterator[Moves]:
    """`at` and `contains` with the followed key; nothing changes."""
    followed = states.pick(states.keys != 0)
    for action in (AT, CONTAINS):
        yield from unmoved(action, followed, labelled(system, followed, action.name))


def remove_followed(system: System, states: States) -> Iterator[Moves]:
    """`remove` with the followed key once it is retired: stale, or it removes another element (R8)."""
    keys = system.keys
    retired = states.pick(keys.retired[states.keys])
    hits = keys.borne[retired.keys]
    stale = retired.pick(~hits)
    yield from unmoved(REMOVE, stale, labelled(system, stale, "remove"))
    revived = retired.pick(hits)
    for position in np.unique(keys.positions[revived.keys]):
        chosen = revived.pick(keys.positions[revived.keys] == position)
        yield from removed_at(system, chosen, int(position), REMOVE, "remove_revived")


def labelled(system: System, states: States, operation: str) -> dict[Label, Flags | None]:
    """The label of every state, by what the key finds."""
    retired = system.keys.retired[states.keys]
    labels: dict[Label, Flags | None] = {}
    for resolution, meets in resolutions(system, states).items():
        for origin, flags in ((Provenance.RETIRED, retired), (Provenance.ISSUED, ~retired)):
            if (meets & flags).any():
                labels[key_label(operation, origin, resolution)] = meets & flags
    return labels


def resolutions(system: System, states: States) -> dict[Resolution, Flags]:
    """What the followed key of each state finds."""
    block, positions = states.block, system.keys.positions[states.keys]
    borne, vacant = system.keys.borne[states.keys], system.is_vacant(states, positions)
    beyond, untouched = positions >= block.space, positions >= block.opened
    opened = ~beyond & ~untouched
    return {
        Resolution.BEYOND: beyond,
        Resolution.UNTOUCHED: untouched & ~beyond,
        Resolution.VACANT: opened & vacant,
        Resolution.HIT: opened & ~vacant & borne,
        Resolution.OTHER_ID: opened & ~vacant & ~borne,
    }
