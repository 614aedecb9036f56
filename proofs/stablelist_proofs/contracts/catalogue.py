"""All contracts as data, read from the modules that state them.

In a module of contracts, a function states a property: its name is a sentence, and its docstring says it in words and
in mathematics. Another function calls the one that is analysed: the first line of its docstring names that function,
and it has a line ``post:`` for each property that holds for it.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Final

from .engine import Word

__all__ = ["LONG", "MODULES", "NOT_DECIDED", "Contract", "Pair", "canaries", "contracts", "pairs"]

MODULES: Final = (
    "rounding",
    "partitions",
    "vacancies",
    "cascade",
    "splitting",
    "packing",
    "ids",
    "looking_up",
    "one_element",
    "all_elements",
    "room",
    "secondary",
    "programs",
    "longer_programs",
)
"""One concept each, in reading order."""

LONG: Final = frozenset({"longer_programs"})
"""What takes minutes, and is asked only if all is asked."""

NOT_DECIDED: Final = frozenset(
    {
        "rounding.impl_initial_space",  # `operator.index` turns every symbol into a number
        "packing.spec_pack",  # the solver does not know what `|` does to two wide numbers
        "packing.impl_pack",
        "packing.impl_stamped",
    }
)
"""Functions whose wrong contracts are refuted, but whose right contracts are not confirmed."""

CANARY: Final = "canary"
POST: Final = re.compile(r"^\s*post: (?P<name>\w+)\(")
ROOT: Final = __package__


@dataclass(frozen=True)
class Contract:
    """A property of a function.

    Attributes:
        name: the property, as a sentence.
        words: what it says.
        mathematics: the same, as a formula.
        module: the concept.
        function: the caller of the function that is analysed.
        of: the function that is analysed, by its qualified name.
        scope: the bounds, if any.
        line: the line of the contract in its module.
    """

    name: str
    words: str
    mathematics: str
    module: str
    function: str
    of: str
    scope: str
    line: int

    @property
    def caller(self) -> str:
        """Concept and function, as a short name."""
        return f"{self.module}.{self.function}"

    @property
    def target(self) -> str:
        """The qualified name that is passed to CrossHair."""
        return f"{ROOT}.{self.caller}"

    @property
    def storey(self) -> str:
        """The analysed function's storey: spec or impl."""
        return self.function.partition("_")[0]

    @property
    def stated_in(self) -> str:
        """The file of the contract, below `proofs`."""
        return f"{ROOT.replace('.', '/')}/{self.module}.py"

    @property
    def expected(self) -> Word:
        """The expected result of CrossHair."""
        if self.function == CANARY:
            return Word.REFUTED
        return Word.NOT_REFUTED if self.caller in NOT_DECIDED else Word.CONFIRMED

    @property
    def file(self) -> str:
        """The file of the function that is analysed, in its package."""
        names = self.of.split(".")
        package = find_spec(names[0])
        assert package is not None
        assert package.origin is not None
        top = Path(package.origin).parents[1]
        files = (Path(*names[:count]).with_suffix(".py") for count in range(2, len(names)))
        return next(file.as_posix() for file in files if (top / file).is_file())


@dataclass(frozen=True)
class Pair:
    """A function of the model and one of the container that must return the same values."""

    spec: Contract
    impl: Contract

    @property
    def expected(self) -> Word:
        """The expected result of CrossHair's comparison."""
        both = {self.spec.expected, self.impl.expected}
        return Word.NOT_REFUTED if Word.NOT_REFUTED in both else Word.CONFIRMED


@cache
def contracts() -> tuple[Contract, ...]:
    """Every contract, module by module."""
    return tuple(contract for name in MODULES for contract in _contracts(name))


@cache
def pairs() -> tuple[Pair, ...]:
    """The functions that have the same name in both storeys."""
    functions = {contract.caller: contract for contract in contracts()}
    twins = ((spec, caller.replace(".spec_", ".impl_")) for caller, spec in functions.items())
    return tuple(
        Pair(spec, functions[twin])
        for spec, twin in twins
        if twin != spec.caller and twin in functions
    )


@cache
def canaries() -> tuple[Contract, ...]:
    """The false contract of each module."""
    return tuple(_canary(name) for name in MODULES)


def _contracts(name: str) -> Iterator[Contract]:
    module = import_module(f"{ROOT}.{name}")
    for function, lines in _docstrings(module):
        of, scope = lines[0][1].strip(' `."'), lines[2][1].strip() if len(lines) > 2 else ""
        bounds = "" if scope.startswith(("raises:", "post:")) else scope
        for number, line in lines:
            if found := POST.match(line):
                stated = _statement(getattr(module, found["name"]))
                yield Contract(found["name"], *stated, name, function, of, bounds, number)


def _canary(name: str) -> Contract:
    module = import_module(f"{ROOT}.{name}")
    lines = dict(_docstrings(module))[CANARY]
    number = next(number for number, line in lines if line.strip().startswith("post:"))
    return Contract(CANARY, lines[0][1].strip(' "'), "", name, CANARY, "", "", number)


def _docstrings(module: ModuleType) -> Iterator[tuple[str, list[tuple[int, str]]]]:
    """The functions of a module, and their docstrings by line."""
    source = Path(str(module.__file__)).read_text(encoding="utf-8")
    lines = source.splitlines()
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef) and ast.get_docstring(node):
            text = node.body[0]
            numbers = range(text.lineno, (text.end_lineno or text.lineno) + 1)
            yield node.name, [(number, lines[number - 1]) for number in numbers]


def _statement(stated: object) -> tuple[str, str]:
    """Words and mathematics of a property."""
    words, _, mathematics = (inspect.getdoc(stated) or "").partition("\n\n")
    return " ".join(words.split()), " ".join(mathematics.split())
