"""What a compiler by mypyc has to be told, and an interpreter need not know.

A look-up must answer any object that is passed as a key: what was never issued is not found (R10).
A type checker, on the other hand, should refuse all but keys of this list's element type.
Interpreted, annotations are not looked at and nothing needs to be done. Compiled, a parameter of
type X is checked, and converted, before the first line of the function runs. So the compiler is
told, by a plugin of its build, that `Unchecked[X]` is any object.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, TypeVar

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr
else:

    def mypyc_attr(**_attributes: int) -> Callable[[type], type]:
        """How mypyc is to compile a class; nothing at run time."""
        return lambda kind: kind


__all__ = ["Unchecked", "mypyc_attr"]

X = TypeVar("X")

Unchecked = Annotated[X, "the function itself finds out what it was given"]
"""A parameter that a type checker holds to X, and the running program takes as it comes."""
