"""Planted edits: for a while, the code of an edited function replaces that of the original, wherever it is used."""

import importlib
import inspect
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from types import CodeType, FunctionType, ModuleType
from typing import Any

from stablelist_proofs.edits import Edit

__all__ = ["edited", "in_force"]


def edited(function: Callable[..., Any], before: str, after: str) -> AbstractContextManager[None]:
    """The edited function or method."""
    edit = Edit(within=function.__qualname__, before=before, after=after)
    return in_force(function.__module__, edit)


@contextmanager
def in_force(module: str, edit: Edit) -> Iterator[None]:
    """A context in which an edit of a function of a module is in force."""
    names = importlib.import_module(module)
    function = function_of(names, edit.within)
    right = function.__code__
    function.__code__ = code_of(compiled(names, edit), edit.within)
    try:
        yield
    finally:
        function.__code__ = right


@cache
def compiled(module: ModuleType, edit: Edit) -> CodeType:
    """A module with an edit."""
    return compile(edit.made(inspect.getsource(module)), str(module.__file__), "exec")


def function_of(module: ModuleType, name: str) -> FunctionType:
    """A function of a module, or a method or property of its classes."""
    found: Any = module
    for part in name.split("."):
        found = inspect.getattr_static(found, part)
    for inner in ("fget", "func", "__func__"):  # of a property, a cached one, and a class method
        found = getattr(found, inner, found)
    found = inspect.unwrap(found)
    assert isinstance(found, FunctionType)
    return found


def code_of(code: CodeType, name: str) -> CodeType:
    """The code of a function or method in the code of a module."""
    for part in name.split("."):
        inner = [const for const in code.co_consts if isinstance(const, CodeType)]
        code = next(const for const in inner if const.co_name == part)
    return code
