"""The part of ``stablelist explore`` that explores any exact system, from its description alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import click
from click.core import ParameterSource
from rich.console import Console

from stablelist_conformance.cli.explored_report import report, summary
from stablelist_conformance.judging.verdict import Outcome
from stablelist_conformance.running.exploring import Bounds, exploration, system_to_explore
from stablelist_conformance.wire.configurations import configuration_of
from stablelist_conformance.wire.errors import UsageError
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
        return f"level {level}: {states:,} states, {transitions:,} transitions"


@contextmanager
def status() -> Iterator[Callable[[int, int, int], None]]:
    """A progress line on standard error."""
    line = Line()
    with Console(stderr=True).status(line):
        yield line.show
