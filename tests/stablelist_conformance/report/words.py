"""A counterexample explained in plain words to the person whose port failed."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from textwrap import wrap
from typing import Final

from stablelist_conformance.judging.properties import meaning
from stablelist_conformance.judging.verdict import Answered, Counterexample
from stablelist_conformance.python.serve import CONTAINER
from stablelist_conformance.report import picture
from stablelist_conformance.report.names import PAGE, companion, replay_arguments
from stablelist_conformance.report.panels import panels
from stablelist_conformance.report.recorder import record_trace
from stablelist_conformance.report.steps import steps
from stablelist_conformance.report.trace import Trace
from stablelist_conformance.wire.configurations import choice_words
from stablelist_conformance.wire.declared import declarable
from stablelist_conformance.wire.handshake import Handshake
from stablelist_conformance.wire.text import (
    COLUMNS,
    clip,
    count,
    field,
    listed,
    plain,
    should_be,
    wrapped,
)
from stablelist_spec.core.operation import Configuration

__all__ = [
    "broken",
    "explain",
    "explained",
    "fields",
    "found",
    "headline",
    "parameter_words",
    "what_ran",
]

_STOPPED: Final = " until the time was up; a longer --shrink-seconds may find a shorter one"
_FAILED: Final = {
    "answer": "answered wrongly",
    "died": "died",
    "hung": "did not answer in time",
    "flooded": "wrote more than it was asked for",
    "swollen": "used more memory than it may",
    "garbled": "gave an answer that the protocol does not allow",
    "unsteady": "changed its answers between runs",
    "bad-exit": "did not end with status 0",
}
"""How a port failed, by the kind of the counterexample."""

_STDERR_FIRST: Final = 4
_STDERR_LAST: Final = 12
_STDERR_LINE: Final = 400
"""Characters of a line that are shown: a panic tells in one line where it was, and why."""


def parameter_words(parameters: Configuration, port: Handshake) -> str:
    """The configuration in words, with the parameters that a container of this kind has.

    >>> from stablelist_conformance.wire.protocol import Level
    >>> from stablelist_spec.parts.parameters import Parameters
    >>> fixed = Handshake("pool", "1", "arena", Level.CONTRACT, capacity="fixed")
    >>> parameter_words(Parameters(capacity=8), fixed)
    'a fresh container with capacity 8 and 32-bit ids'
    """
    system, names = port.system, port.system.chosen
    if not system.exact and "capacity" in names:
        room = port.room(parameters)
        names = names if room is not None else tuple(each for each in names if each != "capacity")
        parameters = replace(parameters, capacity=room or 0)
    has = choice_words(parameters, names)
    return f"a fresh {system.noun}{' with ' if has else ''}{listed(has)}"


def headline(counterexample: Counterexample) -> str:
    """The port that failed, and how.

    The port is called by the name in its handshake.
    """
    c = counterexample
    failed = _FAILED.get(c.kind, f"failed ({c.kind})")
    where = "" if c.at is None else f" at operation {c.at + 1} of {len(c.program.words)}"
    return plain(f"{c.handshake.name} {c.handshake.version} {failed}{where}")


def broken(names: Sequence[str]) -> list[str]:
    """Broken properties, each with its meaning."""
    return [line for name in names for line in field("breaks", f"{name}: {meaning(name)}")]


def explain(
    trace: Trace,
    file: str | None = None,
    page: str | None = None,
    *,
    most: int | None = 40,
    outcome: str = "",
) -> str:
    """Explain a counterexample: what failed, the program, the picture, and what to look at next.

    Args:
        trace: that of the counterexample.
        file: the arguments of ``stablelist replay``, if it was saved.
        page: the page to step through, if it was saved.
        most: how many operations are listed; None for all.
        outcome: the verdict, if it is that of a run.
    """
    found = trace.counterexample
    blocks = [
        [*wrapped(headline(found)), *fields(what_ran(found))],
        steps(trace, most),
        _reason(found),
        _earlier(found, most),
        *([f"{name}:", *picture.lines(seen, marks)] for name, seen, marks in panels(trace)),
        _stderr(found.stderr),
        [
            *([outcome] if outcome else []),
            *_program(found, most, page),
            *broken(trace.breaks),
            *([f"{'page':<12}{plain(page)}"] if page else []),
            *_replay(file),
        ],
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def _reason(counterexample: Counterexample) -> list[str]:
    """What is wrong, as far as the two answers do not say it."""
    c, told = counterexample, counterexample.detail
    if c.at is not None:
        told = told.removeprefix(should_be(c.at, c.expected, c.answered)).removeprefix("; ")
    return field("reason", told) if told else []


def _earlier(counterexample: Counterexample, most: int | None) -> list[str]:
    """The programs that the same process has to answer before, if there are any."""
    before = counterexample.lines[:-1]
    first = 0 if most is None else max(0, len(before) - most)
    left_out = [f"  ... {count(first, 'program')} not shown ..."] * (first > 0)
    lines = [line for each in before[first:] for line in wrapped(clip(each, _STDERR_LINE), "  ")]
    return ["before it, the same process answers:", *left_out, *lines] if before else []


def _program(counterexample: Counterexample, most: int | None, page: str | None) -> list[str]:
    """The lines to send to the port by hand; where they are, if they are long."""
    c = counterexample
    operations = sum(len(each.words) for each in (*c.earlier, c.program))
    if not c.program.words:
        return []
    if most is not None and operations > most:
        where = "not shown" if page is None else "which are on the page"
        return [f"{'send':<12}{count(operations, 'operation')}, {where}"]
    return [f"{'send' * (not at):<12}{line}" for at, line in enumerate(c.lines)]


def _replay(file: str | None) -> list[str]:
    """The command that reproduces it."""
    return [] if file is None else [f"{'replay':<12}stablelist replay {plain(file)}"]


def what_ran(answered: Answered) -> dict[str, str]:
    """The port, and unless it failed before the first program, its system, the container and the program."""
    shake, program = answered.handshake, answered.program
    port = "the bundled container" if answered.port == CONTAINER else answered.port
    if isinstance(answered, Counterexample) and not program.words:
        return {"port": port}
    return {
        "port": port,
        "system": f"{shake.system_name}, level {answered.level.word}",
        "container": parameter_words(program.parameters, shake),
        **undeclared(shake),
        "program": count(len(program.words), "operation") + _shrunk_from(answered),
    }


def undeclared(port: Handshake) -> dict[str, str]:
    """A hint, if a port declares no option of a kind of container of which most have only some of them."""
    options = declarable(port.system)
    if port.options or port.system.shown or not options:
        return {}
    told = f"nothing about {', '.join(options)}, so that any may be asked"
    return {"declared": f"{told}; declare those that the container has"}


def _shrunk_from(answered: Answered) -> str:
    """The programs before it, and its length before it was shrunk."""
    if not isinstance(answered, Counterexample):
        return ""
    before, length = answered.original_length, len(answered.program.words)
    told = f", shrunk from {before:,}" if answered.stopped or before > length else ""
    if answered.earlier:
        told += f", after {count(len(answered.earlier), 'other program')} in the same process"
    return told + _STOPPED * answered.stopped


def fields(facts: Mapping[str, str]) -> list[str]:
    """Facts under each other."""
    return [line for name, told in facts.items() for line in field(name, told)]


def _stderr(text: str) -> list[str]:
    """The first and the last lines that the port wrote to standard error."""
    lines = text.splitlines()
    if len(lines) > _STDERR_FIRST + _STDERR_LAST:
        excluded = f"... {count(len(lines) - _STDERR_FIRST - _STDERR_LAST, 'line')} left out ..."
        lines = [*lines[:_STDERR_FIRST], excluded, *lines[-_STDERR_LAST:]]
    rows = (
        row
        for line in lines
        for row in wrap(clip(line.expandtabs(4), _STDERR_LINE), COLUMNS - 4) or [""]
    )
    shown = [f"  | {row}".rstrip() for row in rows]
    return ["the port wrote to standard error:", *shown] if lines else []


def found(counterexample: Counterexample) -> str:
    """What failed, while a smaller counterexample is being searched for."""
    return "\n".join(
        [*wrapped(f"refuted: {plain(counterexample.detail)}"), "making it smaller ..."]
    )


def explained(counterexample: Counterexample, saved: Path | None, outcome: str = "") -> str:
    """A counterexample explained, or if that fails, at least what failed, the program, and how to reproduce it."""
    c, command, page = counterexample, None, None
    if saved is not None:
        command, page = replay_arguments(saved), str(companion(saved, PAGE))
    elif c.program.words:
        line = shlex.quote(c.program.line(c.level))
        command = f"{line} --system {c.program.system} --port {shlex.quote(c.port)}"
    try:
        return explain(record_trace(c), command, page, outcome=outcome)
    except Exception:
        lines = [*wrapped(headline(c)), *field("port", c.port), *field("reason", c.detail)]
        ending = [*([outcome] if outcome else []), *_program(c, None, None), *_replay(command)]
        return "\n".join([*lines, *ending]) + "\n"
