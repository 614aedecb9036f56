"""The judges that are listed in ``judges.toml``."""

from __future__ import annotations

import importlib
import inspect
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from stablelist_proofs.edits import Edit
from suite.judges.clauses import Clause, clauses
from suite.judges.courts import CASES, Case
from suite.judges.hearing import undisturbed

__all__ = ["JUDGES", "Judge"]


class Judge(NamedTuple):
    """A module that judges.

    Attributes:
        module: its name.
        courts: where planted defects are brought before it.
        judging: the functions and methods that judge; all of them, if empty.
        excuses: the clauses that no case can tell from weaker ones, and why.
        by_hand: what stands instead of a piece of a clause, where no change that is made of all clauses will do.
    """

    module: str
    courts: tuple[str, ...]
    judging: tuple[str, ...]
    excuses: dict[str, str]
    by_hand: dict[str, dict[str, str]]

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """All clauses that can be weakened."""
        found = clauses(inspect.getsource(importlib.import_module(self.module)))
        gone = set(self.judging) - {clause.function for clause in found}
        assert not gone, f"{self.module} has no functions {sorted(gone)}; bring the list up to date"
        return tuple(c for c in found if not self.judging or c.function in self.judging)

    def edits(self, clause: Clause) -> Iterator[Edit]:
        """The changes that weaken a clause."""
        for before, after in self.by_hand.get(str(clause), {}).items():
            yield Edit(within=clause.function, before=before, after=after)
        yield from clause.edits

    def cases(self, clause: Clause) -> Iterator[tuple[str, Case]]:
        """The test cases in which the function of a clause is called, each with its court."""
        here = (str(importlib.import_module(self.module).__file__), clause.function)
        for court in self.courts:
            yield from (
                (court, case) for case in CASES[court] if here in undisturbed(court, case).called
            )


def judges() -> Iterator[Judge]:
    path = Path(__file__).with_name("judges.toml")
    for listed in tomllib.loads(path.read_text(encoding="utf-8"))["judge"]:
        yield Judge(
            listed["module"],
            tuple(listed["courts"]),
            tuple(listed.get("judging", ())),
            listed.get("excuses", {}),
            listed.get("by_hand", {}),
        )


JUDGES: Final = tuple(judges())
