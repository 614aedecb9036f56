"""The life of one container, as its answers show it: elements, insertions, removals, and whether its ids wrapped.

A program that is long enough for ids to wrap proves nothing, because the port may ignore `id_bits`. So ids of a width
*have wrapped* when an answer shows it:

- From level ``layout`` on, an insertion returns a key that was issued before.
- At level ``contract`` keys are not shown. A retired key resolves again, after a whole period and before the end of a
  second one; later it might have an id of more bits. A period is counted in what uses ids up: in insertions if all ids
  come from one counter (StableList), in removals if the container has one generation (arena), otherwise in *turns*, a
  bound on how often any slot was used (slot maps).
- After a `clear` that forgets older keys, these prove nothing.
- A container without ids (slab) has nothing to wrap. Nothing shows whether ids wrap if stale keys are never sent
  (``stale=undefined``), or if no operation says whether it found its key. Then the wrap-around is beyond reach.
- A slot that is not used again after its last id (``wrap=retire``) never wraps, and need not.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, Final

from stablelist_conformance.judging.limits import paced_by, period
from stablelist_conformance.wire.handshake import Handshake
from stablelist_conformance.wire.operations import decode, name_of
from stablelist_spec.core.family import Answer, Family, Meaning, Role
from stablelist_spec.core.operation import Near, Operation
from stablelist_spec.families.documented import FORGETTING

__all__ = ["Life", "notes"]


WITHOUT_LOOPS: Final = 24
"""The most bits of ids that may wrap in a program without loops, if many elements are added and removed at once."""


class Life:
    """The state of the first container, as far as its answers show it; until an operation concerns another one."""

    def __init__(self, port: Handshake, configuration: Any, *, loops: bool = False) -> None:  # noqa: ANN401 - as in `System`
        self.system, self.forgets = port.system, port.documented.forgets
        self.now = self.live = self.insertions = self.removals = 0
        self.space = self.free = self.cascade = self.filled = 0
        self.shown = self.removed_since = 0  # the last space, and the removals since it was shown
        self.slots: dict[str, int] = {}  # how often each was used
        self.indices: set[int] = set()
        self.ids: set[int] = set()
        bits = getattr(configuration, "id_bits", None)
        reached = bits and (loops or bits <= WITHOUT_LOOPS)
        self.period = period(port, configuration) if reached else 0  # 0: too long
        self.paced = paced_by(port.system)
        self.wrapped = False
        self.keys: set[str] = set()  # as they were shown
        self.issued: list[int] = []  # when each insertion was, counted as the period is
        self.retired: set[int] = set()
        self.cleared = self.forgotten = 0  # all insertions before these are retired, or forgotten
        self.turns, self.inserted = 0, False  # and whether anything was inserted in this turn
        self.loops = False  # whether an operation made many of them
        self.most: int | None = getattr(configuration, "most_live", None)
        self.ended = False

    def end(self, _: str, __: str) -> None:
        """Account for nothing that follows, because it may have the elements of another container."""
        self.ended = True

    def grow(self, _: str, answer: str, *, insertions: int, one: bool = False) -> None:
        """Account for the insertion of one element, or of several; not all of them hand out keys."""
        self._issue(insertions)
        if answer.startswith("!"):
            if answer == FULL and one:
                self.filled = max(self.filled, self.now)
            return
        added = amount(answer)
        self.now += added
        self.insertions += added
        self.inserted |= added > 0
        if self.most is not None and self.now > self.most:
            self._lose(self.now - self.most)  # another was evicted
        if self.now > self.live:
            self.live = self.now
        if "." in answer:
            self._use(answer.strip("[]").split(","))

    def _use(self, keys: list[str]) -> None:
        """Note the slots of keys that were shown; one that was shown before has come again."""
        slots = self.slots
        for key in keys:
            index = key.partition(".")[0]
            slots[index] = slots.get(index, 0) + 1
        if self.period:
            known = len(self.keys)
            self.keys.update(keys)
            self.wrapped |= len(self.keys) < known + len(keys)

    def turn(self, _: str, answer: str, *, turns: int) -> None:
        """Account for an element that was inserted and removed many times; the last key is retired."""
        self.grow("", answer, insertions=1)
        if self.period:
            self.retired.add(len(self.issued) - 1)
        if answer.startswith("!"):
            return
        self._lose(1)
        self.insertions += turns - 1
        self.removals += turns - 1
        self.turns += turns - 1
        self.loops = True
        if self.period:
            self.issued[-1] += turns - 1
        if "." in answer:
            self.slots[answer.partition(".")[0]] += turns - 1  # `grow` has noted the last one

    def fill(self, _: str, answer: str, *, count: int) -> None:
        """Account for insertions up to one that is refused."""
        self._issue(count)
        added = abridged_length(answer)
        if added < count:
            self.filled = max(self.filled, self.now + added)
        self.now += added
        self.insertions += added
        self.inserted |= added > 0
        self.live = max(self.live, self.now)

    def thin(self, _: str, answer: str) -> None:
        """Account for many removals, of which nobody knows here whose."""
        self._lose(min(self.now, abridged_length(answer)))

    def resize(self, _: str, answer: str, *, left: Callable[[int], int]) -> None:
        """Account for a change of the length that the answer does not show; what is overwritten is removed."""
        added = left(self.now) - self.now
        if answer == FULL and added == 1:
            self.filled = max(self.filled, self.now)
        if answer.startswith("!"):
            return
        self.insertions += max(0, added)
        self.inserted |= added > 0
        most = self.now + added if self.most is None else min(self.now + added, self.most)
        self.live = max(self.live, most)
        self._lose(self.now + max(0, added) - most)
        self.now = most

    def count(self, _: str, answer: str) -> None:
        """Account for a change whose answer is how many elements there are then."""
        if answer.isdecimal():
            added = int(answer) - self.now
            self.insertions += max(0, added)
            self.inserted |= added > 0
            self._lose(max(0, -added))
            self.now = int(answer)
            self.live = max(self.live, self.now)

    def displace(self, word: str, answer: str, *, by_key: bool) -> None:
        """Account for an insertion at an index, whose answer is the element that was there.

        After one at the slot of a key, retired keys may be live again, which says nothing about wrap-around.
        """
        if by_key:
            self.period = 0
        if not answer.startswith("!"):
            self._lose(amount(answer))
            answer = "ok"
        self.grow(word, answer, insertions=1)

    def shrink(self, word: str, answer: str, *, key: int | None, pair: bool) -> None:
        """Account for a removal, or several, perhaps by a forged key."""
        done = not answer.startswith("!")
        if key is not None:
            self.asked(word, answer, key=key)
            if done and key >= self.forgotten:
                self.retired.add(key)
        self._lose(amount(answer, pair=pair) if done else 0)
        if "~" in word:
            self.forged(word)

    def sweep(self, _: str, answer: str, *, modulus: int, residue: int) -> None:
        """Account for an iteration that removes all elements that do not leave a remainder; it answers all of them."""
        if answer.startswith("!"):
            return
        names = (int(item.partition("/")[0]) for item in answer.strip("[]").split(",") if item)
        self._lose(sum(name % modulus != residue for name in names))

    def reset(self, word: str, answer: str) -> None:
        """Account for the removal of everything."""
        if answer.startswith("!"):
            return
        if self.forgets and word == FORGETTING:
            self.forgotten = len(self.issued)
            self.retired.clear()
        self.cleared = len(self.issued)
        self._lose(self.now)
        self.shown = 0

    def asked(self, _: str, answer: str, *, key: int) -> None:
        """Account for a question about an issued key, which may have been retired."""
        if answer in NOT_FOUND or answer.startswith("!") or not self.period:
            return
        if key in self.retired or self.forgotten <= key < self.cleared:
            since = getattr(self, self.paced) - self.issued[key]
            self.wrapped |= self.period <= since < 2 * self.period

    def _issue(self, insertions: int) -> None:
        """Number the insertions of an operation, also those that are refused, and note when they happened."""
        if self.period:
            first, each = getattr(self, self.paced), self.paced == "insertions"
            self.issued += [first + each * number for number in range(insertions)]

    def _lose(self, removed: int) -> None:
        """Account for elements that are gone."""
        self.now -= removed
        self.removals += removed
        self.removed_since += removed
        if removed and self.inserted:
            self.turns, self.inserted = self.turns + 1, False

    def show(self, word: str, answer: str) -> None:
        """Account for a view of the inside."""
        layout = next(iter(self.system.shown))
        extent = self.system.extent(answer) if word == layout else None
        if extent is None:
            return
        before, (space, free) = self.shown, extent
        self.free = max(self.free, free)
        if self.removed_since == 1 and before > space > 0:
            self.cascade = max(self.cascade, (before // space).bit_length() - 1)
        self.space, self.shown = max(self.space, space), space
        self.removed_since = 0

    def forged(self, word: str, _: str = "") -> None:
        """Account for a forged key."""
        operation = decode(word, self.system.family)
        for key in self.system.family.keys_of(operation):
            if isinstance(key, Near):
                for far, powers in ((key.index, self.indices), (key.id, self.ids)):
                    if abs(far).bit_count() == 1:
                        powers.add(abs(far).bit_length() - 1)


Note = Callable[[Life, str, str], None]
MOST_NOTED: Final = 1 << 17
NOT_FOUND: Final = frozenset({"none", "no", "ok"})
"""Answers that do not say that a key was found; ``ok`` is that of a silent removal."""
LENGTHS: Final = {Meaning.VALUE, Meaning.COUNT, Meaning.LENGTH}
"""Operands of operations that need not answer how many elements they add or remove."""
FULL: Final = "!full"
"""The answer to an insertion into a full container."""


class Notes(dict[str, Note | None]):
    """How to account for each word, cached: a few thousand words occur millions of times."""

    def __init__(self, family: Family) -> None:
        super().__init__()
        self.family = family

    def __missing__(self, word: str) -> Note | None:
        if len(self) == MOST_NOTED:
            self.clear()
        note = self[word] = note_of(word, self.family)
        return note


def note_of(word: str, family: Family) -> Note | None:
    """How to account for an operation. Those that change nothing count only if they are about a key."""
    operation, kind = decode(word, family), family.kinds[name_of(word)]
    if kind.both or (operation.on > 1 and kind.inserts):  # the first has no such number
        return Life.end
    if operation.on > 1:
        return None
    return loop_note(operation) if kind.loops else note_on(word, family, operation)


def note_on(word: str, family: Family, operation: Operation) -> Note | None:
    """The same for an operation on the first container."""
    kind = family.kinds[operation.name]
    operands = word.partition(":")[2]
    first = operands.partition(":")[0]
    key = int(first) if kind.finds_one and first.isdigit() else None
    if kind.answer is Answer.DONE and {each.meaning for each in kind.operands} & LENGTHS:
        return partial(Life.resize, left=lambda length: kind.left(length, operation))
    if kind.answer is Answer.NUMBER and not kind.asks:
        return Life.count
    match kind.role:
        case Role.GROW:
            if kind.displaces:
                return partial(Life.displace, by_key=bool(kind.keys))
            insertions = family.insertions(operation)
            one = insertions == 1 or not kind.inserts
            return partial(Life.grow, insertions=insertions, one=one)
        case Role.SHRINK:
            if kind.iterates:
                return partial(Life.sweep, **operation.operands)
            return partial(Life.shrink, key=key, pair=len(kind.keys) == 2)
        case Role.RESET:
            return Life.reset
        case Role.SHOW:
            return Life.show
    if "~" in word:
        return Life.forged
    return None if key is None else partial(Life.asked, key=key)


def loop_note(operation: Operation) -> Note:
    """How to account for an operation that repeats others."""
    count: int = operation["count"]
    match operation.name:
        case "cycle":
            return partial(Life.turn, turns=count)
        case "fill":
            return partial(Life.fill, count=count)
    return Life.thin


@lru_cache(maxsize=16)
def notes(family: Family) -> Notes:
    """How to account for the words of a family."""
    return Notes(family)


def abridged_length(answer: str) -> int:
    """The length of a list of which only that and both ends are shown; 0 for a refusal.

    >>> abridged_length("3/ok/ok/1797345422"), abridged_length("0"), abridged_length("!full")
    (3, 0, 0)
    """
    length = answer.partition("/")[0]
    return int(length) if length.isdigit() else 0


NONE: Final = frozenset({"none", "no", "[]"})


def amount(answer: str, *, pair: bool = False) -> int:
    """How many elements were inserted or removed, according to the answer; with *pair*, it is about two keys."""
    if answer in NONE:
        return 0
    if answer.startswith("["):
        return answer.count(",") + 1
    return sum(part != "none" for part in answer.split("/")) if pair else 1
