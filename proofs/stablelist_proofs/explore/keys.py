"""Numbers for the knowledge about a followed key: its position, whether it is retired, and how ids compare to its own.

Its id is renamed to 0, every other id to 1 (`stablelist_spec.parts.tracked_key`). Number 0 means that no key is
followed. The effects of operations on a key are looked up in tables.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

import numpy as np

from .scope import Keep, Scope
from .vacancies import Flags, Ints

__all__ = ["FollowedKey", "Keys"]


@dataclass(frozen=True)
class FollowedKey:
    """The knowledge about the followed key.

    Attributes:
        position: where it was issued.
        retired: whether its element is gone.
        borne: whether the live cell at its position has its id.
        namesake: whether another live element got its id before ids started over, which must never happen.
        since: insertions since it was issued, up to the number of ids there are.
        next_id: the id that the next insertion will issue.
    """

    position: int
    retired: bool = False
    borne: bool = True
    namesake: bool = False
    since: int = 0
    next_id: int = 1


class Keys:
    """All knowledge about a followed key, numbered; `count` is 1 if no key is ever followed."""

    def __init__(self, scope: Scope) -> None:
        self.period = None if scope.id_bits is None else 1 << scope.id_bits
        self.followed = scope.keep is Keep.KEY
        self._known: list[FollowedKey | None] = [None]
        if self.followed:
            self._known += self._all(scope.positions)
        self._numbers = {known: number for number, known in enumerate(self._known)}
        self.count = len(self._known)

    def _all(self, positions: int) -> list[FollowedKey]:
        period, both = self.period, (False, True)
        sinces = range(1) if period is None else range(period + 1)
        next_ids = range(1, 2) if period is None else range(period)
        fields = product(range(positions), both, both, both, sinces, next_ids)
        return [FollowedKey(*values) for values in fields]

    def known(self, number: int) -> FollowedKey | None:
        """The knowledge that a number represents."""
        return self._known[number]

    def number(self, known: FollowedKey | None) -> int:
        """The number that represents some knowledge."""
        return self._numbers[known]

    # --- What happens to a key ----------------------------------------------------------------------

    @cached_property
    def positions(self) -> Ints:
        """The position of the followed key, by number; -1 if there is none."""
        return self._table(lambda key: key.position, -1)

    def after_insertion(self, numbers: Ints, positions: Ints) -> Ints:
        """The numbers after an insertion at *positions*."""
        here = self.positions[numbers] == positions
        return np.where(here, self._inserted_here[numbers], self._inserted_elsewhere[numbers])

    def after_following(self, positions: Ints) -> Ints:
        """The number after an insertion whose key is followed from now on."""
        return self._fresh[positions]

    def after_removal(self, numbers: Ints, position: int) -> Ints:
        """The numbers after a removal at a position."""
        return np.where(self.positions[numbers] == position, self._retired[numbers], numbers)

    def after_clear(self, numbers: Ints) -> Ints:
        """The numbers after every element was removed."""
        return self._retired[numbers]

    @cached_property
    def _fresh(self) -> Ints:
        positions = range(1 + int(self.positions.max()))
        return np.array([self.number(FollowedKey(position)) for position in positions])

    @cached_property
    def _inserted_here(self) -> Ints:
        return self._numbered(
            lambda key: replace(self._issued(key), borne=key.next_id == 0, namesake=key.namesake)
        )

    @cached_property
    def _inserted_elsewhere(self) -> Ints:
        def elsewhere(key: FollowedKey) -> FollowedKey:
            after = self._issued(key)
            early = key.next_id == 0 and after.since != self.period
            return replace(after, namesake=key.namesake or early)

        return self._numbered(elsewhere)

    @cached_property
    def _retired(self) -> Ints:
        return self._numbered(lambda key: replace(key, retired=True, borne=False))

    def _issued(self, key: FollowedKey) -> FollowedKey:
        """The knowledge after one more id was issued."""
        if self.period is None:
            return key
        return replace(
            key, since=min(key.since + 1, self.period), next_id=(key.next_id + 1) % self.period
        )

    # --- What is asked of a key -----------------------------------------------------------------------

    @cached_property
    def retired(self) -> Flags:
        """Whether the key is retired, by number."""
        return self._table(lambda key: key.retired, 0).astype(np.bool_)

    @cached_property
    def borne(self) -> Flags:
        """Whether the key's position has a live cell with its id, by number."""
        return self._table(lambda key: key.borne, 0).astype(np.bool_)

    @cached_property
    def namesake(self) -> Flags:
        """Whether another element got its id too early, by number."""
        return self._table(lambda key: key.namesake, 0).astype(np.bool_)

    @cached_property
    def wrapped(self) -> Flags:
        """Whether the id was issued again, by number."""
        return self._table(lambda key: key.since == self.period, 0).astype(np.bool_)

    @cached_property
    def about_to_wrap(self) -> Flags:
        """Whether the next insertion issues the last of the ids, by number."""
        last = None if self.period is None else self.period - 1
        return self._table(lambda key: key.next_id == last, 0).astype(np.bool_)

    def _table(self, value: Callable[[FollowedKey], int], of_none: int) -> Ints:
        values = [of_none if key is None else value(key) for key in self._known]
        return np.array(values, np.int64)

    def _numbered(self, change: Callable[[FollowedKey], FollowedKey]) -> Ints:
        return self._table(lambda key: self.number(change(key)), 0)
