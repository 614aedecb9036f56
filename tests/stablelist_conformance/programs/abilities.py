"""Abilities: the operations, keys and configurations that programs for a port may use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from math import inf
from typing import Any, Final

from stablelist_conformance.programs.patterns import Pattern, Simulated, patterns
from stablelist_conformance.programs.vocabulary import Vocabulary
from stablelist_conformance.wire.declared import nearest
from stablelist_conformance.wire.handshake import MAXIMUM, UNDECLARED, Handshake
from stablelist_conformance.wire.protocol import MAX_OPERATIONS, Level
from stablelist_spec.core.system import System

__all__ = ["MOST_LIVE", "Abilities"]

CAPACITY: Final = "capacity"
LENGTHS: Final = ("minimum", CAPACITY)
"""The fields that are no greater than the range of indices."""
MOST_LIVE: Final = 16_384
"""The largest number of elements that a large program tries to have."""
WIDE: Final = 16
"""Bits with which no id starts over soon."""
FEW: Final = 512
"""The most elements that are added one by one until a container is full, if its bound has no range."""
MOST_FILLED: Final = 1 << 20
"""The largest capacity that is filled, if elements can be added many at once."""


@dataclass(frozen=True)
class Abilities:
    """What programs for a port may use.

    Attributes:
        port: what it said of itself, with whatever was narrowed down.
        level: the level at which it is judged.
        excluded_class: a class of programs that is not drawn.
        turns: how often a program may insert and remove, by loops inside the port; 0 for no loops.
    """

    port: Handshake
    level: Level
    excluded_class: str = ""
    turns: int = 0

    @cached_property
    def system(self) -> System:
        """The kind of container."""
        return self.port.system

    @cached_property
    def operations(self) -> frozenset[str]:
        """The operations that the port can be sent at this level."""
        return self.port.offered - self.system.hidden(self.level)

    @cached_property
    def forge(self) -> bool:
        """Whether the port takes forged keys."""
        return "forge" not in self.port.lacking and bool(self.system.family.keyed)

    @cached_property
    def negative(self) -> bool:
        """Whether the port takes forged keys with negative parts."""
        return "negative" not in self.port.lacking

    @cached_property
    def follows(self) -> bool:
        """Whether the judge must be shown what the keys of an insertion find, to know what it joins.

        If it does not know, it follows every possibility, and accepts anything when there are too many.
        """
        return self.level is Level.CONTRACT and not self.system.determined

    def vocabulary(self, configuration: object) -> Vocabulary:
        """The operations of a container of some configuration."""
        able = frozenset(n for n in self.operations if self.system.able(configuration, n))
        if able not in self._vocabularies:
            family = self.system.family
            kinds = {
                name: kind
                for name, kind in family.kinds.items()
                if name in able and not (kind.both or kind.loops)
            }
            self._vocabularies[able] = Vocabulary(family, kinds)
        return self._vocabularies[able]

    @cached_property
    def _vocabularies(self) -> dict[frozenset[str], Vocabulary]:
        """Those that were needed."""
        return {}

    @cached_property
    def on_both(self) -> list[str]:
        """The operations that concern a second container, too."""
        family = self.system.family
        return [name for name in family.kinds if name in self.operations & family.both]

    @cached_property
    def usual(self) -> Vocabulary:
        """The operations of any container."""
        return self.vocabulary(self.configuration())

    @cached_property
    def patterns(self) -> Mapping[Pattern, str]:
        """The patterns that raise the numbers of its states that programs should bring far, each with its number."""
        if not self.system.measures:
            return {}
        configuration = self.configuration(**{n: each[0] for n, each in self.roomy.items()})
        start = partial(Simulated, self.system, self.port, configuration)
        return patterns(self.vocabulary(configuration), self.system.measures, start)

    # --- Configurations

    @cached_property
    def told(self) -> list[str]:
        """The fields of a configuration that the port is told."""
        system, port = self.system, self.port
        untold = {MAXIMUM} & port.lacking | (
            {CAPACITY} if not (system.exact or port.fixed) else set()
        )
        return [name for name in system.chosen if name not in untold]

    @cached_property
    def choices(self) -> dict[str, Sequence[Any]]:
        """The choices for each of them that is varied; a container that never grows has room for something."""
        known = {**self.system.choices, **dict(self.port.options)}
        choices = {n: known[n] for n in self.told if n in known}
        if self.port.fixed and CAPACITY in choices:
            choices[CAPACITY] = [value for value in choices[CAPACITY] if value]
        return choices

    @cached_property
    def ranges(self) -> Mapping[str, tuple[int, int]]:
        """The ranges of those that have one, unless the port declares some values."""
        free = self.choices.keys() - dict(self.port.options).keys()
        ranges = {n: each for n, each in self.system.ranges.items() if n in free}
        if self.port.fixed and CAPACITY in ranges:
            ranges[CAPACITY] = 1, ranges[CAPACITY][1]
        return ranges

    @cached_property
    def has_widths(self) -> bool:
        """Whether the port is told a width."""
        return not self.choices.keys().isdisjoint(UNDECLARED)

    def configuration(self, **wanted: object) -> Any:  # noqa: ANN401 - each system has its own
        """The supported configuration of the port's system that is nearest to the wanted one."""
        chosen: dict[str, Any] = {name: wanted[name] for name in self.told if name in wanted}
        for name in UNDECLARED:
            if name in chosen:
                chosen[name] = getattr(self.port, name).nearest(chosen[name])
        usual = self.system.configuration()
        for name, values in self.port.options:
            chosen[name] = nearest(chosen.get(name, getattr(usual, name)), values)
        indices: int | None = chosen.get("index_bits")
        if indices is not None:
            chosen |= {n: min(chosen[n], 1 << indices) for n in LENGTHS if n in chosen}
        return self.system.configuration(**chosen)

    def room(self, configuration: object) -> int | None:
        """How many elements a container with some configuration can hold; None if that is not bounded."""
        own: int | None = getattr(configuration, "most_live", None)
        if not self.system.exact:
            said = self.port.room(configuration)  # type: ignore[arg-type]
        elif not hasattr(configuration, "most_live"):
            said = getattr(configuration, CAPACITY, 0)
        else:
            said = None
        bounds: Sequence[int] = [bound for bound in (said or None, own) if bound is not None]
        return min(bounds, default=None)

    @cached_property
    def most_filled(self) -> int:
        """The largest capacity that a program fills."""
        return MOST_FILLED if self.usual.bulk else MAX_OPERATIONS // 2

    def holds(self, wanted: Mapping[str, Any]) -> float:
        """How many elements a container of the nearest configuration can hold."""
        room = self.room(self.configuration(**wanted))
        return inf if room is None else room

    @cached_property
    def roomy(self) -> dict[str, list[Any]]:
        """The values for each field with which a container holds as many elements as a program adds."""
        enough: float = MOST_LIVE if self.usual.bulk else MAX_OPERATIONS // 2
        values: dict[str, list[Any]] = {name: [*each] for name, each in self.choices.items()}
        for name, (_, most) in self.ranges.items():
            if all(self.holds({name: value}) < enough for value in values[name]):
                values[name] = [min(most, 1 << (int(enough) - 1).bit_length())]
        best: dict[str, Any] = {}
        for name in [*values] * 2:
            best[name] = max(values[name], key=lambda value: self.holds(best | {name: value}))
        enough = min(enough, self.holds(best))
        for name, each in values.items():
            able = [value for value in each if self.holds(best | {name: value}) >= enough]
            wide = [value for value in able if name in UNDECLARED and (value or WIDE) >= WIDE]
            values[name] = wide or able
            if name in self.unsaid:
                values[name] = [0 if 0 in able else max(able)]
        return values

    @cached_property
    def unsaid(self) -> set[str]:
        """Numbers that bound how many elements a container holds, if nobody says how many; 0 is no bound."""
        configuration = self.system.configuration()
        if self.system.exact or hasattr(configuration, "most_live"):
            return set()
        bounds = getattr(configuration, "bounds", ())
        return {each.name for each in bounds} - self.ranges.keys()

    @cached_property
    def bounds(self) -> dict[str, list[Any]]:
        """For each field that can bound how many elements a container holds, values with which a program fills it."""
        roomy = {name: values[0] for name, values in self.roomy.items()}
        widths = {name: getattr(self.port, name).all for name in UNDECLARED if name in self.choices}
        most = min(MOST_LIVE // 2 if self.usual.bulk else FEW, self.holds(roomy) - 1)
        bounds = {
            name: [each for each in values if self.holds(roomy | {name: each}) <= most]
            for name, values in {**self.choices, **widths}.items()
        }
        return {name: values for name, values in bounds.items() if values}
