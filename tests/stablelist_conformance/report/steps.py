"""A program in plain words, an operation on each line, with the model's answers and those of the port."""

from __future__ import annotations

from typing import Final

from stablelist_conformance.judging.verdict import Counterexample
from stablelist_conformance.report.sentence import sentence
from stablelist_conformance.report.trace import Step, Trace
from stablelist_conformance.wire.text import COLUMNS, clip, count, plain, wrapped

__all__ = ["difference", "steps", "with_answer"]

_ANSWER_WIDTH: Final = 60
_HELD: Final = "\N{NO-BREAK SPACE}"


def steps(trace: Trace, most: int | None = None) -> list[str]:
    """Every operation in plain words with the model's answer; at the first difference, both answers.

    Of a long program only the first few are listed, and those before the difference.
    """
    total, last = len(trace.steps), trace.last
    if most is None or total <= most or last is None:
        return _lines(trace, 0, total)
    head = most // 4
    end = min(total, last.number + 3)
    start = max(head, end - (most - head))
    return [
        *_lines(trace, 0, head),
        *[_left_out(start - head)] * (start > head),
        *_lines(trace, start, end),
        *[_left_out(total - end)] * (end < total),
    ]


def _lines(trace: Trace, start: int, end: int) -> list[str]:
    """The lines of some operations, which are counted from 1, like the states of the trace."""
    lines: list[str] = []
    for step in trace.steps[start:end]:
        if step.number == trace.answered.at:
            lines += wrapped(sentence(step), f">{step.number + 1:>4}. ")
            lines += difference(trace.counterexample, step)
        else:
            lines += with_answer(step, f" {step.number + 1:>4}. ")
    return lines


def with_answer(step: Step, number: str) -> list[str]:
    """One operation and its answer."""
    answer = clip(step.answer, _ANSWER_WIDTH).replace(" ", _HELD)
    lines = wrapped(f"{sentence(step)} ->{_HELD}{answer}", number)
    return [line.replace(_HELD, " ") for line in lines]


def difference(found: Counterexample, step: Step) -> list[str]:
    """The expected and the actual answer: on one line, or below each other with a mark."""
    indent = " " * 7
    expected = found.expected or step.answer
    answered = found.answered or "nothing"
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


def _left_out(number: int) -> str:
    """The line in place of operations that are not listed."""
    return f"       ... {count(number, 'operation')} not shown ..."
