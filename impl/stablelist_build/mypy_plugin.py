"""What mypyc must see otherwise than a type checker does, as a plugin of mypy.

1. `Unchecked[X]` is any object. A compiled function checks and converts its arguments before its
   first line runs; these it is to find out about by itself (see `stablelist.compiling`).
2. A class decorated by `mypyc_attr` forgets its base `Generic[T]`. At run time that base would give every instance a
   `__dict__` and a place for weak references, and every access to an attribute a check. What
   `Generic` does for an interpreted class, `c_source` does for the compiled one: `StableList[int]`.
"""

from __future__ import annotations

from collections.abc import Callable

from mypy.plugin import AnalyzeTypeContext, ClassDefContext, Plugin
from mypy.types import AnyType, Type, TypeOfAny

__all__ = ["plugin"]


class Compiling(Plugin):
    """For mypyc alone; mypy checks the sources without it."""

    def get_type_analyze_hook(self, fullname: str) -> Callable[[AnalyzeTypeContext], Type] | None:
        """What `Unchecked[X]` stands for."""
        return unchecked if fullname == "stablelist.compiling.Unchecked" else None

    def get_class_decorator_hook_2(self, fullname: str) -> Callable[[ClassDefContext], bool] | None:
        """What becomes of a class once its type variables are known."""
        return without_generic_base if fullname == "mypy_extensions.mypyc_attr" else None


def unchecked(_: AnalyzeTypeContext) -> Type:
    """Any object."""
    return AnyType(TypeOfAny.explicit)


def without_generic_base(context: ClassDefContext) -> bool:
    """Mypy keeps `Generic[T]` apart from the other bases, for mypyc."""
    context.cls.removed_base_type_exprs.clear()
    return True


def plugin(_version: str) -> type[Plugin]:
    """The name that mypy looks for."""
    return Compiling
