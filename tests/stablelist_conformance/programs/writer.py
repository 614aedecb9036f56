"""The writer of one program: the insertions and removals so far, and the next word.

It assumes that every insertion and every removal succeeds. If that is wrong (a full index range, a revived key), only
the choice of words is affected.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import floor
from random import Random
from typing import Final, TypeVar

from stablelist_conformance.programs.abilities import Abilities
from stablelist_conformance.wire.protocol import MAX_OPERATIONS, MAX_PROGRAM, Program

__all__ = ["CHANGES", "FARTHEST", "Writer"]

P = TypeVar("P")
MOST_AT_ONCE: Final = 1_000
"""The most elements that one ``extend`` adds."""
WIDEST_PIVOT: Final = 256
"""The largest container for which cross-iteration is asked, which is quadratic and lists every element."""
MOST_LISTED: Final = 40_000
"""The most elements and cells that the answers to a program list in total."""
FARTHEST: Final = 52
"""The largest power of two by which a forged key differs from another."""
FAR_INDEX: Final = 2**53 - 1
FARTHEST_PLACE: Final = 4_000
"""A bound on the index of an insertion: a container that grows to it takes long to iterate."""
KEYED: Final = frozenset({"apply", "inspect", "exchange", "lend", "pair", "remove_many"})
"""Expensive operations that need a key."""
EXTENSIONS: Final = (0, 1, 2, 3, 5, 8, 13, 20)
RESERVATIONS: Final = (0, 1, 3, 8, 9, 30, 60, 130, 300)
CHANGES: Final = (0, 1, 1, 2, 7, 1000)
MODULI: Final = (1, 2, 2, 3, 10, 100, 1_000_000_000)
NUMBERS: Final = {"each_mut": CHANGES, "reserve": RESERVATIONS, "sort": MODULI}
"""The numbers of expensive operations that have one."""
FACTORIES: Final = 0.15
"""The share of single insertions that use a factory, if the port offers that."""
LIVE_CHANGED: Final = 0.85
"""The share of live keys when elements are replaced. With a revived key, a contract judge may lose track."""
LIST_OTHERS: Final = frozenset({"traverse", "apply", "inspect"})
LIST_ALL: Final = frozenset({"each", "keys", "layout"})


class _KeyWords(dict[int, str]):
    """The words of an operation by the number of its key, cached, so that each is hashed only once."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def __missing__(self, number: int) -> str:
        word = self[number] = f"{self.name}:{number}"
        return word


AT: Final = _KeyWords("at")
REMOVE: Final = _KeyWords("remove")


class Writer:
    """Writes one program.

    Attributes:
        live: the numbers of the live keys, unordered.
        stale: the numbers of the others.
        added: how many insertions there were.
        space: an upper bound on the length of the element space.
    """

    def __init__(self, abilities: Abilities, draw: Random, configuration: object) -> None:
        self.abilities, self.draw, self.configuration = abilities, draw, configuration
        self.random = draw.random
        self.words: list[str] = []
        self.live: list[int] = []
        self.stale: list[int] = []
        self.added = 0
        self.listed = 0
        self.space = max(getattr(configuration, n, 0) for n in ("minimum", "capacity", "universe"))
        self.factories = "insert_with" in abilities.operations
        self.extends = "extend" in abilities.operations
        self.forgeable = self._forgeable()
        self.glances = self._glances()

    def program(self) -> Program:
        """The words, as far as they fit into a program, followed by a look at the inside, if the level allows it."""
        last = [word for word in ("layout", "cost") if word in self.abilities.operations]
        words, room = self.words[: MAX_OPERATIONS - len(last)], MAX_PROGRAM - 200
        while sum(map(len, words)) + len(words) > room:
            del words[len(words) * 9 // 10 :]
        return Program(self.configuration, (*words, *last), self.abilities.port.profile)

    @property
    def full(self) -> bool:
        """Whether the program is full, except for a few words."""
        return len(self.words) > MAX_OPERATIONS - 400

    def below(self, bound: int) -> int:
        """A number from 0 up to a bound, exclusive; not quite uniform, but twice as fast as a uniform one."""
        return floor(self.random() * bound)

    def pick(self, options: Sequence[P]) -> P:
        """A random one of several."""
        return options[floor(self.random() * len(options))]

    def offers(self, *names: str) -> bool:
        """Whether the port has all these operations."""
        return self.abilities.operations.issuperset(names)

    # --- Insertion and removal

    def add(self) -> int:
        """Insert one element; return its number."""
        factory = self.factories and self.random() < FACTORIES
        self.words.append("insert_with" if factory else "add")
        self.have_added(1)
        return self.added - 1

    def add_some(self, count: int) -> None:
        """Insert several elements, one by one or all at once."""
        random = self.random
        if self.extends and random() < 0.3:
            self.extend(count)
            return
        if self.factories:
            single = ("insert_with" if random() < FACTORIES else "add" for _ in range(count))
            self.words += single
        else:
            self.words += ["add"] * count
        self.have_added(count)

    def extend(self, count: int) -> None:
        """Insert several elements at once, in one or more words."""
        for first in range(0, max(1, count), MOST_AT_ONCE):
            part = min(count - first, MOST_AT_ONCE)
            self.words.append(f"extend:{part}")
            self.have_added(part)

    def grow(self, count: int) -> None:
        """Insert many elements, in few words if the port offers that; fewer, if they would fill the program."""
        if count <= 0:
            return
        if self.extends and (count > MOST_AT_ONCE or self.random() < 0.6):
            self.extend(count)
        else:
            self.add_some(min(count, MAX_OPERATIONS // 2))

    def refused(self, name: str) -> None:
        """Try to insert one more into a container that is full."""
        if name in {"add", "insert_with"}:
            self.words.append(name)
            self.added += 1
        else:
            self.words.append(f"{name}:1")
            self.added += name == "extend"

    def have_added(self, count: int) -> None:
        """Record a number of insertions."""
        self.live += range(self.added, self.added + count)
        self.added += count
        self.space = max(self.space, len(self.live))

    def remove(self, place: int) -> None:
        """Remove the key at a place of the list of live keys."""
        self.words.append(REMOVE[self.taken_out(place)])

    def taken_out(self, place: int) -> int:
        """Take the key at a place of the list of live keys, which is no longer live."""
        live = self.live
        number, live[place] = live[place], live[-1]
        live.pop()
        self.stale.append(number)
        return number

    def youngest(self) -> int:
        """The place of the last key of the list."""
        return -1

    def oldest(self) -> int:
        """The place of the first key of the list."""
        return 0

    def any_live(self) -> int:
        """A random place in the list."""
        return self.below(len(self.live))

    def empty(self) -> None:
        """Remove everything, by one word if the port offers that."""
        ways = [name for name in ("clear", "drain") if self.offers(name)]
        if ways:
            self.words.append(self.pick(ways))
            self.gone()
        while self.live:
            self.remove(self.youngest())

    def gone(self) -> None:
        """Record that all live keys are stale."""
        self.stale += self.live
        self.live.clear()

    def leap(self, insertions: int, room: int | None = None) -> None:
        """Make a number of insertions whose elements are removed again; so many at once have room."""
        at_once = MOST_AT_ONCE if room is None else min(MOST_AT_ONCE, room)
        step = at_once if self.extends and self.offers("clear") else 1
        while insertions > 0 and not self.full:
            if step == 1:
                self.add()
            else:
                self.extend(min(step, insertions))
            self.empty()
            insertions -= step

    def retain(self, modulus: int, residue: int) -> None:
        """Keep the elements with a residue."""
        self.words.append(f"retain:{modulus}:{residue}")
        self.stale += [number for number in self.live if number % modulus != residue]
        self.live[:] = [number for number in self.live if number % modulus == residue]

    # --- Questions

    def glance(self) -> None:
        """Ask one cheap question."""
        glances = self.glances
        glances[floor(self.random() * len(glances))](self)

    def look(self) -> None:
        """Ask an expensive question: iteration, cross-iteration, the layout; sometimes a bulk operation."""
        looks = self.abilities.looks
        if looks:
            self.ask(self.pick(looks))

    def ask(self, word: str) -> None:
        """Write an expensive operation, if it is offered and the container is not too large for it."""
        if word not in self.abilities.operations:
            return
        if word in LIST_OTHERS and len(self.live) > WIDEST_PIVOT:
            return
        if word in LIST_ALL:
            cells = self.space if word == "layout" else len(self.live)
            if cells > WIDEST_PIVOT and self.listed + cells > MOST_LISTED:
                return
            self.listed += cells if cells > WIDEST_PIVOT else 0
        if word == "extend":
            self.add_some(self.pick(EXTENSIONS))
        elif word == "retain":
            modulus = 1 + self.below(3)
            self.retain(modulus, self.below(modulus))
        elif word not in KEYED or self.added > 0:
            self.words.append(self.written(word))

    def written(self, word: str) -> str:
        """The word of an operation that neither inserts nor removes by number, with its operands."""
        match word:
            case "clear" | "drain":
                self.gone()
            case "exchange":
                return f"exchange:{self.some_key()}:{self.some_key()}"
            case "pair":
                return self.paired(str(self.some_key()))
            case "remove_many":
                return self.removed_both()
            case "put":
                self.have_added(1)
                return f"put:{self.pick((self.below(4), self.below(self.space + 4), self.below(FARTHEST_PLACE)))}"
            case "lend":
                return f"lend:{self._refused(self.pick(self.abilities.structural))}"
            case "apply" | "inspect":
                return f"{word}:{self.some_key()}"
        return f"{word}:{self.pick(NUMBERS[word])}" if word in NUMBERS else word

    def about(self, word: str, key: str) -> str:
        """The word of an operation on one key, with its other operands."""
        if word == "replace":
            return f"replace:{key}:{500 + self.below(500)}"
        if word == "pair":
            return self.paired(key)
        return f"at_mut:{key}:{self.pick(CHANGES)}" if word == "at_mut" else f"{word}:{key}"

    def paired(self, key: str) -> str:
        """Two keys to look up at once: one of them may be forged, or both may be the same."""
        chance = self.random()
        other = key if chance < 0.25 else str(self.some_key())
        if chance > 0.8 and self.abilities.forge:
            other = self.near(self.some_key(), self.below(FARTHEST + 1))
        keys = (key, other) if self.random() < 0.5 else (other, key)
        return ":".join(("pair", *keys))

    def removed_both(self) -> str:
        """Two keys to remove at once: mostly live ones, sometimes stale, forged, or both the same."""
        keys = [self._to_remove(), self._to_remove()]
        chance = self.random()
        if chance < 0.15:
            keys[1] = keys[0]
        elif chance > 0.9 and self.abilities.forge:
            keys[self.below(2)] = self.near(self.some_key(), self.below(FARTHEST + 1))
        return ":".join(("remove_many", *keys))

    def _to_remove(self) -> str:
        """A key that was issued, mostly a live one."""
        live = self.live and (self.random() < LIVE_CHANGED or not self.stale)
        return str(self.taken_out(self.any_live()) if live else self.pick(self.stale))

    def _refused(self, structural: str) -> str:
        """A structural operation to try while elements are lent."""
        match structural:
            case "remove":
                return f"remove:{self.some_key()}"
            case "remove_many":
                return f"remove_many:{self.some_key()}:{self.some_key()}"
            case "extend" | "reserve":
                return f"{structural}:{self.pick(EXTENSIONS)}"
            case "put":
                return f"put:{self.below(self.space + 4)}"
            case "retain":
                return "retain:2:1"
        return structural

    def some_key(self) -> int:
        """A key that was issued, live or stale."""
        pool = self.live if self.random() < 0.6 and self.live else self.stale
        return self.pick(pool or self.live)

    def near(self, number: int, power: int) -> str:
        """A key whose index or id differs from another's by a power of two.

        A port that does not take such keys is sent a numeric key near the one that a list without gaps would have
        issued.
        """
        far = 1 << power
        if self.abilities.negative and self.random() < 0.4:
            far = -far
        index, id_ = (0, far) if self.random() < 0.6 else (far, 0)
        if self.abilities.forge:
            return f"{number}~{index}.{id_}"
        forged = number + index, abs(number + id_)
        return f"#{forged[0]}.{forged[1]}"

    # --- What a port can be asked

    def _glances(self) -> list[Callable[[Writer], None]]:
        """Cheap questions, by how often they are asked."""
        offered = self.abilities.operations
        glances = [Writer._at_live, Writer._at_stale] * 3 if "at" in offered else []
        glances += [Writer._remove_stale] if "remove" in offered else []
        glances += [Writer._contains] if "contains" in offered else []
        glances += [Writer._key_at] if "key_at" in offered else []
        glances += [Writer._replace] if "replace" in offered else []
        glances += [Writer._at_mut] if "at_mut" in offered else []
        glances += [Writer._repack] if self.packs else []
        glances += [Writer._forged] * 2 if self.forgeable else []
        return [*glances, Writer._length]

    def _forgeable(self) -> list[str]:
        """The operations that are tried with forged keys, by how often."""
        if not self.abilities.forge:
            return []
        weights = dict.fromkeys(self.keyed, 1) | {"at": 3, "remove": 2, "contains": 2}
        return [n for n, weight in weights.items() if self.offers(n) for _ in range(weight)]

    @property
    def packs(self) -> bool:
        """Whether keys can be packed; another system that offers it can do so at any widths."""
        able = self.abilities.system.able(self.configuration, "repack")
        return able and "repack" in self.abilities.operations

    @property
    def keyed(self) -> list[str]:
        """Operations on one key that are possible for a container of this configuration and size."""
        large = len(self.live) > WIDEST_PIVOT
        unfit = (LIST_OTHERS if large else set()) | (set() if self.packs else {"repack"})
        return [name for name in self.abilities.keyed if name not in unfit]

    def _length(self) -> None:
        """``len`` if it is offered, otherwise an insertion."""
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
            self.words.append(self.about("replace", str(self._to_change())))

    def _at_mut(self) -> None:
        if self.added:
            self.words.append(self.about("at_mut", str(self._to_change())))

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

    def _key_at(self) -> None:
        if self.added:
            self.words.append(f"key_at:{self.some_key()}")

    def _forged(self) -> None:
        """A key that was not issued. At contract level, one that is very unlikely to equal an issued one."""
        name = self.pick(self.forgeable)
        if name in LIST_OTHERS and len(self.live) > WIDEST_PIVOT:
            return
        if self.abilities.forge and self.added and self.random() < 0.3:
            key = self.near(self.some_key(), self.below(FARTHEST + 1))
        elif self.abilities.negative and self.random() < 0.2:
            key = f"#-{self.pick((1, 1, 2, 4, FAR_INDEX))}.{self.below(4)}"
        elif not self.abilities.level:
            key = f"#{FAR_INDEX - self.below(3)}.0"
        else:
            index = self.pick((self.below(8), self.below(90), FAR_INDEX))
            key = f"#{index}.{self.pick((0, 1, self.below(self.added + 1)))}"
        self.words.append(self.about(name, key))
