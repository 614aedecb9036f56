"""Induction over the steps of a program: every clause after every step, and the defects that it must detect.

One key that was issued is followed. The insertion that issues it is seen twice: as any insertion, and as this one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from .arc import START, Arc
from .assertions import Assertions
from .cells import Cells
from .functions import Put
from .obligation import PLANTED, Flaw, Obligation
from .query import Hypothesis, Query, clauses
from .stamps import ELEMENT, keys, live_key_resolves, stamp
from .terms import TRUE

__all__ = [
    "OF_KEYS",
    "Damage",
    "Mistakes",
    "Plain",
    "WrongLine",
    "inductive",
    "kept",
    "keyed",
    "with_state",
    "wrongly_issued",
]

Damage = Callable[[str, Arc], Iterator[tuple[str, Any]]]
"""The states after defective steps, each with a description and the clause that must detect it."""


@dataclass(frozen=True)
class Plain:
    """A defect of a state.

    Attributes:
        but_after: moves after which it cannot break anything.
    """

    words: str
    change: Callable[[Any], Any]
    but_after: tuple[str, ...] = ()


@dataclass(frozen=True)
class WrongLine:
    """A mistake in one move: a function from the right state after it, and the state before, to the wrong one."""

    move: str
    noticed_by: str
    words: str
    change: Callable[[Any, Any], Any]


def kept(
    asserted: Assertions, arc: Arc, given: Mapping[str, Hypothesis], damaged: Damage
) -> Iterator[Obligation]:
    """Each clause after one step, with the defects that must be detected."""
    for name, term in asserted.changed(arc).items():
        flaws = tuple(
            Flaw(words, Query(given, asserted.said(arc.target, changed)[name]))
            for words, changed in damaged(name, arc)
        )
        yield Obligation(name, arc.name, arc.words, Query(given, term), flaws, arc)


def inductive(
    list_: Assertions,
    keys_: Assertions,
    given: Callable[[Assertions, Arc], dict[str, Hypothesis]],
    damaged: Damage,
) -> list[Obligation]:
    """Every clause after every step that changes what the clause says; those about a key after insertions, too."""
    found = [each for arc in list_.arcs for each in kept(list_, arc, given(list_, arc), damaged)]
    for arc in keys_.arcs:
        before = given(list_, arc)
        if arc in list_.arcs:
            before |= clauses(keys_.asserted(arc.source))
        found += kept(keys_, arc, before, damaged)
    return found


# --- What is planted ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mistakes:
    """The defects that are planted in the steps of a system.

    Attributes:
        of_lists: some for each clause about a list, planted in the list after every step.
        of_loops: one for each clause about a loop, planted in what is asserted there.
        lines: mistakes in one step.
        state_of: the list at any point.
    """

    of_lists: Mapping[str, tuple[Plain, ...]]
    of_loops: Mapping[str, Plain]
    lines: tuple[WrongLine, ...]
    state_of: Callable[[Any], Any]

    def damaged(self, name: str, arc: Arc) -> Iterator[tuple[str, Any]]:
        """The states after a defective step; the clause must detect it."""
        if name in self.of_loops:
            yield self.of_loops[name].words, self.of_loops[name].change(arc.after)
            return
        if arc.operation == "issue":
            yield from wrongly_issued(name, arc)
            return
        for plain in self.of_lists[name]:
            if arc.name not in plain.but_after:
                yield plain.words, with_state(arc.after, plain.change(self.state_of(arc.after)))
        for line in self.lines:
            if (line.move, line.noticed_by) == (arc.name, name):
                yield line.words, line.change(arc.after, self.state_of(arc.before))


def with_state(subject: Any, state: Any) -> Any:  # noqa: ANN401 - a list, or what has one
    """A subject with another list."""
    return state if isinstance(subject, Cells) else replace(subject, state=state)


# --- The key that is followed ---------------------------------------------------------------------


def keyed(
    list_: Assertions, state_of: Callable[[Any], Cells], issuing: Callable[[Arc], bool]
) -> Assertions:
    """The clauses about a key, from the insertion that issues it."""
    steps = tuple(arc for arc in list_.arcs if arc.source != START)
    issues = tuple(_issuing(arc, state_of(arc.before)) for arc in steps if issuing(arc))
    return Assertions(
        "keys",
        (*steps, *issues),
        lambda _, subject: keys(state_of(subject)),
        list_.before,
        list_.after,
        (list_,),
    )


def _issuing(arc: Arc, before: Cells) -> Arc:
    """The insertion that issues the key that is followed from then on."""
    index, _ = arc.answer
    issued = replace(
        arc.after,
        tracked_index=index,
        tracked_birth=before.added,
        tracked_live=TRUE,
        tracked_element=ELEMENT,
    )
    words = "the key that is answered"
    return replace(arc, name=f"issued_by_{arc.name}", words=words, operation="issue", after=issued)


def wrongly_issued(name: str, arc: Arc) -> Iterator[tuple[str, Any]]:
    """The state after a defective insertion, as seen by its key."""
    issued = arc.after
    yield "the key is of any insertion", replace(issued, tracked_birth=PLANTED)
    if name == live_key_resolves.__name__:
        index, _ = arc.answer
        stored = replace(issued, element=Put(issued.element, index, PLANTED))
        yield "any element is stored", stored


OF_KEYS: Final = {
    "live_ids_are_distinct": (
        Plain(
            "the next id is the last one again",
            lambda s: replace(s, next_id=stamp(s.added - 1)),
        ),
    ),
    "live_key_resolves": (
        Plain("a retired key is taken for a live one", lambda s: replace(s, tracked_live=TRUE)),
    ),
    "retired_key_never_resolves": (
        Plain("two insertions are not counted", lambda s: replace(s, added=s.added - 2)),
        Plain(
            "the element that lies there is of the key's own insertion",
            lambda s: replace(s, born=Put(s.born, s.tracked_index, s.tracked_birth)),
            but_after=("clear",),
        ),
    ),
}
"""Defects for the clauses about keys."""
