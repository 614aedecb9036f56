"""Every contract, comparison and planted defect; ``python -m stablelist_proofs.contracts``.

A run succeeds if CrossHair confirms each contract over all paths, finds no difference in any pair, and detects each
planted defect. Without --all, methods and programs are asked in the smallest scope, and defects, longer programs, and
comparisons of what has only one right answer are left out. What was not analysed fails the run.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from .catalogue import LONGER, Contract, contracts, pairs
from .defects import DEFECTS
from .engine import EngineError, MissingEngineError, Said, Word, check, check_installed, compare
from .planting import Defect, sources

__all__ = ["Running", "answers", "asked", "count_of", "main", "succeeded"]

Say = Callable[[str], object]
Question = Callable[[], "Row"]
Rows = dict[str, list["Row"]]
Running = dict[str, list["Future[Row]"]]

STATED: Final = "Contracts"
COMPARED: Final = "Model and container, compared by diffbehavior"
PLANTED: Final = "Planted defects, each of which breaks its contract"
WIDTH: Final = 80


@dataclass(frozen=True)
class Row:
    """The result of a question, and whether it was expected."""

    good: bool
    word: str
    line: str

    def __str__(self) -> str:
        if not self.good:
            return f"FAILED: {self.word}  {self.line}"
        room = WIDTH - 26
        line = self.line if len(self.line) <= room else f"{self.line[: room - 3]}..."
        return f"{self.word:24}  {line}"


@contextmanager
def asked(only: str = "", *, everything: bool = False, jobs: int = 2) -> Iterator[Running]:
    """Ask all questions about the contracts with *only* in their name, beside what the block does.

    What has not begun when the block ends is not asked.

    Raises:
        MissingEngineError: CrossHair is not installed.
    """
    check_installed()
    with sources() as folder, ThreadPoolExecutor(jobs) as pool:
        groups = questions(chosen(only, everything=everything), folder, everything=everything)
        if not everything:
            del groups[PLANTED]
        try:
            yield {name: [pool.submit(each) for each in group] for name, group in groups.items()}
        finally:
            pool.shutdown(cancel_futures=True)


def answers(running: Running, say: Say) -> Rows:
    """Wait for the answers, and say each under its heading.

    Raises:
        EngineError: CrossHair could not read its input.
    """
    rows: Rows = {}
    for heading, group in running.items():
        say(f"\n{heading} ({len(group)})")
        rows[heading] = []
        for answer in group:
            rows[heading].append(answer.result())
            say(str(rows[heading][-1]))
    return rows


def succeeded(rows: Rows) -> bool:
    """Whether every answer was expected."""
    return all(row.good for group in rows.values() for row in group)


def count_of(rows: Rows) -> str:
    """How many questions had the expected result, in one line or two."""

    def of(heading: str) -> str:
        return f"{sum(row.good for row in rows[heading])} of {len(rows[heading])}"

    confirmed = f"confirmed {of(STATED)} contracts over all paths, alike {of(COMPARED)} pairs"
    return f"{confirmed},\ndetected {of(PLANTED)} planted defects" if PLANTED in rows else confirmed


def chosen(only: str, *, everything: bool) -> list[Contract]:
    """The contracts that are asked."""
    return [
        each
        for each in contracts()
        if only in each.name and (everything or LONGER not in each.name)
    ]


def questions(
    asked: Sequence[Contract], folder: Path, *, everything: bool
) -> dict[str, list[Question]]:
    """The questions about some contracts, by heading; *folder* has the model and the container, unchanged."""
    names = {each.name for each in asked}
    return {
        STATED: [partial(_contract, each, folder, whole=everything) for each in asked],
        COMPARED: [
            partial(_pair, *each, folder, whole=everything)
            for each in pairs()
            if each[0].name in names and (everything or each[0].several_answers)
        ],
        PLANTED: [partial(_defect, each) for each in DEFECTS if each.contract in names],
    }


# --- one question ---------------------------------------------------------------------------------


def _contract(contract: Contract, folder: Path, *, whole: bool) -> Row:
    said = check(contract.target, folder, whole=whole)
    return _row(said, contract.name, "confirmed over all paths")


def _pair(spec: Contract, impl: Contract, folder: Path, *, whole: bool) -> Row:
    """Compare a function of the model with one of the container."""
    said = compare(spec.target, impl.target, folder, whole=whole)
    return _row(said, f"{spec.name} {impl.function}", "alike over all paths")


def _row(said: Said, name: str, word: str) -> Row:
    good = said.word is Word.CONFIRMED
    return Row(good, word if good else said.word, name if good else f"{name}: {said.text}")


def _defect(defect: Defect) -> Row:
    """Plant a defect; check its contract, and the comparison of its function if there is one."""
    stated = next(each for each in contracts() if each.name == defect.contract)
    with sources(defect) as folder:
        words = [check(stated.target, folder, whole=True).word]
        for spec, impl in pairs():
            if stated in (spec, impl):
                words.append(compare(spec.target, impl.target, folder, whole=True).word)
    good = all(word is Word.REFUTED for word in words)
    missed = next((word for word in words if word is not Word.REFUTED), Word.REFUTED)
    return Row(good, "detected" if good else missed, f"{stated.name}: {defect}")


# --- outside --------------------------------------------------------------------------------------


def main(arguments: list[str] | None = None) -> int:
    """The exit status: 0 if all succeeded, 1 if not, 2 if CrossHair could not run."""
    parser = argparse.ArgumentParser(prog="stablelist_proofs.contracts", description=__doc__)
    parser.add_argument("--only", default="", help="part of a contract's name, such as sizes")
    parser.add_argument(
        "--all", action="store_true", help="also whole scopes, longer programs and defects"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args(arguments)
    if given.jobs < 1:
        print(f"--jobs is {given.jobs}; it must be at least 1", file=sys.stderr)
        return 2
    if not chosen(given.only, everything=given.all):
        print(
            f"no contract has {given.only!r} in its name; their modules are"
            f" {', '.join(dict.fromkeys(each.module for each in contracts()))}",
            file=sys.stderr,
        )
        return 2
    began = time.perf_counter()
    try:
        with asked(given.only, everything=given.all, jobs=given.jobs) as running:
            rows = answers(running, partial(print, flush=True))
    except (MissingEngineError, EngineError) as error:
        print(error, file=sys.stderr)
        return 2
    print(f"\n{time.perf_counter() - began:.0f} s\n{count_of(rows)}")
    return int(not succeeded(rows))
