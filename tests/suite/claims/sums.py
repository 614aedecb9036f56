"""The figures of both theses that the fields ``holds`` of the tables compute with."""

from collections import Counter
from collections.abc import Mapping
from itertools import accumulate as accumulate
from itertools import pairwise as pairwise
from itertools import product as product
from typing import Final, NamedTuple

from bench.thesis.measured import STABLE as STABLE
from bench.thesis.said import SAID as SAID
from stablelist_spec.systems.stable_list.state import State
from suite.claims.ledger import HERE
from suite.claims.small import example

# --- The thesis on StableList -----------------------------------------------------------------------------

COLLECTIONS: Final = {
    "Vec": {1, 2}, "Vec of shared cells": {1, 2, 4}, "StableVec": {1}, "Slab": {1, 2, 4},
    "StableGraph": {1, 2, 4}, "SlotMap": {1, 2, 3, 4}, "HopSlotMap": {1, 2, 3, 4},
    "DenseSlotMap": {1, 2, 3, 4}, "Arena": {1, 2, 3, 4, 5},
}  # fmt: skip
"""The rows of table 3.2 beside StableList, and the criteria (as the table numbers them) that they meet in full."""
BY_LIST: Final = ("basic", "cross-iteration", "immune", "reuse", "safe", "truncates")
BY_TABLE: Final = ("basic", "reuse", "immune", "cross-iteration", "safe", "truncates")


def means(medians: Mapping[str, tuple[float, float]]) -> tuple[float, float]:
    """The least and the greatest mean of eight medians, if the text gives the least and the greatest of a group."""
    groups = Counter(medians.values())
    assert groups.total() == 8
    low = sum(least * (size - 1) + greatest for (least, greatest), size in groups.items())
    high = sum(greatest * (size - 1) + least for (least, greatest), size in groups.items())
    return low / 8, high / 8


def halved(minimum: int) -> State:
    """The example of 5.2, after the removal of its last element."""
    return example(minimum)[0]


def walks(minimum: int) -> list[int]:
    """The visits of each of its halvings."""
    return example(minimum)[1]


# --- The thesis on engine subsystems: ``figures.txt`` ------------------------------------------------------


class Row(NamedTuple):
    """A scenario: averages in C++ and in Rust, in microseconds, and the printed percentage."""

    name: str
    cpp: float
    rust: float
    printed: float

    @property
    def of_mean(self) -> float:
        """The difference in per cent of the mean of both."""
        return 200 * abs(self.cpp - self.rust) / (self.cpp + self.rust)

    @property
    def slower(self) -> float:
        """How much slower Rust is, in per cent of C++."""
        return 100 * (self.rust / self.cpp - 1)


def row(line: str) -> Row:
    name, *figures = line.split()
    return Row(name, *map(float, figures))


def parted(text: str) -> tuple[str, list[Row]]:
    title, *lines = text.strip().splitlines()
    return title, [row(line) for line in lines]


MACHINES: Final = ("workstation", "laptop")
PARTS: Final = ("memory", "containers", "entities")
TABLES: Final = dict(map(parted, (HERE / "figures.txt").read_text("ascii").split("# ")[1:]))
"""The rows of each machine and part."""
ROWS: Final = [each for table in TABLES.values() for each in table]
MEMORY: Final = [each for machine in MACHINES for each in TABLES[f"{machine} memory"]]
COLUMNS: Final = [
    {each.name: each[of] for each in TABLES[f"{machine} memory"]}
    for machine in MACHINES
    for of in (1, 2)
]
"""Four columns of averages of allocators: both languages on both machines."""
DIFFERENCES: Final = {(each.name, round(abs(each.cpp - each.rust), 1)) for each in MEMORY}
"""How far allocators in both languages are apart, in microseconds."""


def slowdown(names: str) -> tuple[int, int]:
    """The least and the greatest slowdown of containers whose name begins so, in per cent of C++, rounded."""
    found = [round(each.slower) for each in ROWS if each.name.startswith(names)]
    return min(found), max(found)


def faster(machine: str) -> tuple[int, int]:
    """By how many microseconds rings in Rust are faster, at least and at most."""
    rings = [each for each in TABLES[f"{machine} containers"] if each.name.startswith("ring")]
    found = [round(each.cpp - each.rust) for each in rings]
    return min(found), max(found)
