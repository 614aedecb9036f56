# ruff: noqa: ANN401 - it drives containers of any class
"""One program on one Python pool: some operations are not plain calls of a method, and have forms of their own."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from stablelist_conformance.python.method_run import MethodRun, error_word, key_words, value_word
from stablelist_conformance.python.way import ask
from stablelist_conformance.wire.answers import abridged, list_word
from stablelist_conformance.wire.operations import decode
from stablelist_conformance.wire.protocol import Level
from stablelist_spec.core.drawing import drawn
from stablelist_spec.core.family import Answer
from stablelist_spec.core.history import NO_KEY
from stablelist_spec.core.key import Key as ModelKey
from stablelist_spec.core.operation import KeyName, Near, Operation
from stablelist_spec.families.pool import KEY_OPERATIONS, POOL

__all__ = ["ContainerRun", "Forge", "Form"]


Forge = Callable[[ModelKey], Any]
"""Makes a key that the container never issued; None if it cannot exist."""


class ContainerRun(MethodRun):
    """One program on one pool. The key of a failed insertion is one that is never found, if keys can be made."""

    def __init__(
        self, methods: Mapping[str, str], forge: Forge, container: Any, level: Level
    ) -> None:
        super().__init__(POOL, methods, frozenset({"add"}), unfound, container, level)
        self.forge, self.none = forge, forge(NO_KEY)

    def answer(self, words: Iterable[str]) -> list[str]:
        """All answers. The plain operations come first in the chain, because they are the most frequent."""
        add, remove, at, keys = self.add, self.container.remove, self.at, self.keys
        told, none, shows_keys = PARSED_WORDS, self.none, self.level is not Level.CONTRACT
        answers: list[str] = []
        for word in words:
            name, named, operation = told.get(word) or parsed_word(word)
            try:
                if name == "add":
                    number = len(keys)
                    keys.append(none)
                    key = keys[number] = add(number)
                    answers.append(f"{key.index}.{key.id}" if shows_keys else "ok")
                elif name == "remove":
                    key = self.key(operation["key"]) if named is None else keys[named]
                    found = None if key is None else remove(key)
                    answers.append("none" if found is None else str(found))
                elif name == "at":
                    key = self.key(operation["key"]) if named is None else keys[named]
                    found = None if key is None else at(key)
                    answers.append("none" if found is None else str(found))
                else:
                    answers.append(self.answered(operation))
                    if name == "reload":
                        add, remove, at = self.add, self.container.remove, self.at
            except Exception as error:
                answers.append(self.failed(error))
        return answers

    @property
    def add(self) -> Callable[[int], Any]:
        """The method that inserts an element."""
        return self.method("add")

    @property
    def at(self) -> Callable[[Any], Any]:
        """The method that looks a key up."""
        return self.method("at")

    def key(self, name: KeyName) -> Any:
        """The container's key for a name; None if it cannot exist."""
        if isinstance(name, int):
            return self.keys[name]
        if isinstance(name, Near):
            key = self.keys[name.number]
            if key is self.none:
                return key
            name = ModelKey(key.index + name.index, key.id + name.id)
        return self.forge(name)

    def index(self, name: KeyName) -> int | None:
        """The index of a key, whatever its id; None if its insertion failed."""
        if isinstance(name, ModelKey):
            return name.index
        number, distance = (name.number, name.index) if isinstance(name, Near) else (name, 0)
        key = self.key(number)
        return None if key is self.none else int(key.index) + distance

    def both(self, operation: Operation) -> list[Any]:
        """Two keys; one that is never found for each that cannot exist."""
        keys = (self.key(operation[name]) for name in ("key", "other"))
        return [self.none if key is None else key for key in keys]

    def lacks_key(self, operation: Operation) -> bool:
        """Whether the only key of an operation cannot exist, or has no slot to insert at."""
        if operation.name not in OF_ONE:
            return False
        key = self.key(operation["key"])
        return key is None or (key is self.none and POOL.kinds[operation.name].inserts)

    def carried_out(self, operation: Operation, first: int) -> Any:
        """What a method returns, or what the operation's own form gives."""
        form = FORMS.get(operation.name)
        return super().carried_out(operation, first) if form is None else form(self, operation)

    def read(self, operation: Operation, found: Any, first: int) -> str:
        """The word for what a method returned; that of a loop is abridged."""
        if isinstance(found, str) and operation.name == "cycle":
            return found
        if operation.name == "fill":
            self.keys[first : first + len(found)] = found
            return abridged(key_words(found, self.level))
        return (
            abridged(found) if operation.name == "thin" else super().read(operation, found, first)
        )

    @staticmethod
    def refusal(error: Exception) -> str:
        """The word for an exception; pools have no refusals but their own."""
        return error_word(error)


def unfound(operation: Operation) -> str:
    """The answer to an operation whose key finds nothing."""
    return "no" if POOL.kinds[operation.name].answer is Answer.TRUTH else "none"


FULL: Final = "!full"

Form = Callable[[ContainerRun, Operation], Any]
"""Carries an operation out, and returns what a method would."""

OF_ONE: Final = {*KEY_OPERATIONS, "insert_at"} - {"key_at"}
"""Operations whose only key must exist."""


def insert_with(run: ContainerRun, _: Operation) -> Any:
    """The key is the one that the factory receives."""
    number, given = len(run.keys) - 1, list[Any]()

    def make(key: Any) -> int:
        given.append(key)
        return number

    run.container.insert_with(make)
    (key,) = given
    return key


def put(run: ContainerRun, operation: Operation) -> Any:
    """The new key and the displaced element, as the container returns them."""
    run.keys[-1], displaced = run.container.put(operation["place"], len(run.keys) - 1)
    return displaced


def insert_at(run: ContainerRun, operation: Operation) -> Any:
    """The same at the slot of a key."""
    key = run.key(operation["key"])
    run.keys[-1], displaced = run.container.insert_at(key, len(run.keys) - 1)
    return displaced


def restore(run: ContainerRun, operation: Operation) -> bool:
    """Whether the key was restored; it raises if not."""
    try:
        run.container.insert_at(run.key(operation["key"]), operation["value"])
    except (ValueError, OverflowError):
        return False
    return True


def pair(run: ContainerRun, operation: Operation) -> tuple[Any, ...]:
    """Both elements. If one key does not exist, only the other is looked up."""
    keys = run.both(operation)
    if None in keys:
        return tuple(None if key is None else run.at(key) for key in keys)
    return tuple(run.container.pair(*keys))


def key_at(run: ContainerRun, operation: Operation) -> Any:
    """The key at the index of a key; the found key is then looked up."""
    index = run.index(operation["key"])
    found = None if index is None else run.container.key_at(index)
    if found is None:
        return None
    element = run.at(found)
    return element if run.level is Level.CONTRACT else (found, element)


def is_empty(run: ContainerRun, _: Operation) -> bool:
    """By the container's own method, otherwise by its length."""
    asked = getattr(run.container, "is_empty", None)
    return bool(asked() if asked else len(run.container) == 0)


def each(run: ContainerRun, _: Operation) -> list[str]:
    """By a callback, otherwise by iterating over pairs."""
    pairs: list[tuple[Any, Any]] = []
    if hasattr(run.container, "each"):
        run.container.each(lambda key, element: pairs.append((key, element)))
    else:
        pairs.extend(run.container.items())
    if run.level is Level.CONTRACT:
        return [str(element) for _, element in pairs]
    return [f"{key.index}.{key.id}={element}" for key, element in pairs]


def at_mut(run: ContainerRun, operation: Operation) -> Any:
    """The element is looked up again afterwards, to see the change."""
    key, difference = run.key(operation["key"]), operation["value"]
    changed = run.container.at_mut(key, lambda element: element + difference)
    return run.at(key) if changed else None


def each_mut(run: ContainerRun, operation: Operation) -> None:
    """Every element is replaced by a larger one."""
    difference = operation["value"]
    run.container.each_mut(lambda _, element: element + difference)


def pivot(run: ContainerRun, operation: Operation) -> str | None:
    """Record the pivot and its view while they are lent."""
    shown: list[str] = []

    def show(pivot: object, view: Any) -> None:
        others: list[str] = []
        view.each(lambda _, other: others.append(str(other)))
        shown.append(f"{pivot}/{len(view)}/{list_word(others)}")

    run.method(operation.name)(run.key(operation["key"]), show)
    return shown[0] if shown else None


def exchange(run: ContainerRun, operation: Operation) -> tuple[Any, Any] | None:
    """Through the view; the pivot's own key is not found there."""
    shown: list[tuple[Any, Any]] = []
    key, sought = run.both(operation)

    def swap(pivot: object, view: Any) -> None:
        other = view.at(sought)
        if view.replace(sought, pivot):
            view.replace_pivot(other)
        shown.append((pivot, other))

    if None not in (key, sought):
        run.container.apply(key, swap)
    return shown[0] if shown else None


def traverse(run: ContainerRun, _: Operation) -> list[str]:
    """Record each pivot and its view while they are lent."""
    shown: list[str] = []

    def show(_: object, pivot: object, view: Any) -> None:
        shown.append(f"{pivot}/{len(view)}/{sum(view.values())}")

    run.container.traverse(show)
    return shown


def lend(run: ContainerRun, operation: Operation) -> str | None:
    """While the first element is lent. Insertions that are tried here have no number."""
    tried: list[str] = []

    def attempt(*_: object) -> None:
        if tried:
            return
        first = len(run.keys)
        run.keys += [run.none] * POOL.insertions(operation["tried"])
        try:
            ask(operation["tried"].way)
            run.carried_out(operation["tried"], first)
            tried.append("ok")
        except Exception as error:
            tried.append(error_word(error))
        del run.keys[first:]

    run.container.each(attempt)
    return tried[0] if tried else None


def retain(run: ContainerRun, operation: Operation) -> Iterable[str]:
    """The removed elements that the container returns; if it returns none, those that the condition rejected."""
    refused: list[int] = []
    modulus, residue = operation["modulus"], operation["residue"]

    def keeps(_: object, element: int) -> bool:
        keep: bool = element % modulus == residue
        if not keep:
            refused.append(element)
        return keep

    removed = run.container.retain(keeps)
    return map(element_word, refused if removed is None else removed)


def each_removing(run: ContainerRun, operation: Operation) -> Iterable[str]:
    """The elements that the container visited."""
    modulus, residue = operation["modulus"], operation["residue"]
    visited = run.container.each_removing(lambda _, element: element % modulus == residue)
    return map(element_word, visited)


def cycle(run: ContainerRun, operation: Operation) -> Any:
    """One turn after the other; the last key, or what was removed instead of the element."""
    add, remove, element = run.add, run.container.remove, len(run.keys) - 1
    key = None
    for _ in range(operation["count"]):
        key = add(element)
        removed = remove(key)
        if removed != element:
            return value_word(removed, run.level)
    return key


def fill(run: ContainerRun, operation: Operation) -> list[Any]:
    """One insertion after the other, up to the first that there is no room for."""
    keys, add, end = list[Any](), run.add, len(run.keys)
    try:
        keys.extend(add(number) for number in range(end - operation["count"], end))
    except Exception as error:
        if not keys or run.refusal(error) != FULL:
            raise
    return keys


def thin(run: ContainerRun, operation: Operation) -> list[str]:
    """One removal after the other."""
    remove, keys = run.container.remove, run.keys
    drawing = drawn(operation["seed"], operation["count"], len(keys))
    drawn_keys = (keys[number] for number in drawing)
    removed = (None if key is None else remove(key) for key in drawn_keys)
    return [str(found) for found in removed if found is not None]


def repack(run: ContainerRun, operation: Operation) -> Any:
    """Pack and unpack. A key that is too wide for the container cannot be packed, and is not found."""
    try:
        packed = run.container.pack(run.key(operation["key"]))
    except (ValueError, OverflowError):
        return None
    return run.at(run.container.unpack(packed))


def layout(run: ContainerRun, _: Operation) -> str:
    """From the layout that the container shows."""
    shown = run.container.layout()
    parts = [
        f"{p.start}:{p.size}:{p.live}:{p.opened}:{','.join(map(str, p.free))}"
        for p in shown.partitions
    ]
    return "|".join((str(shown.space), *parts, str(shown.next_id)))


def cost(run: ContainerRun, _: Operation) -> str:
    """From the counters that the container shows."""
    spent = run.container.stats()
    return f"{spent.visits}/{spent.moved}/{spent.dropped}/{spent.cells}"


def element_word(handed_out: Any) -> str:
    """An element that was handed out alone or with its key."""
    return str(handed_out if isinstance(handed_out, int) else handed_out[1])


FORMS: Final[Mapping[str, Form]] = {
    "insert_with": insert_with,
    "put": put,
    "insert_at": insert_at,
    "restore": restore,
    "pair": pair,
    "key_at": key_at,
    "remove_many": lambda run, two: tuple(run.container.remove_many(run.both(two))),
    "is_empty": is_empty,
    "each": each,
    "keys": lambda run, _: map(run.at, run.method("keys")()),
    "at_mut": at_mut,
    "each_mut": each_mut,
    "apply": pivot,
    "inspect": pivot,
    "exchange": exchange,
    "traverse": traverse,
    "lend": lend,
    "drain": lambda run, _: map(element_word, run.container.drain()),
    "retain": retain,
    "each_removing": each_removing,
    "each_first": lambda run, by: map(element_word, run.container.each_first(by["most"])),
    "sort": lambda run, by: run.container.sort(key=lambda element: element % by["modulus"]),
    "repack": repack,
    "cycle": cycle,
    "fill": fill,
    "thin": thin,
    "reload": lambda run, _: run.take(pickle.loads(pickle.dumps(run.container))),  # noqa: S301
    "layout": layout,
    "cost": cost,
}
"""The forms of the operations that are no plain calls."""


MOST_TOLD: Final = 1 << 17
PARSED_WORDS: Final[dict[str, tuple[str, int | None, Operation]]] = {}
"""What `ContainerRun.answer` needs to know about a word: the operation's name, the number of its key if it has one.

The name is empty if the operation is to be done in another way than the first.

The same few thousand words come back millions of times. When there are too many, all are forgotten.
"""


def parsed_word(word: str) -> tuple[str, int | None, Operation]:
    """Parse a word, and remember the result in `PARSED_WORDS`."""
    if len(PARSED_WORDS) == MOST_TOLD:
        PARSED_WORDS.clear()
    operation = decode(word, POOL)
    key = operation.operands.get("key")
    number = key if isinstance(key, int) else None
    name = operation.name if operation.way == 1 else ""
    told = PARSED_WORDS[word] = name, number, operation
    return told
