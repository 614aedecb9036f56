"""The report of a run, line by line: counts, speed, invariants, labels."""

from __future__ import annotations

from collections.abc import Iterator

from stablelist_spec.systems.stable_list.observer import LABELS

from .inquiry import Inquiry
from .invariants import of_numbers
from .need import Need
from .resources import megabytes, peak
from .run import Run
from .scope import Scope
from .tally import Tally

__all__ = ["beforehand", "counted"]


def beforehand(scope: Scope, needed: Need) -> Iterator[str]:
    """What will be explored, and what resources that takes."""
    yield f"scope      {scope}"
    yield (
        f"needs      {megabytes(needed.memory)} of memory, {megabytes(needed.disk)} on disk, "
        f"for {needed.numbers:,} numbers of states"
    )


def counted(run: Run, before: Tally, seconds: float, inquiry: Inquiry) -> Iterator[str]:
    """The counts; *before* is the tally at the start of this session, *seconds* how long it took."""
    tally = run.tally
    yield f"states     {tally.states:,}{'' if run.ended else ' (not the whole scope)'}"
    yield f"transitions {tally.transitions:,}"
    yield f"diameter   {run.diameter}" if run.ended else f"levels     {run.level}"
    yield (
        f"time       {seconds:,.1f} s, {(tally.transitions - before.transitions) / seconds:,.0f} transitions and "
        f"{(tally.states - before.states) / seconds:,.0f} states a second"
    )
    yield f"memory     {megabytes(peak())} in the largest process, including the part of the map that it used"
    yield from invariants(run, inquiry)
    if inquiry.for_all:
        yield from labels(tally, inquiry)


def invariants(run: Run, inquiry: Inquiry) -> Iterator[str]:
    """The invariants that were checked, and those that hold by construction."""
    for name in run.question.invariants:
        yield f"  {'BROKEN ' if name in run.tally.broken else 'holds  '} {name}"
    for name in of_numbers(inquiry.scope.keep):
        if inquiry.asks(name):
            yield f"  always  {name} (no state that breaks it can be represented; the sample compares with the model)"


def labels(tally: Tally, inquiry: Inquiry) -> Iterator[str]:
    """How many transitions have each label, and which labels were not reached."""
    for label in LABELS:
        if tally.labels[label]:
            yield f"  {tally.labels[label]:>15,} {label}"
    missed = [label for label in inquiry.bearable() if not tally.labels[label]]
    yield f"  not reached: {', '.join(missed) or 'none'}"
