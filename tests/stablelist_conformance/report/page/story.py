"""The story of a program, as data: its steps, scenes, lives and sentences, and what can be copied.

Step 0 is the fresh container; step *n* is operation *n*, and the container after it. The story ends with the
first wrong answer. Of a long program only the last steps are told, as many as a page can hold.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from stablelist_conformance.judging.verdict import Answered, Counterexample
from stablelist_conformance.python.serve import CONTAINER
from stablelist_conformance.report import itf
from stablelist_conformance.report.page.layout_differences import differences
from stablelist_conformance.report.page.lives import Life, Lives
from stablelist_conformance.report.page.scenes import Scenes
from stablelist_conformance.report.page.sentences import Sentence, sentences
from stablelist_conformance.report.panels import Marks, Shown, changes, named, shown
from stablelist_conformance.report.playback import Moment, initial, playback
from stablelist_conformance.report.words import explain, headline, parameter_words, sentence, step
from stablelist_conformance.wire.text import count, plain

__all__ = ["MOST_STEPS", "story"]

MOST_STEPS: Final = 400
_MOST_CELLS: Final = 60_000
_LONGEST_TRACE: Final = 1 << 18
"""The most characters of a trace that a page holds."""

Data = dict[str, Any]
"""An object of JSON."""


class _Step(NamedTuple):
    """An operation, and what is shown before and after it."""

    moment: Moment
    before: Shown
    after: Shown

    @property
    def marks(self) -> Marks:
        """The cells that change, or those that the operation names."""
        return changes(self.before, self.after) or named(self.after, self.moment)


def story(answered: Answered, replay: str = "", trace: str = "", told: str = "") -> Data:
    """The story of a program, or of a counterexample, with the command that runs it again.

    Trace and words are made here unless they are there already.
    """
    lives = Lives(answered)
    kept = _followed(answered, lives)
    first = kept[0].number if kept else 0
    inside = differences(answered)
    watched = sentences(answered, first, inside)
    shown_lives, more = lives.shown(first)
    scenes = Scenes()
    steps = list(_told(answered, kept, scenes))
    return {
        **_outcome(answered, watched),
        "at": None if answered.at is None else answered.at + 1,
        "facts": _facts(answered),
        "told": told or _in_words(answered, kept),
        "first": first,
        "total": len(answered.program.words),
        "steps": steps,
        "scenes": scenes.all,
        "lives": [_life(life) for life in shown_lives],
        "more": f"and {count(more, 'more key')}" if more else "",
        "sentences": [each._asdict() for each in watched],
        "inside": [{**each._asdict(), "port": plain(each.port)} for each in inside],
        "looked": bool(answered.inside or inside),
        "copies": _copies(answered, replay, trace),
    }


def _followed(answered: Answered, lives: Lives) -> deque[Moment]:
    """The last operations up to the first wrong answer, as many as a page can hold; all lives are followed."""
    kept, cells = deque[Moment](), 0
    for moment in playback(answered):
        lives.follow(moment)
        kept.append(moment)
        cells += itf.size(moment.after)
        while len(kept) > 1 and (len(kept) > MOST_STEPS or cells > _MOST_CELLS):
            cells -= itf.size(kept.popleft().after)
        if moment.number == answered.at:
            break
    return kept


def _steps(answered: Answered, kept: Iterable[Moment]) -> Iterator[_Step]:
    """The operations with what is shown before and after each, which is drawn once."""
    before = None
    for moment in kept:
        before = shown(answered, moment.before) if before is None else before
        after = shown(answered, moment.after)
        yield _Step(moment, before, after)
        before = after


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


def _in_words(answered: Answered, kept: Iterable[Moment]) -> str:
    """The same as text, for a browser that runs no scripts."""
    if isinstance(answered, Counterexample):
        return explain(answered, most=None)
    lines = (line for moment in kept for line in step(moment, f"{moment.number + 1:>5}. "))
    return "\n".join(lines)


def _facts(answered: Answered) -> list[tuple[str, str]]:
    """What ran, and on what."""
    shake, program = answered.handshake, answered.program
    length = count(len(program.words), "operation")
    facts = [
        (
            "port",
            "the bundled container" if answered.port == CONTAINER else plain(answered.port),
        ),
        ("system", f"{shake.profile}, level {answered.level.word}"),
        ("container", parameter_words(program.parameters, shake)),
    ]
    if not isinstance(answered, Counterexample):
        return [*facts, ("program", length)]
    if answered.original_length > len(program.words):
        length += f", shrunk from {answered.original_length:,}"
    said = "\n".join(map(plain, answered.stderr.splitlines()))
    told = [("standard error", said)] * bool(said)
    return [*facts, ("program", length), ("reason", plain(answered.detail)), *told]


def _copies(answered: Answered, replay: str, trace: str) -> Data:
    """What can be copied, by its name on the page; a long trace is in a file beside the page."""
    line = answered.program.line(answered.level)
    copies = {"program": line, "replay command": replay, "ITF trace": trace or itf.write(answered)}
    return {name: text for name, text in copies.items() if 0 < len(text) < _LONGEST_TRACE}


# --- Its parts ------------------------------------------------------------------------------------


def _told(answered: Answered, kept: deque[Moment], scenes: Scenes) -> Iterator[Data]:
    """The container before the first step that is told, then every step."""
    start = shown(answered, kept[0].before if kept else initial(answered))
    first = kept[0].number if kept else 0
    words = "a fresh container" if first == 0 else f"{count(first, 'operation')} before"
    yield {"step": first, "words": words, "verdict": "", "after": scenes.number(start, {})}
    for each in _steps(answered, kept):
        moment, marks = each.moment, each.marks
        yield {
            "step": moment.number + 1,
            "word": moment.word,
            "words": sentence(moment),
            "model": moment.answer,
            "port": _port(answered, moment.number),
            "verdict": _verdict(answered, moment.number),
            "changes": each.before != each.after,
            "before": scenes.number(each.before, marks),
            "after": scenes.number(each.after, marks),
            "marks": {row: sorted(cells) for row, cells in marks.items()},
        }


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


def _life(life: Life) -> Data:
    """A life as data."""
    uses = [use._asdict() for use in life.uses]
    return {
        "name": life.name,
        "label": life.label,
        "seen": life.seen,
        "spans": life.spans,
        "uses": uses,
    }
