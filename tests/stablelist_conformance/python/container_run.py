# ruff: noqa: ANN401 - it drives containers of any class
"""One program on one Python container: every operation is carried out by the container's methods."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

from stablelist_conformance.python.container_api import method
from stablelist_conformance.wire.protocol import Level, decode, in_order, list_word
from stablelist_spec.core.key import Key as ModelKey
from stablelist_spec.core.operation import KeyName, Near, Operation
from stablelist_spec.families.pool import POOL

__all__ = ["ContainerRun", "Forge", "UnforgeableError", "error_word"]


class Forge(Protocol):
    """Makes keys by hand."""

    @property
    def forges(self) -> bool:
        """Whether keys can be made."""
        ...

    def forge(self, key: ModelKey) -> Any:
        """A key that the container never issued."""
        ...

    def nothing(self) -> Any:
        """A key that is never found."""
        ...


class UnforgeableError(Exception):
    """A key that cannot exist, so it is not found."""


class _Issued(list[Any]):
    """The keys by the numbers of their insertions; failed insertions have none."""

    def __getitem__(self, number: Any) -> Any:
        """The key.

        Raises:
            UnforgeableError: there is none.
        """
        key = super().__getitem__(number)
        if key is None:
            raise UnforgeableError
        return key


class ContainerRun:
    """One program on one container.

    Attributes:
        raised: what the container raised last, for whoever wants to know more than ``!other``.
    """

    def __init__(self, answerer: Forge, container: Any, level: Level) -> None:
        self.answerer, self.level = answerer, level
        self.keys: list[Any] = [] if answerer.forges else _Issued()
        self.raised: Exception | None = None
        self.nothing = answerer.nothing()
        self.take(container)

    def answer(self, words: tuple[str, ...]) -> list[str]:
        """All answers. The plain operations come first in the chain, because they are the most frequent."""
        add, remove, at, keys = self.add, self.container.remove, self.at, self.keys
        told, nothing, shows_keys = PARSED_WORDS, self.nothing, self.level is not Level.CONTRACT
        answers: list[str] = []
        for word in words:
            name, named, operation = told.get(word) or parsed_word(word)
            try:
                if name == "add":
                    number = len(keys)
                    keys.append(nothing)
                    key = keys[number] = add(number)
                    answers.append(f"{key.index}.{key.id}" if shows_keys else "ok")
                elif name == "remove":
                    found = remove(self.key(operation["key"]) if named is None else keys[named])
                    answers.append("none" if found is None else str(found))
                elif name == "at":
                    found = at(self.key(operation["key"]) if named is None else keys[named])
                    answers.append("none" if found is None else str(found))
                else:
                    answers.append(self.in_order(OTHERS[name](self, operation)))
                    if name == "reload":
                        add, remove, at = self.add, self.container.remove, self.at
            except UnforgeableError:
                answers.append("no" if name in {"contains", "replace"} else "none")
            except Exception as error:
                self.raised = error
                answers.append(error_word(error))
        return answers

    def answer_by(self, way: Callable[[ContainerRun, Operation], str], word: str) -> str:
        """One answer, in another way than the operation's own."""
        try:
            return self.in_order(way(self, decode(word, POOL)))
        except UnforgeableError:
            return "no" if word.startswith(("contains", "replace")) else "none"
        except Exception as error:
            self.raised = error
            return error_word(error)

    def in_order(self, word: str) -> str:
        """The word with its list in ascending order, if positions are not shown."""
        return in_order(word) if self.level is Level.CONTRACT else word

    def take(self, container: Any) -> None:
        """Continue with another container."""
        self.container = container
        self.add: Callable[[int], Any] = method(container, "add")
        self.at: Callable[[Any], Any] = method(container, "at")

    def key(self, name: KeyName | None) -> Any:
        """The container's key for a name."""
        if isinstance(name, int):
            return self.keys[name]
        if isinstance(name, Near):
            key = self.keys[name.number]
            if key is self.nothing:
                return key
            name = ModelKey(key.index + name.index, key.id + name.id)
        return self.answerer.forge(name)  # type: ignore[arg-type]

    def index(self, name: KeyName | None) -> int | None:
        """The index of a key, whatever its id; None if its insertion failed."""
        if isinstance(name, ModelKey):
            return name.index
        number, distance = (name.number, name.index) if isinstance(name, Near) else (name, 0)
        key = self.key(number)
        return None if key is self.nothing else int(key.index) + distance

    def key_if_any(self, name: KeyName | None) -> Any:
        """The key for a name; one that is never found if the key type cannot hold it."""
        try:
            return self.key(name)
        except UnforgeableError:
            return self.nothing

    def insert_with(self, _: Operation) -> str:
        """The key is the one that the factory receives."""
        keys, number = self.keys, len(self.keys)
        keys.append(self.nothing)
        given: list[Any] = []

        def make(key: Any) -> int:
            given.append(key)
            return number

        self.container.insert_with(make)
        (key,) = given
        keys[number] = key
        return "ok" if self.level is Level.CONTRACT else f"{key.index}.{key.id}"

    def extend(self, operation: Operation) -> str:
        """Every element gets a number, whether or not there is room."""
        first, count = len(self.keys), operation["count"]
        self.keys += [self.nothing] * count
        keys = list(self.container.extend(range(first, first + count)))
        self.keys[first:] = keys
        if self.level is Level.CONTRACT:
            return list_word(["ok"] * len(keys))
        return list_word([f"{key.index}.{key.id}" for key in keys])

    def put(self, operation: Operation) -> str:
        """The new key and the displaced element, as the container returns them."""
        number = len(self.keys)
        self.keys.append(self.nothing)
        self.keys[number], displaced = self.container.put(operation["place"], number)
        return "none" if displaced is None else str(displaced)

    def pair(self, operation: Operation) -> str:
        """Both elements. If one key does not exist, only the other is looked up."""
        keys = [self.key_if_any(operation[name]) for name in ("key", "other")]
        ask = self.singly if None in keys else self.container.pair
        found = ask(*keys)
        return "/".join("none" if element is None else str(element) for element in found)

    def singly(self, *keys: Any) -> list[int | None]:
        """The elements of keys, some of which do not exist."""
        return [None if key is None else self.at(key) for key in keys]

    def key_at(self, operation: Operation) -> str:
        """The key at the index of a key; the found key is then looked up."""
        index = self.index(operation["key"])
        found = None if index is None else self.container.key_at(index)
        if found is None:
            return "none"
        element = self.at(found)
        return (
            str(element) if self.level is Level.CONTRACT else f"{found.index}.{found.id}={element}"
        )

    def remove_many(self, operation: Operation) -> str:
        """Removes with both keys; a key that the key type cannot hold is replaced by one that is never found."""
        keys = [self.key_if_any(operation[name]) for name in ("key", "other")]
        removed = self.container.remove_many(keys)
        return "/".join("none" if element is None else str(element) for element in removed)

    def contains(self, operation: Operation) -> str:
        """Whether a key resolves."""
        return "yes" if method(self.container, "contains")(self.key(operation["key"])) else "no"

    def length(self, _: Operation) -> str:
        """The number of elements."""
        return str(len(self.container))

    def is_empty(self, _: Operation) -> str:
        """By the container's own method, otherwise by its length."""
        asked = getattr(self.container, "is_empty", None)
        return "yes" if (asked() if asked else len(self.container) == 0) else "no"

    def clear(self, _: Operation) -> str:
        """Answers ``ok``."""
        self.container.clear()
        return "ok"

    def each(self, _: Operation) -> str:
        """By a callback, otherwise by iterating over pairs."""
        pairs: list[tuple[Any, Any]] = []
        if hasattr(self.container, "each"):
            self.container.each(lambda key, element: pairs.append((key, element)))
        else:
            pairs.extend(self.container.items())
        if self.level is Level.CONTRACT:
            return list_word(str(element) for _, element in pairs)
        return list_word(f"{key.index}.{key.id}={element}" for key, element in pairs)

    def each_key(self, _: Operation) -> str:
        """Each key is looked up."""
        return list_word(str(self.at(key)).lower() for key in method(self.container, "keys")())

    def replace(self, operation: Operation) -> str:
        """Whether there was an element to be replaced."""
        return (
            "yes"
            if self.container.replace(self.key(operation["key"]), operation["value"])
            else "no"
        )

    def at_mut(self, operation: Operation) -> str:
        """The element is looked up again afterwards, to see the change."""
        key, difference = self.key(operation["key"]), operation["value"]
        changed = self.container.at_mut(key, lambda element: element + difference)
        return str(self.at(key)) if changed else "none"

    def each_mut(self, operation: Operation) -> str:
        """Answers ``ok``."""
        difference = operation["value"]
        self.container.each_mut(lambda _, element: element + difference)
        return "ok"

    def apply(self, operation: Operation) -> str:
        """With a callback, and a view that can change elements."""
        return self.pivot(self.container.apply, operation)

    def inspect(self, operation: Operation) -> str:
        """With a callback, and a view that cannot change elements."""
        return self.pivot(self.container.inspect, operation)

    def pivot(self, lend: Callable[..., Any], operation: Operation) -> str:
        """Record the pivot and its view while they are lent."""
        shown: list[str] = []

        def show(pivot: object, view: Any) -> None:
            others: list[str] = []
            view.each(lambda _, other: others.append(str(other)))
            shown.append(f"{pivot}/{len(view)}/{list_word(others)}")

        lend(self.key(operation["key"]), show)
        return shown[0] if shown else "none"

    def exchange(self, operation: Operation) -> str:
        """Through the view; the pivot's own key is not found there."""
        shown: list[str] = []
        sought = self.key(operation["other"])

        def swap(pivot: object, view: Any) -> None:
            other = view.at(sought)
            if view.replace(sought, pivot):
                view.replace_pivot(other)
            shown.append(f"{pivot}/{'none' if other is None else other}")

        self.container.apply(self.key(operation["key"]), swap)
        return shown[0] if shown else "none"

    def traverse(self, _: Operation) -> str:
        """Record each pivot and its view while they are lent."""
        shown: list[str] = []

        def show(_: object, pivot: object, view: Any) -> None:
            shown.append(f"{pivot}/{len(view)}/{sum(view.values())}")

        self.container.traverse(show)
        return list_word(shown)

    def lend(self, operation: Operation) -> str:
        """The first element only."""
        tried: list[str] = []

        def attempt(_: object, __: object) -> None:
            if tried:
                return
            try:
                self._structural(operation["tried"])
                tried.append("ok")
            except Exception as error:
                tried.append(error_word(error))

        self.container.each(attempt)
        return tried[0] if tried else "none"

    def _structural(self, operation: Operation) -> None:
        """Insertions that are tried here have no number."""
        match operation.name:
            case "add":
                self.add(-1)
            case "insert_with":
                self.container.insert_with(lambda _: -1)
            case "extend":
                self.container.extend([-1] * operation["count"])
            case "put":
                self.container.put(operation["place"], -1)
            case "remove":
                self.container.remove(self.key(operation["key"]))
            case _:
                OTHERS[operation.name](self, operation)

    def drain(self, _: Operation) -> str:
        """The elements that the container returns, alone or with their keys."""
        return list_word(map(element_word, self.container.drain()))

    def retain(self, operation: Operation) -> str:
        """The removed elements that the container returns; if it returns none, those that the condition rejected."""
        refused: list[int] = []

        def keeps(_: object, element: int) -> bool:
            keep: bool = element % operation["modulus"] == operation["residue"]
            if not keep:
                refused.append(element)
            return keep

        removed = self.container.retain(keeps)
        return list_word(map(element_word, refused if removed is None else removed))

    def sort(self, operation: Operation) -> str:
        """By the remainder, as ``list.sort`` does it."""
        self.container.sort(key=lambda element: element % operation["modulus"])
        return "ok"

    def reserve(self, operation: Operation) -> str:
        """Answers ``ok``."""
        self.container.reserve(operation["count"])
        return "ok"

    def shrink_to_fit(self, _: Operation) -> str:
        """Answers ``ok``."""
        self.container.shrink_to_fit()
        return "ok"

    def repack(self, operation: Operation) -> str:
        """Pack and unpack. A key that is too wide for the container cannot be packed, and is not found."""
        try:
            packed = self.container.pack(self.key(operation["key"]))
        except (ValueError, OverflowError):
            return "none"
        found = self.at(self.container.unpack(packed))
        return "none" if found is None else str(found)

    def reload(self, _: Operation) -> str:
        """Save and load with `pickle`."""
        self.take(pickle.loads(pickle.dumps(self.container)))  # noqa: S301 - what was dumped just now
        return "ok"

    def layout(self, _: Operation) -> str:
        """From the layout that the container shows."""
        shown = self.container.layout()
        parts = [
            f"{p.start}:{p.size}:{p.live}:{p.opened}:{','.join(map(str, p.free))}"
            for p in shown.partitions
        ]
        return "|".join((str(shown.space), *parts, str(shown.next_id)))

    def cost(self, _: Operation) -> str:
        """From the counters that the container shows."""
        spent = self.container.stats()
        return f"{spent.visits}/{spent.moved}/{spent.dropped}/{spent.cells}"


OTHERS: Final[Mapping[str, Callable[[ContainerRun, Operation], str]]] = {
    "contains": ContainerRun.contains,
    "key_at": ContainerRun.key_at,
    "remove_many": ContainerRun.remove_many,
    "pair": ContainerRun.pair,
    "put": ContainerRun.put,
    "len": ContainerRun.length,
    "is_empty": ContainerRun.is_empty,
    "insert_with": ContainerRun.insert_with,
    "extend": ContainerRun.extend,
    "clear": ContainerRun.clear,
    "each": ContainerRun.each,
    "keys": ContainerRun.each_key,
    "replace": ContainerRun.replace,
    "at_mut": ContainerRun.at_mut,
    "each_mut": ContainerRun.each_mut,
    "apply": ContainerRun.apply,
    "inspect": ContainerRun.inspect,
    "exchange": ContainerRun.exchange,
    "traverse": ContainerRun.traverse,
    "lend": ContainerRun.lend,
    "drain": ContainerRun.drain,
    "retain": ContainerRun.retain,
    "sort": ContainerRun.sort,
    "reserve": ContainerRun.reserve,
    "shrink_to_fit": ContainerRun.shrink_to_fit,
    "repack": ContainerRun.repack,
    "reload": ContainerRun.reload,
    "layout": ContainerRun.layout,
    "cost": ContainerRun.cost,
}
"""The functions of the operations that are not plain."""


MOST_TOLD: Final = 1 << 17
PARSED_WORDS: Final[dict[str, tuple[str, int | None, Operation]]] = {}
"""What `Run.answer` needs to know about a word: the operation's name, the number of its key if it has one, the word.

The same few thousand words come back millions of times. When there are too many, all are forgotten.
"""


def parsed_word(word: str) -> tuple[str, int | None, Operation]:
    """Parse a word, and remember the result in `PARSED_WORDS`."""
    if len(PARSED_WORDS) == MOST_TOLD:
        PARSED_WORDS.clear()
    operation = decode(word, POOL)
    key = operation.operands.get("key")
    number = key if isinstance(key, int) else None
    told = PARSED_WORDS[word] = operation.name, number, operation
    return told


def element_word(handed_out: Any) -> str:
    """An element, alone or with its key."""
    return str(handed_out if isinstance(handed_out, int) else handed_out[1])


def error_word(error: Exception) -> str:
    """The protocol's word for an exception."""
    for parent in type(error).__mro__:
        if parent.__name__ in ERROR_WORDS:
            return ERROR_WORDS[parent.__name__]
    return "!full" if isinstance(error, OverflowError) else "!other"


ERROR_WORDS: Final = {"CapacityError": "!full", "BorrowError": "!borrow"}
"""By the names of exceptions, because a container need not use the classes of this package."""
