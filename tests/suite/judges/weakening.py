"""Weakenings: edits that make a judge accept more, each with the planted defect that notices.

They live in TOML files beside this module, one for each judge; `stablelist_proofs.edits` says how an edit is matched. A
weakened function takes the place of the real one wherever that is known, because it is its code that is exchanged. It
may use one word more: ``ANYTHING`` equals everything.
"""

from __future__ import annotations

import importlib
import inspect
import re
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any, Final, NamedTuple
from unittest.mock import ANY

from stablelist_proofs.edits import Edit, Span, located
from suite.judges.clauses import Clause, Function, functions

__all__ = ["JUDGES", "Case", "Judge", "Spared", "Weakening", "in_force"]

TOKEN: Final = re.compile(r"\w+|[^\w\s]")


@dataclass(frozen=True)
class Place:
    """A piece of a judge.

    Attributes:
        within: the function or method that it stands in.
        before: the piece, see `stablelist_proofs.edits.Edit`.
        clause: the text of the clause that is meant, where the piece does not tell.
    """

    judge: str
    within: str
    before: str
    why: str
    clause: str = ""

    @property
    def source(self) -> str:
        """The judge's source."""
        return inspect.getsource(importlib.import_module(self.judge))

    @property
    def span(self) -> Span:
        """Where the piece stands."""
        return located(self.source, self.within, self.before)

    @property
    def function(self) -> Function:
        """The function that it stands in."""
        return self.named(self.within)

    def named(self, name: str) -> Function:
        """A function of the judge."""
        found = [function for function in functions(self.source) if function.name == name]
        assert found, f"{self.judge} has no function {name}; bring its weakenings up to date"
        return found[0]


class Case(NamedTuple):
    """What is brought before a judge.

    Attributes:
        defect: what is planted, by its name.
        program: what a port is asked, as the port protocol writes it.
        port: the handshake of the port, where it matters.
    """

    defect: str
    program: str
    port: str


@dataclass(frozen=True)
class Weakening(Place):
    """An edit, and the planted defect that notices it.

    Attributes:
        killed_by, program, port: the defect, see `Case`.
        of: the function of the clause that is weakened, where the edit lies in another one.
        instead: what the weakened judge finds, if it finds something else instead of nothing.
    """

    after: str = ""
    killed_by: str = ""
    program: str = ""
    port: str = ""
    of: str = ""
    instead: str = ""

    @property
    def case(self) -> Case:
        """The case that the judge must not let pass."""
        return Case(self.killed_by, self.program, self.port)

    @property
    def concerns(self) -> Clause:
        """The clause that is weakened: the smallest that the change lies in, or the one that is named."""
        if self.clause:
            function = self.named(self.of) if self.of else self.function
            (named,) = (each for each in function.clauses if each.text == self.clause)
            return named
        ends = self.changed
        around = [c for c in self.function.clauses if any(end.within(c.span) for end in ends)]
        assert around, f"{self.before!r} lies beside every clause of {self.judge}"
        return min(around, key=lambda clause: len(clause.text))

    @property
    def changed(self) -> tuple[Span, ...]:
        """The words that are not the same afterwards; of what is only inserted, the words around it."""
        start, end = self.span
        old = [(word[0], word.span()) for word in TOKEN.finditer(self.source, start, end)]
        new = TOKEN.findall(self.after)
        words = [word for word, _ in old]
        head = alike(words, new)
        tail = min(alike(words[::-1], new[::-1]), len(old) - head, len(new) - head)
        first = old[head][1][0] if head < len(old) else end
        last = old[len(old) - tail - 1][1][1] if tail < len(old) else start
        return (Span(first, last),) if first < last else (Span(first, first), Span(last, last))

    @property
    def patched(self) -> str:
        """The judge's source with the edit."""
        return Edit(within=self.within, before=self.before, after=self.after).made(self.source)

    def __str__(self) -> str:
        """How a test of it is called."""
        return f"{self.judge.rpartition('.')[2]}: {' '.join((self.clause or self.before).split())}"


def alike(one: list[str], other: list[str]) -> int:
    """How many words two texts begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


@dataclass(frozen=True)
class Spared(Place):
    """A clause that cannot be weakened, and why."""

    @property
    def concerns(self) -> Clause:
        """The clause: the longest in the piece, or the one that is named."""
        within = [each for each in self.function.clauses if each.span.within(self.span)]
        named = [each for each in within if self.clause in ("", each.text)]
        assert named, f"{self.before!r} is no clause of {self.judge}"
        return max(named, key=lambda clause: len(clause.text))


@dataclass(frozen=True)
class Judge:
    """A module that judges.

    Attributes:
        module: its name.
        court: where planted defects are brought before it.
        judging: the functions and methods that judge; all of them, if empty.
    """

    module: str
    court: str
    judging: tuple[str, ...]
    weakenings: tuple[Weakening, ...]
    spared: tuple[Spared, ...]

    @property
    def clauses(self) -> set[Clause]:
        """All that could be weakened."""
        source = inspect.getsource(importlib.import_module(self.module))
        known = {function.name: function for function in functions(source)}
        gone = set(self.judging) - known.keys()
        assert not gone, f"{self.module} has no functions {sorted(gone)}; bring the list up to date"
        return {clause for name in self.judging or known for clause in known[name].clauses}

    @property
    def gaps(self) -> set[Clause]:
        """The clauses that are neither weakened nor spared."""
        places: tuple[Weakening | Spared, ...] = (*self.weakenings, *self.spared)
        return self.clauses.difference(place.concerns for place in places)


def judges() -> Iterator[Judge]:
    """All judges, by file."""
    for path in sorted((Path(__file__).parent / "weakenings").glob("*.toml")):
        listed: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
        module = listed["judge"]
        yield Judge(
            module,
            listed["court"],
            tuple(listed.get("judging", ())),
            tuple(Weakening(**{"judge": module, **fields}) for fields in listed["weakening"]),
            tuple(Spared(judge=module, **fields) for fields in listed.get("spared", ())),
        )


JUDGES: Final = tuple(judges())


@contextmanager
def in_force(weakening: Weakening) -> Iterator[None]:
    """The judge is weakened."""
    module = importlib.import_module(weakening.judge)
    name = weakening.function.name
    function = function_of(module, name)
    strong = function.__code__
    module.__dict__["ANYTHING"] = ANY
    function.__code__ = code_of(compile(weakening.patched, str(module.__file__), "exec"), name)
    try:
        yield
    finally:
        function.__code__ = strong
        del module.__dict__["ANYTHING"]


def function_of(module: ModuleType, name: str) -> FunctionType:
    """A function of a module, a method or a property of its classes."""
    found: Any = module
    for part in name.split("."):
        found = inspect.getattr_static(found, part)
    found = inspect.unwrap(getattr(found, "fget", getattr(found, "__func__", found)))
    assert isinstance(found, FunctionType)
    return found


def code_of(code: CodeType, name: str) -> CodeType:
    """The code of a function or method that is defined in a module's."""
    for part in name.split("."):
        inner = [const for const in code.co_consts if isinstance(const, CodeType)]
        code = next(const for const in inner if const.co_name == part)
    return code
