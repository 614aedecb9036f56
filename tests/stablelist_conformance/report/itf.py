"""A counterexample as a trace in the Informal Trace Format (ITF) of Apalache and Quint, and back.

The trace is what the model does: a state for the fresh container, then one after each operation,
up to the first difference. Integers are ``{"#bigint": "1"}``; the action and its operands have the
names that Quint gives them, ``mbt::actionTaken`` and ``mbt::nondetPicks``; the model's answer is
``stablelist::answer``.

The data that `read` needs to run the program again is in the trace's ``#meta``, under names that begin with
``stablelist::``. All of these fields are strings, as readers of the format expect of unknown fields. Nothing is stored
twice: the program line of the port protocol has level, parameters and operations, and the handshake line has the
profile.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, reduce
from operator import or_
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Final, NamedTuple, Union, get_args, get_origin

from stablelist_conformance.judging.verdict import Counterexample
from stablelist_conformance.report.recorder import MOST_CELLS
from stablelist_conformance.report.trace import Live, Snapshot, Trace, fields_of
from stablelist_conformance.wire.errors import FaultKind, HandshakeError, UsageError
from stablelist_conformance.wire.handshake import Handshake, parse_handshake
from stablelist_conformance.wire.protocol import Level, Program, parse_program
from stablelist_spec.core.family import Family, Type
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import KeyName, Near, Operation
from stablelist_spec.core.system import System

__all__ = ["FORMAT_VERSION", "Starts", "load", "read", "starts", "write"]

FORMAT_VERSION: Final = 1
"""The version of our own fields; a reader refuses a newer one."""

Json = str | int | list["Json"] | dict[str, "Json"]

_OURS: Final = "stablelist::"
_ACTION: Final = "mbt::actionTaken"
_PICKS: Final = "mbt::nondetPicks"
_ANSWER: Final = "stablelist::answer"
_FORMAT_PAGE: Final = "https://apalache-mc.org/docs/adr/015adr-trace.html"
_REPLAYABLE: Final = "give a file that 'stablelist verify' saved in its report folder"


# --- Values of the format -------------------------------------------------------------------------


def _int(number: int) -> Json:
    """An integer of any size."""
    return {"#bigint": str(number)}


def _option(value: Json | None) -> Json:
    """A value that may be absent, as Quint's variant type Option."""
    if value is None:
        return {"tag": "None", "value": {"#tup": []}}
    return {"tag": "Some", "value": value}


def _value(thing: object, kind: object = object) -> Json:
    """A value by its declared *kind*, so that its type is the same in every state; other kinds become text."""
    if get_origin(kind) in (Union, UnionType):
        return _alternative(thing, get_args(kind))
    if isinstance(thing, bool):
        return thing
    if isinstance(thing, int):
        return _int(thing)
    if fields_of(thing):
        return _record(thing)
    return _collection(thing, get_args(kind) or (object, ...))


def _alternative(thing: object, kinds: tuple[object, ...]) -> Json:
    """A value of one of several kinds: an option, or a variant."""
    if NoneType in kinds:
        rest = reduce(or_, (kind for kind in kinds if kind is not NoneType))
        return _option(None if thing is None else _value(thing, rest))
    return {"tag": type(thing).__name__, "value": _value(thing)}


def _record(thing: object) -> dict[str, Json]:
    """A named tuple or a dataclass."""
    return {name: _value(getattr(thing, name), kind) for name, kind in fields_of(thing).items()}


def _collection(thing: object, kinds: tuple[object, ...]) -> Json:
    """A map, a set, a sequence, or a tuple of so many parts."""
    match thing:
        case Mapping():
            of_key, of_value = kinds
            items = sorted(thing.items())
            return {"#map": [[_value(key, of_key), _value(each, of_value)] for key, each in items]}
        case frozenset() | set():
            return {"#set": [_value(each, kinds[0]) for each in sorted(thing)]}
        case tuple() if ... not in kinds:
            return {"#tup": [_value(each, kind) for each, kind in zip(thing, kinds, strict=True)]}
        case tuple() | list():
            return [_value(each, kinds[0]) for each in thing]
    return str(thing)


# --- States ---------------------------------------------------------------------------------------


def _variables(system: System, snapshot: Snapshot) -> dict[str, Json]:
    """The state variables: those of the system, or at contract level the live keys."""
    if isinstance(snapshot, Live):
        return {"live": _value(snapshot.elements), "retired": _value(snapshot.retired)}
    return _record(system.variables(snapshot))


def _picks(operation: Operation, family: Family) -> Json:
    """The operands, with the same fields in every state, because a variable has one type."""
    known = operation.name in family.kinds
    given = {operand.name: value for operand, value in family.leaves(operation)} if known else {}
    tried = {
        operand.name: operation[operand.name].name
        for operand in (family.kinds[operation.name].operands if known else ())
        if operand.type is Type.OPERATION
    }
    return {
        name: _option(_pick(type_, (given | tried)[name]) if name in given | tried else None)
        for name, type_ in _types(family).items()
    }


@cache
def _types(family: Family) -> Mapping[str, Type]:
    """The type of every operand of a family."""
    return {each.name: each.type for kind in family.kinds.values() for each in kind.operands}


def _pick(type_: Type, value: Any) -> Json:  # noqa: ANN401 - as `Operation`
    """The value of an operand; of an operation that is tried, its name."""
    match type_:
        case Type.KEY:
            return _key(value)
        case Type.NUMBER:
            return _int(value)
    return str(value)


def _key(name: KeyName) -> Json:
    """A key's name: the number of an insertion, or a forged index and id, possibly as distances."""
    if isinstance(name, Near):
        return {"tag": "Near", "value": _value(name)}
    if isinstance(name, Key):
        return {"tag": "Forged", "value": _value(name)}
    return {"tag": "Insertion", "value": _int(name)}


def _state(trace: Trace, number: int) -> dict[str, Json]:
    """The state after so many operations, and the operation that led to it."""
    system, operation, answer = trace.answered.handshake.system, Operation("init"), ""
    if number:
        step = trace.steps[number - 1]
        operation, answer = step.operation or Operation(step.word), step.answer
    return {
        "#meta": {"index": number},
        **_variables(system, trace.states[number]),
        _ACTION: operation.name,
        _PICKS: _picks(operation, system.family),
        _ANSWER: answer,
    }


# --- Writing --------------------------------------------------------------------------------------


def write(trace: Trace) -> str:
    """The trace as text, one state per line; of a huge list it has only the last states, but at least two.

    That of a program which was answered rightly is for other tools; `read` takes counterexamples only.
    """
    first = trace.since(MOST_CELLS, least=2)
    kept = [_state(trace, number) for number in trace.states if number >= first]
    variables = [name for name in kept[0] if name != "#meta"]
    shown = ",\n    ".join(json.dumps(state) for state in kept)
    return (
        f'{{\n  "#meta": {_indented(_meta(trace, first))},\n'
        f'  "vars": {json.dumps(variables)},\n'
        f'  "states": [\n    {shown}\n  ]\n}}\n'
    )


def _indented(fields: Mapping[str, Json]) -> str:
    """A nested object as text, one field per line."""
    return json.dumps(fields, indent=2).replace("\n", "\n  ")


def _meta(trace: Trace, left_out: int) -> dict[str, Json]:
    """The metadata of the format, then our own fields."""
    answered = trace.answered
    failed = answered if isinstance(answered, Counterexample) else None
    description = f"{answered.handshake.name}: {failed.detail if failed else 'answered rightly'}"
    if left_out:
        description += f" (The first {left_out} states are left out; the program is complete.)"
    fields = _fields(failed, trace.breaks) if failed else {}
    ours = {_OURS + name: value for name, value in fields.items()}
    return {
        "format": "ITF",
        "format-description": _FORMAT_PAGE,
        "source": "stablelist",
        "status": "violation" if failed else "ok",
        "description": description,
        **ours,
    }


def _fields(c: Counterexample, names: Sequence[str]) -> dict[str, str]:
    """The counterexample as named strings; the broken properties are for other readers, and are not read back."""
    fields = {
        "format": str(FORMAT_VERSION),
        "port": c.port,
        "handshake": c.handshake.line(),
        "program": c.program.line(c.level),
        "kind": c.kind,
        "at": "" if c.at is None else str(c.at),
        "expected": c.expected,
        "answered": c.answered,
        "detail": c.detail,
        "stderr": c.stderr,
        "original_length": str(c.original_length),
    }
    fields |= {"times": str(c.times)} if c.times > 1 else {}
    told = {"answers": c.answers, "inside": c.inside, "breaks": names}
    return fields | {name: " ".join(words) for name, words in told.items() if words}


# --- Reading --------------------------------------------------------------------------------------


def load(path: Path) -> Counterexample:
    """The counterexample of a file.

    Raises:
        UsageError: it cannot be read, or is not a trace that this kit wrote.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        reason = error.strerror or str(error)
        raise UsageError(f"cannot read {str(path)!r} ({reason}); {_REPLAYABLE}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{str(path)!r} is not text; {_REPLAYABLE}") from error
    return read(text, repr(str(path)))


class Starts(NamedTuple):
    """What a trace names to be run: the command of a port, and the module of a system that is not in the registry."""

    port: str
    system: str


def starts(text: str, name: str) -> Starts:
    """What replaying a trace would start and import.

    Raises:
        UsageError: as for `read`.
    """
    fields = _Fields(_our_fields(text, name), name)
    return Starts(fields.fields.get("port", ""), fields.own_system())


def read(text: str, name: str = "the trace", system: str = "") -> Counterexample:
    """The counterexample of a trace.

    Args:
        text: of the trace.
        name: its name in error messages.
        system: the one system, of those that are not in the registry, whose module may be imported.

    Raises:
        UsageError: the trace is damaged, was not written by this kit, has a newer version, or names another module.
    """
    return _Fields(_our_fields(text, name), name, system).counterexample()


def _our_fields(text: str, name: str) -> dict[str, str]:
    """The ``stablelist::`` fields of a trace."""
    try:
        trace = json.loads(text)
    except RecursionError as error:
        raise UsageError(f"{name} is nested too deeply for a trace; {_REPLAYABLE}") from error
    except ValueError as error:
        raise UsageError(
            f"{name} is not JSON ({error}), perhaps because it was cut short; {_REPLAYABLE}"
        ) from error
    meta = trace.get("#meta") if isinstance(trace, dict) else None
    if not isinstance(meta, dict) or not isinstance(trace.get("states"), list):
        raise UsageError(f"{name} is JSON, but not a trace in the ITF format; {_REPLAYABLE}")
    if _OURS + "format" not in meta:
        source = str(meta.get("source", "unknown"))[:60]
        raise UsageError(
            f"{name} is an ITF trace (source {source!r}), but not one that stablelist saved; "
            f"{_REPLAYABLE}"
        )
    return {
        field.removeprefix(_OURS): value
        for field, value in meta.items()
        if field.startswith(_OURS) and isinstance(value, str)
    }


class _Damage(Exception):  # noqa: N818 - it never leaves this module
    """Says which field is damaged."""


class _Run(NamedTuple):
    """A program with its level."""

    level: Level
    program: Program


class _Fields:
    """Our fields of a trace, read one by one."""

    def __init__(self, fields: Mapping[str, str], name: str, system: str = "") -> None:
        self.fields, self.name, self.system = fields, name, system

    def own_system(self) -> str:
        """The system of the port if it is not one of the registry; otherwise empty."""
        own = re.search(r" system=(\S+:\S+)", self.fields.get("handshake", ""))
        return "" if own is None else own[1]

    def counterexample(self) -> Counterexample:
        """The counterexample of all fields."""
        try:
            self._check_format()
            return self._counterexample()
        except _Damage as damage:
            raise UsageError(f"{self.name} is damaged: {damage}; {_REPLAYABLE}") from damage

    def _check_format(self) -> None:
        """Refuse a newer format."""
        version = self._integer("format")
        if version > FORMAT_VERSION:
            raise UsageError(
                f"{self.name} has version {version} of the trace format and this kit reads version "
                f"{FORMAT_VERSION}; install a newer stablelist"
            )

    def _counterexample(self) -> Counterexample:
        """The counterexample, if every field is valid."""
        handshake = self._handshake()
        run = self._parsed("program", lambda line: _Run(*parse_program(line, handshake.profile)))
        return Counterexample(
            port=self._text("port"),
            handshake=handshake,
            program=run.program,
            level=run.level,
            kind=self._kind(),
            at=self._at(run.program),
            expected=self._text("expected"),
            answered=self._text("answered"),
            detail=self._text("detail"),
            answers=self._words("answers"),
            inside=self._words("inside"),
            stderr=self._text("stderr"),
            original_length=self._integer("original_length"),
            times=self._integer("times") if "times" in self.fields else 1,
        )

    def _words(self, field: str) -> tuple[str, ...]:
        """Words in a field that may be missing."""
        text = self.fields.get(field)
        return () if text is None else tuple(text.split(" "))

    def _text(self, field: str) -> str:
        """A field that must exist."""
        if field not in self.fields:
            raise _Damage(f"it lacks the text field '{_OURS}{field}'")
        return self.fields[field]

    def _parsed(self, field: str, parse: Callable[[str], _Run]) -> _Run:
        """A field that a parser of the protocol understands."""
        text = self._text(field)
        try:
            return parse(text)
        except (UsageError, ValueError) as error:
            raise _Damage(
                f"its field '{_OURS}{field}' does not contain a {field} ({error})"
            ) from error

    def _handshake(self) -> Handshake:
        """The port's handshake; one of a newer protocol is refused by its own sentence."""
        try:
            line, own = self._text("handshake"), self.own_system()
            if own not in ("", self.system):
                raise UsageError(
                    f"{self.name} is of the system {own}, which is code; add --system {own} to import it"
                )
            return parse_handshake(line, own or None)
        except HandshakeError as fault:
            raise _Damage(f"its field '{_OURS}handshake' does not contain a handshake") from fault

    def _integer(self, field: str) -> int:
        """A field that holds a number."""
        text = self._text(field)
        if not (text.isascii() and text.isdigit() and len(text) < 10):
            raise _Damage(f"its field '{_OURS}{field}' is {text[:40]!r}, not a number")
        return int(text)

    def _at(self, program: Program) -> int | None:
        """The number of an operation of the program, or nothing."""
        if not self._text("at"):
            return None
        at, length = self._integer("at"), len(program.words)
        if at >= length:
            raise _Damage(
                f"its first difference is at operation {at + 1}, but there are only {length}"
            )
        return at

    def _kind(self) -> str:
        """A known way to fail."""
        kind = self._text("kind")
        if kind not in {"answer", *FaultKind}:
            raise _Damage(f"{kind[:40]!r} is not a kind of failure")
        return kind
