"""The contract of two containers of a program, which follows from that of one.

Insertions are numbered together: one into either container is one that failed in the other, so that its key finds
nothing there. After a clone, the keys of the original are keys of the clone, too, and mean its elements. From then on
they have a life of their own in each: one may retire a key, and the other not. Keys go with what is exchanged.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Generic, Protocol, TypeVar, runtime_checkable

from .contract import Contract, Outcome
from .family import Family, Role
from .operation import Operation
from .second import since_copied, word_of

__all__ = ["Both", "OfTwo", "Separate", "known_of"]

S = TypeVar("S")

CHANGES: Final = frozenset({Role.GROW, Role.SHRINK, Role.RESET, Role.REPLACE})


@runtime_checkable
class Separate(Contract[S], Protocol[S]):
    """The contract of containers of which a program may have two."""

    def missed(self, state: S, count: int) -> S:
        """The state after so many insertions into the other container; the state before may be changed in place."""

    def equal(self, mine: S, other: S) -> Sequence[bool]:
        """The acceptable answers to the question whether two containers are equal."""


@dataclass
class Both(Generic[S]):
    """What is known of both containers.

    Attributes:
        second: None until something is done to it.
        insertions: so far, into the first, until there is a second.
        copied: as in `stablelist_spec.core.second.Pair`, as far as answers show it.
    """

    first: S
    second: S | None = None
    insertions: int = 0
    copied: int = 0

    def __hash__(self) -> int:
        """As that of each, only good until the next change."""
        return hash((self.first, self.second))

    def __copy__(self) -> Both[S]:
        """An independent copy."""
        return Both(copy(self.first), copy(self.second), self.insertions, self.copied)

    def side(self, on: int) -> Any:  # noqa: ANN401 - a state of either
        """The first container or the second."""
        return self.first if on == 1 else self.second


def known_of(state: Any, on: int) -> Any:  # noqa: ANN401 - as above
    """What is known of one container: of the only one, or of either of both; None if nothing was done to it."""
    return state.side(on) if isinstance(state, Both) else state


@dataclass(frozen=True)
class OfTwo(Generic[S]):
    """The contract of two containers, each with the contract of one."""

    family: Family
    one: Separate[S]

    def initial(self) -> Both[S]:
        """Both are fresh."""
        return Both(self.one.initial())

    def outcomes(self, state: Both[S], operation: Operation) -> Iterator[Outcome[Both[S]]]:
        """Every acceptable outcome of an operation on one of them, or on both."""
        kind = self.family.kinds[operation.name]
        if kind.both or operation.on > 1:
            self.opened(state)
        if kind.both:
            yield from self._concerning_both(state, operation, kind.role)
            return
        for usual in self.one.outcomes(state.side(operation.on), operation):
            changed = kind.role in CHANGES and shows_change(usual.answer)
            after = partial(self._changed, usual=usual, operation=operation, changed=changed)
            labels = (*usual.labels, *since_copied(self, state, operation, changed))
            yield Outcome(usual.answer, after, labels, usual.at_stake)

    def opened(self, state: Both[S]) -> Both[S]:
        """The state, in which the second container is known, too."""
        if state.second is None:
            state.second = self.one.missed(self.one.initial(), state.insertions)
        return state

    def _changed(
        self, both: Both[S], *, usual: Outcome[S], operation: Operation, changed: bool
    ) -> Both[S]:
        """The state after an operation on one of them, of which the other misses the insertions."""
        now, count = usual.after(both.side(operation.on)), self.family.insertions(operation)
        other = both.side(3 - operation.on)
        if count and other is not None:
            other = self.one.missed(other, count)
        both.first, both.second = (now, other) if operation.on == 1 else (other, now)
        both.insertions += count
        both.copied *= not changed
        return both

    def _concerning_both(
        self, state: Both[S], operation: Operation, role: Role
    ) -> Iterator[Outcome[Both[S]]]:
        """The outcomes of a clone, an exchange, or a comparison."""
        on, after = operation.on, {Role.COPY: cloned, Role.EXCHANGE: exchanged, Role.COMPARE: same}
        mine, other = state.side(on), state.side(3 - on)
        answers = self.one.equal(mine, other) if role is Role.COMPARE else (None,)
        for answer in answers:
            label = f"{operation.name}_{word_of(role, state, answer, changed=False)}"
            yield Outcome(answer, partial(after[role], on=on), (label,))


def cloned(both: Both[S], on: int) -> Both[S]:
    """The state in which the other container is a clone."""
    mine = both.side(on)
    both.first, both.second = (mine, copy(mine)) if on == 1 else (copy(mine), mine)
    both.copied = on
    return both


def exchanged(both: Both[S], on: int) -> Both[S]:
    """The state in which each is what the other was."""
    both.first, both.second = both.side(2), both.first
    both.copied = 0
    return both


def same(both: Both[S], on: int) -> Both[S]:
    """The state as it is."""
    return both


def shows_change(answer: object) -> bool:
    """Whether the answer to an operation that may change something shows that it did."""
    return not (isinstance(answer, str) or answer is None or answer is False or answer == ())
