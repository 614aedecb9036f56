"""Inside: the steps after which the port's layout differs from the model's, often before an answer is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from stablelist_conformance.judging.properties import broken_inside
from stablelist_conformance.judging.verdict import Answered
from stablelist_conformance.python.answerers import model_word
from stablelist_conformance.report.playback import meaning
from stablelist_spec.core.history import History

__all__ = ["Difference", "differences", "histories"]

LAYOUT: Final = "layout"


class Difference(NamedTuple):
    """A layout that is not the model's.

    Attributes:
        step: the number of the operation before it, counted from 1; 0 for a fresh container.
        breaks: the names of the invariants that the port's layout breaks.
    """

    step: int
    port: str
    model: str
    breaks: tuple[str, ...]


def differences(answered: Answered) -> list[Difference]:
    """Every step after which the port showed another layout, up to the first wrong answer."""
    system = answered.handshake.system
    shows = system.shown.get(LAYOUT)
    looks, found = dict(_looks(answered)), []
    if shows is None or not system.exact or not looks:
        return []
    for step, history in histories(answered):
        if step in looks and looks[step] != (right := shows(history.state)):
            breaks = broken_inside(history, looks[step])
            found.append(Difference(step, looks[step], right, breaks))
    return found


def histories(answered: Answered) -> Iterator[tuple[int, History]]:
    """The model before the first operation and after each one, up to the first wrong answer."""
    history = History(answered.handshake.system, answered.program.parameters)
    yield 0, history
    for step, word in enumerate(answered.program.words, 1):
        operation = meaning(word, answered.program.family)
        if operation is not None:
            model_word(history, operation, answered.level)
        yield step, history
        if answered.at == step - 1:
            return


def _looks(answered: Answered) -> Iterator[tuple[int, str]]:
    """The layouts that the port has shown: asked for it after each step, and in the program itself."""
    yield from enumerate(answered.inside)
    family = answered.program.family
    words = zip(answered.program.words, answered.answers, strict=False)
    for step, (word, answer) in enumerate(words, 1):
        operation = meaning(word, family)
        if operation is not None and operation.name == LAYOUT:
            yield step, answer
