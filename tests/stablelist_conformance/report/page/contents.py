"""The story of a program, as data: its steps, scenes, lives and sentences.

Step 0 is the fresh container; step *n* is operation *n*, and the container after it. The story ends with the
first wrong answer. Of a long program only the last steps are told, as many as a page can hold.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from stablelist_conformance.judging.coverage import left_out
from stablelist_conformance.judging.verdict import Answered, Counterexample
from stablelist_conformance.report.page.key_lives import KeyLife, KeyLives
from stablelist_conformance.report.page.pictures import Pictures
from stablelist_conformance.report.page.sentences import Sentence, sentences
from stablelist_conformance.report.panels import changes, drawn, named
from stablelist_conformance.report.recorder import MOST_STEPS
from stablelist_conformance.report.sentence import sentence
from stablelist_conformance.report.steps import with_answer
from stablelist_conformance.report.trace import Trace
from stablelist_conformance.report.words import explain, headline, what_ran
from stablelist_conformance.wire.text import count, plain

__all__ = ["page_data"]

_MOST_CELLS: Final = 60_000

Data = dict[str, Any]
"""An object of JSON."""


def page_data(trace: Trace, replay: str = "") -> Data:
    """The story of a program, or of a counterexample, with the command that runs it again."""
    answered = trace.answered
    kept = max(trace.since(_MOST_CELLS, least=1) - 1, min(trace.states))
    first = max(len(trace.told) - MOST_STEPS, kept)
    watched = sentences(trace, first)
    shown_lives, more = KeyLives(trace).shown(first)
    scenes = Pictures()
    steps = list(_steps(trace, first, scenes))
    return {
        **_outcome(answered, watched),
        "at": None if answered.at is None else answered.at + 1,
        "facts": list(_facts(answered, replay).items()),
        "told": _in_words(trace, first),
        "first": first,
        "total": len(answered.program.words),
        "steps": steps,
        "scenes": scenes.all,
        "lives": [_life(life) for life in shown_lives],
        "more": f"and {count(more, 'more key')}" if more else "",
        "sentences": [each._asdict() for each in watched],
        "inside": [{**each._asdict(), "port": plain(each.port)} for each in trace.differences],
        "looked": bool(answered.inside or trace.differences),
    }


# --- The whole ------------------------------------------------------------------------------------


def _outcome(answered: Answered, watched: list[Sentence]) -> Data:
    """Title, outcome, and a further remark."""
    name = plain(f"{answered.handshake.name} {answered.handshake.version}")
    if isinstance(answered, Counterexample):
        evident = answered.kind == "answer" and answered.at is not None
        title, reason = headline(answered), "" if evident else plain(answered.detail)
    elif broken := [each.name for each in watched if each.broken]:
        title = f"The model breaks {', '.join(broken)}"
        reason = f"{name} answers this program as the model does."
    else:
        title, reason = f"{name} answers this program rightly", ""
    refuted = title != f"{name} answers this program rightly"
    return {"title": title, "outcome": "refuted" if refuted else "passes", "reason": reason}


def _in_words(trace: Trace, first: int) -> str:
    """The same as text, for a browser that runs no scripts."""
    if isinstance(trace.answered, Counterexample):
        return explain(trace, most=None)
    numbered = (with_answer(step, f"{step.number + 1:>5}. ") for step in trace.told[first:])
    return "\n".join(line for lines in numbered for line in lines)


def _facts(answered: Answered, replay: str) -> dict[str, str]:
    """What ran, and on what, and how to run it again; of a counterexample, also what the port did."""
    facts = what_ran(answered) | {"not asked": ", ".join(left_out(answered.handshake))}
    if isinstance(answered, Counterexample):
        facts["reason"] = answered.detail
        if answered.stderr:
            facts["standard error"] = answered.stderr
    lines = [answered.program.line(answered.level)]
    if isinstance(answered, Counterexample):
        lines = answered.lines
    facts |= {"send": "\n".join(lines), "replay": replay}
    return {name: "\n".join(map(plain, told.splitlines())) for name, told in facts.items() if told}


# --- Its parts ------------------------------------------------------------------------------------


def _steps(trace: Trace, first: int, scenes: Pictures) -> Iterator[Data]:
    """The container before the first step that is told, then every step."""
    answered = trace.answered
    before = drawn(answered, trace.states[first])
    words = "a fresh container" if first == 0 else f"{count(first, 'operation')} before"
    yield {"step": first, "words": words, "verdict": "", "after": scenes.number(before, {})}
    for step in trace.told[first:]:
        after = drawn(answered, trace.after(step))
        marks = changes(before, after) or named(after, step)
        yield {
            "step": step.number + 1,
            "word": step.word,
            "words": sentence(step),
            "model": step.answer,
            "port": _port(answered, step.number),
            "verdict": _verdict(answered, step.number),
            "changes": before != after,
            "before": scenes.number(before, marks),
            "after": scenes.number(after, marks),
            "marks": {row: sorted(cells) for row, cells in marks.items()},
        }
        before = after


def _port(answered: Answered, number: int) -> str | None:
    """The port's answer; None if it is not known."""
    if number == answered.at and isinstance(answered, Counterexample):
        return plain(answered.answered) or None
    return plain(answered.answers[number]) if number < len(answered.answers) else None


def _verdict(answered: Answered, number: int) -> str:
    """``right``, ``wrong``, ``failed`` in another way, or ``unknown`` because a later failure took the answer along."""
    if number == answered.at:
        return "wrong" if answered.kind == "answer" else "failed"
    known = answered.kind == "answer" or number < len(answered.answers)
    return "right" if known else "unknown"


def _life(life: KeyLife) -> Data:
    """A life as data."""
    uses = [use._asdict() for use in life.uses]
    return {
        "name": life.name,
        "label": life.label,
        "seen": life.seen,
        "spans": life.spans,
        "uses": uses,
    }
