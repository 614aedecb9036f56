"""Proved: what holds of a StableList of every size, by two solvers; ``python -m stablelist_proofs.prove``.

An obligation is proved if Z3 and cvc5 both find its negation unsatisfiable, its hypotheses hold together of some
small list, and every defect planted in it is refuted. "Unknown" is a failure. Beside the proofs stand what ties the
formulas to the executable model, and the families of histories that show which bounds are tight and which do not
exist.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from .record import save, taken
from .smt.discharge import Discharged, discharge
from .smt.families import FAMILIES, revival, shortest_revival
from .smt.obligation import Obligation
from .smt.obligations import obligations
from .smt.solvers import MissingSolverError, check_installed
from .smt.tie import LARGE, SCOPES, DisagreementError, Tied, explored, wandered
from .smt.witness import program, shortest

__all__ = ["Options", "export", "main", "prove"]

Say = Callable[[str], object]

SEED: Final = 1


@dataclass(frozen=True)
class Options:
    """What is to be proved, and how.

    Attributes:
        only: prove the obligations whose name contains this, and nothing else.
        transitions: how many random transitions are compared.
        jobs: how many processes.
        export: a folder for the obligations as SMT-LIB 2.
        record: a file for what was proved, and how long it took.
    """

    only: str = ""
    transitions: int = 100_000
    jobs: int = 2
    export: Path | None = None
    record: Path | None = None


def prove(options: Options, say: Say = print) -> bool:
    """Prove, compare, measure, and say so line by line; whether all went well.

    Raises:
        MissingSolverError: a solver is not installed.
    """
    check_installed()
    chosen = [each for each in all_obligations() if options.only in each.name]
    if options.export is not None:
        export(chosen, options.export)
    began = time.perf_counter()
    with ProcessPoolExecutor(options.jobs, get_context("spawn")) as pool:
        proofs = list(_told(pool.map(_discharge, [each.name for each in chosen]), say))
        rest = True if options.only else all(list(_said(pool.map(_check, checks(options)), say)))
    if options.record is not None:
        save(taken(proofs), options.record)
    say(f"{time.perf_counter() - began:.0f} s")
    proved, noticed = sum(each.proved for each in proofs), sum(each.noticed for each in proofs)
    planted = sum(len(each.defects) for each in proofs)
    say(
        f"proved {proved} of {len(proofs)} by z3 and cvc5; "
        f"{noticed} of {planted} planted defects refuted"
    )
    return rest and (proved, noticed) == (len(proofs), planted)


@cache
def all_obligations() -> tuple[Obligation, ...]:
    """Every obligation; each process makes its own."""
    return tuple(obligations())


def _discharge(name: str) -> Discharged:
    return discharge(next(each for each in all_obligations() if each.name == name))


# --- What is said of a proof ----------------------------------------------------------------------


def _told(proofs: Iterable[Discharged], say: Say) -> Iterator[Discharged]:
    """Each proof with a line of its own, and whatever is amiss."""
    for each in proofs:
        for line in lines(each):
            say(line)
        yield each


def lines(proof: Discharged) -> Iterator[str]:
    """One line; more if something is amiss."""
    solvers = "  ".join(
        f"{name} {verdict.answer} {verdict.seconds:5.2f} s"
        for name, verdict in proof.verdicts.items()
    )
    planted = f"{proof.noticed}/{len(proof.defects)} defects"
    word = "proved " if proof.proved else "FAILED "
    yield f"{word} {proof.name:78} {solvers}  {planted}  {proof.words}"
    if not proof.consistent:
        yield "         its hypotheses were not found to hold together in any small list"
    for defect in proof.defects:
        if not defect.cells:
            yield f"         planted, and not noticed: {defect.words}"
    if proof.counterexample:
        yield f"         refuted by a list of at most {proof.counterexample} cells"
        yield f"         {_way(proof.sentence)}"


def _way(sentence: str) -> str:
    found = shortest(sentence)
    return (
        found or "no program of up to 8 cells shows it: the formula may be at fault, not the model"
    )


# --- What is not a proof --------------------------------------------------------------------------


@dataclass(frozen=True)
class Check:
    """One comparison or family, as something that can travel to another process."""

    kind: str
    number: int
    amount: int = 0


def checks(options: Options) -> list[Check]:
    """The ties to the model, then the families, then the shortest revivals."""
    share = -(-options.transitions // options.jobs)
    return [
        *(Check("wandered", SEED + job, share) for job in range(options.jobs)),
        *(Check("explored", number) for number in range(len(SCOPES))),
        *(Check("family", number) for number in range(len(FAMILIES))),
        *(Check("revival", bits) for bits in (1, 2, 3)),
    ]


def _check(check: Check) -> tuple[bool, str]:
    """Whether it went well, and a line."""
    match check.kind:
        case "family":
            return _family(check.number)
        case "revival":
            return _revival(check.number)
    try:
        return _tied(check)
    except DisagreementError as difference:
        return False, f"FAILED  the formulas are not about the model: {difference}"


def _tied(check: Check) -> tuple[bool, str]:
    if check.kind == "explored":
        tied = explored(SCOPES[check.number])
        p = SCOPES[check.number]
        what = f"every layout of up to 8 cells, capacity {p.capacity}, {p.truncate.value}"
    else:
        tied = wandered(check.amount, check.number)
        what = f"random, seed {check.number}"
    return True, f"tied    {_compared(tied)} ({what})"


def _compared(tied: Tied) -> str:
    return (
        f"{tied.steps:,} transitions of the model satisfy the formulas, {tied.large:,} of them in "
        f"spaces of at least {LARGE}; "
        f"space up to {tied.largest:,}, up to {tied.deepest} halvings at once"
    )


def _family(number: int) -> tuple[bool, str]:
    family = FAMILIES[number]
    right = all(family.holds(size) for size in family.sizes)
    word = "refuted" if family.refutes else "tight  "
    return right, (
        f"{word if right else 'FAILED '} {family.sentence}: {family.words}; {family.ratio} "
        f"(sizes {family.sizes[0]} to {family.sizes[-1]}; "
        f"{program(family.parameters, family.program(8)[:14])} ...)"
    )


def _revival(bits: int) -> tuple[bool, str]:
    least, steps = shortest_revival(bits), revival(bits)
    right = least == len(steps) - 1
    return right, (
        f"{'shortest' if right else 'FAILED  '} a retired key of {bits} bits resolves after "
        f"{least} operations: {' '.join(op.name for op in steps)}"
    )


def _said(results: Iterable[tuple[bool, str]], say: Say) -> Iterator[bool]:
    for right, line in results:
        say(line)
        yield right


# --- Outside --------------------------------------------------------------------------------------


def export(chosen: Iterable[Obligation], folder: Path) -> None:
    """Write the negation of every obligation as SMT-LIB 2, for any solver: each must be unsat."""
    folder.mkdir(parents=True, exist_ok=True)
    for each in chosen:
        path = folder / f"{each.name.replace('/', '.')}.smt2"
        path.write_text(f"; {each.name}: {each.words}\n; expected: unsat\n{each.query.negated()}")


def main(arguments: list[str] | None = None) -> int:
    """0 if all is proved, 1 if not, 2 if that could not be asked."""
    parser = argparse.ArgumentParser(prog="stablelist_proofs.prove", description=__doc__)
    default = Options()
    parser.add_argument("--only", default=default.only, help="part of an obligation's name")
    parser.add_argument("--transitions", type=int, default=default.transitions)
    parser.add_argument("--jobs", type=int, default=default.jobs)
    parser.add_argument("--export", type=Path, help="a folder for SMT-LIB 2 files")
    parser.add_argument("--record", type=Path, help="a file for what was proved, as JSON")
    given = parser.parse_args(arguments)
    if given.jobs < 1 or given.transitions < 1:
        print("--jobs and --transitions must be at least 1", file=sys.stderr)
        return 2
    if not any(given.only in each.name for each in all_obligations()):
        print(f"no obligation has {given.only!r} in its name", file=sys.stderr)
        return 2
    try:
        return int(not prove(Options(**vars(given)), lambda line: print(line, flush=True)))
    except (MissingSolverError, OSError) as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
