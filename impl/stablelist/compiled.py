"""Which build this is: native where the extension could be compiled, interpreted everywhere else.

The classes that are used most exist twice: in Python, in the modules of this package, and in C, in the
extension `stablelist._native`. Both do the same; the tests run on both. A class of Python that is
marked with `native` is replaced by its twin of C if there is one.

Set the environment variable `STABLELIST_INTERPRETED` to use the Python classes all the same; so does
`STABLELIST_DEBUG`, which makes errors say where a loan began (`lenders`). An extension that is there but
cannot be loaded is not used either, with a `RuntimeWarning`.
"""

from __future__ import annotations

import os
import warnings
from types import ModuleType
from typing import Any, Final, TypeVar

__all__ = ["EXTENSION", "TWINS", "native", "standardise", "with_own_methods"]

K = TypeVar("K", bound=type)


def _extension() -> ModuleType | None:
    """The extension, if it was compiled and is wanted; warns if it is broken."""
    if os.environ.get("STABLELIST_INTERPRETED") or os.environ.get("STABLELIST_DEBUG"):
        return None
    try:
        import stablelist._native as extension

        return extension
    except ModuleNotFoundError:
        return None
    except ImportError as error:
        warnings.warn(
            f"the C extension of stablelist is here, but cannot be loaded ({error}), so the interpreted"
            " build runs, which does the same more slowly; install stablelist again",
            RuntimeWarning,
            stacklevel=2,
        )
        return None


EXTENSION: ModuleType | None = _extension()
"""The module of the native classes, or None."""


TWINS: Final[set[str]] = set()
"""The classes that are native in the native build, by module and name."""


def native(twin: K) -> K:
    """The native class of the same name, documented like *twin*; *twin* itself if there is none."""
    TWINS.add(f"{twin.__module__}.{twin.__name__}")
    if EXTENSION is None:
        return twin
    kind: Any = getattr(EXTENSION, twin.__name__)
    docs = {
        name: member.__doc__ for name, member in vars(twin).items() if callable_or_property(member)
    }
    EXTENSION.document(
        kind, {name: doc for name, doc in docs.items() if doc} | {"__doc__": twin.__doc__}
    )
    return kind  # type: ignore[no-any-return] # it stands in for the twin


def callable_or_property(member: object) -> bool:
    """Whether a docstring is its own, and not that of its type."""
    return callable(member) or isinstance(member, property)


def standardise(kind: type, parameters: object) -> None:
    """Make a class of lists cheap to call without arguments, which gives these parameters."""
    if EXTENSION is not None:
        EXTENSION.standardise(kind, parameters)


def with_own_methods(kind: K) -> K:
    """Give a class the native methods that it inherits as its own, which makes calls of them faster."""
    if EXTENSION is not None:
        EXTENSION.adopt(kind)
    return kind
