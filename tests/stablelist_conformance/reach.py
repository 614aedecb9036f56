"""Reach: how far a run went. Labels say which transitions were met, reach how large, how long and how distant.

It is measured only from programs and their answers, which were judged right, so it works for any port.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from typing import Any, Final

from stablelist_spec.core.family import Family, Role
from stablelist_spec.core.operation import Near
from stablelist_spec.core.system import System

from .handshake import Handshake
from .protocol import Program, decode
from .widths import Widths

__all__ = ["Reach", "beyond", "counts_insertions", "period", "unreached", "within_reach"]

AT_ONCE: Final = 16
"""The most bits of ids that wrap, and of indices that are used up, if one operation uses up many of them."""
ONE_BY_ONE: Final = 13
"""The most bits of indices that are used up if every insertion is an operation of its own."""
MOST_TURNS: Final = 1 << 12
"""How often a program can use a slot again. Each time takes an insertion and a removal."""


@dataclass
class Reach:
    """How far a run went.

    Attributes:
        live: the largest population.
        space: the largest element space that was shown.
        free: the longest free list that was shown.
        cascade: the most halvings of the space by one removal.
        insertions, removals: the most in one program.
        in_process: the most insertions and removals in one process of the port.
        programs: the most programs that one process answered.
        words: the length of the longest program.
        reuses: the most reuses of one slot, as far as keys are shown.
        indices, ids: distances of forged keys from issued ones, as powers of two.
        widths: the widths of ids and of indices.
        lengths: the smallest and the largest value of each number in a configuration.
        wrapped: the widths of which all ids were issued.
        used_up: the widths of which all indices were issued.
        filled: the largest number of elements at which an insertion was refused.
    """

    live: int = 0
    space: int = 0
    free: int = 0
    cascade: int = 0
    insertions: int = 0
    removals: int = 0
    in_process: int = 0
    programs: int = 0
    words: int = 0
    reuses: int = 0
    filled: int = 0
    indices: set[int] = field(default_factory=set)
    ids: set[int] = field(default_factory=set)
    widths: dict[str, set[int | None]] = field(default_factory=dict)
    lengths: dict[str, tuple[int, int]] = field(default_factory=dict)
    wrapped: set[int] = field(default_factory=set)
    used_up: set[int] = field(default_factory=set)

    def follow(self, program: Program, line: str, system: System) -> None:
        """Account for a program and its answers, in a process that answers more of them."""
        life, noted = _Life(system), notes(system.family)
        for word, answer in zip(program.words, line.split(" "), strict=False):
            note = noted[word]
            if note is not None:
                note(life, word, answer)
        self.words = max(self.words, len(program.words))
        for name in ("live", "space", "free", "cascade", "insertions", "removals", "filled"):
            setattr(self, name, max(getattr(self, name), getattr(life, name)))
        self.reuses = max(self.reuses, max(life.slots.values(), default=1) - 1)
        self.in_process += life.insertions + life.removals
        self.programs += 1
        self.indices |= life.indices
        self.ids |= life.ids
        self._configured(program.parameters, system, life)

    def _configured(self, configuration: Any, system: System, life: _Life) -> None:  # noqa: ANN401 - as in `System`
        """Account for the configuration of a container."""
        for name in system.chosen:
            value = getattr(configuration, name)
            if name in BITS:
                self.widths.setdefault(name, set()).add(value)
            elif isinstance(value, int):
                least, most = self.lengths.get(name, (value, value))
                self.lengths[name] = min(least, value), max(most, value)
        ids, indices = (getattr(configuration, name, None) for name in BITS)
        in_turn = life.insertions if counts_insertions(system) else life.in_a_slot
        if ids is not None and in_turn > period(system, configuration):
            self.wrapped.add(ids)
        if indices is not None and life.filled >= 1 << indices:
            self.used_up.add(indices)

    def repeat(self, other: Reach) -> None:
        """Account for a program that this process answered before, in the same way."""
        self.in_process += other.in_process
        self.programs += other.programs

    def merge(self, other: Reach) -> None:
        """Merge with another reach."""
        for each in fields(self):
            mine, theirs = getattr(self, each.name), getattr(other, each.name)
            if isinstance(mine, int):
                setattr(self, each.name, max(mine, theirs))
            elif isinstance(mine, set):
                mine |= theirs
        for name, widths in other.widths.items():
            self.widths.setdefault(name, set()).update(widths)
        for name, (least, most) in other.lengths.items():
            low, high = self.lengths.get(name, (least, most))
            self.lengths[name] = min(low, least), max(high, most)


BITS: Final = ("id_bits", "index_bits")


class _Life:
    """The state of one container, as far as its answers show it."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.now = self.live = self.insertions = self.removals = 0
        self.space = self.free = self.cascade = self.filled = 0
        self.in_a_slot = 0  # so many insertions went to one slot: there were too many for those that were needed so far
        self.shown, self.removed_since = (
            0,
            0,
        )  # the space that was shown last, and the removals since then
        self.slots: Counter[str] = Counter()
        self.indices: set[int] = set()
        self.ids: set[int] = set()

    def grow(self, word: str, answer: str) -> None:
        """Account for an insertion, or several."""
        if answer.startswith("!"):
            if answer == "!full" and word in ONE_MORE:
                self.filled = max(self.filled, self.now)
            return
        added = amount(answer)
        self.now += added
        self.insertions += added
        if self.now > self.live:
            self.live = self.now
        if self.live:
            self.in_a_slot = max(self.in_a_slot, self.insertions // self.live)
        if "." in answer:
            for key in answer.strip("[]").split(","):
                self.slots[key.partition(".")[0]] += 1

    def shrink(self, word: str, answer: str) -> None:
        """Account for a removal, or several, perhaps by a forged key."""
        removed = 0 if answer.startswith("!") else amount(answer)
        self.now -= removed
        self.removals += removed
        self.removed_since += removed
        if "~" in word:
            self.forged(word)

    def reset(self, _: str, answer: str) -> None:
        """Account for the removal of everything."""
        if not answer.startswith("!"):
            self.removals += self.now
            self.now = self.shown = 0

    def show(self, word: str, answer: str) -> None:
        """Account for a view of the inside."""
        extent = self.system.extent(answer) if word == "layout" else None
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
        for key in (operation.key, operation.other):
            if isinstance(key, Near):
                for far, powers in ((key.index, self.indices), (key.id, self.ids)):
                    if abs(far).bit_count() == 1:
                        powers.add(abs(far).bit_length() - 1)


Note = Callable[[_Life, str, str], None]
NOTES: Final[dict[Role, Note]] = {
    Role.GROW: _Life.grow,
    Role.SHRINK: _Life.shrink,
    Role.RESET: _Life.reset,
    Role.SHOW: _Life.show,
}
"""How to account for an operation. The others change nothing, and only their forged keys count."""
MOST_NOTED: Final = 1 << 17


class _Notes(dict[str, Note | None]):
    """How to account for each word, cached: a few thousand words occur millions of times."""

    def __init__(self, family: Family) -> None:
        super().__init__()
        self.family = family

    def __missing__(self, word: str) -> Note | None:
        if len(self) == MOST_NOTED:
            self.clear()
        role = self.family.kinds[word.partition(":")[0]].role
        note = self[word] = NOTES.get(role, _Life.forged if "~" in word else None)
        return note


@lru_cache(maxsize=16)
def notes(family: Family) -> _Notes:
    """How to account for the words of a family."""
    return _Notes(family)


ONE_MORE: Final = frozenset({"add", "insert_with", "extend:1"})
"""Insertions of one element."""
NONE: Final = frozenset({"none", "no", "[]"})


def amount(answer: str) -> int:
    """How many elements were inserted or removed, according to the answer."""
    if answer in NONE:
        return 0
    if "/" in answer:
        return sum(part != "none" for part in answer.split("/"))
    return answer.count(",") + 1 if answer.startswith("[") else 1


# --- What a verdict needs -------------------------------------------------------------------------


def unreached(port: Handshake, reach: Reach) -> list[str]:
    """What had to be reached but was not: the declared capacity, and the end of the narrowest ids."""
    found = []
    if isinstance(port.capacity, int) and reach.filled < port.capacity:
        found.append(
            f"its capacity of {port.capacity:,} was not filled: at most {reach.live:,} elements were live; "
            'build a smaller container (for example with "bits=3") and declare its capacity'
        )
    narrow = port.id_bits.narrowest if "id_bits" in port.widths else None
    if narrow is not None and narrow <= within_reach(port, "id_bits") and not reach.wrapped:
        found.append(f"its ids of {narrow} bits did not wrap; raise --operations")
    return found


def counts_insertions(system: System) -> bool:
    """Whether ids are issued by one counter of all insertions, of which an operation may make many."""
    return system.exact and "extend" in system.operations


def period(system: System, configuration: Any) -> int:  # noqa: ANN401 - as in `System`
    """The number of insertions until an id repeats, of those that one counter counts; ids have a bound."""
    return system.period(configuration) or 1 << configuration.id_bits


def within_reach(port: Handshake, name: str) -> int:
    """The most bits of ids or of indices whose end a program reaches."""
    system = port.system
    if "extend" in port.offered and (name != "id_bits" or counts_insertions(system)):
        return AT_ONCE
    if name != "id_bits":
        return ONE_BY_ONE
    usual, widths = system.configuration(), range(1, AT_ONCE + 1)
    return max(
        bits for bits in widths if period(system, replace(usual, id_bits=bits)) <= MOST_TURNS
    )


def beyond(port: Handshake) -> list[str]:
    """What no program can reach."""
    ends = (("ids", "id_bits", "wrap-around of"), ("indices", "index_bits", "a full range of"))
    found = []
    for what, name, end in ends:
        if name not in port.widths:
            continue
        within = within_reach(port, name)
        far = {bits for bits in port.widths[name].all if bits is not None and bits > within}
        if far:
            several = f"{what} of {Widths.of(far)} bits"
            found.append(f"{end} {several if len(far) > 1 else f'{min(far)}-bit {what}'}")
    return found
