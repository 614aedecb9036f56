"""Replay: runs a saved counterexample or a program of the port protocol again, judged by the model.

A program may come from anywhere, for example from `stablelist explore`. It runs on a fresh port,
which is asked for its layout and its costs at every step, so that every error of the port shows. The model's own
invariants are checked as well, so that its errors show, too.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple

from stablelist_conformance.judging.verdict import Answered, Breach, Counterexample, Passed
from stablelist_conformance.port.memory import MEMORY
from stablelist_conformance.port.ways import port_named
from stablelist_conformance.programs.target import Target
from stablelist_conformance.python.serve import CONTAINER
from stablelist_conformance.report import itf
from stablelist_conformance.running.batch import FailedProgram
from stablelist_conformance.running.handshaking import first_contact
from stablelist_conformance.running.rerun import SingleRun, counterexample
from stablelist_conformance.wire.errors import KitError, UsageError
from stablelist_conformance.wire.files import bounded_text
from stablelist_conformance.wire.play import play
from stablelist_conformance.wire.protocol import (
    LEVELS,
    MAX_ANSWER,
    Level,
    Program,
    in_word,
    parse_program,
)
from stablelist_conformance.wire.systems import system_named
from stablelist_spec.core.history import History
from stablelist_spec.core.system import System
from stablelist_spec.parts.options import MOST_BITS
from stablelist_spec.systems import SYSTEMS

__all__ = ["ProgramAtLevel", "again", "read", "run_program", "with_layouts"]


LONGEST_TRACE: Final = 1 << 28
"""The largest size of a trace file in bytes."""
SOURCES: Final = (
    "give a file that 'stablelist verify' saved, or a program such as 'layout id_bits=2 : add at:0'"
)


class ProgramAtLevel(NamedTuple):
    """A program, and the level that it gives."""

    level: Level
    program: Program


# --- What to replay -----------------------------------------------------------------------


Trust = Callable[[str, itf.Starts], None]
"""Raises an error unless what a file names may be run."""


def read(words: Sequence[str], system: str, trusted: Trust) -> Counterexample | ProgramAtLevel:
    """The words of a program, or the name of a file with a program or a saved counterexample; ``-`` is standard input.

    Args:
        words: of the command line.
        system: of a program.
        trusted: is asked before anything that a file names is started or imported.

    Raises:
        UsageError: it is none of these.

    >>> read(["layout id_bits=2 :", "add"], "stablelist", print)[1].words
    ('add',)
    """
    if len(words) > 1 or re.split("[, ]", words[0], maxsplit=1)[0] in LEVELS:
        return ProgramAtLevel(*parse_program(" ".join(words), system))
    text, source = text_of(words[0]) if words[0] else "", called(words[0])
    if not text.strip():
        raise UsageError(f"{source} is empty; {SOURCES}")
    if text.lstrip()[0] in "{[":
        named = itf.starts(text, source)
        trusted(source, named)
        return itf.read(text, source, named.system)
    try:
        return ProgramAtLevel(*parse_program(text, system))
    except UsageError as error:
        raise UsageError(f"in {source}: {error}") from None


def called(name: str) -> str:
    """The name of a file in messages."""
    return "standard input" if name == "-" else repr(name)


def text_of(name: str) -> str:
    """The text of a file, or of standard input.

    Raises:
        UsageError: it cannot be read.
    """
    try:
        if name == "-":
            return "" if sys.stdin is None else sys.stdin.read()
        return bounded_text(Path(name), LONGEST_TRACE)
    except UnicodeDecodeError:
        raise UsageError(f"{called(name)} is not text; {SOURCES}") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UsageError(f"cannot read {called(name)} ({reason}); {SOURCES}") from None


# --- Which port replays it --------------------------------------------------------------------------


def target_for(
    port: str,
    level: Level,
    programs: Sequence[Program],
    timeout: float,
    system_name: str | None = None,
    memory: int = MEMORY,
) -> Target:
    """A port that offers everything that some programs need.

    Raises:
        UsageError: it cannot be started, or does not offer it.
    """
    process = port_named(port, timeout=timeout, system_name=system_name, memory=memory)
    with first_contact(), process:
        handshake = process.handshake
    assert handshake is not None
    target = Target(port, handshake, level, timeout, system_name, by_model=True, memory=memory)
    if system_name not in (None, handshake.system_name):
        raise UsageError(cannot_run(port, f"the system {system_name}"))
    for program in programs:
        check_offers(target, program)
    return target


def check_offers(target: Target, program: Program) -> None:
    """Check that a port offers everything that a program needs.

    Raises:
        UsageError: it does not.
    """
    port, handshake, level, p = target.port, target.handshake, target.level, program.parameters
    for fits, what in (
        (handshake.level >= level, f"the level {level.word}"),
        (type(p) is handshake.system.configuration, f"the system {program.system}"),
        *(
            (widths.supports(getattr(p, name)), f"{name}={getattr(p, name) or 0}")
            for name, widths in handshake.widths.items()
            if hasattr(p, name)
        ),
        *(
            (getattr(p, name) in values, f"{name}={in_word(getattr(p, name))}")
            for name, values in handshake.options
            if hasattr(p, name)
        ),
    ):
        if not fits:
            raise UsageError(cannot_run(port, what))
    for word in program.words:
        if not target.offers(word, p):
            raise UsageError(cannot_run(port, word))


def cannot_run(port: str, what: str) -> str:
    """The error for a port that does not offer what a program needs."""
    name = "the bundled container" if port == CONTAINER else repr(port)
    return f"{name} does not offer {what}, which this program needs; choose another port"


# --- A saved counterexample -----------------------------------------------------------------------


def again(
    saved: Counterexample, timeout: float, port: str | None = None, memory: int = MEMORY
) -> Counterexample | None:
    """Run the program of a counterexample again; return how it fails now, if it does.

    Args:
        saved: what failed.
        timeout: seconds for one answer line.
        port: another port to run it on, which must offer what the program needs.
        memory: MiB that the port may use.

    Raises:
        UsageError: the port cannot be started, or does not offer what the program needs.
    """
    system_name = saved.handshake.system_name
    if port is None:
        target = Target(
            saved.port, saved.handshake, saved.level, timeout, system_name, memory=memory
        )
    else:
        programs = (*saved.earlier, saved.program)
        target = target_for(port, saved.level, programs, timeout, system_name, memory)
    with SingleRun(target) as alone:
        if saved.earlier:
            failure = alone.after(saved.earlier, saved.program) or first_alone(saved, alone)
        else:
            failure = alone.diagnose(saved.program, saved.kind, saved.times)
    return None if failure is None else counterexample(target, failure, failure)


def first_alone(saved: Counterexample, alone: SingleRun) -> FailedProgram | None:
    """How one of the programs of a leak fails even if it is alone, as on a port that has another defect."""
    runs = (alone.diagnose(each, "answer") for each in (*saved.earlier, saved.program))
    return next((failure for failure in runs if failure is not None), None)


# --- A program ------------------------------------------------------------------------------------

LONGEST_WATCHED: Final = 2_000
"""The most operations of a program whose every step is watched."""


def run_program(
    asked: ProgramAtLevel, timeout: float, port: str, memory: int = MEMORY
) -> Counterexample | Passed:
    """Run a program on a port.

    Raises:
        UsageError: the program is meaningless, or the port cannot be started or does not offer what it needs.
    """
    level, program = asked
    check(asked)
    own = None if program.system in SYSTEMS else program.system
    target = target_for(port, level, [program], timeout, own, memory)
    program = program._replace(system=target.handshake.system_name)
    close = may_be_watched(program)
    looks = looks_at(target, program) if close else ()
    watched = program._replace(words=interleaved(program.words, looks))
    if not watched.words:
        raise UsageError(f"{program.line(level)!r} has no operations; add one, such as len")
    with SingleRun(target) as alone:
        failure = alone.diagnose(watched, "answer")
        if failure is not None:
            return counterexample(target, failure, failure)
        answers = tuple(alone.line.split(" "))[len(looks) :: len(looks) + 1]
    answered = Answered(
        port=port, handshake=target.handshake, program=program, level=level, answers=answers
    )
    modelled = close and target.handshake.system.exact
    breach = breach_of(target.handshake.system, program) if modelled else None
    return Passed(answered, looks, modelled, breach)


def check(asked: ProgramAtLevel) -> None:
    """Refuse widths that no port has, and operations that do not exist in the system, at the level or at these widths.

    Raises:
        UsageError: there is one.
    """
    level, program = asked
    system = system_named(program.system)
    for field in ("id_bits", "index_bits"):
        if (bits := getattr(program.parameters, field, None)) and bits > MOST_BITS:
            raise UsageError(
                f"{field} is {bits}; it must be at most {MOST_BITS}, or 0 for unbounded"
            )
    for word, operation in zip(program.words, program.operations, strict=True):
        name = operation.name
        for each in operation.names:
            check_offered(system, each)
        if name in system.hidden(level):
            raise UsageError(
                f"{word!r} does not exist at the level {level.word}; begin the program with {name},"
            )
        if not system.able(program.parameters, name):
            raise UsageError(
                f"{word!r} needs bounded widths; do not write 0 for a width in the first word"
            )


def check_offered(system: System, name: str) -> None:
    """Refuse an operation that other systems of the family have.

    Raises:
        UsageError: it is one.
    """
    if name not in system.operations:
        has = ", ".join(each for each in system.family.kinds if each in system.operations)
        raise UsageError(f"the system {system.name} has no operation {name!r}; it has {has}")


def may_be_watched(program: Program) -> bool:
    """Whether the answers to a look at every step fit on one line."""
    length = len(program.words)
    added = sum(map(program.family.insertions, program.operations))
    return length <= LONGEST_WATCHED and length * added * len("65536,") < MAX_ANSWER // 2


def looks_at(target: Target, program: Program) -> tuple[str, ...]:
    """The operations that show the inside of a port at this level."""
    looks = target.handshake.system.shown
    return tuple(look for look in looks if target.offers(look, program.parameters))


def interleaved(words: Sequence[str], looks: tuple[str, ...]) -> tuple[str, ...]:
    """A program with looks before its first operation and after each one.

    >>> interleaved(("add", "len"), ("layout",))
    ('layout', 'add', 'layout', 'len', 'layout')
    """
    return (*looks, *(each for word in words for each in (word, *looks)))


def breach_of(system: System, program: Program) -> Breach | None:
    """Where the model first breaks one of its own invariants."""
    history = History(system, program.parameters)
    played = play(history, program.operations, Level.CONTRACT)
    for number, _ in enumerate(chain([None], played)):
        if names := history.broken():
            return Breach(number, names)
    return None


# --- Layouts --------------------------------------------------------------------------------------

LAYOUT: Final = "layout"


def with_layouts(target: Target, found: Counterexample) -> Counterexample:
    """The counterexample with the port's layouts, if the port shows them and answers the same program with them.

    A wrong answer is often the late consequence of a layout that was already wrong. A program that was shrunk does not
    ask for it, so the program is run once more, with a look at every step.
    """
    program = found.program
    level = max(found.level, Level.LAYOUT)
    looking = replace(target, level=level)
    if found.kind != "answer" or found.inside or not can_show_layouts(looking, program):
        return found
    asked = program._replace(words=interleaved(program.words, (LAYOUT,)))
    try:
        words = looking.process().answer_alone(looking.line(asked), greeted=True).split(" ")
    except KitError:
        return found
    if len(words) != len(asked.words):
        return found
    return replace(found, inside=tuple(words[::2]))


def can_show_layouts(target: Target, program: Program) -> bool:
    """Whether the port shows its layout, and the answer is not too long."""
    system = target.handshake.system
    shows = system.exact and LAYOUT in system.shown and target.handshake.level >= target.level
    return shows and target.offers(LAYOUT, program.parameters) and may_be_watched(program)
