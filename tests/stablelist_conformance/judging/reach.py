"""Reach: how far a run went. Labels say which transitions were met, reach how large, how long and how distant.

It is measured only from programs and their answers, which were judged right, so it works for any port. A program that
is long enough for ids to wrap proves nothing, because the port may ignore `id_bits`. So ids of a width *have wrapped*
when an answer shows it:

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

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache, partial
from typing import Annotated, Any, Final

from msgspec import Meta

from stablelist_conformance.wire.handshake import Handshake
from stablelist_conformance.wire.protocol import Program, decode, name_of
from stablelist_conformance.wire.widths import Widths
from stablelist_spec.core.family import Answer, Family, Meaning, Role
from stablelist_spec.core.operation import Near, Operation
from stablelist_spec.core.system import System
from stablelist_spec.families.documented import FORGETTING, SILENT

__all__ = [
    "Amount",
    "Reach",
    "beyond",
    "counts_insertions",
    "period",
    "unreached",
    "within_reach",
    "wrapping",
]

AT_ONCE: Final = 16
"""The most bits of ids that wrap, and of indices that are used up, if one operation uses up many of them."""
ONE_BY_ONE: Final = 13
"""The most bits of indices that are used up if every insertion is an operation of its own."""
MOST_TURNS: Final = 1 << 12
"""How often a program can use a slot again. Each time takes an insertion and a removal."""

Amount = Annotated[int, Meta(ge=0, le=10**18)]
"""A number that can be counted, with as many digits as the command line takes."""
Bits = Annotated[int, Meta(ge=0, le=64)]


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
        wrapped: the widths of which ids were seen to wrap.
        used_up: the widths of which all indices were issued.
        filled: the largest number of elements at which an insertion was refused.
    """

    live: Amount = 0
    space: Amount = 0
    free: Amount = 0
    cascade: Amount = 0
    insertions: Amount = 0
    removals: Amount = 0
    in_process: Amount = 0
    programs: Amount = 0
    words: Amount = 0
    reuses: Amount = 0
    filled: Amount = 0
    indices: set[Amount] = field(default_factory=set)
    ids: set[Amount] = field(default_factory=set)
    widths: dict[str, set[Bits | None]] = field(default_factory=dict)
    lengths: dict[str, tuple[Amount, Amount]] = field(default_factory=dict)
    wrapped: set[Bits] = field(default_factory=set)
    used_up: set[Bits] = field(default_factory=set)

    def follow(self, program: Program, line: str, port: Handshake) -> None:
        """Account for a program and its answers, in a process that answers more of them."""
        life, noted = _Life(port, program.parameters), notes(port.system.family)
        for word, answer in zip(program.words, line.split(" "), strict=False):
            note = noted[word]
            if note is not None and not life.ended:
                note(life, word, answer)
        self.words = max(self.words, len(program.words))
        for name in ("live", "space", "free", "cascade", "insertions", "removals", "filled"):
            setattr(self, name, max(getattr(self, name), getattr(life, name)))
        self.reuses = max(self.reuses, max(life.slots.values(), default=1) - 1)
        self.in_process += life.insertions + life.removals
        self.programs += 1
        self.indices |= life.indices
        self.ids |= life.ids
        self._configured(program.parameters, life)

    def _configured(self, configuration: Any, life: _Life) -> None:  # noqa: ANN401 - as in `System`
        """Account for the configuration of a container."""
        for name in life.system.chosen:
            value = getattr(configuration, name)
            if name in BITS:
                self.widths.setdefault(name, set()).add(value)
            elif isinstance(value, int):
                least, most = self.lengths.get(name, (value, value))
                self.lengths[name] = min(least, value), max(most, value)
        ids, indices = (getattr(configuration, name, None) for name in BITS)
        if ids is not None and life.wrapped:
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
    """The state of the first container, as far as its answers show it; until an operation concerns another one."""

    def __init__(self, port: Handshake, configuration: Any) -> None:  # noqa: ANN401 - as in `System`
        self.system, self.forgets = port.system, port.documented.forgets
        self.now = self.live = self.insertions = self.removals = 0
        self.space = self.free = self.cascade = self.filled = 0
        self.shown = self.removed_since = 0  # the last space, and the removals since it was shown
        self.slots: Counter[str] = Counter()
        self.indices: set[int] = set()
        self.ids: set[int] = set()
        bits = getattr(configuration, "id_bits", None)
        self.period = period(port, configuration) if bits and bits <= AT_ONCE else 0  # 0: too long
        self.paced = paced_by(port.system)
        self.wrapped = False
        self.keys: set[str] = set()  # as they were shown
        self.issued: list[int] = []  # when each insertion was, counted as the period is
        self.retired: set[int] = set()
        self.cleared = self.forgotten = 0  # all insertions before these are retired, or forgotten
        self.turns, self.inserted = 0, False  # and whether anything was inserted in this turn
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
            for key in answer.strip("[]").split(","):
                self.slots[key.partition(".")[0]] += 1
                self.wrapped |= key in self.keys
                if self.period:
                    self.keys.add(key)

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


Note = Callable[[_Life, str, str], None]
MOST_NOTED: Final = 1 << 17
NOT_FOUND: Final = frozenset({"none", "no", "ok"})
"""Answers that do not say that a key was found; ``ok`` is that of a silent removal."""
LENGTHS: Final = {Meaning.VALUE, Meaning.COUNT, Meaning.LENGTH}
"""Operands of operations that need not answer how many elements they add or remove."""
FULL: Final = "!full"
"""The answer to an insertion into a full container."""


class _Notes(dict[str, Note | None]):
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
        return _Life.end
    return None if operation.on > 1 else note_on(word, family, operation)


def note_on(word: str, family: Family, operation: Operation) -> Note | None:
    """The same for an operation on the first container."""
    kind = family.kinds[operation.name]
    operands = word.partition(":")[2]
    first = operands.partition(":")[0]
    key = int(first) if kind.finds_one and first.isdigit() else None
    if kind.answer is Answer.DONE and {each.meaning for each in kind.operands} & LENGTHS:
        return partial(_Life.resize, left=lambda length: kind.left(length, operation))
    if kind.answer is Answer.NUMBER and not kind.asks:
        return _Life.count
    match kind.role:
        case Role.GROW:
            if kind.displaces:
                return partial(_Life.displace, by_key=bool(kind.keys))
            insertions = family.insertions(operation)
            one = insertions == 1 or not kind.inserts
            return partial(_Life.grow, insertions=insertions, one=one)
        case Role.SHRINK:
            if kind.iterates:
                return partial(_Life.sweep, **operation.operands)
            return partial(_Life.shrink, key=key, pair=len(kind.keys) == 2)
        case Role.RESET:
            return _Life.reset
        case Role.SHOW:
            return _Life.show
    if "~" in word:
        return _Life.forged
    return None if key is None else partial(_Life.asked, key=key)


@lru_cache(maxsize=16)
def notes(family: Family) -> _Notes:
    """How to account for the words of a family."""
    return _Notes(family)


NONE: Final = frozenset({"none", "no", "[]"})


def amount(answer: str, *, pair: bool = False) -> int:
    """How many elements were inserted or removed, according to the answer; with *pair*, it is about two keys."""
    if answer in NONE:
        return 0
    if answer.startswith("["):
        return answer.count(",") + 1
    return sum(part != "none" for part in answer.split("/")) if pair else 1


# --- What a verdict needs -------------------------------------------------------------------------


def unreached(port: Handshake, reach: Reach) -> list[str]:
    """What had to be reached but was not: the declared capacity, and the end of the narrowest ids."""
    found = []
    if isinstance(port.capacity, int) and reach.filled < port.capacity:
        found.append(
            f"its capacity of {port.capacity:,} was not filled: at most {reach.live:,} elements were live; "
            'build a smaller container (for example with "bits=3") and declare its capacity'
        )
    never = wrapping(port) - reach.wrapped if port.wraps else set()
    if never:
        found.append(
            f"its ids of {Widths.of(never)} bits were not seen to wrap: no key was issued twice, and no retired key "
            "was found again, when its slot had used all ids of that width; declare the widths that the container has, "
            "or wrap=retire if it has slots that retire"
        )
    return found


def counts_insertions(system: System) -> bool:
    """Whether ids are issued by one counter of all insertions, of which an operation may make many."""
    return system.exact and system.family.bulk(system.operations) is not None


def paced_by(system: System) -> str:
    """What uses ids up: insertions, removals, or turns, of which each is a few insertions and then a removal."""
    if counts_insertions(system):
        return "insertions"
    return "removals" if system.paced_by is Role.SHRINK else "turns"


def period(port: Handshake, configuration: Any) -> int:  # noqa: ANN401 - as in `System`
    """The number of insertions until an id repeats, of those that one counter counts; ids have a bound."""
    versions: int = port.system.period(configuration) or 1 << configuration.id_bits
    return versions >> port.parity


def wrapping(port: Handshake) -> set[int]:
    """The widths of ids that a port declares, and that wrap within a program."""
    if "id_bits" not in port.system.chosen:
        return set()
    most = within_reach(port, "id_bits")
    return {bits for bits in port.id_bits.all if bits is not None and bits <= most}


def within_reach(port: Handshake, name: str) -> int:
    """The most bits of ids or of indices whose end a program reaches."""
    if name != "id_bits":
        return AT_ONCE if port.system.family.bulk(port.offered) else ONE_BY_ONE
    if not shows_stale_keys(port):
        return 0
    usual, widths = port.system.configuration(), range(1, AT_ONCE + 1)
    most = MOST_TURNS * ids_in_a_turn(port)
    return max(bits for bits in widths if period(port, replace(usual, id_bits=bits)) <= most)


def shows_stale_keys(port: Handshake) -> bool:
    """Whether a port is asked whether it finds stale keys."""
    kinds = port.system.family.kinds
    asking = {name for name in port.offered if kinds[name].finds_one}
    silent = {SILENT} if port.documented.silent else set()
    return not port.documented.undefined and not asking <= silent


def ids_in_a_turn(port: Handshake) -> int:
    """How many ids two operations use up: insertions all at once, and their removal."""
    bulk = port.system.family.bulk(port.offered)
    if not (
        bulk and counts_insertions(port.system) and port.offered & port.system.family.resetting
    ):
        return 1
    indices = port.index_bits.nearest(32)
    return bulk[1] if indices is None else min(bulk[1], 1 << indices)


def beyond(port: Handshake) -> list[str]:
    """What no program can reach."""
    wraps = "wrap-around of" if port.wraps else "retirement of slots with"
    ends = (("ids", "id_bits", wraps), ("indices", "index_bits", "a full range of"))
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
