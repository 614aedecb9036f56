"""Table 3.2 of the thesis: its cells, what cannot be decided from behaviour, and what explains each difference.

The list of criteria in chapter 3 and the table number them differently: cross-iteration is 2 in the list and 4 in the
table, reuse of space is 4 in the list and 2 in the table. So criteria have names here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from .findings import Severity

__all__ = ["CONDITIONS", "EXPLAINED", "ROWS", "Criterion", "Row"]

IMMUNE: Final = str(Severity.IMMUNE)
MILD: Final = str(Severity.REINSERT)

Criterion = str
"""The criteria that are decided from behaviour: ``access``, ``reuse``, ``immunity`` and ``truncation``."""


class Row(NamedTuple):
    """A container of the table.

    Attributes:
        name: as the thesis has it.
        system: the model that stands for it.
        options: of each configuration in which it is looked at; the findings of all count.
        access, reuse, immunity, truncation: the cells that are decided from behaviour.
        cross: the operation by which two elements are changed at once, if the thesis counts it.
        safe: what the thesis says of safe Rust.
        sorts: whether the thesis says that it can be sorted.
    """

    name: str
    system: str
    options: tuple[Mapping[str, str], ...]
    access: bool
    reuse: bool
    immunity: str
    truncation: bool
    cross: str
    safe: bool
    sorts: bool = False


def pool(
    name: str, system: str, immunity: str, cross: str, *, safe: bool = False, reuse: bool = True
) -> Row:
    """A row of a published pool, none of which truncates."""
    return Row(name, system, ({},), True, reuse, immunity, False, cross, safe)


REMOVALS: Final = tuple({"removal": way} for way in ("pop", "shift", "swap"))
"""The three ways in which a vector removes an element."""

ROWS: Final = (
    Row(
        "Vec",
        "vec",
        REMOVALS,
        True,
        True,
        f"{Severity.SHIFT}, {MILD}",
        False,
        "",
        safe=False,
        sorts=True,
    ),
    pool("Vec of Rc<RefCell>", "shared-vec", IMMUNE, "borrow_mut of each cell"),
    pool("StableVec", "stable-vec", IMMUNE, "", reuse=False),
    pool("Slab", "lifo-slab", MILD, "get2_mut", safe=True),
    pool("StableGraph", "stable-graph", MILD, "index_twice_mut"),
    pool("SlotMap", "lifo-slotmap", IMMUNE, "get_disjoint_mut"),
    pool("HopSlotMap", "hop-slotmap", IMMUNE, "get_disjoint_mut"),
    pool("DenseSlotMap", "dense-slotmap", IMMUNE, "get_disjoint_mut"),
    pool("Arena", "lifo-arena", IMMUNE, "get2_mut", safe=True),
    Row("StableList", "stablelist", ({},), True, True, IMMUNE, True, "apply, traverse", safe=True),
)
"""Every row of table 3.2."""

SHRINKS: Final = (
    "a vector has as many cells as elements, so every removal makes it shorter; the thesis asks for truncation only "
    "where removals leave vacancies"
)
EXPLAINED: Final[dict[tuple[str, Criterion], str]] = {
    ("Vec", "truncation"): SHRINKS,
    ("Vec of Rc<RefCell>", "truncation"): SHRINKS,
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
    ("Slab", "immunity"): "without `compact`, which moves elements and tells its caller where to",
}
"""What a cell holds for, by container and criterion: the releases have methods that the models leave out."""
