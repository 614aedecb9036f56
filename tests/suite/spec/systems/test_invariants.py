"""Every invariant of a further system, and the contract, are seen to fail: an edit of a model, and a program."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from stablelist_proofs.edits import Edit
from stablelist_spec.core.system import System
from stablelist_spec.systems import SYSTEMS
from suite.planting import in_force
from suite.spec.defects import DEFECTS as OF_STABLE_LIST
from suite.spec.systems.checked import CONTRACT, Checked, ran

TABLE = Path(__file__).with_name("breaking.tsv")


class Breaking(NamedTuple):
    """An edit of a function, a program that shows it, and what it breaks in a system with some options."""

    breaks: str
    module: str
    edit: Edit
    program: str
    system: System
    chosen: dict[str, int]

    def __str__(self) -> str:
        return f"{self.system.name} {self.breaks} by {self.edit.within}: {self.edit.after}"


def read(row: str) -> Iterator[Breaking]:
    """The edit of a row, in each system that it names."""
    breaks, module, within, before, after, program, systems = row.split("\t")
    before, after = (text.replace(r"\n", "\n") for text in (before, after))
    for name, *options in map(str.split, systems.split(", ")):
        chosen = {key: int(value) for key, _, value in (each.partition("=") for each in options)}
        edit = Edit(within=within, before=before, after=after)
        yield Breaking(breaks, f"stablelist_spec.{module}", edit, program, SYSTEMS[name], chosen)


ROWS = TABLE.read_text("ascii").splitlines()[1:]
EDITS = [breaking for row in ROWS for breaking in read(row)]


@pytest.mark.parametrize("breaking", EDITS, ids=str)
def test_edit_breaks_what_the_table_says(breaking: Breaking) -> None:
    """The program shows it, and shows nothing wrong without the edit."""
    system, chosen = breaking.system, breaking.chosen
    ran(system, breaking.program, **chosen)
    with in_force(breaking.module, breaking.edit):
        came = Checked(system, system.configuration(**chosen)).run(breaking.program)
    assert (CONTRACT if breaking.breaks == "contract" else breaking.breaks) in came.wrong


def test_every_invariant_is_seen_to_fail() -> None:
    """Those that a StableList has, in its own table; a sparse set's, in states that break them."""
    broken = {breaking.system.invariants.get(breaking.breaks) for breaking in EDITS}
    shared = {defect.breaks for defect in OF_STABLE_LIST}
    missing = {
        (name, invariant)
        for name, system in SYSTEMS.items()
        if name != "sparse-set"
        for invariant, holds in system.invariants.items()
        if holds not in broken and invariant not in shared
    }
    assert missing == set()
