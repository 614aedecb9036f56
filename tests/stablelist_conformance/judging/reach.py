"""Reach: how far a run went. Labels say which transitions were met, reach how large, how long and how distant.

It is measured only from programs and their answers, which were judged right, so it works for any port.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Annotated, Any, Final

from msgspec import Meta

from stablelist_conformance.judging.life import Life, notes
from stablelist_conformance.judging.limits import within_reach, wrapping
from stablelist_conformance.wire.handshake import Handshake
from stablelist_conformance.wire.operations import name_of
from stablelist_conformance.wire.protocol import Program
from stablelist_conformance.wire.text import count
from stablelist_conformance.wire.widths import Widths

__all__ = ["Amount", "Reach", "beyond", "unreached", "worth"]

POWERS: Final = range(3, 17)
NEXT: Final = (-1, 0, 1)
EXACT: Final = frozenset((1 << power) + each for power in POWERS for each in NEXT)
"""The numbers of elements at which the operations are noted."""
BITS: Final = ("id_bits", "index_bits")
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
        turns: the most turns, an insertion and a removal each, in a program with an operation that repeats them.
        widths: the widths of ids and of indices.
        lengths: the smallest and the largest value of each number in a configuration.
        met: the largest value of each that a container had as many elements, or as much space, as.
        brought: how far each number was brought that the system names (`System.measures`).
        exact: the operations that were asked when there were exactly so many elements.
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
    turns: Amount = 0
    indices: set[Amount] = field(default_factory=set)
    ids: set[Amount] = field(default_factory=set)
    widths: dict[str, set[Bits | None]] = field(default_factory=dict)
    lengths: dict[str, tuple[Amount, Amount]] = field(default_factory=dict)
    met: dict[str, Amount] = field(default_factory=dict)
    brought: dict[str, Amount] = field(default_factory=dict)
    exact: dict[Amount, set[str]] = field(default_factory=dict)
    wrapped: set[Bits] = field(default_factory=set)
    used_up: set[Bits] = field(default_factory=set)

    def follow(self, program: Program, line: str, port: Handshake) -> None:
        """Account for a program and its answers, in a process that answers more of them."""
        loops = "cycle:" in " ".join(program.words)
        life, noted = Life(port, program.parameters, loops=loops), notes(port.system.family)
        for word, answer in zip(program.words, line.split(" "), strict=False):
            if life.now in EXACT and not life.ended:
                self.exact.setdefault(life.now, set()).add(name_of(word))
            note = noted[word]
            if note is not None and not life.ended:
                note(life, word, answer)
        self.words = max(self.words, len(program.words))
        for name in ("live", "space", "free", "cascade", "insertions", "removals", "filled"):
            setattr(self, name, max(getattr(self, name), getattr(life, name)))
        self.turns = max(self.turns, life.turns * life.loops)
        self.reuses = max(self.reuses, max(life.slots.values(), default=1) - 1)
        self.in_process += life.insertions + life.removals
        self.programs += 1
        self.indices |= life.indices
        self.ids |= life.ids
        self._configured(program.parameters, life)

    def _configured(self, configuration: Any, life: Life) -> None:  # noqa: ANN401 - as in `System`
        """Account for the configuration of a container."""
        for name in life.system.chosen:
            value = getattr(configuration, name)
            if name in BITS:
                self.widths.setdefault(name, set()).add(value)
            elif isinstance(value, int):
                least, most = self.lengths.get(name, (value, value))
                self.lengths[name] = min(least, value), max(most, value)
                met = min(value, max(life.live, life.space))
                self.met[name] = max(self.met.get(name, 0), met)
        ids, indices = (getattr(configuration, name, None) for name in BITS)
        if ids is not None and life.wrapped:
            self.wrapped.add(ids)
        if indices is not None and life.filled >= 1 << indices:
            self.used_up.add(indices)

    def bring(self, numbers: Mapping[str, int]) -> None:
        """Account for numbers of a state; if an option has the same name, it bounds that number."""
        for name, number in numbers.items():
            self.brought[name] = max(self.brought.get(name, 0), number)

    @property
    def powers(self) -> dict[int, int]:
        """For powers of two, how many operations were asked at exactly so many elements, at one less and one more."""
        asked = {
            power: [self.exact.get((1 << power) + each, set()) for each in NEXT] for power in POWERS
        }
        at_all = {power: len(set.intersection(*sets)) for power, sets in asked.items()}
        return {power: number for power, number in at_all.items() if number}

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
        for name, number in other.met.items():
            self.met[name] = max(self.met.get(name, 0), number)
        self.bring(other.brought)
        for size, names in other.exact.items():
            self.exact.setdefault(size, set()).update(names)
        for name, (least, most) in other.lengths.items():
            low, high = self.lengths.get(name, (least, most))
            self.lengths[name] = min(low, least), max(high, most)


def unreached(port: Handshake, reach: Reach) -> list[str]:
    """What had to be reached but was not: the declared capacity, and the end of the narrowest ids."""
    found = []
    if isinstance(port.capacity, int) and reach.filled < port.capacity:
        found.append(
            f"its capacity of {port.capacity:,} was not filled: at most {count(reach.live, 'element')} at a time; "
            'build a smaller container (for example with "bits=3") and declare its capacity'
        )
    never = wrapping(port) - reach.wrapped if port.wraps else set()
    if never:
        several = f"{Widths.of(never)} bit{'s' * (never != {1})}"
        found.append(
            f"its ids of {several} were not seen to wrap: no key was issued twice, and no retired key "
            "was found again, when its slot had used all ids of that width; declare the widths that the container has, "
            "or wrap=retire if it has slots that retire"
        )
    return found


def beyond(port: Handshake, reach: Reach) -> list[str]:
    """The ends of ranges that no program can reach, but for those that were reached all the same."""
    wraps = "wrap-around of" if port.wraps else "retirement of slots with"
    ends = (
        ("ids", "id_bits", wraps, reach.wrapped),
        ("indices", "index_bits", "a full range of", reach.used_up),
    )
    found = []
    for what, name, end, met in ends:
        drawn = port.widths[name].all if name in port.widths else reach.widths.get(name, ())
        if name not in port.system.chosen:
            continue
        within = within_reach(port, name)
        far = {bits for bits in drawn if bits is not None and bits > within} - met
        if far:
            several = f"{what} of {Widths.of(far)} bits"
            found.append(f"{end} {several if len(far) > 1 else f'{min(far)}-bit {what}'}")
    return found


def worth(port: Handshake, reach: Reach) -> str:
    """What a verdict about a pool that can turn is worth, in a few words: how far ids and indices went.

    >>> from stablelist_conformance.wire.protocol import Level
    >>> worth(Handshake("a", "1", "slab", Level.CONTRACT), Reach(live=1_000_000))
    'no ids, indices up to 2^19'
    """
    if not port.offered & port.system.family.looping:
        return ""
    told = []
    if "id_bits" not in port.system.chosen:
        told.append("no ids")
    elif reach.wrapped:
        told.append(f"ids up to {max(reach.wrapped)} bits wrapped")
    elif reach.turns:
        told.append(f"2^{reach.turns.bit_length() - 1} turns")
    if reach.live:
        told.append(f"indices up to 2^{reach.live.bit_length() - 1}")
    return ", ".join(told)
