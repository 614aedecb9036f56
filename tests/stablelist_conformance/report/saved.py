"""A counterexample as named texts in the metadata of a trace, and back.

Nothing is stored twice: the program line of the port protocol has level, parameters and operations, and the handshake
line has the system. All fields are texts, as readers of the format expect of fields that they do not know.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Final, NamedTuple

import msgspec
from msgspec import Meta, Struct

from stablelist_conformance.judging.verdict import Counterexample
from stablelist_conformance.wire.errors import FaultKind, HandshakeError, UsageError
from stablelist_conformance.wire.handshake import Handshake, parse_handshake
from stablelist_conformance.wire.protocol import Level, Program, parse_program

__all__ = ["FORMAT_VERSION", "OURS", "REPLAYABLE", "Saved", "Starts", "read_fields", "saved_fields"]

FORMAT_VERSION: Final = 1
"""The version of our fields; a reader refuses a newer one."""
OURS: Final = "stablelist::"
REPLAYABLE: Final = "give a file that 'stablelist verify' saved in its report folder"
"""What to do about a trace that cannot be read."""

Digits = Annotated[str, Meta(pattern=r"\A[0-9]{1,9}\Z")]
MaybeDigits = Annotated[str, Meta(pattern=r"\A[0-9]{0,9}\Z")]


class Damage(Exception):  # noqa: N818 - it never leaves this module
    """Says what is wrong with a field."""


class Starts(NamedTuple):
    """What a trace names to be run: the command of a port, and the module of a system that is not in the registry."""

    port: str
    system: str


class Saved(Struct, frozen=True, kw_only=True, omit_defaults=True, rename=OURS.__add__):
    """The fields of a counterexample.

    Attributes:
        at: the place of the first difference; empty if no operation is to blame.
        times: how often the program was run, if more than once.
        earlier: programs that the same process answered before, if it needs them, one a line.
        answers: the port's answers, if it has any.
        inside: the port's layouts, if it showed them.
        breaks: the broken properties, for other readers; they are computed again.
    """

    format: Digits
    port: str
    handshake: str
    program: str
    kind: str
    at: MaybeDigits
    expected: str
    answered: str
    detail: str
    stderr: str
    original_length: Digits
    times: Digits | None = None
    earlier: str | None = None
    answers: str | None = None
    inside: str | None = None
    breaks: str | None = None

    @property
    def own_system(self) -> str:
        """The system of the port if it is not one of the registry; otherwise empty."""
        own = re.search(r" system=(\S+:\S+)", self.handshake)
        return "" if own is None else own[1]

    def starts(self) -> Starts:
        """What running the program again would start and import."""
        return Starts(self.port, self.own_system)

    def counterexample(self, system: str, name: str) -> Counterexample:
        """The counterexample.

        Args:
            system: the one system, of those that are not in the registry, whose module may be imported.
            name: of the trace, in error messages.

        Raises:
            UsageError: a field is damaged, or the system is another one.
        """
        if self.own_system not in ("", system):
            raise UsageError(
                f"{name} is of the system {self.own_system}, which is code; add --system {self.own_system} to import it"
            )
        try:
            handshake = self._handshake()
            level, program = self._program(self.program, handshake.system_name)
            before = (self.earlier or "").splitlines()
            earlier = (self._program(line, handshake.system_name)[1] for line in before)
            return Counterexample(
                port=self.port,
                handshake=handshake,
                program=program,
                level=level,
                kind=self._kind(),
                at=self._at(len(program.words)),
                expected=self.expected,
                answered=self.answered,
                detail=self.detail,
                answers=_words(self.answers),
                inside=_words(self.inside),
                stderr=self.stderr,
                original_length=int(self.original_length),
                times=int(self.times or "1"),
                earlier=tuple(earlier),
            )
        except Damage as damage:
            raise UsageError(f"{name} is damaged: {damage}; {REPLAYABLE}") from damage

    def _handshake(self) -> Handshake:
        """The port's handshake; one of a newer protocol is refused by its own sentence."""
        try:
            return parse_handshake(self.handshake, self.own_system or None)
        except HandshakeError as fault:
            raise Damage(f"its field '{OURS}handshake' does not contain a handshake") from fault

    def _program(self, line: str, system: str) -> tuple[Level, Program]:
        """The level and the program of a line."""
        try:
            return parse_program(line, system)
        except (UsageError, ValueError) as error:
            raise Damage(
                f"its field '{OURS}program' does not contain a program ({error})"
            ) from error

    def _kind(self) -> str:
        """A known way to fail."""
        if self.kind not in {"answer", *FaultKind}:
            raise Damage(f"{self.kind[:40]!r} is not a kind of failure")
        return self.kind

    def _at(self, length: int) -> int | None:
        """The place of an operation of the program, if any."""
        if not self.at:
            return None
        if int(self.at) >= length:
            raise Damage(
                f"its first difference is at operation {int(self.at) + 1}, but there are only {length}"
            )
        return int(self.at)


def _words(text: str | None) -> tuple[str, ...]:
    """The words of a field that may be missing."""
    return () if text is None else tuple(text.split(" "))


def _text(words: Sequence[str]) -> str | None:
    """The field of some words; none if there are none."""
    return " ".join(words) if words else None


def saved_fields(c: Counterexample, breaks: Sequence[str]) -> dict[str, str]:
    """The fields of a counterexample by their names in a trace."""
    fields: dict[str, str] = msgspec.to_builtins(
        Saved(
            format=str(FORMAT_VERSION),
            port=c.port,
            handshake=c.handshake.line(),
            program=c.program.line(c.level),
            kind=c.kind,
            at="" if c.at is None else str(c.at),
            expected=c.expected,
            answered=c.answered,
            detail=c.detail,
            stderr=c.stderr,
            original_length=str(c.original_length),
            times=str(c.times) if c.times > 1 else None,
            earlier="\n".join(c.lines[:-1]) or None,
            answers=_text(c.answers),
            inside=_text(c.inside),
            breaks=_text(breaks),
        )
    )
    return fields


def read_fields(meta: Mapping[str, object], name: str) -> Saved:
    """The fields in the metadata of a trace.

    Raises:
        UsageError: a field is missing or is no text, or is not a number where one is needed; or the version is newer.
    """
    try:
        saved = msgspec.convert(meta, Saved)
    except msgspec.ValidationError as error:
        raise UsageError(
            f"{name} is damaged: {_sentence(str(error), meta)}; {REPLAYABLE}"
        ) from error
    if int(saved.format) > FORMAT_VERSION:
        raise UsageError(
            f"{name} has version {saved.format} of the trace format and this kit reads version "
            f"{FORMAT_VERSION}; install a newer stablelist"
        )
    return saved


def _sentence(error: str, meta: Mapping[str, object]) -> str:
    """What msgspec says about a field, as a sentence with the value."""
    named = re.search(r"(?:field `|at `\$\.)([\w:]+)`", error)
    field = named[1] if named else ""
    if "regex" in error:
        return f"its field {field!r} is {str(meta[field])[:40]!r}, not a number"
    return f"it lacks the text field {field!r}"
