"""The swarm: long random programs with a structure.

A random walk stays small and shallow. A program of the swarm is a sequence of *phases* (fill, drain, churn, burst,
oscillate at a boundary, wrap the id, make room in advance), each of which takes the container somewhere; what is
looked up on the way is drawn from live, stale and forged keys alike. Parameters are drawn from small ranges, so that a
full index range and a wrapped id come up all the time.

Every program is drawn from its own seed, so that it can be drawn again by its number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import floor
from random import Random
from typing import Final, TypeVar

from stablelist_spec.families.pool import KEY_OPERATIONS, STRUCTURAL
from stablelist_spec.parts.parameters import Parameters, Truncate
from stablelist_spec.systems import STABLE_LIST

from .handshake import Widths
from .protocol import MAX_OPERATIONS, Level, Program
from .systems import system_named

__all__ = ["Abilities", "Swarm"]

P = TypeVar("P")
LENGTH: Final = 400
"""Words at which a program is complete; the last phase may run over."""
WIDEST_LISTED: Final = 64
"""Cross-iteration is quadratic, so it is asked only of containers up to this size."""
ID_WIDTHS: Final = (1, 2, 3, 4, 8, 32, None)
INDEX_WIDTHS: Final = (3, 4, 5, 6, 8, 16, 32, None, None)
MINIMA: Final = (0, 4, 4, 4, 5, 8, 12, 16)
FIXED_CAPACITIES: Final = (1, 2, 4, 8, 16, 64)
CAPACITIES: Final = (0, 0, 0, 4, 8, 12, 13, 16, 24, 40, 64)
KEYED: Final = frozenset({"apply", "inspect", "exchange", "lend"})
"""Expensive operations that need a key."""
EXTENSIONS: Final = (0, 1, 2, 3, 5, 8, 13, 20)
RESERVATIONS: Final = (0, 1, 3, 8, 9, 30, 60, 130, 300)
CHANGES: Final = (0, 1, 1, 2, 7, 1000)
FACTORIES: Final = 0.15
"""The share of single insertions that are made by a factory, where the port can."""
LIVE_CHANGED: Final = 0.85
"""The share of live keys in replacing elements. A revived key can leave the judge of a contract behind."""


@dataclass(frozen=True)
class Abilities:
    """What programs for a port may use."""

    operations: frozenset[str]
    level: Level
    id_bits: Widths
    index_bits: Widths
    forge: bool = True
    negative: bool = True
    fixed_capacity: bool = False
    """Whether the container holds no more than the capacity it is given."""
    system: str = STABLE_LIST.name
    layout: bool = True
    """Whether parameters and positions mean something to the port."""

    @cached_property
    def structural(self) -> list[str]:
        """Operations to be refused while elements are lent."""
        return [name for name in STRUCTURAL if name in self.operations]

    @cached_property
    def looks(self) -> list[str]:
        """Expensive questions, by how often they are asked."""
        weights = {
            "each": 4, "keys": 2, "is_empty": 1, "apply": 3, "inspect": 2, "exchange": 4, "traverse": 2, "lend": 3,
            "layout": 6, "cost": 3, "clear": 1, "drain": 1, "retain": 1, "each_mut": 2, "extend": 2, "reserve": 1,
            "shrink_to_fit": 1, "reload": 2,
        }  # fmt: skip
        shown = self.operations - ({"layout"} if self.level < Level.LAYOUT else set())
        shown -= {"cost"} if self.level < Level.COST else set()
        return [word for word, weight in weights.items() if word in shown for _ in range(weight)]


class _KeyWords(dict[int, str]):
    """The words of an operation by the number of its key, each made once: so it is hashed once, too."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def __missing__(self, number: int) -> str:
        word = self[number] = f"{self.name}:{number}"
        return word


AT: Final = _KeyWords("at")
REMOVE: Final = _KeyWords("remove")


class Swarm:
    """Random programs for a port, numbered."""

    def __init__(self, abilities: Abilities, seed: int) -> None:
        self.abilities, self.seed = abilities, seed

    def program(self, number: int) -> Program:
        """The program of that number: the same whenever it is asked for."""
        draw = Random(f"{self.seed}/{number}")  # noqa: S311 - to test with, not to hide behind
        return _Writer(self.abilities, draw).program()


class _Writer:
    """Writes one program. It believes that every insertion and every removal succeeds.

    Where that is wrong (a full index range, a revived key) its beliefs only shift what it draws.
    """

    def __init__(self, abilities: Abilities, draw: Random) -> None:
        self.abilities = abilities
        self.random = draw.random
        self.words: list[str] = []
        self.live: list[int] = []
        self.stale: list[int] = []
        self.added = 0
        self.factories = "insert_with" in abilities.operations
        self.parameters = self._parameters()
        self.forgeable = self._forgeable()
        self.glances = self._glances()

    def program(self) -> Program:
        """Phases until the program is long enough."""
        phases = (
            self.fill,
            self.drain,
            self.churn,
            self.churn,
            self.burst,
            self.oscillate,
            self.wrap,
            self.prepare,
        )
        while len(self.words) < LENGTH:
            self.pick(phases)()
            self.glance()
            self.look()
        self.words += [word for word in ("layout", "cost") if word in self.abilities.looks]
        assert len(self.words) <= MAX_OPERATIONS
        return Program(self.parameters, tuple(self.words), self.abilities.system)

    def below(self, bound: int) -> int:
        """A number from 0 on, below a bound; not quite uniform, and twice as fast as what is."""
        return floor(self.random() * bound)

    def pick(self, options: Sequence[P]) -> P:
        """One of several."""
        return options[floor(self.random() * len(options))]

    # --- Phases

    def fill(self) -> None:
        """Insert up to and over a boundary of the element space."""
        goal = self.pick((4, 8, 16, 32, 64)) + self.below(4) - 1
        self.add_some(max(1, goal - len(self.live)))

    def drain(self) -> None:
        """Remove most of it: the youngest first, the oldest first, or at random."""
        keep = self.pick((0, 0, 1, 2, 4, len(self.live) // 2))
        pick = self.pick((self.youngest, self.oldest, self.any_live, self.any_live))
        while len(self.live) > keep:
            self.remove(pick())

    def churn(self) -> None:
        """Insert, remove and look up at random."""
        random, live = self.random, self.live
        growth = 0.3 + 0.2 * random()
        for _ in range(10 + self.below(70)):
            chance = random()
            if chance < growth or not live:
                self.add()
            elif chance < 0.7:
                self.remove(floor(random() * len(live)))
            else:
                self.glance()

    def burst(self) -> None:
        """Insert many, then remove nearly all of them at random, the last one last."""
        random, before = self.random, len(self.live)
        self.add_some(8 + self.below(82))
        for last in range(len(self.live) - 1, max(before, 2) - 1, -1):
            self.remove(floor(random() * last))
        self.remove(self.youngest())
        self.remove(self.youngest())

    def oscillate(self) -> None:
        """Insert and remove around a boundary."""
        while len(self.live) < self.pick((4, 8, 16)):
            self.add()
        for _ in range(2 + self.below(10)):
            for _ in range(1 + self.below(2)):
                self.add()
            for _ in range(min(1 + self.below(2), len(self.live))):
                self.remove(self.youngest())
            self.glance()

    def wrap(self) -> None:
        """Insert and remove until ids have wrapped, with an eye on what was retired."""
        period = self.parameters.id_period
        turns = period if period is not None and period <= 16 else 3
        for _ in range(turns + self.below(3)):
            self.add()
            self.remove(self.youngest() if self.random() < 0.7 else self.any_live())
            self.glance()

    def prepare(self) -> None:
        """Make room in advance, perhaps use it, perhaps give it back."""
        offered = self.abilities.operations
        if "reserve" in offered:
            room = self.pick(RESERVATIONS)
            self.words.append(f"reserve:{room}")
            self.add_some(min(room, self.pick((0, 1, 10, 60))))
        self.churn()
        if "shrink_to_fit" in offered:
            self.words.append("shrink_to_fit")
            self.add_some(self.below(6))

    # --- Operations

    def add(self) -> None:
        """Insert one."""
        factory = self.factories and self.random() < FACTORIES
        self.words.append("insert_with" if factory else "add")
        self.live.append(self.added)
        self.added += 1

    def add_some(self, count: int) -> None:
        """Insert several, one by one or all at once."""
        random = self.random
        if "extend" in self.abilities.operations and random() < 0.3:
            self.words.append(f"extend:{count}")
        elif self.factories:
            single = ("insert_with" if random() < FACTORIES else "add" for _ in range(count))
            self.words += single
        else:
            self.words += ["add"] * count
        self.live += range(self.added, self.added + count)
        self.added += count

    def remove(self, place: int) -> None:
        """Remove the live key at a place of the list of live ones."""
        live = self.live
        number, live[place] = live[place], live[-1]
        live.pop()
        self.stale.append(number)
        self.words.append(REMOVE[number])

    def youngest(self) -> int:
        """The place of the last key of the list."""
        return -1

    def oldest(self) -> int:
        """The place of the first key of the list."""
        return 0

    def any_live(self) -> int:
        """A place at random."""
        return self.below(len(self.live))

    def glance(self) -> None:
        """One cheap question."""
        glances = self.glances
        glances[floor(self.random() * len(glances))](self)

    def look(self) -> None:
        """Ask an expensive question: iteration, cross-iteration, the layout; now and then a bulk operation."""
        looks = self.abilities.looks
        if looks:
            self._ask(self.pick(looks))

    def _ask(self, word: str) -> None:
        if word in {"traverse", "apply", "inspect"} and len(self.live) > WIDEST_LISTED:
            return
        if word == "extend":
            self.add_some(self.pick(EXTENSIONS))
        elif word not in KEYED or self.added > 0:
            self.words.append(self._written(word))

    def _written(self, word: str) -> str:
        """An expensive operation with its operands."""
        match word:
            case "clear" | "drain":
                self.stale += self.live
                self.live.clear()
            case "retain":
                return self._retain()
            case "exchange":
                return f"exchange:{self.some_key()}:{self.some_key()}"
            case "lend":
                return f"lend:{self._refused(self.pick(self.abilities.structural))}"
            case "apply" | "inspect":
                return f"{word}:{self.some_key()}"
            case "each_mut":
                return f"each_mut:{self.pick(CHANGES)}"
            case "reserve":
                return f"reserve:{self.pick(RESERVATIONS)}"
        return word

    def _refused(self, structural: str) -> str:
        """A structural operation that is tried while elements are lent."""
        match structural:
            case "remove":
                return f"remove:{self.some_key()}"
            case "extend" | "reserve":
                return f"{structural}:{self.pick(EXTENSIONS)}"
            case "retain":
                return "retain:2:1"
        return structural

    def _retain(self) -> str:
        """Keep what has a residue."""
        modulus = 1 + self.below(3)
        residue = self.below(modulus)
        self.stale += [number for number in self.live if number % modulus != residue]
        self.live[:] = [number for number in self.live if number % modulus == residue]
        return f"retain:{modulus}:{residue}"

    def some_key(self) -> int:
        """A key that was issued, live or stale."""
        pool = self.live if self.random() < 0.6 and self.live else self.stale
        return self.pick(pool or self.live)

    # --- What a port can be asked

    def _parameters(self) -> Parameters:
        """Parameters that the port supports, and that fit each other."""
        choice, port = self.pick, self.abilities
        if not port.layout:
            capacity = choice(FIXED_CAPACITIES) if port.fixed_capacity else 0
            return Parameters(capacity=capacity, id_bits=port.id_bits.nearest(1), index_bits=None)
        index_bits = port.index_bits.nearest(choice(INDEX_WIDTHS))
        room = 1 << (index_bits or 16)
        return Parameters(
            minimum=min(choice(MINIMA), room),
            capacity=min(choice(CAPACITIES), room),
            truncate=choice(
                (Truncate.ITERATION, Truncate.MEMORY, Truncate.ITERATION, Truncate.NEVER)
            ),
            id_bits=port.id_bits.nearest(choice(ID_WIDTHS)),
            index_bits=index_bits,
        )

    def _glances(self) -> list[Callable[[_Writer], None]]:
        """Cheap questions, by how often they are asked."""
        offered = self.abilities.operations
        glances = [_Writer._at_live, _Writer._at_stale] * 3 if "at" in offered else []
        glances += [_Writer._remove_stale] if "remove" in offered else []
        glances += [_Writer._contains] if "contains" in offered else []
        glances += [_Writer._replace] if "replace" in offered else []
        glances += [_Writer._at_mut] if "at_mut" in offered else []
        glances += [_Writer._repack] if self._repacks() else []
        glances += [_Writer._forged] * 2 if self.forgeable else []
        return [*glances, _Writer._length]

    def _forgeable(self) -> list[str]:
        """Operations that forged keys are tried with, by how often."""
        if not self.abilities.forge:
            return []
        weights = dict.fromkeys(KEY_OPERATIONS, 1) | {"at": 3, "remove": 2, "contains": 2}
        offered = self.abilities.operations - (set() if self._repacks() else {"repack"})
        return [name for name, weight in weights.items() if name in offered for _ in range(weight)]

    def _repacks(self) -> bool:
        """Whether keys have a packed form; a relative that offers it has one at any widths."""
        able = system_named(self.abilities.system).able(self.parameters, "repack")
        return able and "repack" in self.abilities.operations

    def _length(self) -> None:
        """What every port can be asked, or else an insertion."""
        if "len" in self.abilities.operations:
            self.words.append("len")
        else:
            self.add()

    def _at_live(self) -> None:
        if self.live:
            self.words.append(AT[self.pick(self.live)])

    def _at_stale(self) -> None:
        if self.stale:
            self.words.append(AT[self.pick(self.stale)])

    def _replace(self) -> None:
        if self.added:
            self.words.append(f"replace:{self._to_change()}:{500 + self.below(500)}")

    def _at_mut(self) -> None:
        if self.added:
            self.words.append(f"at_mut:{self._to_change()}:{self.pick(CHANGES)}")

    def _repack(self) -> None:
        if self.added:
            self.words.append(f"repack:{self.some_key()}")

    def _to_change(self) -> int:
        """A key that was issued, mostly a live one."""
        if self.live and self.random() < LIVE_CHANGED:
            return self.live[self.below(len(self.live))]
        return self.some_key()

    def _remove_stale(self) -> None:
        if self.stale:
            self.words.append(f"remove:{self.pick(self.stale[-16:])}")

    def _contains(self) -> None:
        if self.added:
            self.words.append(f"contains:{self.some_key()}")

    def _forged(self) -> None:
        """A key that was not handed out. At contract level, one that cannot coincide with any that was."""
        name = self.pick(self.forgeable)
        if self.abilities.negative and self.random() < 0.2:
            key = f"#-{self.pick((1, 1, 2, 4, 9007199254740991))}.{self.below(4)}"
        elif self.abilities.level is Level.CONTRACT:
            key = f"#{9007199254740991 - self.below(3)}.0"
        else:
            index = self.pick((self.below(8), self.below(90), 9007199254740991))
            key = f"#{index}.{self.pick((0, 1, self.below(self.added + 1)))}"
        value = f":{self.pick(CHANGES)}" if name in {"replace", "at_mut"} else ""
        self.words.append(f"{name}:{key}{value}")
