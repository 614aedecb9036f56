"""The answers of a run: programs for what is broken, a program for what was searched for, the sample, the verdict."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import NamedTuple

from stablelist_spec.core.step import Label

from .inquiry import Inquiry
from .invariants import VISITS
from .program import replay
from .scope import Keep
from .search import Search, Way
from .tie import sampled
from .witness import Witness, carried_out, step_with_label

__all__ = ["Answer", "Status", "answers", "gravest"]


class Status(IntEnum):
    """The meaning of an answer, as an exit status."""

    WELL = 0
    BROKEN = 1
    UNDECIDED = 3


def gravest(found: Iterable[Status]) -> Status:
    """The gravest of some statuses: a broken invariant counts more than an undecided one.

    >>> gravest([Status.WELL, Status.UNDECIDED, Status.BROKEN]).name
    'BROKEN'
    """
    there = {*found}
    return Status.BROKEN if Status.BROKEN in there else max(there, default=Status.WELL)


class Answer(NamedTuple):
    """Lines to print, and the status that they mean."""

    status: Status
    lines: list[str]


def answers(search: Search, inquiry: Inquiry, sample: int, seed: int) -> Iterator[Answer]:
    """All answers of a run; the last one is the verdict."""
    found = [*shown(search), sought(search, inquiry), compared(search, sample, seed)]
    yield from found
    yield verdict(search, gravest(each.status for each in found))


def shown(search: Search) -> Iterator[Answer]:
    """For each broken invariant, a program that breaks it."""
    for name, number in search.run.tally.broken.items():
        witness = carried_out(search, search.way(number))
        if name == VISITS:
            yield unpaid(search, witness)
        elif witness is not None and name in witness.broken:
            yield Answer(Status.BROKEN, [f"{name} is broken by", *program(witness)])
        else:
            yield undecided(search, f"{name} is broken in the exploration")


def sought(search: Search, inquiry: Inquiry) -> Answer:
    """A program for the label or state searched for, or the statement that there is none."""
    tally = search.run.tally
    if inquiry.for_all:
        return Answer(Status.WELL, [])
    if inquiry.label is not None:
        if inquiry.label not in tally.bearers:
            return absent(search, f"no transition has the label {inquiry.label}")
        way = labelled_way(search, tally.bearers[inquiry.label], inquiry.label)
    elif tally.found is None:
        return absent(search, f"no state satisfies {inquiry.find}")
    else:
        way = search.way(tally.found)
    witness = carried_out(search, way)
    if witness is None or (inquiry.label is not None and inquiry.label not in witness.labels):
        return undecided(
            search, f"a way of {several(len(way.actions), 'step')} exists in the exploration"
        )
    return Answer(Status.WELL, program(witness))


def compared(search: Search, amount: int, seed: int) -> Answer:
    """A sample of the states, compared with the model."""
    if not amount:
        return Answer(Status.WELL, [])
    sample = sampled(search.system, search.run.levels, amount, seed)
    verdict, broken = "no difference", ""
    if sample.differences:
        verdict = (
            f"{several(len(sample.differences), 'difference')}, such as {sample.differences[0]}"
        )
    if sample.broken:
        broken = f"; broken there: {', '.join(sample.broken)}"
    line = (
        f"sample     {several(sample.states, 'state')} compared with the model, "
        f"{several(sample.transitions, 'transition')}: {verdict}{broken}"
    )
    return Answer(Status.BROKEN if sample.differences or sample.broken else Status.WELL, [line])


def verdict(search: Search, status: Status) -> Answer:
    """What the run shows, in one line."""
    run = search.run
    counted = (
        f"{several(run.tally.states, 'state')}, {several(run.tally.transitions, 'transition')}"
    )
    if status is Status.BROKEN:
        line = f"broken     {', '.join(run.tally.broken) or 'the comparison with the model'}"
    elif status is Status.UNDECIDED:
        line = f"not decided: {counted}"
    elif run.complete:
        line = f"exhausted  {counted}: every invariant above holds in every state"
    else:
        line = (
            f"not exhausted: {counted}; every invariant above holds in every state that was visited"
        )
    return Answer(status, [line])


# --- Lines ------------------------------------------------------------------------------------------


def several(number: int, noun: str) -> str:
    """A number with its noun.

    >>> several(1, "operation"), several(1234, "operation")
    ('1 operation', '1,234 operations')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def program(witness: Witness) -> list[str]:
    """A program as a command to paste, and as readable steps."""
    return [
        f"shortest program within the scope, {several(len(witness.actions), 'operation')}, carried out on the model:",
        f"  {replay(witness.program)}",
        *(f"    {action}" for action in witness.actions),
    ]


def unpaid(search: Search, witness: Witness | None) -> Answer:
    """The answer if the potential is too small, which does not show that the bound is broken."""
    lines = [
        f"{VISITS} is not decided: a transition raises the debt by more than it pays; shortest program to it:"
    ]
    return Answer(Status.UNDECIDED, [*lines, *([] if witness is None else program(witness))])


def absent(search: Search, sentence: str) -> Answer:
    """The answer if nothing in the scope was found."""
    if search.run.complete:
        return Answer(Status.WELL, [f"{sentence} within this scope"])
    return Answer(
        Status.UNDECIDED, [f"{sentence} within this scope, as far as it was explored: not decided"]
    )


def undecided(search: Search, sentence: str) -> Answer:
    """The answer if something was found in the exploration that the model does not confirm."""
    if search.system.scope.keep is Keep.SETS:
        why = "with free-list order forgotten, but the model does not confirm it; add --keep order"
    else:
        why = "but not in the model, so the exploration is wrong; please report this"
    return Answer(Status.UNDECIDED, [f"{sentence}, {why}: not decided"])


def labelled_way(search: Search, number: int, label: Label) -> Way:
    """The path to a state, and the step from it that has the label."""
    step, way = step_with_label(search.system, number, label), search.way(number)
    return Way((*way.actions, step.action), (*way.numbers, step.target))
