"""A judge, weakened for a while: a function with one edit takes the place of the real one wherever that is known.

It is its code that is exchanged. An edit may use one word more than the judge: ``ANYTHING`` equals everything.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Iterator
from contextlib import contextmanager
from types import CodeType, FunctionType, ModuleType
from typing import Any
from unittest.mock import ANY

from stablelist_proofs.edits import Edit

__all__ = ["in_force"]


@contextmanager
def in_force(judge: str, function: str, edit: Edit) -> Iterator[None]:
    """A function of a judge is weakened."""
    module = importlib.import_module(judge)
    weakened = function_of(module, function)
    strong = weakened.__code__
    patched = compile(edit.made(inspect.getsource(module)), str(module.__file__), "exec")
    weakened.__code__ = code_of(patched, function)
    module.__dict__["ANYTHING"] = ANY
    try:
        yield
    finally:
        weakened.__code__ = strong
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
