"""A counterexample as a trace in the Informal Trace Format (ITF) of Apalache and Quint, and back.

The trace is what the model does: a state for the fresh container, then one after each operation,
up to the first difference. Integers are ``{"#bigint": "1"}``; the action and its operands have the
names that Quint gives them, ``mbt::actionTaken`` and ``mbt::nondetPicks``; the model's answer is
``stablelist::answer``.

The data that `read` needs to run the program again is in the trace's ``#meta``, under names that begin with
``stablelist::``; `stablelist_conformance.report.saved` has the fields.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache, reduce
from operator import or_
from types import NoneType, UnionType
from typing import Any, Final, Union, get_args, get_origin

from stablelist_conformance.judging.verdict import Counterexample
from stablelist_conformance.report.recorder import MOST_CELLS
from stablelist_conformance.report.saved import (
    OURS,
    REPLAYABLE,
    Saved,
    Starts,
    read_fields,
    saved_fields,
)
from stablelist_conformance.report.trace import Live, Observed, Snapshot, Trace, fields_of
from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.text import count
from stablelist_spec.core.family import Family, Type
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import KeyName, Near, Operation
from stablelist_spec.core.second import Pair
from stablelist_spec.core.system import System

__all__ = ["Starts", "read", "starts", "write"]

Json = str | int | list["Json"] | dict[str, "Json"]

_ACTION: Final = "mbt::actionTaken"
_PICKS: Final = "mbt::nondetPicks"
_ANSWER: Final = "stablelist::answer"
_FORMAT_PAGE: Final = "https://apalache-mc.org/docs/adr/015adr-trace.html"


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
    if kind is int and type(thing) is int:  # as most are, so this is asked first
        return _int(thing)
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
    if isinstance(snapshot, Observed):
        return {"observed": {"#map": [[name, word] for name, word in snapshot.answers.items()]}}
    if isinstance(snapshot, Pair):
        states = zip(("first", "second"), snapshot[:2], strict=True)
        return {name: _variables(system, state) for name, state in states}
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


def _meta(trace: Trace, excluded: int) -> dict[str, Json]:
    """The metadata of the format, then our own fields."""
    answered = trace.answered
    failed = answered if isinstance(answered, Counterexample) else None
    description = f"{answered.handshake.name}: {failed.detail if failed else 'answered rightly'}"
    if excluded:
        description += (
            f" ({count(excluded, 'state')} at the start left out; the program is complete.)"
        )
    ours = saved_fields(failed, trace.breaks) if failed else {}
    return {
        "format": "ITF",
        "format-description": _FORMAT_PAGE,
        "source": "stablelist",
        "status": "violation" if failed else "ok",
        "description": description,
        **ours,
    }


# --- Reading --------------------------------------------------------------------------------------


def starts(text: str, name: str) -> Starts:
    """What replaying a trace would start and import.

    Raises:
        UsageError: as for `read`.
    """
    return _saved(text, name).starts()


def read(text: str, name: str = "the trace", system: str = "") -> Counterexample:
    """The counterexample of a trace.

    Args:
        text: of the trace.
        name: its name in error messages.
        system: the one system, of those that are not in the registry, whose module may be imported.

    Raises:
        UsageError: the trace is damaged, was not written by this kit, has a newer version, or names another module.
    """
    return _saved(text, name).counterexample(system, name)


def _saved(text: str, name: str) -> Saved:
    """The counterexample in a trace, as named texts."""
    try:
        trace = json.loads(text)
    except RecursionError as error:
        raise UsageError(f"{name} is nested too deeply for a trace; {REPLAYABLE}") from error
    except ValueError as error:
        raise UsageError(
            f"{name} is not JSON ({error}), perhaps because it was cut short; {REPLAYABLE}"
        ) from error
    meta = trace.get("#meta") if isinstance(trace, dict) else None
    if not isinstance(meta, dict) or not isinstance(trace.get("states"), list):
        raise UsageError(f"{name} is JSON, but not a trace in the ITF format; {REPLAYABLE}")
    if OURS + "format" not in meta:
        source = str(meta.get("source", "unknown"))[:60]
        raise UsageError(
            f"{name} is an ITF trace (source {source!r}), but not one that stablelist saved; "
            f"{REPLAYABLE}"
        )
    return read_fields(meta, name)
