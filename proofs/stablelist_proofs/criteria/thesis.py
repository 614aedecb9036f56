"""Table 3.2 of the thesis: its cells, what their results depend on, and what explains each difference.

The list of criteria in chapter 3 and the table number them differently: cross-iteration is 2 in the list and 4 in the
table, reuse of space is 4 in the list and 2 in the table. So criteria have names here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from stablelist_spec.families.sequence import Removal

from .confusion import Severity

__all__ = ["CONDITIONS", "EXPLAINED", "ROWS", "Criterion", "Row"]

IMMUNE: Final = str(Severity.IMMUNE)
MILD: Final = str(Severity.REINSERT)

Criterion = str
"""The criteria that are decided from behaviour: ``access``, ``reuse``, ``immunity``, ``truncation`` and ``sorting``."""


class Row(NamedTuple):
    """A container of the table.

    Attributes:
        name: as the thesis has it.
        system: the model that stands for it.
        options: of each configuration in which it is looked at; the findings of all count.
        access, reuse, immunity, truncation, sorts: the cells that are decided from behaviour.
        cross: whether the thesis says that two elements can be changed at once.
        safe: whether the thesis says that it is written in safe Rust.
    """

    name: str
    system: str
    options: tuple[Mapping[str, str], ...]
    access: bool
    reuse: bool
    immunity: str
    truncation: bool
    sorts: bool = False
    cross: bool = True
    safe: bool = False


def pool(name: str, system: str, immunity: str, **more: bool) -> Row:
    """A row of a published pool, none of which truncates."""
    return Row(name, system, ({},), True, more.pop("reuse", True), immunity, False, **more)


REMOVALS: Final = tuple({"removal": way.value} for way in Removal)
"""The ways in which a vector removes an element; to pop the last one is a case of each."""

ROWS: Final = (
    Row(
        "Vec",
        "vec",
        REMOVALS,
        access=True,
        reuse=True,
        immunity=f"{Severity.SHIFT}, {MILD}",
        truncation=False,
        cross=False,
        sorts=True,
    ),
    pool("Vec of Rc<RefCell>", "shared-vec", IMMUNE),
    pool("StableVec", "stable-vec", IMMUNE, reuse=False, cross=False),
    pool("Slab", "lifo-slab", MILD, safe=True),
    pool("StableGraph", "stable-graph", MILD),
    pool("SlotMap", "lifo-slotmap", IMMUNE),
    pool("HopSlotMap", "hop-slotmap", IMMUNE),
    pool("DenseSlotMap", "dense-slotmap", IMMUNE),
    pool("Arena", "lifo-arena", IMMUNE, safe=True),
    Row("StableList", "stablelist", ({},), True, True, IMMUNE, True, safe=True),
)
"""Every row of table 3.2."""

SHRINKS: Final = (
    "it has as many cells as elements, so every removal makes it shorter; the thesis says *no*, because it looks at "
    "truncation only where removals leave vacancies"
)
EXPLAINED: Final[dict[tuple[str, Criterion], str]] = {
    ("Vec", "truncation"): SHRINKS,
    ("Vec of Rc<RefCell>", "truncation"): SHRINKS,
    ("Vec of Rc<RefCell>", "sorting"): (
        "its references are sorted as the elements of any vector are; the thesis says that only Vec can be sorted "
        "(3.1), and does not mention sorting where it describes these references (3.2)"
    ),
}
"""Why the models differ from a cell, by container and criterion; a test asks for one for each difference."""

CONDITIONS: Final[dict[tuple[str, Criterion], str]] = {
    (
        "Vec of Rc<RefCell>",
        "immunity",
    ): "if keys are weak references; any other keeps the element alive",
    (
        "StableVec",
        "reuse",
    ): "without `insert` and `swap`, by which a caller puts an element into a vacancy",
    ("StableVec", "immunity"): (
        "without `clear`, after which indices start over, `insert` and `swap`, which put an element where another one "
        "was, and `make_compact` and `reordering_make_compact`, which move elements"
    ),
    ("Slab", "immunity"): (
        "without `compact`, which moves elements and tells its caller where to; with it, also *shift-N*"
    ),
}
"""What a cell holds for, by container and criterion: the releases have methods that the models leave out."""
