"""Every contract, canary, pair and planted defect; ``python -m stablelist_proofs.contracts``.

A run succeeds if CrossHair says of each contract what the catalogue expects, refutes each canary, finds no difference
in any pair, and detects each defect. Anything that it did not analyse fails the run.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial
from pathlib import Path
from typing import Final

from .catalogue import LONG, MODULES, Contract, Pair, canaries, contracts, pairs
from .defects import DEFECTS
from .engine import (
    EngineError,
    Limit,
    MissingEngineError,
    Said,
    Word,
    check,
    check_installed,
    compare,
)
from .planting import Defect, sources

__all__ = ["main", "run"]

Say = Callable[[str], object]

DECIDED: Final = "Contracts, confirmed over all paths, and a canary in each module"
OPEN: Final = "Contracts that are only not refuted, which is no evidence"
COMPARED: Final = "Model and container, compared by diffbehavior"
PLANTED: Final = "Planted defects, refuted by contracts and comparison"


class Kind(Enum):
    """The kinds of questions to CrossHair."""

    CONTRACT = auto()
    OPEN_CONTRACT = auto()
    CANARY = auto()
    PAIR = auto()
    OPEN_PAIR = auto()
    DEFECT = auto()


@dataclass(frozen=True)
class Row:
    """The result of a question, and whether it was expected."""

    kind: Kind
    good: bool
    word: str
    line: str

    def __str__(self) -> str:
        return f"{self.word:24}  {self.line}" if self.good else f"FAILED: {self.word}  {self.line}"


Question = Callable[[], list[Row]]


def run(modules: Sequence[str] = MODULES, jobs: int = 2, say: Say = print) -> bool:
    """Ask all questions about some modules; return whether all succeeded.

    Raises:
        MissingEngineError: CrossHair is not installed.
        EngineError: CrossHair could not read its input.
    """
    check_installed()
    began = time.perf_counter()
    rows: list[Row] = []
    with sources() as folder, ThreadPoolExecutor(jobs) as pool:
        asked = questions(modules, folder)
        running = {
            heading: [pool.submit(each) for each in group] for heading, group in asked.items()
        }
        try:
            for heading, group in running.items():
                say(f"\n{heading}")
                for answer in group:
                    for row in answer.result():
                        say(str(row))
                        rows.append(row)
        finally:
            pool.shutdown(cancel_futures=True)
    say(f"\n{time.perf_counter() - began:.0f} s")
    say(last_line(rows))
    return all(row.good for row in rows)


def last_line(rows: Sequence[Row]) -> str:
    """How many questions had the expected result, in one line."""

    def of(kind: Kind) -> str:
        good = [row.good for row in rows if row.kind is kind]
        return f"{sum(good)} of {len(good)}"

    return (
        f"confirmed {of(Kind.CONTRACT)} contracts over all paths, {of(Kind.OPEN_CONTRACT)} others"
        f" not refuted; alike {of(Kind.PAIR)} pairs over all paths, {of(Kind.OPEN_PAIR)} others not"
        f" told apart; refuted {of(Kind.CANARY)} canaries and {of(Kind.DEFECT)} planted defects"
    )


def questions(modules: Sequence[str], folder: Path) -> dict[str, list[Question]]:
    """The questions about some modules, by heading; *folder* has the model and the container, unchanged."""
    decided: list[Question] = []
    undecided: list[Question] = []
    for name in modules:
        stated = [each for each in (*contracts(), *canaries()) if each.module == name]
        closed = [each for each in stated if each.expected is not Word.NOT_REFUTED]
        decided.append(partial(_contracts, closed, Limit.AMPLE, folder))
        undecided += [
            partial(_contracts, [each], Limit.BRIEF, folder)
            for each in stated
            if each not in closed
        ]
    twins = [each for each in pairs() if each.spec.module in modules]
    wrong = [each for each in DEFECTS if each.caller.split(".")[0] in modules]
    return {
        DECIDED: decided,
        OPEN: undecided,
        COMPARED: [partial(_pair, each, folder) for each in twins],
        PLANTED: [partial(_defect, each) for each in wrong],
    }


# --- one question ---------------------------------------------------------------------------------


def _contracts(asked: Iterable[Contract], limit: Limit, folder: Path) -> list[Row]:
    """Check contracts of one module, in one process."""
    asked = list(asked)
    said = check([*dict.fromkeys(each.target for each in asked)], limit, folder)
    return [_row(each, _of(each, said)) for each in asked]


def _row(contract: Contract, said: Said) -> Row:
    kind = {
        Word.CONFIRMED: Kind.CONTRACT,
        Word.NOT_REFUTED: Kind.OPEN_CONTRACT,
        Word.REFUTED: Kind.CANARY,
    }[contract.expected]
    good = said.word is contract.expected
    line = f"{contract.name:48} {contract.of or contract.caller}"
    return Row(kind, good, said.word, line if good else f"{line}: {said.text}")


def _of(contract: Contract, said: Mapping[int, Said]) -> Said:
    """The result for a contract; an error that its function raises refutes it.

    A canary is not refuted by an error: it has to be refuted for its own reason.
    """
    if contract.line in said:
        return said[contract.line]
    stated = {each.line for each in (*contracts(), *canaries()) if each.module == contract.module}
    astray = "; ".join(each.text for line, each in said.items() if line not in stated)
    refuted = astray and contract.expected is not Word.REFUTED
    return Said(Word.REFUTED if refuted else Word.UNREAD, astray)


def _pair(pair: Pair, folder: Path) -> list[Row]:
    """Compare a function of the model with one of the container."""
    closed = pair.expected is Word.CONFIRMED
    limit = Limit.AMPLE if closed else Limit.BRIEF
    said = compare(pair.spec.target, pair.impl.target, limit, folder)
    good = said.word is pair.expected
    word = "alike over all paths" if closed else "not told apart"
    line = f"{pair.spec.of:48} {pair.impl.of}"
    return [
        Row(
            Kind.PAIR if closed else Kind.OPEN_PAIR,
            good,
            word if good else said.word,
            line if good else f"{line}: {said.text}",
        )
    ]


def _defect(defect: Defect) -> list[Row]:
    """Plant a defect; check the contracts that it breaks, and the comparison of its function if there is one."""
    stated = [each for each in contracts() if each.caller == defect.caller]
    twins = [each for each in pairs() if defect.caller in (each.spec.caller, each.impl.caller)]
    with sources(defect) as folder:
        said = check([stated[0].target], Limit.AMPLE, folder)
        words = [_of(each, said).word for each in stated if each.name in defect.breaks]
        words += [
            compare(each.spec.target, each.impl.target, Limit.AMPLE, folder).word for each in twins
        ]
    good = all(word is Word.REFUTED for word in words)
    line = f"{', '.join(defect.breaks):48} {defect}"
    return [Row(Kind.DEFECT, good, Word.REFUTED if good else Word.NOT_REFUTED, line)]


# --- outside --------------------------------------------------------------------------------------


def main(arguments: list[str] | None = None) -> int:
    """The exit status: 0 if all succeeded, 1 if not, 2 if CrossHair could not run."""
    parser = argparse.ArgumentParser(prog="stablelist_proofs.contracts", description=__doc__)
    parser.add_argument("--only", default="", help="part of a module's name")
    parser.add_argument("--all", action="store_true", help="also what takes minutes")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args(arguments)
    if given.jobs < 1:
        print(f"--jobs is {given.jobs}; it must be at least 1", file=sys.stderr)
        return 2
    asked = [name for name in MODULES if given.all or name not in LONG]
    if not (modules := [name for name in asked if given.only in name]):
        print(
            f"no module has {given.only!r} in its name; choose one of {', '.join(asked)}",
            file=sys.stderr,
        )
        return 2
    try:
        return int(not run(modules, given.jobs, lambda line: print(line, flush=True)))
    except (MissingEngineError, EngineError) as error:
        print(error, file=sys.stderr)
        return 2
