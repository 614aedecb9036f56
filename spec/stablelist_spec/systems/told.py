"""Systems of which only the contract is known, which their families say: keyed heaps and forests."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from stablelist_spec.core.axes import Axes
from stablelist_spec.core.contract import Told
from stablelist_spec.core.system import System
from stablelist_spec.families import forest, heap

__all__ = ["FOREST", "HEAP"]


@dataclass(frozen=True)
class Nothing:
    """There is nothing to choose."""


NAMES: Final = range(13)
"""The names that most programs use, so that they meet again."""


def told(
    contract: Told[Any], noun: str, elements: str, measures: Mapping[str, Callable[[Any], int]]
) -> System:
    """The system of a contract."""
    return System(
        name=contract.family.name,
        family=contract.family,
        configuration=Nothing,
        promised=lambda _, __: contract,
        labels={name: kind.sentence for name, kind in contract.family.kinds.items()},
        operands=dict.fromkeys(contract.family.members, lambda _: NAMES),
        measures=measures,
        noun=noun,
        axes=Axes(elements=elements),
    )


def depth(state: forest.Forest) -> int:
    """How many nodes are below each other, from a root on.

    >>> depth(((None, (1,)), (1, (2, 3)), (2, (4,)), (3, ()), (4, ())))
    3
    """
    children, level, levels = dict(state), dict(state)[None], 0
    while level:
        level, levels = tuple(each for node in level for each in children[node]), levels + 1
    return levels


def fan_out(state: forest.Forest) -> int:
    """How many children a node has, at most.

    >>> fan_out(((None, (1,)), (1, (2, 3)), (2, ()), (3, ()))), fan_out(((None, ()),))
    (2, 0)
    """
    return max((len(row) for node, row in state if node is not None), default=0)


HEAP: Final = told(
    Told(heap.HEAP, (), heap.ways),
    "heap",
    "under the caller's keys, by their priorities",
    heap.MEASURES,
)
"""The keyed heap."""

FOREST: Final = told(
    Told(forest.FOREST, forest.EMPTY, forest.ways),
    "forest",
    "named by the caller, in trees",
    {"depth": depth, "fan-out": fan_out},
)
"""The forest."""
