"""The files of the vectors: for every system, level and width, files for ports with more and more operations.

A *tier* is a set of operations and abilities. Ports of a tier also take the tiers below it, so the files of a tier only
contain what the lower tiers do not show. A port that lacks an operation of a tier takes the files of single operations.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Final

from stablelist_conformance.programs.configurations import WIDTHS
from stablelist_conformance.programs.cover import crafted, explored_programs
from stablelist_conformance.programs.fates import contract_programs
from stablelist_conformance.programs.target import Target
from stablelist_conformance.programs.walk import COINCIDENCE
from stablelist_conformance.wire.handshake import MAXIMUM, UNDECLARED, Handshake
from stablelist_conformance.wire.protocol import Level, Program, highest
from stablelist_conformance.wire.widths import Widths
from stablelist_spec.core.system import System
from stablelist_spec.families.pool import OF_LISTS
from stablelist_spec.systems import SYSTEMS

from .answers import ENOUGH, enough
from .far import Far, far_classes, far_kinds, far_rounds

__all__ = ["USUAL", "Scope", "scopes"]

USUAL: Final = "usual"
"""The only tier of a family without the basic operations."""
BASIC: Final = frozenset({"add", "remove", "at", "contains", "len", "is_empty", "each"})
LENDING: Final = frozenset({"apply", "inspect", "exchange", "traverse", "lend"})
"""Operations that not every port has, because a language may refuse them at compile time."""
FORGING: Final = frozenset({"forge", "negative"})
NARROW: Final = ("1", "3")
WIDE: Final = ("32", "32")
ANY: Final = ("1-31", "3-30")
FORGED: Final = ("forged",)
OF_ANY_WIDTHS: Final = ("forged", WIDTHS, "capacity", COINCIDENCE)
"""The classes for which forged keys or widths matter."""
BOUNDED: Final = ("capacity",)
"""The class for which a maximum matters."""
OF_COSTS: Final = ("memory", "values")
"""The classes for which costs matter."""
OF_THE_SWARM: Final = 40
"""The number of ordinary programs to choose from, for a system of which only the contract is known."""


@dataclass(frozen=True)
class Scope:
    """What the programs of one file may use.

    Attributes:
        name: of the file.
        handshake: of a port that offers just that.
        below: the files whose couples such a port is shown as well, by their places.
        about: the operation that the programs are about, if it is one.
        far: the class of the programs, if they go far.
    """

    name: str
    handshake: Handshake
    below: tuple[str, ...] = ()
    about: str = ""
    far: Far | None = None

    @property
    def system(self) -> System:
        """The kind of container."""
        return self.handshake.system

    @property
    def level(self) -> Level:
        """How much is shown."""
        return self.handshake.level

    @property
    def folder(self) -> str:
        """``system/level/width``."""
        return f"{self.system.name}/{self.level.word}/{self.width}"

    @property
    def place(self) -> str:
        """``system/level/width/name``."""
        return f"{self.folder}/{self.name}"

    @property
    def width(self) -> str:
        """The widths of ids and indices, as the name of a folder."""
        if not self.system.exact:
            return "any" if "id_bits" not in self.system.fields else f"id{ENOUGH}-or-more"
        widths = {"id": self.handshake.id_bits, "index": self.handshake.index_bits}
        used = [
            f"{name}{bits}" for name, bits in widths.items() if f"{name}_bits" in self.system.chosen
        ]
        return "-".join(used) or "any"

    @property
    def target(self) -> Target:
        """A port to which programs are fitted."""
        return Target("", self.handshake, self.level, timeout=0.0)

    def candidates(self) -> Iterator[Program]:
        """The programs to choose from."""
        target = self.target
        if self.far is not None:
            yield from (self.far.draw(target, number) for number in range(self.far.candidates))
        elif self.system.exact:
            name = self.system.name
            yield from map(target.fitted, (*crafted(name), *explored_programs(name, aside=False)))
        else:
            swarm = target.swarm(0, far=False)
            yield from contract_programs(target.abilities(), aside=False)
            yield from (swarm.program(number) for number in range(OF_THE_SWARM))


def scopes() -> Iterator[Scope]:
    """All files, system by system; a tier comes after the tiers below it.

    A system that is covered by the programs of another one has none: the judge answers them.
    """
    for system in SYSTEMS.values():
        for level in () if system.covered_by else Level:
            if level <= highest(system):
                yield from of_level(system, level)


def of_level(system: System, level: Level) -> Iterator[Scope]:
    """The files of one level.

    A port whose widths can be chosen takes the narrow files beside the wide ones, so that they only have what is new.
    """
    if not system.exact:
        port = replace(enough(system), level=level)
        yield from of_tiers(system, port)
        yield from of_operations(system, port)
        yield from of_classes(port, "basic")
        yield from of_classes(port, "forged", only=FORGED)
        yield from of_counters(port)
        return
    wide = offering(system, level, *WIDE)
    seen = list(of_tiers(system, wide))
    yield from seen
    if level is Level.CONTRACT:
        yield from of_operations(system, wide)
        yield from of_classes(wide, "basic")
    if level is Level.LAYOUT:
        yield from of_classes(wide, "forged", but=(WIDTHS,))
        if system.operations >= LENDING:
            yield from of_classes(wide, "lending", only=(COINCIDENCE,))
    if level is Level.COST:
        yield from of_classes(wide, "common", only=OF_COSTS)
    yield from of_counters(wide)
    if UNDECLARED.keys().isdisjoint(system.chosen):
        return
    for scope, before in zip(of_tiers(system, offering(system, level, *NARROW)), seen, strict=True):
        yield replace(scope, below=(*scope.below, *before.below, before.place))
    if level is Level.LAYOUT:
        any_widths = offering(system, level, *ANY)
        yield from of_classes(any_widths, "forged", only=OF_ANY_WIDTHS)
        yield from of_classes(any_widths, "newest", only=BOUNDED)
    if level is Level.COST:
        yield from of_classes(offering(system, level, *ANY), "common", only=BOUNDED)


def offering(system: System, level: Level, ids: str, indices: str) -> Handshake:
    """A port that offers everything that one container has, at some widths."""
    return Handshake(
        name=system.name,
        version="",
        system_name=system.name,
        level=level,
        id_bits=Widths.parse(ids),
        index_bits=Widths.parse(indices),
        without=system.offered_on_both,
    )


def without(
    port: Handshake, operations: frozenset[str], abilities: frozenset[str] = frozenset()
) -> Handshake:
    """A port that has only some operations and abilities."""
    known = port.system.operations.union(FORGING, {MAXIMUM})
    return replace(port, without=known - operations - abilities - {*port.system.shown})


def of_tiers(system: System, port: Handshake) -> Iterator[Scope]:
    """The files of the tiers, from the smallest on; each shows what the tiers before it do not show."""
    before: list[Scope] = []
    for name, offered in tiers(port).items():
        below = [each for each in before if each.handshake.without >= offered.without]
        scope = Scope(name, offered, tuple(each.place for each in below))
        if offered not in [each.handshake for each in before]:
            yield scope
            before.append(scope)


def tiers(port: Handshake) -> dict[str, Handshake]:
    """Ports that offer more and more of what a port offers, if its family has the basic operations."""
    if not BASIC.issubset(port.system.family.kinds):
        return {USUAL: port}
    every = port.system.operations - port.system.offered_on_both
    usual = every - OF_LISTS
    common = usual - LENDING
    return {
        "basic": without(port, BASIC),
        "basic-forged": without(port, BASIC, FORGING),
        "common": without(port, common),
        "forged": without(port, common, FORGING),
        "lending": without(port, usual, FORGING),
        "newest": without(port, every, FORGING | {MAXIMUM}),
    }


def of_operations(system: System, port: Handshake) -> Iterator[Scope]:
    """One file for each operation, together with those that every port has; a loop shows nothing of its own."""
    needed, looping = system.family.essential, system.family.looping
    for name in sorted(port.offered - needed - looping - set(system.shown)):
        with_it = {name} | ({"at"} if name in {"keys", "repack"} else set())
        yield Scope(f"only-{name}", without(port, needed | with_it), about=name)


def of_classes(
    port: Handshake, tier: str, only: Collection[str] = (), but: Collection[str] = ()
) -> Iterator[Scope]:
    """Programs that go far, for a tier, of all classes or of some."""
    offered = tiers(port).get(tier)
    if offered is None:
        return
    for each in far_classes(Target("", offered, port.level, 0.0)):
        if (not only or each.name in only) and each.name not in but:
            yield Scope(f"{tier}-far-{each.name}{each.turn}", offered, far=each)


def of_counters(port: Handshake) -> Iterator[Scope]:
    """Programs that go far in few characters, or for containers without tiers."""
    for tier, offered in tiers(port).items():
        target = Target("", offered, port.level, 0.0)
        classes = {"common": far_rounds(target), USUAL: far_kinds()}
        yield from (
            Scope(f"{tier}-far-{each.name}", offered, far=each) for each in classes.get(tier, ())
        )
