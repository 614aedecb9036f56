"""The magnitudes of a program: how far it goes, in any direction.

A program that goes far shows what no couple of transitions shows: how large a container becomes, how often the same
transition is taken, how large the numbers in the answers are, which widths and lengths are configured, and which
answers change when a question is asked again. A number counts once for each power of two up to it, so a program that
goes twice as far shows one more magnitude.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import Any, Final

from stablelist_conformance.judging.limits import counts_insertions, period
from stablelist_conformance.judging.reach import Reach
from stablelist_conformance.wire.protocol import Program
from stablelist_spec.core.family import Role
from stablelist_spec.core.system import System

from .answers import AnsweredProgram, enough
from .choice import Couples

__all__ = ["all_magnitudes", "magnitudes"]

Shown = tuple[str, str, str]

MEASURES: Final = (
    *("live", "space", "free", "cascade", "insertions", "removals", "reuses", "filled"),
)
NUMBER: Final = re.compile(r"\d+")


def magnitudes(system: System, settled: AnsweredProgram) -> Couples:
    """The magnitudes of a program with its answers."""
    program, answers = settled.program, settled.line.split(" ")
    return frozenset(
        chain(
            reached(system, settled),
            repeated(settled),
            answered(program, answers),
            asked_again(system, program, answers),
            configured(system, program.parameters),
        )
    )


def all_magnitudes(system: System, settled: AnsweredProgram) -> Couples:
    """The same, with what it costs, which has to be counted right even where it is not shown."""
    return magnitudes(system, settled).union(
        *(powers("cost", str(place), number) for place, number in enumerate(settled.costs))
    )


def powers(what: str, name: str, number: int) -> Iterator[Shown]:
    """Every power of two up to a number."""
    return ((what, name, str(power)) for power in range(number.bit_length()))


def reached(system: System, settled: AnsweredProgram) -> Iterator[Shown]:
    """How large the container was, how long its life, and what happened at widths that were used up."""
    reach, labels = Reach(), set(chain.from_iterable(settled.labels))
    port, configuration = enough(system), settled.program.parameters
    reach.follow(settled.program, settled.line, port)
    for name in MEASURES:
        yield from powers("reached", name, getattr(reach, name))
    for name in ("indices", "ids"):
        yield from (("reached", name, str(power)) for power in getattr(reach, name))
    ids = getattr(configuration, "id_bits", None)
    all_issued = (
        ids and counts_insertions(system) and reach.insertions > period(port, configuration)
    )
    for name, widths in (("wrapped", {ids} if all_issued else set()), ("used_up", reach.used_up)):
        yield from ((f"{name} {bits}", "", label) for bits in widths for label in labels)


def repeated(settled: AnsweredProgram) -> Iterator[Shown]:
    """How often each transition was taken."""
    for label, times in Counter(chain.from_iterable(settled.labels)).items():
        yield from powers("repeated", label, times)


def answered(program: Program, answers: list[str]) -> Iterator[Shown]:
    """The largest number in the answers to each operation."""
    largest: Counter[str] = Counter()
    for word, answer in zip(program.words, answers, strict=True):
        name = word.partition(":")[0]
        largest[name] = max(largest[name], *map(int, NUMBER.findall(answer)), 0)
    for name, number in largest.items():
        yield from powers("answered", name, number)


def asked_again(system: System, program: Program, answers: list[str]) -> Iterator[Shown]:
    """Questions before and after a change, and whether their answer has changed."""
    kinds, words = system.family.kinds, program.words
    for i in range(len(words) - 2):
        name = words[i].partition(":")[0]
        if words[i] == words[i + 2] and kinds[name].role in (Role.READ, Role.SHOW):
            change = words[i + 1].partition(":")[0]
            yield "changed" if answers[i] != answers[i + 2] else "same", name, change


def configured(system: System, configuration: Any) -> Iterator[Shown]:  # noqa: ANN401 - as in `System`
    """The widths, and the magnitudes of the lengths."""
    for name in system.chosen:
        value = getattr(configuration, name)
        if isinstance(value, int) and not name.endswith("_bits"):
            value = value.bit_length()
        yield "configured", name, str(value)
