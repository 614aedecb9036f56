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
        keeps: whether an insertion at the slot of a key makes this key live again, instead of issuing another one.
        placed: the last insertion of ``put``, by index.
        successors: for a retired key, the one that was issued at its slot, where that is known.
        names: for an insertion that made a key live again, the insertion that issued this key.
        reopened: for a retired key, the keys of its slot, as far as anybody knows, that were issued earlier and live
            again; each with whether both may be equal. The ids that came after such a key come once more.
        restored: the keys that were restored, which the order of `live` does not show.
        forgotten: insertions up to the last time that older keys became worthless.
    """

    stamps: Stamps
    room: Room
    live: dict[KeyName, int] = field(default_factory=dict)
    lives: list[Life | None] = field(default_factory=list)
    seen: dict[KeyName, tuple[int, tuple[Meaning, ...]]] = field(default_factory=dict)
    keeps: bool = False
    placed: dict[int, int] = field(default_factory=dict)
    successors: dict[int, int] = field(default_factory=dict)
    names: dict[int, int] = field(default_factory=dict)
    reopened: dict[int, dict[int, bool]] = field(default_factory=dict)
    restored: set[int] = field(default_factory=set)
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
            successors={**self.successors},
            names={**self.names},
            restored={*self.restored},
            reopened={name: {**others} for name, others in self.reopened.items()},
        )

    def standing(self, name: KeyName) -> Standing:
        """What is known of a key: it may mean anything that its stamp and the observations allow."""
        name = self.issued_by(name)
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

    def issued_by(self, name: KeyName) -> KeyName:
        """A key, by the insertion that issued it: a later one may have made it live again."""
        if isinstance(name, Near):
            return name._replace(number=self.names.get(name.number, name.number))
        return self.names.get(name, name) if isinstance(name, int) else name

    def failed(self, name: KeyName) -> bool:
        """Whether the insertion that should have issued a key failed."""
        name = self.issued_by(name)
        number = name.number if isinstance(name, Near) else name
        return isinstance(number, int) and self.lives[number] is None

    def beside(self, name: KeyName) -> tuple[Meaning, ...]:
        """The live keys that may be at the index of a key: that key, if it is live; else one that was issued since."""
        name = self.issued_by(name)
        if isinstance(name, Key):
            return (None, *self.live) if may_coincide(name) else (None,)
        number, distance = (name.number, name.index) if isinstance(name, Near) else (name, 0)
        if self.failed(number):
            return (None,)
        if distance:
            return (None, *[n for n in self.live if n != number])
        last = self._last_at_slot(number)
        return (last,) if last in self.live else (None, *self._issued(self._retirement(last)))

    def _last_at_slot(self, number: int) -> int:
        """The last key that is known to have been issued at the slot of a key."""
        while number in self.successors:
            number = self.successors[number]
        return number

    def _retirement(self, number: int) -> int:
        """The insertions before a key was retired."""
        life = self.lives[number]
        assert life is not None
        return life.retired

    def _vain(self, name: Near) -> bool:
        """Whether nothing is near a key: its insertion failed, or its place holds an element of another id."""
        return self.failed(name) or (name.index == 0 and name.number in self.live)

    def _life(self, name: KeyName) -> Life | None:
        """When a key was issued and retired, if at all."""
        return self.lives[name] if isinstance(name, int) else None

    def _may_equal(self, name: KeyName, life: Life | None, since: int) -> Iterable[KeyName]:
        """The live keys, issued since, to which a key may be equal; most keys need no look at any of them."""
        if life is None:
            return self._near(name, self._issued(since))
        if life.insertions < self.forgotten:
            return self._issued(since)
        equal = self._repeated(name, since) if name in self.reopened else []
        equal += [n for n in self.restored if n in self.live and self._are_alike(life, n)]
        if self.stamps.may_recur(life, Life(self.insertions - 1, self.removals)):
            issued = self._issued(since).items()
            equal += [n for n, other in issued if self.stamps.may_revive(life, other)]
        return dict.fromkeys(equal)

    def _are_alike(self, life: Life, restored: int) -> bool:
        """Whether a key may be equal to a restored one, which may have been issued earlier or later."""
        other = self.lives[restored]
        assert other is not None
        return self.stamps.may_revive(life, other) or self.stamps.may_revive(other, life)

    def _repeated(self, name: KeyName, since: int) -> list[KeyName]:
        """The live keys to which a key may be equal because its slot got an older id back."""
        assert isinstance(name, int)
        equal: list[KeyName] = []
        for older, alike in self.reopened[name].items():
            if older not in self.live:
                equal += self._issued(max(since, self._retirement(older)))
            elif alike:
                equal.append(older)
        return equal

    def _near(self, name: KeyName, issued: Iterable[KeyName]) -> list[KeyName]:
        """Those of some live keys to which a key that was never issued may be equal."""
        if isinstance(name, Near):
            return [other for other in issued if other != name.number]
        return [*issued] if isinstance(name, Key) and may_coincide(name) else []

    def _issued(self, since: int) -> dict[KeyName, Life]:
        """The live keys that were issued since, or restored at any time, the oldest first, as in `live`."""
        found: list[tuple[KeyName, Life]] = []
        for name in reversed(self.live):
            life = self._life(name)
            if life is None or (life.insertions < since and name not in self.restored):
                break
            found.append((name, life))
        return dict(reversed(found))

    def refusals(self, additional: int, insertions: int = 0, *, live: int = 0) -> tuple[bool, ...]:
        """Whether so many more are refused because there is no room: yes, no, or either.

        Perhaps after more *insertions*, of whose elements some are still *live*.
        """
        return self.room.refusals(
            len(self.live) + live, self.insertions + max(insertions, live), additional
        )

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
                self.retire(name)
        return self

    def displaced(self, place: int) -> tuple[Meaning, ...]:
        """The elements that an insertion at an index may displace; positions of other insertions are unknown."""
        elsewhere = {self._last_at_slot(n) for at, n in self.placed.items() if at != place}
        known = self.beside(self.placed[place]) if place in self.placed else (None, *self.live)
        return tuple(each for each in known if each not in elsewhere)

    def put(self, place: int, displaced: Meaning) -> Pool:
        """Insert at an index."""
        self.placed[place] = len(self.lives)
        return self._put(displaced)

    def insert_at(self, name: KeyName, displaced: Meaning) -> Pool:
        """Insert at the slot of a key."""
        name = self.issued_by(name)
        if not isinstance(name, int):
            return (self.forget() if self.keeps else self)._put(displaced)
        if self.keeps:
            return self._bring_back(name, displaced)
        self.successors[self._last_at_slot(name)] = len(self.lives)
        return self._put(displaced)

    def _put(self, displaced: Meaning) -> Pool:
        """Insert in the place of an element, if there is one."""
        number = len(self.lives)
        if displaced is not None:
            self.retire(displaced, number)
        return self.change({number: number}, {})

    def _bring_back(self, name: int, displaced: Meaning) -> Pool:
        """Insert under a key that was issued before: it is live again, in the place of an element."""
        number = len(self.lives)
        self.names[number] = name
        self.lives.append(None)
        if name in self.live:
            self.removals += 1  # of its old element, which may use up an id
        else:
            self._revive(name, displaced)
        self.live[name] = number
        self.insertions += 1
        return self

    def _revive(self, name: int, displaced: Meaning) -> None:
        """Make a key live again; keys of its slot that were issued since may be issued once more."""
        last, life = self._last_at_slot(name), self.lives[name]
        assert life is not None
        if displaced is not None:
            self.retire(displaced, name)
        self.successors[last] = name
        for known in (self.seen, self.successors):
            known.pop(name, None)
        for number, other in enumerate(self.lives):
            if other and other.insertions >= life.retired and number not in {name, *self.live}:
                alike = name in self.reopened or self.stamps.may_revive(life, other)
                if alike or self.stamps.rewinds:
                    self.reopened.setdefault(number, {})[name] = alike
        self.lives[name] = life._replace(insertions=self.insertions, retired=-1)

    def restore(self, name: KeyName, element: int) -> Pool:
        """Make a retired key live again, as the same insertion's."""
        assert isinstance(name, int), "what was never issued is not retired"
        life = self.lives[name]
        assert life is not None
        self.lives[name] = life._replace(retired=-1)
        self.seen.pop(name, None)
        self.restored.add(name)
        self.live[name] = element
        return self

    def cycle(self, turns: int, *, fails: bool = False) -> Pool:
        """Insert and remove, so many times; the last key has a name, unless another turn failed."""
        self.insertions += turns
        self.removals += turns
        last = Life(self.insertions - 1, self.removals - 1, self.insertions)
        self.lives.append(None if fails else last)
        return self

    def forget(self) -> Pool:
        """Older keys are worthless from now on."""
        self.forgotten = self.insertions
        return self

    def _issue(self, *, succeeded: bool) -> None:
        """Record the time of an insertion."""
        self.lives.append(Life(self.insertions, self.removals) if succeeded else None)
        self.insertions += succeeded

    def retire(self, retired: KeyName, successor: int | None = None) -> None:
        """Remove an element, and record when its key was retired; keys that meant it now mean nothing."""
        life = self._life(retired)
        assert isinstance(retired, int)
        assert life is not None
        self.lives[retired] = life._replace(retired=self.insertions)
        self.removals += 1
        del self.live[retired]
        if successor is not None:
            self.successors[retired] = successor
        for name, (since, meanings) in self.seen.items():
            if retired in meanings:
                others = [other for other in meanings if other not in {None, retired}]
                nothing_since = since if None in meanings else self.insertions
                self.seen[name] = (nothing_since, (None, *others))
