"""A program in plain words, and a counterexample explained to the person whose port failed."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Final, NamedTuple

from stablelist_conformance.judging.properties import broken_by, meaning
from stablelist_conformance.judging.verdict import Counterexample
from stablelist_conformance.report import picture
from stablelist_conformance.report.names import PAGE, again, beside
from stablelist_conformance.report.panels import panels
from stablelist_conformance.report.playback import Known, Moment, playback
from stablelist_conformance.wire.configurations import choice_words
from stablelist_conformance.wire.handshake import Handshake
from stablelist_conformance.wire.protocol import key_word
from stablelist_conformance.wire.text import COLUMNS, clip, count, field, plain, should_be, wrapped
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Configuration, Near, Operation
from stablelist_spec.families.pool import POOL

__all__ = [
    "breaks",
    "broken",
    "explain",
    "found",
    "headline",
    "parameter_words",
    "sentence",
    "step",
    "steps",
    "told",
]

_FAILED: Final = {
    "answer": "answered wrongly",
    "died": "died",
    "hung": "did not answer in time",
    "flooded": "wrote more than it was asked for",
    "garbled": "gave an answer that the protocol does not allow",
    "unsteady": "changed its answers between runs",
    "bad-exit": "did not end with status 0",
}
"""How a port failed, by the kind of the counterexample."""

_ANSWER_WIDTH: Final = 60
_HELD: Final = "\N{NO-BREAK SPACE}"
_STDERR_FIRST: Final = 4
_STDERR_LAST: Final = 12
_STDERR_LINE: Final = 400
"""Characters of a line that are shown: a panic tells in one line where it was, and why."""


# --- One operation --------------------------------------------------------------------------------


def sentence(moment: Moment) -> str:
    """An operation in plain words; the word itself if it is unknown."""
    operation, family = moment.operation, moment.family
    if operation is None:
        return plain(moment.word)
    if family is POOL and operation.name in _SENTENCES:
        return _SENTENCES[operation.name](moment)
    given = (key_word(value) for _, value in family.leaves(operation))
    return ": ".join(filter(None, (family.kinds[operation.name].sentence, ", ".join(given))))


def key_words(known: Known | None) -> str:
    """What a key refers to, and whether it was retired."""
    if known is None:
        return "no key"
    if isinstance(known.name, Key):
        return f"a forged key: index {known.name.index}, id {known.name.id}"
    if isinstance(known.name, Near):
        return f"a forged key: {distance(known.name)} the key that insertion {known.name.number} returned"
    if known.element is not None:
        return f"element {known.element} (with the key that insertion {known.name} returned)"
    if known.retired_by is not None:
        retired = f"retired by operation {known.retired_by + 1}"
        return f"the key that insertion {known.name} returned ({retired})"
    return f"the key of insertion {known.name}, which failed"


def distance(name: Near) -> str:
    """The distance of a forged key from the issued one that it is near.

    >>> distance(Near(7, 0, 256)), distance(Near(7, -4, 1))
    ('id 256 above', 'index 4 below, id 1 above')
    """
    parts = (
        f"{what} {abs(far)} {'above' if far > 0 else 'below'}"
        for what, far in (("index", name.index), ("id", name.id))
        if far
    )
    return ", ".join(parts)


def _remove(moment: Moment) -> str:
    """``remove``."""
    live = moment.key is not None and moment.key.element is not None
    return f"remove {'' if live else 'by '}{key_words(moment.key)}"


def _exchange(moment: Moment) -> str:
    """``exchange``, which has two keys."""
    return f"exchange {key_words(moment.key)} with {key_words(moment.other)}"


def _pair(moment: Moment) -> str:
    """``pair``, which has two keys."""
    return f"look up {key_words(moment.key)} and {key_words(moment.other)} at once"


def _remove_many(moment: Moment) -> str:
    """``remove_many``, which has two keys."""
    return f"remove by {key_words(moment.key)} and {key_words(moment.other)} at once"


def _put(moment: Moment) -> str:
    """``put``, which inserts at an index."""
    return f"add element {moment.insertion} at index {_operation(moment)['place']}"


def _lend(moment: Moment) -> str:
    """``lend``, which tries another operation."""
    tried = _operation(moment)["tried"]
    told = (
        _TRIED[tried.name](moment._replace(operation=tried)) if tried.name in _TRIED else tried.name
    )
    return f"while an element is lent, try to {told}"


def _extend(moment: Moment) -> str:
    """``extend``, which adds elements in a row."""
    first, number = moment.insertion, _operation(moment)["count"]
    if number < 2:
        return f"add element {first}, as all there is" if number else "add no element at all"
    return f"add the elements {first} to {first + number - 1}, all or none"


def _retain(moment: Moment) -> str:
    """``retain``, whose condition is arithmetic."""
    modulus, residue = _operation(moment)["modulus"], _operation(moment)["residue"]
    return f"keep the elements e with e mod {modulus} = {residue}, handing the others out"


def _operation(moment: Moment) -> Operation:
    """The operation of a moment, which must be known."""
    assert moment.operation is not None
    return moment.operation


_WITHOUT_KEY: Final[dict[str, Callable[[Moment], str]]] = {
    "retain": _retain,
    "sort": lambda moment: f"sort the elements e by e mod {_operation(moment)['modulus']}",
    "reserve": lambda moment: f"make room for {count(_operation(moment)['count'], 'more element')}",
    "each_mut": lambda moment: f"add {_operation(moment)['value']} to every element in place",
}

_TRIED: Final[dict[str, Callable[[Moment], str]]] = _WITHOUT_KEY | {
    "add": lambda _: "add an element",
    "insert_with": lambda _: "add an element with a factory",
    "extend": lambda moment: f"add {count(_operation(moment)['count'], 'element')} at once",
    "remove": _remove,
    "remove_many": _remove_many,
    "shrink_to_fit": lambda _: POOL.kinds["shrink_to_fit"].sentence,
}
"""The operations that ``lend`` tries; their insertions have no number."""

_SENTENCES: Final[dict[str, Callable[[Moment], str]]] = _WITHOUT_KEY | {
    "add": lambda moment: f"add element {moment.insertion}",
    "insert_with": lambda moment: (
        f"add element {moment.insertion} with a factory that is given its key"
    ),
    "extend": _extend,
    "put": _put,
    "remove": _remove,
    "remove_many": _remove_many,
    "key_at": lambda moment: f"ask which key is at the index of {key_words(moment.key)}",
    "pair": _pair,
    "at": lambda moment: f"look up {key_words(moment.key)}",
    "contains": lambda moment: f"ask for {key_words(moment.key)}",
    "replace": lambda moment: (
        f"put {_operation(moment)['value']} in place of {key_words(moment.key)}"
    ),
    "at_mut": lambda moment: (
        f"add {_operation(moment)['value']} to {key_words(moment.key)} in place"
    ),
    "repack": lambda moment: f"pack, unpack and look up {key_words(moment.key)}",
    "apply": lambda moment: f"apply to {key_words(moment.key)}",
    "inspect": lambda moment: f"inspect {key_words(moment.key)}",
    "exchange": _exchange,
    "lend": _lend,
}


def parameter_words(parameters: Configuration, port: Handshake) -> str:
    """The configuration in words, with the parameters that a container of this kind has.

    >>> from stablelist_spec import Parameters
    >>> fixed = Handshake("pool", "1", "arena", Level.CONTRACT, capacity="fixed")
    >>> parameter_words(Parameters(capacity=8), fixed)
    'a fresh container with capacity 8 and 32-bit ids'
    """
    system = port.system
    chosen = {name: getattr(parameters, name) for name in system.chosen}
    if not system.exact and "capacity" in chosen:
        chosen["capacity"] = port.room(parameters)
    has = choice_words(chosen)
    listed = " and ".join(filter(None, (", ".join(has[:-1]), *has[-1:])))
    return f"a fresh {system.noun}{' with ' if has else ''}{listed}"


# --- The program ----------------------------------------------------------------------------------


class Playbill(NamedTuple):
    """A program in plain words, and the moment of the first difference, or the last one."""

    lines: list[list[str]]
    moment: Moment | None


def steps(counterexample: Counterexample) -> Playbill:
    """Every operation in plain words with the model's answer; at the first difference, both answers."""
    lines, matters = [], None
    for moment in playback(counterexample):
        differs = moment.number == counterexample.at
        number = f"{'>' if differs else ' '}{moment.number + 1:>4}. "
        if differs:
            done = wrapped(sentence(moment), number)
            lines.append([*done, *difference(counterexample, moment)])
        else:
            lines.append(step(moment, number))
        if counterexample.at is None or moment.number == counterexample.at:
            matters = moment
    return Playbill(lines, matters)


def step(moment: Moment, number: str) -> list[str]:
    """One operation and its answer; counted from 1, like the states of the trace."""
    answer = clip(moment.answer, _ANSWER_WIDTH).replace(" ", _HELD)
    lines = wrapped(f"{sentence(moment)} ->{_HELD}{answer}", number)
    return [line.replace(_HELD, " ") for line in lines]


def difference(counterexample: Counterexample, moment: Moment) -> list[str]:
    """The expected and the actual answer: on one line, or below each other with a mark."""
    indent = " " * 7
    expected = counterexample.expected or moment.answer
    answered = counterexample.answered or "nothing"
    line = f"{indent}expected {plain(expected)} / answered {plain(answered)}"
    if len(line) <= COLUMNS:
        return [line]
    at = _parting(expected, answered)
    width = COLUMNS - len(indent) - len("expected ")
    shown = [clip(text, width, around=at) for text in (expected, answered)]
    mark = " " * (len("expected ") + _parting(*shown)) + "^"
    return [f"{indent}expected {shown[0]}", f"{indent}answered {shown[1]}", indent + mark]


def _parting(one: str, two: str) -> int:
    """The first position at which two texts differ."""
    pairs = enumerate(zip(one, two, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(two)))


def abridged(playbill: Playbill, most: int | None) -> list[str]:
    """The lines of a program; of a long one, the first few and those before the difference."""
    lines, moment = playbill
    total = len(lines)
    if most is None or total <= most:
        return [line for step in lines for line in step]
    head = most // 4
    end = min(total, (moment.number if moment else total) + 3)
    start = max(head, end - (most - head))
    shown = [line for step in lines[:head] for line in step]
    shown += [_left_out(start - head)] * (start > head)
    shown += [line for step in lines[start:end] for line in step]
    return shown + [_left_out(total - end)] * (end < total)


def _left_out(number: int) -> str:
    """The line in place of operations that are not listed."""
    return f"       ... {count(number, 'operation')} not shown ..."


# --- The explanation ------------------------------------------------------------------------------


def headline(counterexample: Counterexample) -> str:
    """The port that failed, and how.

    The port is called by the name in its handshake.
    """
    c = counterexample
    failed = _FAILED.get(c.kind, f"failed ({c.kind})")
    where = "" if c.at is None else f" at operation {c.at + 1} of {len(c.program.words)}"
    return plain(f"{c.handshake.name} {c.handshake.version} {failed}{where}")


def breaks(counterexample: Counterexample) -> list[str]:
    """The properties that the wrong answer breaks, each with its meaning."""
    return broken(broken_by(counterexample))


def broken(names: Sequence[str]) -> list[str]:
    """Broken properties, each with its meaning."""
    return [line for name in names for line in field("breaks", f"{name}: {meaning(name)}")]


def explain(
    counterexample: Counterexample,
    file: str | None = None,
    page: str | None = None,
    *,
    most: int | None = 40,
    outcome: str = "",
) -> str:
    """Explain a counterexample: what failed, the program, the picture, and what to look at next.

    Args:
        counterexample: what to explain.
        file: the arguments of ``stablelist replay``, if it was saved.
        page: the page to step through, if it was saved.
        most: how many operations are listed; None for all.
        outcome: the verdict, if it is that of a run.
    """
    playbill = steps(counterexample)
    blocks = [
        _title(counterexample),
        abridged(playbill, most),
        _reason(counterexample),
        *_pictures(counterexample, playbill.moment),
        _stderr(counterexample.stderr),
        [
            *([outcome] if outcome else []),
            *_program(counterexample, most),
            *breaks(counterexample),
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


def _program(counterexample: Counterexample, most: int | None) -> list[str]:
    """The line to send to the port by hand, unless it is long."""
    c = counterexample
    if not c.program.words or (most is not None and len(c.program.words) > most):
        return []
    return [f"{'send':<12}{c.program.line(c.level)}"]


def _replay(file: str | None) -> list[str]:
    """The command that reproduces it."""
    return [] if file is None else [f"{'replay':<12}stablelist replay {plain(file)}"]


def _title(counterexample: Counterexample) -> list[str]:
    """The headline, and how the port was started."""
    c = counterexample
    length = count(len(c.program.words), "operation")
    if c.original_length > len(c.program.words):
        length += f", shrunk from {c.original_length:,}"
    started = [*wrapped(headline(c)), *field("port", c.port)]
    if not c.program.words:
        return started  # it failed before the first program, so nothing else is known
    return [
        *started,
        *field("system", f"{c.handshake.profile}, level {c.level.word}"),
        *field("container", parameter_words(c.program.parameters, c.handshake)),
        *field("program", length),
    ]


def _pictures(counterexample: Counterexample, moment: Moment | None) -> list[list[str]]:
    """The picture before and after the first difference; one picture if they are equal."""
    shown = panels(counterexample, moment) if moment else []
    return [[f"{name}:", *picture.lines(seen, marks)] for name, seen, marks in shown]


def _stderr(text: str) -> list[str]:
    """The first and the last lines that the port wrote to standard error."""
    lines = text.splitlines()
    if len(lines) > _STDERR_FIRST + _STDERR_LAST:
        left_out = f"... {count(len(lines) - _STDERR_FIRST - _STDERR_LAST, 'line')} left out ..."
        lines = [*lines[:_STDERR_FIRST], left_out, *lines[-_STDERR_LAST:]]
    rows = (row for line in lines for row in wrap(clip(line, _STDERR_LINE), COLUMNS - 4) or [""])
    shown = [f"  | {row}".rstrip() for row in rows]
    return ["the port wrote to standard error:", *shown] if lines else []


def found(counterexample: Counterexample, saved: Path | None) -> str:
    """What failed, and where it was saved, while a smaller counterexample is being searched for."""
    kept = "" if saved is None else f", saved as {plain(str(saved))}"
    lines = [*wrapped(f"refuted: {plain(counterexample.detail)}"), f"making it smaller{kept} ..."]
    return "\n".join(lines)


def told(counterexample: Counterexample, saved: Path | None, outcome: str = "") -> str:
    """A counterexample explained, or if that fails, at least what failed, the program, and how to reproduce it."""
    c, command, page = counterexample, None, None
    if saved is not None:
        command, page = again(saved), str(beside(saved, PAGE))
    elif c.program.words:
        line = shlex.quote(c.program.line(c.level))
        command = f"{line} --system {c.program.system} --port {shlex.quote(c.port)}"
    try:
        return explain(c, command, page, outcome=outcome)
    except Exception:
        lines = [*wrapped(headline(c)), *field("port", c.port), *field("reason", c.detail)]
        ending = [*([outcome] if outcome else []), *_program(c, None), *_replay(command)]
        return "\n".join([*lines, *ending]) + "\n"
