"""Prove properties of a StableList of every size, by two solvers: what ``stablelist prove`` runs.

An obligation is proved if Z3 and cvc5 both find its negation unsatisfiable, its hypotheses are consistent, and every
defect planted in it is refuted and proved by neither solver. "Unknown" is a failure. A run also checks what is assumed,
compares the formulas with the executable model, and runs the families of programs that show which bounds are tight and
which do not exist.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from signal import SIG_IGN, SIGINT, signal
from typing import Final

from .core.asked import unlike
from .core.comparing.comparison import DisagreementError
from .core.discharge import Discharged, discharge
from .core.ledger import Ledger
from .core.obligation import Obligation
from .core.solvers import SOLVERS, Answer, check_installed
from .core.spoken import far_from, unsaid, unsaid_far
from .core.terms import Term
from .core.theory import Proved
from .program import program_line, replay
from .record import Record, save, taken, tried
from .resources import available_memory, megabytes, writing
from .systems.registry import SYSTEMS, all_obligations, system_of, whole
from .systems.stable_list.families import FAMILIES, revival, revival_parameters, shortest_revival
from .systems.stable_list.witness import told

__all__ = ["CannotProveError", "Options", "Outcome", "export", "prove"]

Say = Callable[[str], object]

SEED: Final = 1
MOST_SHARES: Final = 16
"""The number of parts of the random transitions, each with its own seed."""
PER_PROCESS: Final = 200 << 20
"""The most bytes that a process takes with both solvers running; measured: 118 MiB."""


DEAF: Final = (SIGINT, SIG_IGN)
"""Ignore interrupts, which the first process of a run handles by ending the others."""


class CannotProveError(ValueError):
    """The request cannot be carried out; the message is one sentence."""


@dataclass(frozen=True)
class Options:
    """What to prove, and how.

    Raises:
        CannotProveError: a number is out of range.

    Attributes:
        only: prove only the obligations whose name contains this.
        transitions: how many random transitions to compare.
        jobs: how many processes.
        export: a folder for the obligations as SMT-LIB 2.
        record: a file for the results and how long they took.
    """

    only: str = ""
    transitions: int = 100_000
    jobs: int = 2
    export: Path | None = None
    record: Path | None = None

    def __post_init__(self) -> None:
        """Refuse numbers below 1."""
        for name, value in (("transitions", self.transitions), ("jobs", self.jobs)):
            if value < 1:
                raise CannotProveError(f"{name} is {value}; it must be at least 1")


class Outcome(IntEnum):
    """The result of a run; the values are exit statuses."""

    PROVED = 0
    REFUTED = 1
    """A counterexample was printed."""
    UNDECIDED = 3


def prove(options: Options, say: Say = print) -> Outcome:
    """Prove and compare, print the results line by line, and return the outcome.

    Raises:
        MissingSolverError: a solver is not installed.
        CannotProveError: no obligation has such a name, or there is too little memory.
        ResourceError: a file or folder cannot be written.
    """
    check_installed()
    chosen = chosen_by(options)
    if options.export is not None:
        export(chosen, options.export)
    if options.record is not None:
        with writing(options.record):
            tried(options.record)
    rest = () if options.only else checks(options)
    began = time.perf_counter()
    with working(options.jobs, len(chosen) + len(rest)) as pool:
        proofs = list(_told(pool.map(_discharge, [each.name for each in chosen]), say))
        well = all(list(_said(pool.map(run_check, rest), say)))
    if options.only:
        say(
            "left out, because of --only: the books, the comparison with the model, and the families"
        )
    say(f"{time.perf_counter() - began:.0f} s")
    proved, noticed = sum(each.proved for each in proofs), sum(each.noticed for each in proofs)
    planted = sum(len(each.defects) for each in proofs)
    say(_together(proofs))
    say(
        f"proved {proved} of {len(proofs)} by z3 and cvc5; "
        f"{noticed} of {planted} planted defects refuted"
    )
    done = well and (proved, noticed) == (len(proofs), planted)
    if options.record is not None:
        record(options.record, taken(proofs, chosen) if done else None, say)
    if any(each.counterexample for each in proofs):
        return Outcome.REFUTED
    return Outcome.PROVED if done else Outcome.UNDECIDED


def record(path: Path, results: Record | None, say: Say) -> None:
    """Record the results of a run, if it proved everything.

    Raises:
        ResourceError: the file cannot be written.
    """
    if results is None:
        say(f"{path} is left as it was, because not everything was proved")
        return
    with writing(path):
        save(results, path)


def chosen_by(options: Options) -> list[Obligation]:
    """The obligations that the options select.

    Raises:
        CannotProveError: there are none.
    """
    chosen = [each for each in all_obligations() if options.only in each.name]
    if not chosen:
        raise CannotProveError(
            f"no obligation has {options.only!r} in its name; docs/proofs.md lists the properties"
        )
    return chosen


@contextmanager
def working(jobs: int, amount: int) -> Iterator[ProcessPoolExecutor]:
    """A pool of processes, no more than there are tasks.

    Raises:
        CannotProveError: there is too little memory for them, or one of them was killed.
    """
    processes = min(jobs, amount)
    needed, there = processes * PER_PROCESS, available_memory()
    if needed > there:
        raise CannotProveError(
            f"the run needs {megabytes(needed)} of memory with --jobs {processes}, "
            f"but {megabytes(there)} are free; lower --jobs"
        )
    try:
        with ProcessPoolExecutor(processes, get_context("spawn"), signal, DEAF) as pool:
            yield pool
    except BrokenProcessPool:
        raise CannotProveError(
            "a process of the run was killed, perhaps because memory ran out; lower --jobs"
        ) from None


def _discharge(name: str) -> Discharged:
    obligation = next(each for each in all_obligations() if each.name == name)
    return discharge(obligation, system_of(name).instances)


# --- What is said of a proof ----------------------------------------------------------------------


def _told(proofs: Iterable[Discharged], say: Say) -> Iterator[Discharged]:
    """Print each proof with its own line, and lines about its failures."""
    for each in proofs:
        for line in lines(each):
            say(line)
        yield each


def lines(proof: Discharged) -> Iterator[str]:
    """The line about a proof, and further lines about its failures."""
    solvers = "  ".join(
        f"{name} {verdict.answer} {verdict.seconds:5.2f} s"
        for name, verdict in proof.verdicts.items()
    )
    planted = f"{proof.noticed}/{len(proof.defects)} defects"
    word = "proved " if proof.proved else "FAILED "
    yield f"{word} {proof.name:78} {solvers}  {planted}  {proof.words}"
    if not proof.consistent:
        yield "         no small list was found that satisfies all of its hypotheses"
    if proof.contradictory:
        yield f"         its hypotheses contradict each other, by {' and '.join(proof.contradictory)}"
    for piece in proof.unasked:
        yield f"         no planted defect needs this piece of its goal: {piece}"
    for defect in proof.defects:
        if not defect.size:
            yield f"         planted, but not detected: {defect.words}"
        if defect.proved_by:
            proved_by = " and ".join(defect.proved_by)
            yield f"         planted, and proved by {proved_by} all the same: {defect.words}"
    if proof.counterexample:
        yield f"         refuted by a list of at most {proof.counterexample} cells"
        yield from (f"         {line}" for line in told(proof.sentence))


def _together(proofs: Collection[Discharged]) -> str:
    """The solvers' answers about the hypotheses alone."""
    counted = Counter((name, said) for each in proofs for name, said in each.together.items())
    said = "; ".join(
        f"{name} found {counted[name, Answer.SAT]} consistent, {counted[name, Answer.UNKNOWN]} "
        f"unknown, {counted[name, Answer.UNSAT]} contradictory"
        for name in SOLVERS
    )
    alone = sum(not each.consistent for each in proofs)
    small = f"those of {alone} hold in no small list" if alone else "all hold in some small list"
    return f"hypotheses of any size: {said}; {small}"


# --- What is not a proof --------------------------------------------------------------------------


@dataclass(frozen=True)
class Check:
    """One comparison or family, as a value that can be sent to another process."""

    kind: str
    number: int = 0
    amount: int = 0
    system: str = ""


def checks(options: Options) -> list[Check]:
    """All checks of each system, the families, and the shortest revivals."""
    return [
        *(check for name in SYSTEMS for check in checks_of(name, options)),
        *(Check("family", number) for number in range(len(FAMILIES))),
        *(Check("revival", bits) for bits in (1, 2, 3)),
    ]


def checks_of(name: str, options: Options) -> Iterator[Check]:
    """The checks of a system: its ledger, its regions, and the comparisons with its model."""
    system, shares = SYSTEMS[name], min(options.jobs, MOST_SHARES)
    share = -(-options.transitions // shares)
    counted = {"region": len(system.instances.regions), "far": len(far(name)), **system.ties}
    yield from (Check(kind, system=name) for kind in ("ledger", "asked", "extent", "read", "held"))
    yield from (Check("wandered", SEED + number, share, name) for number in range(shares))
    for kind, amount in counted.items():
        yield from (Check(kind, number, system=name) for number in range(amount))


def run_check(check: Check) -> tuple[bool, str]:
    """Whether a check succeeded, and its line."""
    system = SYSTEMS[check.system]
    if check.kind in CHECKED:
        return CHECKED[check.kind](system, check.number)
    try:
        said = system.tied(check.kind, check.number, check.amount)
    except DisagreementError as difference:
        return False, f"FAILED  {system.about}the formulas do not agree: {difference}"
    return True, f"tied    {system.about}{said}"


def _ledger(system: Proved, _: int) -> tuple[bool, str]:
    assertions, asked = whole(system.name)
    assumptions = system.assumptions
    if complaints := [*Ledger(assertions, asked, assumptions).complaints()]:
        return False, "\n".join(f"FAILED  {each}" for each in complaints)
    assumed = sum(len(each.query.hypotheses) for each in asked)
    return True, (
        f"booked  {system.about}{assumed:,} hypotheses of {len(asked)} obligations: each is a clause that is asserted "
        f"there, the guard of its case, a lemma as it was proved, or one of {len(assumptions)} listed assumptions"
    )


def _asked(system: Proved, _: int) -> tuple[bool, str]:
    theory = whole(system.name)
    found = [words for each in theory.obligations for words in unlike(each)]
    if found := [*found, *system.strangers(theory.assertions)]:
        return False, "\n".join(f"FAILED  {each}" for each in found)
    return True, (
        f"asked   {system.about}the texts of {len(theory.obligations)} obligations, read back, are the booked "
        "hypotheses and the negation of the whole goal; the steps are those of the program, but for ghosts"
    )


def _read(system: Proved, _: int) -> tuple[bool, str]:
    try:
        return True, f"read    {system.about}{system.read(whole(system.name))}"
    except DisagreementError as difference:
        return False, f"FAILED  {system.about}{difference}"


def _held(system: Proved, _: int) -> tuple[bool, str]:
    try:
        return True, f"held    {system.about}{system.held(whole(system.name))}"
    except DisagreementError as difference:
        return False, f"FAILED  {system.about}{difference}"


def _extent(system: Proved, _: int) -> tuple[bool, str]:
    theory = whole(system.name)
    if found := [*system.extent(theory)]:
        return False, "\n".join(f"FAILED  {system.about}{each}" for each in found)
    return True, (
        f"whole   {system.about}{len(theory.assertions)} inductions are over the steps, new lists, keys and counts "
        "that they should be; no formula mentions a large number"
    )


def _region(system: Proved, number: int) -> tuple[bool, str]:
    words, where = [*system.instances.regions.items()][number]
    asked, known = whole(system.name).obligations, system.silent.get(words, ())
    found = tuple(unsaid(asked, {words: where}))
    if found != known:
        said = ", ".join(found) or "nothing"
        return False, f"FAILED  {system.about}{words}, {said} says nothing; known: {known}"
    but = f", except for {', '.join(known)}" if known else ""
    return True, f"said    {system.about}{words}: every property says something there{but}"


@cache
def far(name: str = "") -> Mapping[str, Term]:
    """The regions beyond all numbers that the goals of a system mention."""
    return SYSTEMS[name].instances.far(far_from(whole(name).obligations))


def _far(system: Proved, number: int) -> tuple[bool, str]:
    words, where = [*far(system.name).items()][number]
    if found := [*unsaid_far(whole(system.name).obligations, {words: where})]:
        return False, "\n".join(
            f"FAILED  {system.about}{words} this is proved: {each}" for each in found
        )
    return True, (
        f"said    {system.about}{words}: every goal says as much as elsewhere; no planted defect is provable"
    )


def _family(_: Proved, number: int) -> tuple[bool, str]:
    family = FAMILIES[number]
    right = all(family.holds(size) for size in family.sizes)
    word = "refuted" if family.refutes else "tight  "
    least = family.sizes[0]
    program = program_line(family.parameters, family.program(least), "cost")
    return right, (
        f"{word if right else 'FAILED '} {family.sentence}: {family.words}; {family.ratio} "
        f"(sizes {least} to {family.sizes[-1]}; at {least}:)\n         {replay(program)}"
    )


def _revival(_: Proved, bits: int) -> tuple[bool, str]:
    least, steps = shortest_revival(bits), revival(bits)
    right = least == len(steps) - 1
    program = program_line(revival_parameters(bits), steps)
    return right, (
        f"{'shortest' if right else 'FAILED  '} a retired key of {bits} bits resolves after "
        f"{least} insertions, removals and clears, and not after fewer:\n         {replay(program)}"
    )


CHECKED: Final[dict[str, Callable[[Proved, int], tuple[bool, str]]]] = {
    "ledger": _ledger,
    "asked": _asked,
    "read": _read,
    "held": _held,
    "extent": _extent,
    "region": _region,
    "far": _far,
    "family": _family,
    "revival": _revival,
}
"""Checks that are not comparisons with the model."""


def _said(results: Iterable[tuple[bool, str]], say: Say) -> Iterator[bool]:
    for right, line in results:
        say(line)
        yield right


# --- Outside --------------------------------------------------------------------------------------


def export(chosen: Iterable[Obligation], folder: Path) -> None:
    """Write the negation of every obligation as SMT-LIB 2, for any solver; each must be unsat.

    Raises:
        ResourceError: the folder cannot be written.
    """
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        for each in chosen:
            path = folder / f"{each.name.replace('/', '.')}.smt2"
            path.write_text(
                f"; {each.name}: {each.words}\n; expected: unsat\n{each.query.negated()}"
            )
