"""Answerers: whatever can answer a program, in this process.

There are two: the model, which is authoritative, and any Python container, for example the bundled one. `serve`
lets either speak the port protocol; the judge asks them what a right answer is.
"""

from __future__ import annotations

import inspect
import pickle
from collections.abc import Callable, Collection, Iterable, Mapping
from enum import Enum
from typing import Any, Final

from stablelist import Truncate
from stablelist.ids import Counter
from stablelist_spec.core.history import NO_KEY, History
from stablelist_spec.core.key import Key as ModelKey
from stablelist_spec.core.operation import KeyName, Near, Operation
from stablelist_spec.families.pool import POOL
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems import STABLE_LIST

from .errors import UsageError
from .handshake import Answerer, Handshake, Widths
from .protocol import Level, Program, decode, encode_answer, highest, in_order, list_word
from .systems import system_named
from .versions import KIT_VERSION

__all__ = ["Answerer", "ContainerAnswerer", "ModelAnswerer", "Run", "error_word", "model_word"]


class ModelAnswerer:
    """The model of a system, which decides what is right."""

    def __init__(self, system: str = STABLE_LIST.name) -> None:
        self.system = system_named(system)
        self.handshake = Handshake(
            name=f"{self.system.name}-model",
            version=KIT_VERSION,
            profile=system,
            level=highest(self.system),
            id_bits=Widths.parse("0-64"),
            index_bits=Widths.parse("0,2-64"),
        )

    def answer(self, program: Program, level: Level) -> list[str]:
        """One word for each operation, from a fresh `History`, if it is of a width in the handshake."""
        parameters = program.parameters
        if not self.handshake.supports(parameters):
            return refused(program)
        history = self.system.begin(parameters)
        return [model_word(history, operation, level) for operation in program.operations]


def refused(program: Program) -> list[str]:
    """What is answered where there is no such container."""
    return ["!other"] * len(program.words)


def model_word(history: History, operation: Operation, level: Level) -> str:
    """The model's answer, after it has carried the operation out."""
    system = history.system
    if operation.name in system.shown:
        return system.shown[operation.name](history.state)
    try:
        answer = history.perform(operation).answer
    except ValueError:
        return "!other"  # `repack`, which no judge sends where a width is unbounded
    return encode_answer(operation, answer, level, system.family)


SHOWS: Final = frozenset({"layout", "cost"})
"""Operations that show the state and change nothing."""

CONTAINER_METHODS: Final = {
    "add": ("add", "insert"),
    "insert_with": ("insert_with",),
    "extend": ("extend",),
    "remove": ("remove",),
    "at": ("at", "get"),
    "pair": ("pair",),
    "put": ("put",),
    "contains": ("__contains__", "contains"),
    "len": ("__len__",),
    "is_empty": ("is_empty", "__len__"),
    "clear": ("clear",),
    "each": ("each", "items"),
    "keys": ("keys", "__iter__"),
    "replace": ("replace",),
    "at_mut": ("at_mut",),
    "each_mut": ("each_mut",),
    "apply": ("apply",),
    "inspect": ("inspect",),
    "exchange": ("apply",),
    "traverse": ("traverse",),
    "lend": ("each",),
    "drain": ("drain",),
    "retain": ("retain",),
    "reserve": ("reserve",),
    "shrink_to_fit": ("shrink_to_fit",),
    "repack": ("pack",),
    "reload": ("__reduce_ex__",),
    "layout": ("layout",),
    "cost": ("stats",),
}
"""For every operation, the methods of a Python container that can carry it out, the first one first."""


class ContainerAnswerer:
    """A Python container, by a factory that makes fresh ones.

    The factory takes whichever of the keyword arguments ``minimum``, ``capacity``, ``truncate``, ``id_bits`` or
    ``ids``, and ``index_bits`` it knows; ``truncate`` is a string, or of the enumeration that its default value is of,
    and ``ids`` is what the type of its default value makes of a number of bits, or None.
    Operations that the container has no method for are left out, and those that *without* names; so is ``reload`` if
    `pickle` cannot save it.

    Raises:
        UsageError: the factory makes nothing, or nothing that can be added to, removed from and looked up in.
    """

    def __init__(
        self,
        factory: Callable[..., Any],
        *,
        name: str,
        version: str = "0",
        profile: str = STABLE_LIST.name,
        without: Collection[str] = (),
    ) -> None:
        system = system_named(profile)
        self._factory = factory
        self.accepted = accepted_options(factory)
        container = self.first = self._first(name)
        missing = left_out(container) & system.operations | set(without)
        missing |= {"reload"} - saveable(container)
        level = (
            Level.CONTRACT
            if "layout" in missing
            else Level.LAYOUT
            if "cost" in missing
            else Level.COST
        )
        self._key_type = two_part_key(first_key(container))
        if self._key_type is None:
            missing |= {"forge", "negative"}
        if not (system.exact or self.locks()):
            missing.add("lend")
        self.handshake = Handshake(
            name=name,
            version=version,
            profile=profile,
            level=level if system.exact else Level.CONTRACT,
            id_bits=Widths.parse("0-64" if "id_bits" in self.takes else "32"),
            index_bits=Widths.parse("0,3-64" if "index_bits" in self.accepted else "0"),
            without=frozenset(missing - SHOWS),
        )

    def locks(self) -> bool:
        """Whether the container refuses an insertion while it is iterated over."""
        return self.run(Parameters(), Level.CONTRACT).answer(("add", "lend:add"))[1] == "!borrow"

    @property
    def forges(self) -> bool:
        """Whether keys can be made by hand, also one for an insertion that failed."""
        return self._key_type is not None

    @property
    def takes(self) -> set[str]:
        """The parameters that the factory takes, whatever it calls them."""
        return {"id_bits" if name == "ids" else name for name in self.accepted}

    def answer(self, program: Program, level: Level) -> list[str]:
        """One word for each operation, from a fresh container, if the factory makes one."""
        try:
            run = self.run(program.parameters, level)
        except Exception:
            return refused(program)
        answers = run.answer(program.words)
        run.raised = None  # its traceback holds the run, which would wait for the garbage collector
        return answers

    def run(self, parameters: Parameters, level: Level) -> Run:
        """A fresh container, to be asked word by word."""
        return Run(self, self._fresh(parameters), level)

    def _first(self, name: str) -> Any:
        """The first container, to see what it offers."""
        try:
            container = self._fresh(Parameters())
        except Exception as error:
            raise UsageError(
                f"{name} makes no container ({type(error).__name__}: {error}); name a factory that needs no "
                "argument but minimum, capacity, truncate, id_bits and index_bits"
            ) from error
        for operation in ("add", "remove", "at"):
            if not has_any(container, CONTAINER_METHODS[operation]):
                names = " or ".join(CONTAINER_METHODS[operation])
                raise UsageError(
                    f"the {type(container).__name__} that {name} makes has no method {names}; "
                    "a container needs add, remove and at"
                )
        return container

    def _fresh(self, parameters: Parameters) -> Any:
        options = {
            "minimum": parameters.minimum,
            "capacity": parameters.capacity,
            "truncate": parameters.truncate.value,
            "id_bits": parameters.id_bits,
            "ids": parameters.id_bits,
            "index_bits": parameters.index_bits,
        }
        return self._factory(**{name: of(options[name]) for name, of in self.accepted.items()})

    def forge(self, key: ModelKey) -> Any:
        """A key of the container's own type that it never handed out."""
        assert self._key_type is not None
        try:
            return self._key_type(key.index, key.id)
        except Exception as error:
            raise UnforgeableError from error

    def nothing(self) -> Any:
        """A key that nothing has, for the number of an insertion that failed."""
        try:
            return None if self._key_type is None else self.forge(NO_KEY)
        except UnforgeableError:
            return None


class FastAnswerer:
    """A container that answers for the model, which answers itself where the container is not as narrow."""

    def __init__(self, container: ContainerAnswerer) -> None:
        self.container, self.model = container, ModelAnswerer(container.handshake.profile)
        self.handshake = self.model.handshake

    def answer(self, program: Program, level: Level) -> list[str]:
        """One word for each operation."""
        able = self.container.handshake.supports(program.parameters)
        return (self.container if able else self.model).answer(program, level)


class UnforgeableError(Exception):
    """A key that there cannot be: it is not found."""


NOT_SHOWN: Final[dict[str, Callable[[Any], Any]]] = {"truncate": Truncate, "ids": Counter}
"""The types of the defaults that a compiled StableList, or a class derived from it, cannot show."""

OPTIONS: Final = ("minimum", "capacity", "truncate", "id_bits", "ids", "index_bits")


def accepted_options(factory: Callable[..., Any]) -> dict[str, Callable[[Any], Any]]:
    """Which of the options a factory takes, and what makes a value of the type that it wants."""
    try:
        parameters = inspect.signature(factory).parameters
    except ValueError:
        return {}
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values()):
        return dict.fromkeys((name for name in OPTIONS if name != "ids"), unchanged)
    return {name: wanted(name, parameters[name].default) for name in OPTIONS if name in parameters}


def wanted(name: str, default: object) -> Callable[[Any], Any]:
    """What makes a value of the type of an option's default."""
    if default is ...:
        return NOT_SHOWN.get(name, unchanged)
    return type(default) if isinstance(default, Enum) or hasattr(default, "initial") else unchanged


def unchanged(value: object) -> object:
    """The value."""
    return value


def left_out(container: object) -> set[str]:
    """The operations that a container has no method for."""
    return {op for op, methods in CONTAINER_METHODS.items() if not has_any(container, methods)}


def saveable(container: object) -> set[str]:
    """``reload``, if the container can be saved and loaded."""
    try:
        pickle.loads(pickle.dumps(container))  # noqa: S301 - what was dumped a moment ago
    except Exception:
        return set()
    return {"reload"}


def has_any(container: object, methods: Iterable[str]) -> bool:
    """Whether the container has one of the methods."""
    return any(callable(getattr(container, method, None)) for method in methods)


def method(container: object, operation: str) -> Callable[..., Any]:
    """The first method of a container that can carry an operation out."""
    for name in CONTAINER_METHODS[operation]:
        found: Callable[..., Any] | None = getattr(container, name, None)
        if callable(found):
            return found
    raise NotImplementedError(operation)


def first_key(container: object) -> object:
    """The key of a first element; None from a container that does not even take that, which judges find out."""
    try:
        return method(container, "add")(0)
    except Exception:
        return None


def two_part_key(key: object) -> Callable[[int, int], Any] | None:
    """The key's own type, if it is made from an index and an id."""
    return type(key) if hasattr(key, "index") and hasattr(key, "id") else None


class _Issued(list[Any]):
    """Keys by the numbers of their insertions, of which those that failed have none."""

    def __getitem__(self, number: Any) -> Any:
        """The key.

        Raises:
            UnforgeableError: there is none.
        """
        key = super().__getitem__(number)
        if key is None:
            raise UnforgeableError
        return key


class Run:
    """One program on one container.

    Attributes:
        raised: what the container raised last, for whoever wants to know more than ``!other``.
    """

    def __init__(self, answerer: ContainerAnswerer, container: Any, level: Level) -> None:
        self.answerer, self.level = answerer, level
        self.keys: list[Any] = [] if answerer.forges else _Issued()
        self.raised: Exception | None = None
        self.nothing = answerer.nothing()
        self.take(container)

    def answer(self, words: tuple[str, ...]) -> list[str]:
        """All answers. The plain operations come first in the chain: they are nearly all there is."""
        add, remove, at, keys = self.add, self.container.remove, self.at, self.keys
        told, nothing, shows_keys = TOLD, self.nothing, self.level is not Level.CONTRACT
        answers: list[str] = []
        for word in words:
            name, named, operation = told.get(word) or tell(word)
            try:
                if name == "add":
                    number = len(keys)
                    keys.append(nothing)
                    key = keys[number] = add(number)
                    answers.append(f"{key.index}.{key.id}" if shows_keys else "ok")
                elif name == "remove":
                    found = remove(self.key(operation.key) if named is None else keys[named])
                    answers.append("none" if found is None else str(found))
                elif name == "at":
                    found = at(self.key(operation.key) if named is None else keys[named])
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

    def answer_by(self, way: Callable[[Run, Operation], str], word: str) -> str:
        """One answer, by another way than the word's own."""
        try:
            return self.in_order(way(self, decode(word)))
        except UnforgeableError:
            return "no" if word.startswith(("contains", "replace")) else "none"
        except Exception as error:
            self.raised = error
            return error_word(error)

    def in_order(self, word: str) -> str:
        """A word with its list in ascending order, where positions are not shown."""
        return in_order(word) if self.level is Level.CONTRACT else word

    def take(self, container: Any) -> None:
        """Go on with a container."""
        self.container = container
        self.add: Callable[[int], Any] = method(container, "add")
        self.at: Callable[[Any], Any] = method(container, "at")

    def key(self, name: KeyName | None) -> Any:
        """The container's key behind a name."""
        if isinstance(name, int):
            return self.keys[name]
        if isinstance(name, Near):
            key = self.keys[name.number]
            if key is self.nothing:
                return key
            name = ModelKey(key.index + name.index, key.id + name.id)
        return self.answerer.forge(name)  # type: ignore[arg-type]

    def key_if_any(self, name: KeyName | None) -> Any:
        """The key behind a name; one that nothing has, if the key type cannot hold it."""
        try:
            return self.key(name)
        except UnforgeableError:
            return self.nothing

    def insert_with(self, _: Operation) -> str:
        """The key that counts is the one that the factory is given."""
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
        """All keys have a number, whether or not there is room for their elements."""
        first, count = len(self.keys), operation.count
        self.keys += [self.nothing] * count
        keys = list(self.container.extend(range(first, first + count)))
        self.keys[first:] = keys
        if self.level is Level.CONTRACT:
            return list_word(["ok"] * len(keys))
        return list_word([f"{key.index}.{key.id}" for key in keys])

    def put(self, operation: Operation) -> str:
        """The key and what was there before, as the container hands them out."""
        number = len(self.keys)
        self.keys.append(self.nothing)
        self.keys[number], displaced = self.container.put(operation.place, number)
        return "none" if displaced is None else str(displaced)

    def pair(self, operation: Operation) -> str:
        """Both elements; where a key does not exist, that of the other one."""
        keys = [self.key_if_any(name) for name in (operation.key, operation.other)]
        ask = self.singly if None in keys else self.container.pair
        found = ask(*keys)
        return "/".join("none" if element is None else str(element) for element in found)

    def singly(self, *keys: Any) -> list[int | None]:
        """The elements of keys, some of which do not exist."""
        return [None if key is None else self.at(key) for key in keys]

    def contains(self, operation: Operation) -> str:
        """Whether a key resolves."""
        return "yes" if method(self.container, "contains")(self.key(operation.key)) else "no"

    def length(self, _: Operation) -> str:
        """The number of elements."""
        return str(len(self.container))

    def is_empty(self, _: Operation) -> str:
        """By its own method, else by its length."""
        asked = getattr(self.container, "is_empty", None)
        return "yes" if (asked() if asked else len(self.container) == 0) else "no"

    def clear(self, _: Operation) -> str:
        """It has no answer of its own."""
        self.container.clear()
        return "ok"

    def each(self, _: Operation) -> str:
        """By callback, else by iterating over pairs."""
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
        return "yes" if self.container.replace(self.key(operation.key), operation.value) else "no"

    def at_mut(self, operation: Operation) -> str:
        """The element is looked up again, to see that it was changed."""
        key, difference = self.key(operation.key), operation.value
        changed = self.container.at_mut(key, lambda element: element + difference)
        return str(self.at(key)) if changed else "none"

    def each_mut(self, operation: Operation) -> str:
        """It has no answer of its own."""
        difference = operation.value
        self.container.each_mut(lambda _, element: element + difference)
        return "ok"

    def apply(self, operation: Operation) -> str:
        """By callback, with a view that changes elements."""
        return self.pivot(self.container.apply, operation)

    def inspect(self, operation: Operation) -> str:
        """By callback, with a view that only shows them."""
        return self.pivot(self.container.inspect, operation)

    def pivot(self, lend: Callable[..., Any], operation: Operation) -> str:
        """The pivot and its view are noted while they are lent."""
        shown: list[str] = []

        def show(pivot: object, view: Any) -> None:
            others: list[str] = []
            view.each(lambda _, other: others.append(str(other)))
            shown.append(f"{pivot}/{len(view)}/{list_word(others)}")

        lend(self.key(operation.key), show)
        return shown[0] if shown else "none"

    def exchange(self, operation: Operation) -> str:
        """Through the view; the pivot's own key is not found there."""
        shown: list[str] = []
        sought = self.key(operation.other)

        def swap(pivot: object, view: Any) -> None:
            other = view.at(sought)
            if view.replace(sought, pivot):
                view.replace_pivot(other)
            shown.append(f"{pivot}/{'none' if other is None else other}")

        self.container.apply(self.key(operation.key), swap)
        return shown[0] if shown else "none"

    def traverse(self, _: Operation) -> str:
        """Each pivot and its view are noted while they are lent."""
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
                self._structural(operation)
                tried.append("ok")
            except Exception as error:
                tried.append(error_word(error))

        self.container.each(attempt)
        return tried[0] if tried else "none"

    def _structural(self, operation: Operation) -> None:
        """What is inserted here is not numbered."""
        match operation.structural:
            case "add":
                self.add(-1)
            case "insert_with":
                self.container.insert_with(lambda _: -1)
            case "extend":
                self.container.extend([-1] * operation.count)
            case "remove":
                self.container.remove(self.key(operation.key))
            case _:
                OTHERS[operation.structural](self, operation)

    def drain(self, _: Operation) -> str:
        """What the container hands out: elements, or keys with them."""
        return list_word(map(element_word, self.container.drain()))

    def retain(self, operation: Operation) -> str:
        """What the container hands out; if it hands nothing out, what the condition refused."""
        refused: list[int] = []

        def keeps(_: object, element: int) -> bool:
            keep = element % operation.modulus == operation.residue
            if not keep:
                refused.append(element)
            return keep

        removed = self.container.retain(keeps)
        return list_word(map(element_word, refused if removed is None else removed))

    def reserve(self, operation: Operation) -> str:
        """It has no answer of its own."""
        self.container.reserve(operation.count)
        return "ok"

    def shrink_to_fit(self, _: Operation) -> str:
        """It has no answer of its own."""
        self.container.shrink_to_fit()
        return "ok"

    def repack(self, operation: Operation) -> str:
        """There and back. A key that is too wide for the container has no packed form, and is not found."""
        try:
            packed = self.container.pack(self.key(operation.key))
        except (ValueError, OverflowError):
            return "none"
        found = self.at(self.container.unpack(packed))
        return "none" if found is None else str(found)

    def reload(self, _: Operation) -> str:
        """Saved and loaded by `pickle`."""
        self.take(pickle.loads(pickle.dumps(self.container)))  # noqa: S301 - what was dumped just now
        return "ok"

    def layout(self, _: Operation) -> str:
        """From what the container shows of itself."""
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


OTHERS: Final[Mapping[str, Callable[[Run, Operation], str]]] = {
    "contains": Run.contains,
    "pair": Run.pair,
    "put": Run.put,
    "len": Run.length,
    "is_empty": Run.is_empty,
    "insert_with": Run.insert_with,
    "extend": Run.extend,
    "clear": Run.clear,
    "each": Run.each,
    "keys": Run.each_key,
    "replace": Run.replace,
    "at_mut": Run.at_mut,
    "each_mut": Run.each_mut,
    "apply": Run.apply,
    "inspect": Run.inspect,
    "exchange": Run.exchange,
    "traverse": Run.traverse,
    "lend": Run.lend,
    "drain": Run.drain,
    "retain": Run.retain,
    "reserve": Run.reserve,
    "shrink_to_fit": Run.shrink_to_fit,
    "repack": Run.repack,
    "reload": Run.reload,
    "layout": Run.layout,
    "cost": Run.cost,
}
"""What carries an operation out that is none of the plain ones."""


MOST_TOLD: Final = 1 << 17
TOLD: Final[dict[str, tuple[str, int | None, Operation]]] = {}
"""What `Run.answer` looks at of a word: the operation's name, the number of its key if it has one, all of it.

The same few thousand words come back millions of times. When there are too many, all are forgotten.
"""


def tell(word: str) -> tuple[str, int | None, Operation]:
    """What there is to know of a word, from now on in `TOLD`."""
    if len(TOLD) == MOST_TOLD:
        TOLD.clear()
    operation = decode(word)
    number = operation.key if isinstance(operation.key, int) else None
    told = TOLD[word] = operation.name, number, operation
    return told


def element_word(handed_out: Any) -> str:
    """An element, alone or with its key."""
    return str(handed_out if isinstance(handed_out, int) else handed_out[1])


def error_word(error: Exception) -> str:
    """The closed word for an exception."""
    for parent in type(error).__mro__:
        if parent.__name__ in ERROR_WORDS:
            return ERROR_WORDS[parent.__name__]
    return "!full" if isinstance(error, OverflowError) else "!other"


ERROR_WORDS: Final = {"CapacityError": "!full", "BorrowError": "!borrow"}
"""By the names of exceptions: a container need not have them from here."""


assert POOL.kinds.keys() == CONTAINER_METHODS.keys()
