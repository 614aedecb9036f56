"""All containers that are compared; StableList is the first, the yardstick the second."""

from __future__ import annotations

from typing import Final

from .builtin import CountedDict, CountedOrderedDict, Optionals
from .peer import Peer
from .plain import PlainSlotMap
from .published import Entities, LinkedNodes, StableGraph
from .stable import Stable, WideStable

__all__ = ["CYCLED", "PEERS"]

PEERS: Final[tuple[type[Peer], ...]] = (
    Stable,
    CountedDict,
    CountedOrderedDict,
    Optionals,
    PlainSlotMap,
    StableGraph,
    LinkedNodes,
    Entities,
)
"""All peers that store elements."""

CYCLED: Final[tuple[type[Peer], ...]] = (*PEERS, WideStable)
"""The peers whose operations are measured one by one."""
