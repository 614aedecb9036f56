"""Playback: what the model does with a program, one operation at a time.

At layout and cost level the model has one state and one answer. At contract level several answers
can be right, so that playback goes on from what the port answered, up to the first difference;
there, and wherever the port answered nothing, it goes on from what the model would rather see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, NamedTuple, Protocol

from stablelist_conformance.answerers import model_word
from stablelist_conformance.errors import UsageError
from stablelist_conformance.protocol import Level, decode, encode_answer, list_word
from stablelist_conformance.verdict import Answered
from stablelist_spec.contract import Pool
from stablelist_spec.operation import KeyName, Operation
from stablelist_spec.pool import POOL
from stablelist_spec.stable_list import Failure, State, found

__all__ = ["Known", "Live", "Moment", "Snapshot", "initial", "playback", "played"]


class Live(NamedTuple):
    """A container as its user sees it: elements by the number of the insertion that added them."""

    elements: Mapping[int, int]
    retired: frozenset[int] = frozenset()


Snapshot = State | Live
"""What there is to see between two operations: the layout, or at contract level the live keys."""


class Known(NamedTuple):
    """What is known of a key before an operation uses it.

    Attributes:
        element: the element of a live key.
        retired_by: the number of the operation that retired the key.
    """

    name: KeyName
    element: int | None = None
    retired_by: int | None = None


class Moment(NamedTuple):
    """One operation of the program, and what the model makes of it.

    Attributes:
        number: of the operation, counted from 0.
        operation: what *word* means; None if this kit does not know the word.
        insertion: the number that the next insertion bears.
        answer: the model's.
        named: cells, or at contract level keys, that the operation names.
    """

    number: int
    word: str
    operation: Operation | None
    insertion: int
    key: Known | None
    other: Known | None
    answer: str
    before: Snapshot
    after: Snapshot
    named: frozenset[int]


def playback(answered: Answered) -> Iterator[Moment]:
    """Every operation of the program, in order; states are made on the way and not kept."""
    ledger = Ledger()
    player = _player(answered, ledger)
    before = player.snapshot()
    for number, word in enumerate(answered.program.words):
        operation = meaning(word)
        insertion, key, other = ledger.insertions, None, None
        answer, named = UNKNOWN, frozenset[int]()
        if operation is not None:
            key, other = ledger.known(operation.key), ledger.known(operation.other)
            named, answer = player.named(operation), player.answer(number, operation)
            ledger.follow(number, operation, answer)
            ledger.correct(number, player.elements(ledger.live))
        after = player.snapshot()
        yield Moment(number, word, operation, insertion, key, other, answer, before, after, named)
        before = after


def played(answered: Answered) -> Moment | None:
    """The moment of the first difference; the last one if no operation is to blame."""
    last = None
    for moment in playback(answered):
        last = moment
        if moment.number == answered.at:
            break
    return last


def initial(answered: Answered) -> Snapshot:
    """The fresh container."""
    return _player(answered, Ledger()).snapshot()


def meaning(word: str) -> Operation | None:
    """The operation behind a word, if there is one."""
    try:
        return decode(word)
    except UsageError:
        return None


# --- The ledger: what a user knows ----------------------------------------------------------------

UNKNOWN: Final = "?"
"""The answer to an operation that the model does not have."""


class Ledger:
    """Live and retired keys, as anybody can tell from the answers."""

    def __init__(self) -> None:
        self.insertions = 0
        self.live: dict[int, int] = {}
        self.retired_by: dict[int, int] = {}

    def known(self, name: KeyName | None) -> Known | None:
        """What is known of a key."""
        if name is None or not isinstance(name, int):
            return None if name is None else Known(name)
        return Known(name, self.live.get(name), self.retired_by.get(name))

    def follow(self, number: int, operation: Operation, answer: str) -> None:
        """Go on from an answer."""
        match operation.name:
            case "add" | "insert_with" | "extend":
                new = range(self.insertions, self.insertions + POOL.insertions(operation))
                if not answer.startswith("!"):
                    self.live |= zip(new, new, strict=True)
                self.insertions = new.stop
            case "remove":
                self._remove(number, operation.key, answer)
            case "replace" if answer == "yes" and operation.key in self.live:
                self.live[_number(operation.key)] = operation.value
            case "at_mut" if operation.key in self.live:
                self.live[_number(operation.key)] += operation.value
            case "each_mut":
                self.live = {key: e + operation.value for key, e in self.live.items()}
            case "clear" | "drain":
                self._retire(number, lambda _: True)
            case "retain" if operation.modulus:
                self._retire(number, lambda e: e % operation.modulus != operation.residue)
            case "exchange":
                self._exchange(*answer.partition("/")[::2])

    def correct(self, number: int, elements: Mapping[int, int | None]) -> None:
        """Go on from what the live keys are known to resolve to, if anything; a revived key is no riddle then."""
        for key, element in elements.items():
            if element is None:
                del self.live[key]
                self.retired_by[key] = number
            else:
                self.live[key] = element

    def _remove(self, number: int, name: KeyName | None, answer: str) -> None:
        """Retire the key; if it was retired already, a key of the element that was answered."""
        holders = [key for key, element in self.live.items() if str(element) == answer]
        if answer.isdecimal() and holders:
            leaving = name if isinstance(name, int) and name in self.live else holders[0]
            del self.live[leaving]
            self.retired_by[leaving] = number

    def _retire(self, number: int, leaves: Callable[[int], bool]) -> None:
        """Retire the keys of some elements."""
        for key in [key for key, element in self.live.items() if leaves(element)]:
            del self.live[key]
            self.retired_by[key] = number

    def _exchange(self, pivot: str, other: str) -> None:
        """Exchange two elements, if both are live."""
        holders = {str(element): key for key, element in self.live.items()}
        if pivot in holders and other in holders:
            one, two = holders[pivot], holders[other]
            self.live[one], self.live[two] = self.live[two], self.live[one]


# --- Players: who answers -------------------------------------------------------------------------


class _Player(Protocol):
    """The model at some level."""

    def answer(self, number: int, operation: Operation) -> str:
        """Carry an operation out, and answer it."""
        ...

    def named(self, operation: Operation) -> frozenset[int]:
        """The cells or keys that an operation names."""
        ...

    def elements(self, live: Iterable[int]) -> Mapping[int, int | None]:
        """What is known for sure of live keys: their elements, or that there is none any more."""
        ...

    def snapshot(self) -> Snapshot:
        """What there is to see now."""
        ...


def _player(answered: Answered, ledger: Ledger) -> _Player:
    """The player of a program's level."""
    contract = answered.level is Level.CONTRACT
    return _Contract(answered, ledger) if contract else _Layout(answered)


class _Layout:
    """The model with its one answer."""

    def __init__(self, answered: Answered) -> None:
        self.level = answered.level
        self.history = answered.handshake.system.begin(answered.program.parameters)

    def answer(self, number: int, operation: Operation) -> str:
        """What the model answers; an operation that it does not have changes nothing."""
        word = model_word(self.history, operation, self.level)
        return UNKNOWN if word == "!other" else word

    def named(self, operation: Operation) -> frozenset[int]:
        """The opened cells that the keys name."""
        keys = (operation.key, operation.other)
        indices = (self.history.key(key).index for key in keys if key is not None)
        return frozenset(index for index in indices if 0 <= index < self.history.state.opened)

    def elements(self, live: Iterable[int]) -> Mapping[int, int | None]:
        """The model knows them all."""
        return {key: found(self.history.state, self.history.key(key)) for key in live}

    def snapshot(self) -> State:
        """The layout."""
        state: State = self.history.state
        return state


class _Contract:
    """The model following a port."""

    def __init__(self, answered: Answered, ledger: Ledger) -> None:
        self.answered, self.ledger = answered, ledger

    def answer(self, number: int, operation: Operation) -> str:
        """What the port answered, if that was acceptable; else what a port should answer."""
        c = self.answered
        if number == c.at:
            word = c.expected.partition(" or ")[0] if c.kind == "answer" else ""
        else:
            judged = c.at is None or number < c.at
            word = c.answers[number] if judged and number < len(c.answers) else ""
        return word if word and " " not in word else right_word(operation, self.ledger.live)

    def named(self, operation: Operation) -> frozenset[int]:
        """The live keys among those named."""
        names = {key for key in (operation.key, operation.other) if isinstance(key, int)}
        return frozenset(names & self.ledger.live.keys())

    def elements(self, live: Iterable[int]) -> Mapping[int, int | None]:
        """Nobody knows but by the answers."""
        return {}

    def snapshot(self) -> Live:
        """The live keys."""
        return Live(dict(self.ledger.live), frozenset(self.ledger.retired_by))


_RIGHT: Final[Mapping[str, Callable[[Pool[int], Operation], object]]] = {
    "remove": lambda pool, o: pool.remove(_number(o.key)),
    "at": lambda pool, o: pool.at(_number(o.key)),
    "repack": lambda pool, o: pool.at(_number(o.key)),
    "contains": lambda pool, o: pool.contains(_number(o.key)),
    "replace": lambda pool, o: pool.replace(_number(o.key), o.value),
    "at_mut": lambda pool, o: pool.at_mut(_number(o.key), o.value),
    "each_mut": lambda pool, o: pool.each_mut(o.value),
    "reserve": lambda pool, _: None,
    "shrink_to_fit": lambda pool, _: None,
    "reload": lambda pool, _: None,
    "apply": lambda pool, o: pool.apply(_number(o.key)),
    "inspect": lambda pool, o: pool.apply(_number(o.key)),
    "exchange": lambda pool, o: pool.exchange(_number(o.key), _number(o.other)),
    "len": lambda pool, _: len(pool.live),
    "is_empty": lambda pool, _: not pool.live,
    "clear": lambda pool, _: pool.clear(),
    "drain": lambda pool, _: pool.drain(),
    "retain": lambda pool, o: pool.retain(o.modulus, o.residue),
    "each": lambda pool, _: pool.elements(),
    "keys": lambda pool, _: pool.elements(),
    "traverse": lambda pool, _: pool.traverse(),
    "lend": lambda pool, _: Failure.BORROW if pool.live else None,
}


def right_word(operation: Operation, live: Mapping[int, int]) -> str:
    """What a port should answer whose retired keys never resolve.

    >>> right_word(Operation("at", 3), {3: 7}), right_word(Operation("at", 4), {3: 7})
    ('7', 'none')
    """
    if operation.name == "extend":
        return list_word(["ok"] * operation.count)
    if operation.name in ("add", "insert_with"):
        return "ok"
    if operation.name not in _RIGHT:
        return UNKNOWN
    return encode_answer(operation, _RIGHT[operation.name](Pool(live), operation), Level.CONTRACT)


def _number(name: KeyName | None) -> int:
    """The number of a key's insertion; a forged key has none."""
    return name if isinstance(name, int) else -1
