"""Planted defects: edits of the models, each with a program that shows what it breaks; one a row of `defects.tsv`.

A defect of a StableList has a name, and is the smallest change that breaks one invariant and, wherever that is
possible, no other.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Final, NamedTuple

from stablelist_conformance.wire.protocol import from_names
from stablelist_proofs.edits import Edit
from stablelist_spec.core.system import System
from stablelist_spec.systems import STABLE_LIST, SYSTEMS
from suite.planting import in_force

__all__ = ["DEFECTS", "EDITS", "Defect", "named"]


class Defect(NamedTuple):
    """An edit of a function, what it breaks in a system with some options, and a program that shows it."""

    breaks: str
    module: str
    edit: Edit
    program: str
    system: System
    parameters: Any
    name: str
    also: tuple[str, ...]
    """Invariants that are broken with it, because the one implies the others."""

    def __str__(self) -> str:
        told = f"{self.system.name} {self.breaks} by {self.edit.within}: {self.edit.after}"
        return self.name or told

    def in_force(self) -> AbstractContextManager[None]:
        """The model has the defect, for a while."""
        return in_force(self.module, self.edit)


def read(row: str) -> Iterator[Defect]:
    """The edit of a row, in each system that it names."""
    breaks, module, within, before, after, program, systems, name, also = row.split("\t")
    before, after = (text.replace(r"\n", "\n") for text in (before, after))
    edit = Edit(within=within, before=before, after=after)
    for of, *options in map(str.split, systems.split(", ")):
        yield Defect(
            breaks, f"stablelist_spec.{module}", edit, program, SYSTEMS[of],
            from_names(SYSTEMS[of], options), name, tuple(also.split()),
        )  # fmt: skip


ROWS: Final = Path(__file__).with_suffix(".tsv").read_text("ascii").splitlines()[1:]
EDITS: Final = [defect for row in ROWS for defect in read(row)]
"""Every defect: at least one for each invariant of each system."""
DEFECTS: Final = [defect for defect in EDITS if defect.system is STABLE_LIST]
"""Those of a StableList."""


def named(name: str) -> Defect:
    """A defect of a StableList."""
    (found,) = (defect for defect in DEFECTS if defect.name == name)
    return found
