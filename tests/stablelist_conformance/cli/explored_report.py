"""The report of an exploration from the description of a system alone, line by line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stablelist_conformance.running.exploring import Bounds, Explored, replayed
from stablelist_conformance.wire.configurations import scope_words
from stablelist_conformance.wire.text import count, wrapped
from stablelist_spec.core.explore import DEBT, REFINEMENT

__all__ = ["report", "summary"]


def report(result: Explored, bounds: Bounds) -> Iterator[str]:
    """What was found in one configuration: counts, invariants, labels, and a program for whatever is broken."""
    found = result.found
    yield f"scope      {scope_words(result.system, found.parameters)}"
    yield f"forgotten  {result.leaves_out}"
    yield f"states     {found.states:,}{'' if found.complete else ' (not the whole scope)'}"
    yield f"transitions {found.transitions:,}"
    yield f"diameter   {found.diameter}" if found.complete else f"levels     {found.level}"
    yield f"time       {result.seconds:,.1f} s"
    for name in (*result.system.invariants, REFINEMENT):
        yield f"  {'BROKEN ' if name in found.violations else 'holds  '} {name}"
    yield from labels(result)
    for name in found.violations:
        yield from breach(result, name)
    if not found.complete and not found.violations:
        yield stopped(result, bounds)


def labels(result: Explored) -> Iterator[str]:
    """The labels that were reached."""
    known, met = result.system.labels, result.found.labels
    of = f" of {len(known)}" if known else ""
    yield from wrapped(
        f"{', '.join(sorted(met)) or 'none'}", f"labels     {len(met)}{of}: ", " " * 11
    )


def breach(result: Explored, name: str) -> Iterator[str]:
    """The shortest program that breaks an invariant, as a command and as readable steps."""
    program, _ = result.program(name)
    if not result.confirmed(name):
        yield (
            f"{name} is broken in the exploration, but not when this program is carried out, so something that is "
            "forgotten matters: not decided"
        )
    else:
        yield f"{name} is broken by"
    length = count(len(program.words), "operation")
    yield f"{'' if name == DEBT else 'shortest '}program within the scope, {length}:"
    yield f"  {replayed(result, program)}"
    yield from (f"    {action}" for action in result.found.violations[name])


def stopped(result: Explored, bounds: Bounds) -> str:
    """Why not every state was visited."""
    if result.found.states >= bounds.states:
        return (
            f"stopped after {count(result.found.states, 'state')}; raise --states, "
            "or choose a smaller configuration"
        )
    assert bounds.depth is not None
    return f"states {count(bounds.depth, 'step')} away were not followed; raise --depth"


def summary(results: Sequence[Explored]) -> str:
    """The result of all explorations in one line."""
    states = sum(result.found.states for result in results)
    transitions = sum(result.found.transitions for result in results)
    counted = f"{count(len(results), 'scope')}, {states:,} states, {transitions:,} transitions"
    broken = [*dict.fromkeys(name for result in results for name in result.found.violations)]
    if broken:
        return f"broken     {', '.join(broken)}"
    if all(result.found.complete for result in results):
        return f"exhausted  {counted}: every invariant holds in every state"
    return f"not exhausted, so not decided: {counted}; every invariant holds in every state that was visited"
