"""All contracts as data, read from the modules that state them.

A contract is a function whose docstring has lines ``post:``. In the tables of methods, the function is made from what
the method does to a dict. Elsewhere its first line names the function that is called, and the lines ``post:`` name
properties: functions whose docstrings say them in words and in mathematics.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Final

import stablelist

__all__ = ["LONGER", "METHODS", "MODULES", "Contract", "Method", "contracts", "methods", "pairs"]

METHODS: Final = {"list_methods": "StableList", "map_methods": "SecondaryMap"}
"""The tables of methods, by module; a contract in them has the name of its method."""

MODULES: Final = (*METHODS, "keys", "sizes", "blocks", "programs")
"""The modules with contracts, in reading order."""

LONGER: Final = "longer"
"""Contracts with this in their name take minutes, and are asked only if all are asked."""

POST: Final = re.compile(r"^post: (?P<name>\w+)\(", re.MULTILINE)
ROOT: Final = __package__


@dataclass(frozen=True)
class Contract:
    """What a function must do.

    Attributes:
        module: the module that states it.
        function: its function there.
        of: the function or method that is called.
        scope: the arguments for which it holds, if not for all.
        properties: what must hold afterwards.
        several_answers: whether that allows several answers.
    """

    module: str
    function: str
    of: str
    scope: str
    properties: tuple[str, ...]
    several_answers: bool

    @property
    def name(self) -> str:
        """Module and function."""
        return f"{self.module}.{self.function}"

    @property
    def target(self) -> str:
        """The qualified name that is passed to CrossHair."""
        return f"{ROOT}.{self.name}"

    @property
    def package(self) -> str:
        """The package of the function that is called."""
        return self.of.partition(".")[0]


@dataclass(frozen=True)
class Method:
    """A contract of a public method, and what the method does to a dict, in Python."""

    contract: Contract
    does: str


@cache
def contracts() -> tuple[Contract, ...]:
    """Every contract, module by module."""
    return tuple(contract for name in MODULES for contract in _contracts(name))


@cache
def methods() -> tuple[Method, ...]:
    """The tables of methods."""
    does = {name: _pure(import_module(f"{ROOT}.{name}")) for name in METHODS}
    return tuple(
        Method(each, does[each.module][each.function])
        for each in contracts()
        if each.module in METHODS
    )


@cache
def pairs() -> tuple[tuple[Contract, Contract], ...]:
    """The functions of the model and the container that must return the same values: they have the same name."""
    stated = {each.name: each for each in contracts()}
    twins = {each: stated.get(each.name.replace(".spec_", ".impl_")) for each in contracts()}
    return tuple((spec, impl) for spec, impl in twins.items() if impl not in {None, spec})


def _contracts(name: str) -> Iterator[Contract]:
    module = import_module(f"{ROOT}.{name}")
    for function, stated in vars(module).items():
        text = inspect.getdoc(stated) if isinstance(stated, FunctionType) else None
        if text and "post: " in text and stated.__module__.startswith(ROOT):
            of, scope, *_ = [line for line in text.splitlines() if line]
            if name in METHODS:
                of, scope = f"{stablelist.__name__}.{METHODS[name]}.{function}", of
            elif scope.startswith(("raises:", "post:")):
                scope = ""
            several = getattr(module, "SEVERAL_ANSWERS", False)
            properties = tuple(POST.findall(text))
            yield Contract(name, function, of.strip("`."), scope, properties, several)


def _pure(module: ModuleType) -> dict[str, str]:
    """The last argument of each row, which is what the method does to a dict."""
    tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
    rows = {
        target.id: node.value.args[-1]
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    return {
        name: ast.unparse(row.body if isinstance(row, ast.Lambda) else row)
        for name, row in rows.items()
    }
