"""The part of ``stablelist explore`` that explores any exact system, from its description alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

import click
from click.core import ParameterSource
from rich.console import Console

from stablelist_conformance.judging.verdict import Outcome
from stablelist_conformance.running.exploring import (
    Bounds,
    Explored,
    exploration,
    replayed,
    system_to_explore,
)
from stablelist_conformance.wire.configurations import configuration_of, scope_words
from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.text import count, wrapped
from stablelist_spec.core.explore import DEBT, REFINEMENT
from stablelist_spec.core.system import System
from stablelist_spec.systems import STABLE_LIST

__all__ = ["any_system_is_meant", "explored_by_description", "say", "status"]


OF_ANY_SYSTEM: Final = frozenset({"--configuration", "--depth", "--states"})
"""The options of an exploration from the description of a system alone."""


# --- The command line -----------------------------------------------------------------------------


def any_system_is_meant(context: click.Context, system: str) -> bool:
    """Whether the options are those of any system; without a name, a StableList is meant.

    Raises:
        UsageError: options of both kinds are given.
    """
    given = options_given(context)
    if system == STABLE_LIST.name and not OF_ANY_SYSTEM & given:
        return False
    if foreign := sorted(given - OF_ANY_SYSTEM):
        raise UsageError(
            f"{foreign[0]} is only for the exploration of a StableList without "
            f"{', '.join(sorted(OF_ANY_SYSTEM))}; leave it out"
        )
    return True


def options_given(context: click.Context) -> set[str]:
    """The options on the command line."""
    return {
        option.opts[0]
        for option in context.command.params
        if context.get_parameter_source(str(option.name)) is ParameterSource.COMMANDLINE
        and isinstance(option, click.Option)
    }


# --- The exploration ------------------------------------------------------------------------------


def explored_by_description(name: str, chosen: tuple[str, ...], bounds: Bounds) -> int:
    """Explore the configurations of any exact system, print what was found, and return the exit status."""
    system, results = system_to_explore(name), []
    scopes = [configuration_of(system, text) for text in chosen] or declared(system)
    click.echo(f"system     {name}")
    for scope in scopes:
        with status() as show:
            result = exploration(
                name, system, scope, bounds, lambda f: show(f.level, f.states, f.transitions)
            )
        results.append(result)
        say(("", *report(result, bounds)))
    say(("", summary(results)))
    outcomes = {result.outcome for result in results}
    gravest = (Outcome.REFUTED, Outcome.UNDECIDED, Outcome.VERIFIED)
    return next(each for each in gravest if each in outcomes).exit_status


def declared(system: System) -> list[Any]:
    """The scopes of a system.

    Raises:
        UsageError: there are none.
    """
    if not system.scopes:
        raise UsageError(
            f"the description of {system.name} declares no scopes; give --configuration NAME=VALUE,..., "
            f"with some of {', '.join(system.chosen)}"
        )
    return [*system.scopes]


# --- Lines ------------------------------------------------------------------------------------------


def say(lines: Iterable[str]) -> None:
    """Print lines as they come."""
    for line in lines:
        click.echo(line)


class Line:
    """How far an exploration is; the words are made when the line is drawn."""

    def __init__(self) -> None:
        self.numbers = 0, 0, 0

    def show(self, level: int, states: int, transitions: int) -> None:
        """Note how far it is."""
        self.numbers = level, states, transitions

    def __rich__(self) -> str:
        """The line."""
        level, states, transitions = self.numbers
        return f"level {level}: {count(states, 'state')}, {count(transitions, 'transition')}"


@contextmanager
def status() -> Iterator[Callable[[int, int, int], None]]:
    """A progress line on standard error."""
    line = Line()
    with Console(stderr=True).status(line):
        yield line.show


# --- The report -------------------------------------------------------------------------------------


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
    numbers = (len(results), "scope"), (states, "state"), (transitions, "transition")
    counted = ", ".join(count(number, noun) for number, noun in numbers)
    broken = [*dict.fromkeys(name for result in results for name in result.found.violations)]
    if broken:
        return f"broken     {', '.join(broken)}"
    if all(result.found.complete for result in results):
        return f"exhausted  {counted}: every invariant holds in every state"
    return f"not exhausted, so not decided: {counted}; every invariant holds in every state that was visited"
