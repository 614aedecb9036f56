"""The observable behaviour of the container: runs in an environment of either build, and prints JSON.

Each function below can be asked for by its name; the tests compare what it returns in both builds. The
expressions that it evaluates are in `questions`, separated by bars and ends of lines. What they come to is in
tests/suite/impl/reports.
"""

import copy as copy  # the questions name it
import importlib
import inspect
import json
import operator
import pickle
import pkgutil
import re
import sys
import weakref as weakref  # the same
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from typing import Generic as Generic  # the same

import stablelist
from stablelist import *  # noqa: F403 - the questions name the errors
from stablelist import Key, StableAccess, StableList, Truncate, ids

Answer = dict[str, Any]


calls: list[str] = []
"""The overridden methods that were called, in order."""


def noting(name: str) -> Any:
    """A method that records its call and calls the method that it overrides."""

    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        calls.append(name)
        return getattr(super(Overriding, self), name)(*args, **kwargs)

    return method


SPECIAL = ("contains", "delitem", "getitem", "iter", "len", "setitem")
OVERRIDDEN = [
    name
    for name in dir(StableList)
    if not name.startswith("_") and name not in ("capacity", "first", "opened", "space")
]
OVERRIDDEN += [f"__{name}__" for name in SPECIAL]

Overriding = type("Overriding", (StableList,), {name: noting(name) for name in OVERRIDDEN})


class Forged:
    """An object that claims to be a key, but is none."""

    index, id = 0, 0

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        """A wrong answer."""
        return Key

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return hash(Key(0, 0))

    def __repr__(self) -> str:
        return "Forged()"


class Mystery:
    """An object whose class is not told."""

    @property  # type: ignore[misc]
    def __class__(self) -> Any:
        raise LookupError("no class is told")

    def __repr__(self) -> str:
        return "Mystery()"


class Whole(int):
    """A number of another class."""


class Half:
    """An object with one of the two methods of an id source."""

    def initial(self) -> int:
        return 0

    def __repr__(self) -> str:
        return "Half()"


class Counting:
    """An id source that counts in steps, and ends; and perhaps says how wide its ids are."""

    def __init__(self, step: Any = 3, stop: int = 99, **width: Any) -> None:
        self.step = step
        self.stop = stop
        vars(self).update(width)

    def initial(self) -> int:
        return 0

    def next(self, number: int) -> Any:
        if number >= self.stop * 3:
            raise LookupError("no id is left")
        return number + self.step if type(self.step) is int else self.step

    def __repr__(self) -> str:
        return f"Counting({self.step!r}, {self.stop})"


NO_KEYS = ("Key(-1, 0)", "Key(0, 9)", "Key(2**70, 0)", "3", "Forged()", "Mystery()")
"""Keys that nothing has, and what is no key."""


SOME: list[Key[Any]] = [
    Key(0, 0),
    Key(0, 1),
    Key(0, 2**70),
    Key(1, -1),
    Key(1, 0),
    Key(2**70, 0),
    Key(2**70, 1),
]
"""Keys in ascending order."""

NARROW = StableList[str](index_bits=3, ids=ids.Counter(2))


def arrived(error: Exception) -> list[object]:
    """Repr, fields and arguments of an error, and of its copies, one of which is made by the names of its fields."""
    copies = pickle.loads(pickle.dumps(error)), copy.copy(error), type(error)(**fields(error))
    return [(str(each), repr(each), fields(each), each.args) for each in (error, *copies)]


def fields(error: Exception) -> dict[str, object]:
    """The fields of an error, which are what it is made of."""
    return {name: getattr(error, name) for name in inspect.signature(type(error)).parameters}


def matched(value: object) -> Any:
    """The values that a class pattern binds."""
    match value:
        case Key(index, number):
            return index, number
    return None


def build() -> Answer:
    """Which build is installed."""
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
    """The parameters of everything that can be called, without types."""
    return {name: parameters(member) for name, member in members() if callable(member)}


def expressions() -> Answer:
    """The outcome of each expression, with the exact error message; each has a list of its own."""
    files = ("list", "keys", "mistakes", "errors")
    return {expression: outcome(expression) for file in files for expression in questions(file)}


def others() -> Answer:
    """The outcome of expressions about a view of all elements except *ant*, in the callback and after it."""
    return {expression: outcomes_of_view(expression) for expression in questions("others")}


def clumsy() -> Answer:
    """The class of errors that Python itself raises; their messages may differ."""
    return {expression: outcome(expression)[:1] for expression in questions("clumsy")}


def overriding() -> Answer:
    """The overridden methods that other methods call, in a subclass that overrides all of them."""
    answer: Answer = {}
    for question in questions("overriding"):
        pool = Overriding()
        ant, bee = pool.add("ant"), pool.add("bee")
        calls.clear()
        ended = evaluated(question, pool=pool, ant=ant, bee=bee)
        answer[question] = [ended[0], *calls]
    return answer


def differences() -> Answer:
    """The outcome of each difference, in one line; a row of the table has it for both builds."""
    table = Path(__file__).with_name("questions") / "differences.tsv"
    rows = (line.split("\t") for line in table.read_text().splitlines())
    return {row: in_a_line(*outcome(expression)[:2]) for row, expression, *_ in rows}


def in_a_line(kind: str, text: str) -> str:
    """A value or an error; the message of an AttributeError depends on the version of Python."""
    return text if kind == "value" else kind if kind == "AttributeError" else f"{kind}: {text}"


def saved() -> Answer:
    """A list and a key, pickled."""
    pool = StableList[str](ids=ids.u8, index_bits=8, truncate=Truncate.MEMORY)
    keys = pool.extend("abcdefghi")
    for key in keys[2:9]:
        pool.remove(key)
    return {"pool": pickle.dumps(pool).hex(), "key": pickle.dumps(keys[1]).hex()}


def loaded(pickles: str) -> Answer:
    """How the loaded list behaves."""
    pool, key = (pickle.loads(bytes.fromhex(pickles)) for pickles in json.loads(pickles).values())
    pool.check()
    return {"at": pool.at(key), "add": repr(pool.extend("xyz")), "layout": repr(pool.layout())}


# --- how ---------------------------------------------------------------------------------------


def sources() -> list[str]:
    """The modules that have Python source."""
    found = pkgutil.iter_modules(stablelist.__path__)
    return [f"stablelist.{module.name}" for module in found if module.name != "_native"]


def members() -> Iterator[tuple[str, Any]]:
    """All public classes, with their public members."""
    for kind in [getattr(stablelist, name) for name in stablelist.__all__]:
        if isinstance(kind, type) and not issubclass(kind, BaseException):
            yield kind.__name__, kind
            for name in sorted(dir(kind)):
                if not name.startswith("_"):
                    yield f"{kind.__name__}.{name}", getattr(kind, name)


def parameters(member: Any) -> list[str]:
    """Name, kind and default of each parameter, without the instance."""
    shown = list(inspect.signature(member).parameters.values())
    if not isinstance(member, type) and not inspect.ismethod(member):
        shown = shown[1:]
    return [f"{each.name} {each.kind.name} {default(each)}" for each in shown]


def default(parameter: inspect.Parameter) -> str:
    """The default as text; compiled code shows only literals."""
    if parameter.default is parameter.empty:
        return ""
    literal = isinstance(parameter.default, int | str | None)
    return repr(parameter.default) if literal else "..."


def questions(file: str) -> list[str]:
    """The expressions in one of the files; one with KEY is asked for each key that nothing has."""
    lines = Path(__file__).with_name("questions").joinpath(f"{file}.txt").read_text().splitlines()
    asked = [expression.strip() for line in lines for expression in line.split(" | ")]
    return [
        each.replace("KEY", key) for each in asked for key in (NO_KEYS if "KEY" in each else ("",))
    ]


def outcome(expression: str) -> list[str]:
    """The outcome for a list of two elements, and the list afterwards."""
    pool = StableList[Any]()
    ant, bee = pool.add("ant"), pool.add("bee")
    ended = evaluated(expression, pool=pool, ant=ant, bee=bee)
    pool.check()
    return [*ended, repr(pool.layout()), repr(list(pool.items()))]


def outcomes_of_view(expression: str) -> list[str]:
    """The outcome in a callback and after it, and the list afterwards."""
    pool = StableList[Any]()
    ant, bee = pool.add("ant"), pool.add("bee")
    kept: list[StableAccess[Any]] = []
    ended: list[str] = []

    def callback(_element: object, others: StableAccess[Any]) -> None:
        kept.append(others)
        ended.extend(evaluated(expression, pool=pool, ant=ant, bee=bee, others=others))

    pool.apply(ant, callback)
    ended += evaluated(expression, pool=pool, ant=ant, bee=bee, others=kept[0])
    pool.check()
    return [*ended, repr(list(pool.items()))]


def evaluated(expression: str, **names: Any) -> list[str]:
    """The outcome of an expression, without addresses of objects."""
    try:
        ended = ["value", repr(eval(expression, {**vars(operator), **globals(), **names}))]
    except Exception as error:
        ended = [type(error).__name__, str(error), *getattr(error, "__notes__", [])]
    return [re.sub(r"0x[0-9a-f]{6,}", "0x...", each) for each in ended]


if __name__ == "__main__":
    print(json.dumps(globals()[sys.argv[1]](*sys.argv[2:])))
