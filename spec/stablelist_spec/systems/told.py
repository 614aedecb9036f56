"""Systems of which only the contract is known, which their families say: keyed heaps and forests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from stablelist_spec.core.axes import Axes
from stablelist_spec.core.contract import Told
from stablelist_spec.core.system import System
from stablelist_spec.families import forest, heap
from stablelist_spec.families.forest import ForestError

__all__ = ["FOREST", "HEAP"]


@dataclass(frozen=True)
class Nothing:
    """There is nothing to choose."""


NAMES: Final = range(13)
"""The names that most programs use, so that they meet again."""


def told(contract: Told[Any], noun: str, elements: str) -> System:
    """The system of a contract."""
    return System(
        name=contract.family.name,
        family=contract.family,
        configuration=Nothing,
        promised=lambda _, __: contract,
        labels=contract.labels,
        operands=dict.fromkeys(contract.family.members, lambda _: NAMES),
        noun=noun,
        axes=Axes(elements=elements),
    )


HEAP: Final = told(
    Told(heap.HEAP, (), heap.ways, {}), "heap", "under the caller's keys, by their priorities"
)
"""The keyed heap."""

WITHIN, BESIDE = ("append", "prepend"), ("before", "after")
REFUSALS: Final[dict[str, tuple[ForestError, ...]]] = {
    **dict.fromkeys(WITHIN, (ForestError.MISSING, ForestError.CYCLE)),
    **dict.fromkeys(BESIDE, tuple(ForestError)),
}
FOREST: Final = told(
    Told(forest.FOREST, forest.EMPTY, forest.ways, REFUSALS),
    "forest",
    "named by the caller, in trees",
)
"""The forest."""
