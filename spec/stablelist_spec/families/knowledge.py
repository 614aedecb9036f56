"""What the user of a pool knows: which elements are live, and what each key may mean.

Indices and ids are not observable, so a key is named by the insertion that issued it. A retired key never resolves,
unless its stamp repeats (`stablelist_spec.families.stamps`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import KeyName, Near

from .effect import Changes
from .stamps import Life, Stamps

__all__ = [
    "LIVE",
    "REFINEMENT",
    "RETIRED",
    "Meaning",
    "Meant",
    "Pool",
    "Room",
    "Standing",
    "may_coincide",
]

LIVE: Final = "live_key_resolves"
RETIRED: Final = "retired_key_never_resolves"
REFINEMENT: Final = "every_step_refines_the_contract"


class Room(NamedTuple):
    """The number of elements that a container promises to hold; a growing one has no limit."""

    capacity: int | None = None
    """The number of elements, if it is fixed."""
    versions: int | None = None
    """The number of insertions that use up a slot, if used-up slots are retired."""
    indices: int | None = None
    """The number of elements that its keys can distinguish, or that its user allows."""

    def refusals(self, live: int, insertions: int, additional: int) -> tuple[bool, ...]:
        """Whether so many more are refused: yes, no, or either."""
        if self.indices is not None and live + additional > max(live, self.indices):
            return (True,)
        if self.capacity is None or additional == 0:
            return (False,)
        before_the_last = additional - 1
        used_up = (insertions + before_the_last) // self.versions if self.versions else 0
        return (False, True) if live + before_the_last + used_up >= self.capacity else (False,)


def may_coincide(forged: Key) -> bool:
    """Whether a container may have issued such a key: indices and ids are not observable at contract level.

    No program reaches an index of more than 32 bits.
    """
    return 0 <= forged.index < 1 << 32


Meaning = KeyName | None
"""The live key that a key is equal to; None if there is none."""


class Standing(NamedTuple):
    """What is known of a key: its possible meanings, the word for this in labels, and the property at stake."""

    meanings: tuple[Meaning, ...]
    kind: str
    at_stake: str


Meant = Mapping[KeyName, tuple[Meaning, ...]]
"""The observed meanings of keys."""


@dataclass
class Pool:
    """A pool as its user knows it. Keys are opaque: they are named by the insertions that issued them.

    A retired key that resolves is equal to the key of the element that it resolves to, and no two live keys are equal.
    So an observed meaning stays valid as long as that element is live; afterwards the key means nothing. A key that
    means nothing, such as one that was just retired, can only get an element that is inserted later as its meaning
    (R8). The same holds for a forged key.

    Attributes:
        lives: the time of each insertion; None for a failed one.
        seen: the observed meanings of keys, with the number of insertions at that time.
        placed: the last insertion of ``put``, by index.
        forgotten: insertions up to the last time that older keys became worthless.
    """

    stamps: Stamps
    room: Room
    live: dict[KeyName, int] = field(default_factory=dict)
    lives: list[Life | None] = field(default_factory=list)
    seen: dict[KeyName, tuple[int, tuple[Meaning, ...]]] = field(default_factory=dict)
    placed: dict[int, KeyName] = field(default_factory=dict)
    insertions: int = 0
    removals: int = 0
    forgotten: int = 0

    def __hash__(self) -> int:
        """Of what is live. It is only good until the next change."""
        return hash((self.removals, sum(map(hash, self.live)), sum(self.live.values())))

    def __copy__(self) -> Pool:
        """An independent copy."""
        return replace(
            self,
            live={**self.live},
            lives=[*self.lives],
            seen={**self.seen},
            placed={**self.placed},
        )

    def standing(self, name: KeyName) -> Standing:
        """What is known of a key: it may mean anything that its stamp and the observations allow."""
        if name in self.live:
            return Standing((name,), "live", LIVE)
        if isinstance(name, Near) and self._vain(name):
            return Standing((None,), "forged", REFINEMENT)
        life = self._life(name)
        since, meanings = self.seen.get(name) or (life.retired if life else 0, (None,))
        if None in meanings:
            equal = self._may_equal(name, life, since)
            meanings = (*meanings, *[other for other in equal if other not in meanings])
        closed = meanings == (None,)
        kind = "forged" if isinstance(name, Key | Near) else "stale" if closed else "stale_open"
        return Standing(meanings, kind, RETIRED if life and closed else REFINEMENT)

    def beside(self, name: KeyName) -> tuple[Meaning, ...]:
        """The live keys that may be at the index of a key: the key itself if it is live, otherwise any."""
        if isinstance(name, Key):
            return (None, *self.live) if may_coincide(name) else (None,)
        number, distance = (name.number, name.index) if isinstance(name, Near) else (name, 0)
        if self.lives[number] is None:
            return (None,)
        if number not in self.live:
            return (None, *self.live)
        return (None, *[n for n in self.live if n != number]) if distance else (number,)

    def _vain(self, name: Near) -> bool:
        """Whether nothing is near a key: its insertion failed, or its place holds an element of another id."""
        return self.lives[name.number] is None or (name.index == 0 and name.number in self.live)

    def _life(self, name: KeyName) -> Life | None:
        """When a key was issued and retired, if at all."""
        return self.lives[name] if isinstance(name, int) else None

    def _may_equal(self, name: KeyName, life: Life | None, since: int) -> list[KeyName]:
        """The live keys, issued since, to which a key may be equal; most keys need no look at any of them."""
        if life is None:
            return self._near(name, self._issued(since))
        if life.insertions < self.forgotten:
            return [*self._issued(since)]
        if not self.stamps.may_recur(life, Life(self.insertions - 1, self.removals)):
            return []
        return [
            n for n, other in self._issued(since).items() if self.stamps.may_revive(life, other)
        ]

    def _near(self, name: KeyName, issued: Iterable[KeyName]) -> list[KeyName]:
        """Those of some live keys to which a key that was never issued may be equal."""
        if isinstance(name, Near):
            return [other for other in issued if other != name.number]
        return [*issued] if isinstance(name, Key) and may_coincide(name) else []

    def _issued(self, since: int) -> dict[KeyName, Life]:
        """The live keys that were issued since, the oldest first, as in `live`."""
        found: list[tuple[KeyName, Life]] = []
        for name in reversed(self.live):
            life = self._life(name)
            if life is None or life.insertions < since:
                break
            found.append((name, life))
        return dict(reversed(found))

    def refusals(self, additional: int) -> tuple[bool, ...]:
        """Whether so many more are refused because there is no room: yes, no, or either."""
        return self.room.refusals(len(self.live), self.insertions, additional)

    def change(self, changes: Changes[KeyName], meant: Meant) -> Pool:
        """Apply an effect, together with the meanings of keys that it shows."""
        for name, meanings in meant.items():
            self.seen[name] = (self.insertions, meanings)
        for name, element in changes.items():
            if name == len(self.lives):
                self._issue(succeeded=element is not None)
            if element is not None:
                self.live[name] = element
            elif name in self.live:
                self._retire(name)
        return self

    def displaced(self, place: int) -> tuple[Meaning, ...]:
        """The elements that an insertion at an index may displace; positions of other insertions are unknown."""
        known = self.placed.get(place)
        if known in self.live:
            return (known,)
        elsewhere = {*self.placed.values()}
        return (None, *[name for name in self.live if name not in elsewhere])

    def put(self, place: int, displaced: Meaning) -> Pool:
        """Insert at an index."""
        if displaced is not None:
            self._retire(displaced)
        number = self.placed[place] = len(self.lives)
        return self.change({number: number}, {})

    def forget(self) -> Pool:
        """Older keys are worthless from now on."""
        self.forgotten = self.insertions
        return self

    def _issue(self, *, succeeded: bool) -> None:
        """Record the time of an insertion."""
        self.lives.append(Life(self.insertions, self.removals) if succeeded else None)
        self.insertions += succeeded

    def _retire(self, retired: KeyName) -> None:
        """Remove an element, and record when its key was retired; keys that meant it now mean nothing."""
        life = self._life(retired)
        assert isinstance(retired, int)
        assert life is not None
        self.lives[retired] = life._replace(retired=self.insertions)
        self.removals += 1
        del self.live[retired]
        for name, (since, meanings) in self.seen.items():
            if retired in meanings:
                others = [other for other in meanings if other not in {None, retired}]
                nothing_since = since if None in meanings else self.insertions
                self.seen[name] = (nothing_since, (None, *others))
