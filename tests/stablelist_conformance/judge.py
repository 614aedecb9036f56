"""Judges: is this answer line right?

At layout and cost level there is exactly one right line, and the judge compares. At contract level several may
be right (the order of a list, a stale key after wrap-around), so the judge follows: it keeps a
`stablelist_spec.contract.Pool`, asks of every word whether it is acceptable, and goes on from what was answered.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Protocol

from stablelist_spec.contract import Pool
from stablelist_spec.operation import KeyName, Operation
from stablelist_spec.parameters import Parameters
from stablelist_spec.pool import POOL
from stablelist_spec.stable_list import Key
from stablelist_spec.stamps import Life, Stamps

from .handshake import Answerer, Handshake
from .protocol import Level, Program, decode, encode_answer, list_word

__all__ = [
    "INSERTIONS",
    "ContractJudge",
    "Difference",
    "ExactJudge",
    "Following",
    "Judge",
    "contract_judge",
]


class Difference(NamedTuple):
    """The first wrong word: which operation, what was acceptable, what was answered."""

    at: int
    expected: str
    answered: str


class Judge(Protocol):
    """Decides about answer lines."""

    def prepare(self, program: Program) -> object:
        """Do beforehand what can be done while the port works."""
        ...

    def judge(self, program: Program, prepared: object, line: str) -> Difference | None:
        """The first difference, or None if the line is right."""
        ...


class ExactJudge:
    """One line is right: the reference's."""

    def __init__(self, reference: Answerer, level: Level) -> None:
        self.reference, self.level = reference, level

    def prepare(self, program: Program) -> str:
        """The right line."""
        return " ".join(self.reference.answer(program, self.level))

    def judge(self, program: Program, prepared: object, line: str) -> Difference | None:
        """Compare."""
        assert isinstance(prepared, str)
        if line == prepared:
            return None
        return first_difference(prepared.split(" "), line.split(" "))


def first_difference(expected: list[str], answered: list[str]) -> Difference:
    """The first word that differs, is missing, or is too many."""
    for at, (right, word) in enumerate(zip(expected, answered, strict=False)):
        if right != word:
            return Difference(at, right, word)
    at = min(len(expected), len(answered))
    if at < len(expected):
        return Difference(at, expected[at], "")
    return Difference(len(expected) - 1, "no more words", " ".join(answered[at:])[:80])


@dataclass
class _Life:
    """One container as a user knows it: the contract, and when each key was issued and retired."""

    pool: Pool[int] = field(default_factory=Pool)
    lives: list[Life | None] = field(default_factory=list)
    insertions: int = 0
    removals: int = 0

    def issue(self, count: int, *, succeeded: bool) -> None:
        """The next insertions, which may have failed."""
        for _ in range(count):
            self._issue(succeeded=succeeded)

    def _issue(self, *, succeeded: bool) -> None:
        if not succeeded:
            self.lives.append(None)
            return
        number = len(self.lives)
        self.pool.add(number, number)
        self.lives.append(Life(self.insertions, self.removals))
        self.insertions += 1

    def retire(self, leaving: list[int]) -> None:
        """Note when these keys were retired."""
        for number in leaving:
            life = self.lives[number]
            assert life is not None
            self.lives[number] = life._replace(retired=self.insertions)
        self.removals += len(leaving)


class Room(NamedTuple):
    """How much a container of fixed capacity promises to hold; one that grows promises everything."""

    capacity: int | None = None
    versions: int | None = None
    """How many insertions use a slot up, where used-up slots are retired."""

    def may_be_full(self, live: int, insertions: int, additional: int = 1) -> bool:
        """Whether one of so many insertions may be refused."""
        if self.capacity is None or additional == 0:
            return False
        before_the_last = additional - 1
        used_up = (insertions + before_the_last) // self.versions if self.versions else 0
        return live + before_the_last + used_up >= self.capacity


class ContractJudge:
    """Several lines may be right: follow the port through them."""

    def __init__(
        self, stamps: Callable[[Parameters], Stamps], room: Callable[[Parameters], Room]
    ) -> None:
        self.stamps = stamps
        self.room = room

    def prepare(self, program: Program) -> None:
        """Nothing: what is right depends on what was answered."""

    def judge(self, program: Program, prepared: object, line: str) -> Difference | None:
        """Follow the answers to the first unacceptable one."""
        return self.follow(program, line)[0]

    def following(self, parameters: Parameters) -> Following:
        """A fresh container, to be followed word by word."""
        return Following(self.stamps(parameters), parameters, self.room(parameters))

    def follow(self, program: Program, line: str) -> tuple[Difference | None, set[str]]:
        """The first difference, and the labels of what happened before it."""
        run = self.following(program.parameters)
        answered = line.split(" ") if line else []
        labels: set[str] = set()
        for at, word in enumerate(program.words):
            if at == len(answered):
                return Difference(at, run.phrase(decode(word)), ""), labels
            difference = run.step(at, decode(word), answered[at])
            if difference is not None:
                return difference, labels
            labels |= run.labels
        if len(answered) > len(program.words):
            extra = " ".join(answered[len(program.words) :])[:80]
            return Difference(len(program.words) - 1, "no more words", extra), labels
        return None, labels


def contract_judge(handshake: Handshake) -> ContractJudge:
    """The judge that follows a port."""

    def room(parameters: Parameters) -> Room:
        bits = parameters.id_bits
        retires = not handshake.wraps and bits is not None
        versions = 1 << ((bits or 0) - handshake.parity) if retires else None
        return Room(handshake.room(parameters), versions)

    stamps = handshake.system.stamps
    assert stamps is not None
    return ContractJudge(lambda p: stamps(handshake, p.id_bits), room)


class Meant(NamedTuple):
    """The live keys that the keys of an operation are taken for; None for one that is not found."""

    key: int | None = None
    other: int | None = None


def nobody(number: int | None) -> int:
    """A number that no insertion has, in place of none."""
    return -1 if number is None else number


def may_coincide(forged: Key) -> bool:
    """Whether a container may have handed out such a key: at contract level nobody sees its indices and ids.

    No program brings a container to an index of more than 32 bits.
    """
    return 0 <= forged.index < 1 << 32


INSERTIONS: Final = frozenset({"add", "insert_with", "extend"})
CHANGES_ONE: Final = frozenset({"remove", "replace", "at_mut", "exchange"})
"""Operations after which it matters whose element was meant."""


class Following:
    """One program, one operation at a time.

    A revived key can mean several elements. Where that matters and the answer does not tell, because they are equal or
    because it is a mere ``yes``, the rest of the program has no right answers that are known here: it is not judged.
    """

    def __init__(self, stamps: Stamps, parameters: Parameters, room: Room) -> None:
        self.stamps, self.parameters, self.room = stamps, parameters, room
        self.life = _Life()
        self.labels: set[str] = set()
        self.lost = False

    def step(self, at: int, operation: Operation, answered: str) -> Difference | None:
        """Judge one word and go on from it."""
        if self.lost:
            return None
        expected = self._acceptable(operation)
        given = normal(answered)
        if given not in expected:
            return Difference(at, " or ".join(expected), answered)
        self.labels = {self._label(operation, given, several=len(expected) > 1)}
        self.lost = len(expected[given]) > 1 and operation.name in CHANGES_ONE
        self._go_on(operation, given, expected[given][0])
        return None

    def phrase(self, operation: Operation) -> str:
        """What would be acceptable, for a person."""
        return " or ".join(self._acceptable(operation))

    def _acceptable(self, operation: Operation) -> dict[str, list[Meant]]:
        """Every acceptable word, with the live keys that it can mean."""
        if operation.name in INSERTIONS or operation.name == "reserve":
            return {word: [Meant()] for word in self._words_with_room(operation)}
        if operation.key is None or operation.name == "lend":
            return {self._closed_word(operation): [Meant()]}
        others = self._meanings(operation.other) if operation.other is not None else [None]
        words: dict[str, list[Meant]] = {}
        for meant in (Meant(k, o) for k in self._meanings(operation.key) for o in others):
            words.setdefault(normal(self._keyed_word(operation, meant)), []).append(meant)
        return words

    def _words_with_room(self, operation: Operation) -> list[str]:
        """What needs room succeeds unless the index range or a fixed capacity is used up."""
        live, p = len(self.life.pool.live), self.parameters
        extends = operation.name == "extend"
        additional = operation.count if extends or operation.name == "reserve" else 1
        done = list_word(["ok"] * additional) if extends else "ok"
        if p.index_count is not None and live + additional > max(live, p.index_count):
            return ["!full"]
        if self.room.may_be_full(live, self.life.insertions, additional):
            return [done, "!full"]
        return [done]

    def _meanings(self, name: KeyName) -> list[int | None]:
        """The live keys that a key may be taken for; None where it is not found."""
        if not isinstance(name, int):
            return [None, *self.life.pool.live] if may_coincide(name) else [None]
        if name in self.life.pool.live:
            return [name]
        retired = self.life.lives[name]
        if retired is None:
            return [None]
        lives = ((number, self.life.lives[number]) for number in self.life.pool.live)
        revived = [
            n for n, life in lives if life is not None and self.stamps.may_revive(retired, life)
        ]
        return [None, *revived]

    def _keyed_word(self, operation: Operation, meant: Meant) -> str:
        """The right word for a key operation, if its keys are taken for *meant*."""
        pool = self.life.pool
        key, other = nobody(meant.key), nobody(meant.other)
        match operation.name:
            case "contains" | "replace":
                answer: object = pool.contains(key)
            case "at_mut":
                element = pool.at(key)
                answer = None if element is None else element + operation.value
            case "apply" | "inspect":
                answer = pool.apply(key)
            case "exchange":
                answer = Pool(pool.live).exchange(key, other)
            case _:
                answer = pool.at(key)
        return encode_answer(operation, answer, Level.CONTRACT)

    def _closed_word(self, operation: Operation) -> str:
        """The one right word for an operation without a key."""
        pool = self.life.pool
        match operation.name:
            case "len":
                return str(len(pool.live))
            case "is_empty":
                return "no" if pool.live else "yes"
            case "clear" | "each_mut" | "shrink_to_fit" | "reload":
                return "ok"
            case "traverse":
                return normal(encode_answer(operation, pool.traverse(), Level.CONTRACT))
            case "lend":
                return "!borrow" if pool.live else "none"
            case "retain":
                leaving = Pool(pool.live).retain(operation.modulus, operation.residue)
                return normal(list_word(map(str, leaving)))
        return normal(list_word(map(str, pool.elements())))

    def _go_on(self, operation: Operation, given: str, meant: Meant) -> None:
        """Carry the operation out as it was answered."""
        life = self.life
        match operation.name:
            case "add" | "insert_with" | "extend":
                life.issue(POOL.insertions(operation), succeeded=given != "!full")
            case "replace":
                life.pool.replace(nobody(meant.key), operation.value)
            case "at_mut":
                life.pool.at_mut(nobody(meant.key), operation.value)
            case "each_mut":
                life.pool.each_mut(operation.value)
            case "remove" if meant.key is not None:
                life.pool.remove(meant.key)
                life.retire([meant.key])
            case "clear" | "drain":
                life.retire(list(life.pool.live))
                life.pool.clear()
            case "retain":
                before = list(life.pool.live)
                life.pool.retain(operation.modulus, operation.residue)
                life.retire([number for number in before if number not in life.pool.live])
            case "exchange":
                life.pool.exchange(nobody(meant.key), nobody(meant.other))

    def _label(self, operation: Operation, given: str, *, several: bool) -> str:
        """The label of what happened, at contract level."""
        name, pool = operation.name, self.life.pool
        if name in INSERTIONS:
            return f"{name}_full" if given == "!full" else name
        if name == "lend" or operation.key is None:
            return f"{name}_{'some' if pool.live else 'none'}"
        if not isinstance(operation.key, int):
            return f"{name}_forged"
        if operation.key in pool.live:
            return f"{name}_live"
        return f"{name}_stale_open" if several else f"{name}_stale"


def normal(word: str) -> str:
    """A word with its list sorted, because order is not part of the contract.

    >>> normal("5/2/[9,10]"), normal("[2,1]"), normal("none")
    ('5/2/[10,9]', '[1,2]', 'none')
    """
    start = word.find("[")
    if start < 0:
        return word
    items = sorted(word[start + 1 : -1].split(","))
    return f"{word[:start]}[{','.join(items)}{word[-1]}"
