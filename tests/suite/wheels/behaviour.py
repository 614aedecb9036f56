"""What a user can see of the container: run in an environment of either build, answers in JSON.

Each function below can be asked for by its name; the tests compare what it returns in both builds.
"""

from __future__ import annotations

import copy
import gc
import importlib
import inspect
import json
import pickle
import pkgutil
import sys
import weakref
from collections.abc import Iterator
from typing import Any, Generic, TypeVar

import stablelist
from stablelist import BorrowError, Key, StableAccess, StableList, Truncate, ids

T = TypeVar("T")

Answer = dict[str, Any]

EXPRESSIONS = """
Key(True, 1) | Key(1.0, 1) | Key("a", 1) | Key(2**70, -1) | Key(index=1, id=2).index
ant == Key(0, 0) | ant == 3 | ant != bee | hash(ant) == hash(Key(0, 0)) | repr(ant) | str(ant)
{ant: 1}[Key(0, 0)] | copy.copy(ant) is ant | copy.deepcopy(ant) is ant | Key[int](1, 2)
StableList(minimum=True) | StableList(minimum="4") | StableList(minimum=-1) | StableList(capacity=2.5)
StableList(capacity=10).layout().space | StableList(truncate="never") | StableList(ids=3)
StableList(index_bits=2) | StableList(index_bits=3, capacity=9) | StableList[str](minimum=9)
pool.at(ant) | pool.at((0, 0)) | pool.at(None) | pool.at(Key(-1, 0)) | pool.at(Key(2**70, 0))
pool.get(ant) | pool.get(3, "nobody") | pool[bee] | pool[(0, 0)] | pool[Key(0, 9)] | pool[Key(7, 0)]
ant in pool | 3 in pool | [] in pool | pool.contains(ant) | pool.contains([])
pool.replace(ant, "wasp") | pool.replace(None, 1) | pool.at_mut(bee, str.upper) | pool.at_mut(3, None)
pool.at_mut(bee, 3) | pool.each(3) | pool.each_mut(lambda key, element: element * 2)
pool.add("cat") | pool.extend("de") | pool.extend(3) | pool.insert_with(repr) | pool.insert_with(3)
pool.remove(ant) | pool.remove(ant) | pool.remove([]) | pool.pop(bee) | pool.pop(bee) | pool.pop(bee, 1)
pool.pop("ant") | pool.drain() | pool.clear() | pool.retain(lambda key, element: element > "c")
pool.apply(ant, lambda *_: 1 / 0) | pool.apply(3, None) | pool.inspect(bee, lambda *_: pool.clear())
pool.traverse(lambda key, element, others: others.replace_pivot(list(others.values())))
[(key, element, list(others)) for key, element, others in pool.pivots()]
pool.capacity | pool.reserve(9) | pool.reserve(-1) | pool.reserve(True) | pool.reserve("9")
pool.shrink_to_fit() | pool.pack(ant) | pool.pack(3) | pool.pack(Key(0, -1)) | pool.unpack(2**32 + 1)
pool.unpack("1") | pool.unpack(-1) in pool | StableList(index_bits=None).pack(ant)
list(pool) | list(pool.keys()) | list(pool.values()) | list(pool.items()) | len(pool) | bool(pool)
bool(StableList()) | pool.is_empty() | pool.layout() | pool.stats() | pool.check() | repr(pool)
pool == pool.copy() | pool == pool | isinstance(pool, StableList) | StableList.__name__
StableList.__module__ | StableList.__qualname__ | Key.__module__ | StableList[int].__args__
StableList[int].__origin__ is StableList | Key[int].__origin__ is Key | StableAccess[int].__args__
sorted(pickle.loads(pickle.dumps(pool)).values()) | pickle.loads(pickle.dumps(ant)) == ant
list(copy.copy(pool).items()) | list(copy.deepcopy(pool).items()) | StableList(ids=ids.unbounded)
Truncate.MEMORY | ids.Counter(True) | next(iter(pool)) | next(pool.keys()) is ant
"""
"""Separated by bars and ends of lines. Each has a list of its own; it must end alike, to the letter of an error."""

CLUMSY = """
Key() | Key(1) | Key(1, 2, 3) | Key(1, name=2) | StableList(3) | StableList(size=3) | pool.add()
pool.add(1, 2) | pool.add(thing=1) | pool.at() | pool.remove(key=ant, other=1) | pool.each() | pool.clear(1)
ant.index.x | setattr(ant, "index", 1) | setattr(ant, "name", 1) | setattr(pool, "name", 1) | pool.name
setattr(pool, "capacity", 9) | pool + pool | pool < pool | ant < bee | pool()
hash([]) | StableAccess() | pool.apply(ant, lambda: 1)
"""
"""Python's own errors: they must be of the same class, if not in the same words."""


def build() -> Answer:
    """Which build this is."""
    modules = {name.partition(".")[0] for name in sys.modules}
    return {"compiled": stablelist.__compiled__, "modules": sorted(modules)}


def documentation() -> Answer:
    """Every docstring: of modules, classes, methods, properties."""
    answer: Answer = {"stablelist": stablelist.__doc__}
    for module in sources():
        answer[module] = importlib.import_module(module).__doc__
    for name, member in members():
        answer[name] = inspect.getdoc(member)
        answer[f"{name}, as it is"] = member.__doc__
    return answer


def signatures() -> Answer:
    """The parameters of everything that can be called, but for their types."""
    return {name: parameters(member) for name, member in members() if callable(member)}


def expressions() -> Answer:
    """How each expression ends."""
    return {expression: outcome(expression) for expression in split(EXPRESSIONS)}


def clumsy() -> Answer:
    """How each of the others does, but for the words of errors."""
    return {expression: outcome(expression)[:1] for expression in split(CLUMSY)}


class Herd(StableList[str]):
    """A subclass with an attribute of its own and with methods that it overrides."""

    def __init__(self, *names: str, **choices: Any) -> None:
        super().__init__(**choices)
        self.log: list[str] = []
        for name in names:
            self.add(name)

    def add(self, element: str) -> Key[str]:
        """Overridden, and inherited."""
        self.log.append(f"add {element}")
        return super().add(element.title())

    def items(self) -> Iterator[tuple[Key[str], str]]:
        """Overridden, and used by what is inherited."""
        self.log.append("items")
        return super().items()


class Typed(StableList[T], Generic[T]):
    """A generic subclass."""


def subclasses() -> Answer:
    """What a subclass overrides is used by what it inherits."""
    herd = Herd("cow", "ewe", capacity=20)
    herd.each(lambda *_: None)
    twins = [herd.copy(), copy.deepcopy(herd), pickle.loads(pickle.dumps(herd))]
    return {
        "log": herd.log,
        "items": repr(list(herd.items())),
        "repr": repr(herd),
        "space": herd.layout().space,
        "twins": [repr([type(twin).__name__, twin.log, list(twin.values())]) for twin in twins],
        "generic": repr(Typed[int](minimum=8)),
        "order": [kind.__name__ for kind in Herd.__mro__ if kind is not Generic],
    }


def references() -> Answer:
    """Weak references end with what they refer to; a list in a cycle is found by the collector."""
    pool, herd = StableList[object](), Herd("cow")
    ended: list[str] = []
    watched: list[weakref.ref[Any]] = [
        weakref.ref(pool, lambda _: ended.append("pool")),
        weakref.ref(herd),
    ]
    weakref.finalize(herd, ended.append, "herd")
    registry = weakref.WeakValueDictionary({"pool": pool})
    alive = [watch() is not None for watch in watched]
    pool.add(pool)
    del pool, herd
    before = list(ended)
    gc.collect()
    gone = [watch() is None for watch in watched]
    return {"alive": alive, "before": before, "ended": ended, "gone": gone, "left": len(registry)}


def refusals() -> Answer:
    """An iterator lends until it is dropped; a view that is kept is no good."""
    pool, kept = StableList[str](), list[StableAccess[str]]()
    ant = pool.add("ant")
    iterators = [pool.keys(), pool.values(), pool.items(), pool.pivots(), iter(pool)]
    answer: Answer = {}
    while iterators:
        next(iterators[-1])
        answer[f"{len(iterators)} iterators"] = failure(lambda: pool.add("bee"))
        iterators.pop()
    pool.apply(ant, lambda _, others: kept.append(others))
    answer["view"] = failure(lambda: kept[0].at(ant))
    answer["afterwards"] = repr(pool.add("bee"))
    return answer


def differences() -> Answer:
    """What the two builds do not have in common (docs/builds.md)."""
    annotated = inspect.signature(StableList.add).parameters["element"].annotation
    return {
        "annotations": annotated is not inspect.Parameter.empty,
        "functions": inspect.isfunction(StableList.add),
        "properties": isinstance(vars(Key)["index"], property),
        "default": repr(inspect.signature(StableList).parameters["truncate"].default),
        "subclass of Key": outcome("type('Mine', (Key,), {})(1, 2)")[0],
        "words": outcome("pool.add()")[1],
    }


def saved() -> Answer:
    """A list and a key, pickled."""
    pool = StableList[str](ids=ids.u8, index_bits=8, truncate=Truncate.MEMORY)
    keys = pool.extend("abcdefghi")
    for key in keys[2:9]:
        pool.remove(key)
    return {"pool": pickle.dumps(pool).hex(), "key": pickle.dumps(keys[1]).hex()}


def loaded(pickles: str) -> Answer:
    """How the saved list goes on."""
    pool, key = (pickle.loads(bytes.fromhex(pickles)) for pickles in json.loads(pickles).values())
    pool.check()
    return {"at": pool.at(key), "add": repr(pool.extend("xyz")), "layout": repr(pool.layout())}


# --- how ---------------------------------------------------------------------------------------


def sources() -> list[str]:
    """The modules that have a source."""
    found = pkgutil.iter_modules(stablelist.__path__)
    return [f"stablelist.{module.name}" for module in found if "mypyc" not in module.name]


def members() -> Iterator[tuple[str, Any]]:
    """All public classes, and what is public in them."""
    for kind in [getattr(stablelist, name) for name in stablelist.__all__]:
        if isinstance(kind, type) and not issubclass(kind, BaseException):
            yield kind.__name__, kind
            for name in sorted(dir(kind)):
                if not name.startswith("_"):
                    yield f"{kind.__name__}.{name}", getattr(kind, name)


def parameters(member: Any) -> list[str]:
    """Name, kind and default of each; the instance is none."""
    shown = list(inspect.signature(member).parameters.values())
    if not isinstance(member, type) and not inspect.ismethod(member):
        shown = shown[1:]
    return [f"{each.name} {each.kind.name} {default(each)}" for each in shown]


def default(parameter: inspect.Parameter) -> str:
    """Compiled code shows nothing but literals."""
    if parameter.default is parameter.empty:
        return ""
    literal = isinstance(parameter.default, int | str | None)
    return repr(parameter.default) if literal else "..."


def split(expressions: str) -> list[str]:
    """One by one."""
    lines = expressions.strip().splitlines()
    return [expression.strip() for line in lines for expression in line.split(" | ")]


def outcome(expression: str) -> list[str]:
    """What comes of it, given a list of two elements; and the list afterwards."""
    pool = StableList[Any]()
    ant, bee = pool.add("ant"), pool.add("bee")
    names = {**globals(), "pool": pool, "ant": ant, "bee": bee}
    try:
        ended = ["value", repr(eval(expression, names))]
    except Exception as error:
        ended = [type(error).__name__, str(error)]
    pool.check()
    return [*ended, repr(pool.layout()), repr(list(pool.items()))]


def failure(act: Any) -> str:
    """The words with which it is refused."""
    try:
        return f"not refused: {act()!r}"
    except BorrowError as error:
        return str(error)


if __name__ == "__main__":
    print(json.dumps(globals()[sys.argv[1]](*sys.argv[2:])))
