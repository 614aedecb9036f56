"""Lives: when each key was issued, used and retired, and where the port took it for another one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from stablelist_conformance.judging.verdict import Counterexample
from stablelist_conformance.report.trace import Step, Trace
from stablelist_conformance.wire.operations import key_word
from stablelist_conformance.wire.parse_answers import read_keys
from stablelist_conformance.wire.text import plain
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import KeyName

__all__ = ["MOST_LIVES", "KeyLife", "KeyLives", "KeyUse"]

MOST_LIVES: Final = 48
"""The most lives on a page: those that were confused come first, then those that the program names."""

_REFUSED: Final = frozenset({"none", "no"})


class KeyUse(NamedTuple):
    """An operation on a key.

    Attributes:
        step: its number, counted from 1.
        kind: ``found`` an element, ``refused`` because there is none, or answered in a ``wrong`` way.
        words: what was answered.
        taken_for: the name of another live key, whose element the port returned, or whose cell it gave to this one;
            empty if there is none.
    """

    step: int
    kind: str
    words: str
    taken_for: str = ""


@dataclass
class KeyLife:
    """The life of a key.

    Attributes:
        name: as programs write it.
        label: as the page shows it.
        seen: the key itself, where the port shows it.
        spans: the steps at which it became live, and at which it was retired, if it was.
    """

    name: str
    label: str
    seen: str = ""
    spans: list[list[int]] = field(default_factory=list)
    uses: list[KeyUse] = field(default_factory=list)

    def changes(self, step: int, *, live: bool) -> None:
        """Begin or end a span, if it is not as it was."""
        open_span = bool(self.spans) and len(self.spans[-1]) == 1
        if live and not open_span:
            self.spans.append([step])
        elif open_span and not live:
            self.spans[-1].append(step)


class KeyLives:
    """The lives of all keys of a program, up to the first wrong answer."""

    def __init__(self, trace: Trace) -> None:
        self.trace, self.answered = trace, trace.answered
        self.by_name: dict[str, KeyLife] = {}
        self._live: dict[int, None] = {}
        for step in trace.told:
            self._follow(step)

    def _follow(self, step: Step) -> None:
        """The next operation."""
        for use_of, use in self._uses(step):
            self._life(use_of).uses.append(use)
        for number in sorted({*step.came, *step.gone}):
            self._life(number).changes(step.number + 1, live=number in step.came)
        self._note_keys(step)
        self._live |= dict.fromkeys(step.came)
        for number in step.gone:
            del self._live[number]

    def shown(self, first: int) -> tuple[list[KeyLife], int]:
        """The lives that matter from a step on, and how many are left out."""
        matter = [life for life in self.by_name.values() if _matters(life, first)]
        wrong = [use for life in matter for use in life.uses if use.kind == "wrong"]
        confused = {use.taken_for for use in wrong}

        def rank(life: KeyLife) -> tuple[bool, bool]:
            is_wrong = not set(wrong).isdisjoint(life.uses)
            return not (is_wrong or life.name in confused), not life.uses

        kept = {life.name for life in sorted(matter, key=rank)[:MOST_LIVES]}
        return [life for life in matter if life.name in kept], len(matter) - len(kept)

    def _life(self, name: KeyName) -> KeyLife:
        """The life of a key, which begins when it is first met."""
        word, label = key_word(name), "key" if isinstance(name, int) else "forged"
        return self.by_name.setdefault(word, KeyLife(word, f"{label} {word}"))

    def _note_keys(self, step: Step) -> None:
        """Note the keys that an insertion returned, where they are shown, and those that are wrong."""
        operation = step.operation
        if operation is None or operation.name not in self.answered.program.family.inserting:
            return
        right = read_keys(step.answer) or ()
        for offset, key in enumerate(right):
            self._life(step.insertion + offset).seen = _seen(key)
        for offset, (key, said) in enumerate(zip(right, self._wrong_keys(step), strict=False)):
            if key != said:
                use = KeyUse(step.number + 1, "wrong", _seen(said), self._owner(said))
                self._life(step.insertion + offset).uses.append(use)

    def _wrong_keys(self, step: Step) -> tuple[Key, ...]:
        """The keys that the port wrongly returned; none if it was right."""
        said = self._wrong(step, 0)
        return () if said is None else read_keys(said) or ()

    def _owner(self, key: Key) -> str:
        """The name of the live key that has the cell of another one."""
        cells = {self._life(number).seen.partition(".")[0]: number for number in self._live}
        return str(cells.get(str(key.index), ""))

    # --- Uses ---

    def _uses(self, step: Step) -> Iterator[tuple[KeyName, KeyUse]]:
        """The uses of keys by an operation, each with its key."""
        operation = step.operation
        if operation is None:
            return
        for which, name in enumerate(step.family.keys_of(operation)):
            yield name, self._use(step, which)

    def _use(self, step: Step, which: int) -> KeyUse:
        """The use of the first or the second key."""
        wrong = self._wrong(step, which)
        if wrong is None:
            part = _part(step.answer, which)
            return KeyUse(step.number + 1, "found" if _finds(part) else "refused", part)
        said = plain(wrong) or "nothing"
        return KeyUse(step.number + 1, "wrong", said, self._holder(step, wrong))

    def _wrong(self, step: Step, which: int) -> str | None:
        """What the port wrongly said about a key; None if that was right."""
        c = self.answered
        if step.number != c.at or c.kind != "answer" or not isinstance(c, Counterexample):
            return None
        said = _part(c.answered, which)
        right = {_part(word, which) for word in c.expected.split(" or ")}
        return None if said in right else said

    def _holder(self, step: Step, said: str) -> str:
        """The name of the other live key that has the element that the port returned."""
        operation = step.operation
        assert operation is not None
        own = step.family.keys_of(operation)[:1]
        others = (n for n, element in self.trace.live.items() if str(element) == said)
        return next((str(n) for n in others if n not in own), "")


def _seen(key: Key) -> str:
    """A key as programs write it."""
    return f"{key.index}.{key.id}"


def _finds(said: str) -> bool:
    """Whether an answer says that a key found something."""
    return said not in _REFUSED and not said.startswith("!")


def _part(word: str, which: int) -> str:
    """The part of an answer about the first or the second key."""
    parts = word.split("/")
    return parts[which] if which < len(parts) else word


def _matters(life: KeyLife, first: int) -> bool:
    """Whether a life has something to show from a step on."""
    ends: Iterable[int] = (span[-1] for span in life.spans if len(span) == 2)
    is_live = any(len(span) == 1 for span in life.spans)
    steps: Collection[int] = [*ends, *(use.step for use in life.uses)]
    return is_live or any(step >= first for step in steps)
