"""Systems by name: those of the registry, and those that users describe in modules of their own."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Final

from stablelist_conformance.wire.errors import UsageError
from stablelist_spec.core.observer import UnsoundError, completed
from stablelist_spec.core.system import ContradictionError, System
from stablelist_spec.systems import SYSTEMS

__all__ = ["exact_system", "imported", "system_named"]

EXACT: Final = tuple(name for name, system in SYSTEMS.items() if system.exact)
"""The names of the systems that have an exact model."""
KNOWN_AS: Final = {
    **dict.fromkeys(("deque", "queue"), "ring"),
    **dict.fromkeys(("list", "vector", "array"), "sequence"),
    **dict.fromkeys(("dict", "cache", "lru"), "map"),
    "tree": "forest",
    "priority-queue": "heap",
    "bitset": "bit-set",
    "pool": "slotmap",
}
"""What else people call containers, with the system that such a container is."""


def exact_system(name: str) -> System:
    """The system with a name, which has a model.

    Raises:
        UsageError: there is none.
    """
    system = system_named(name, EXACT)
    if not system.exact:
        raise UsageError(f"there is no exact model of {name}; choose one of {', '.join(EXACT)}")
    return system


def system_named(name: str, choices: Iterable[str] = SYSTEMS) -> System:
    """The system with that name, or the one that ``module:ATTRIBUTE`` names.

    Args:
        name: of the system.
        choices: the names that are listed if there is none with that name.

    Raises:
        UsageError: there is none.
    """
    if name in SYSTEMS:
        return SYSTEMS[name]
    if ":" not in name:
        raise UsageError(
            f"there is no system {name!r}{meant(name)}; choose one of {', '.join(choices)}, "
            "or name one of your own as module:ATTRIBUTE"
        )
    found = imported(name)
    if not isinstance(found, System):
        raise UsageError(
            f"{name!r} is not a System but a value of type {type(found).__name__}; name a System"
        )
    return loaded(name, found)


def meant(name: str) -> str:
    """Which system a name that is none of a system may stand for, if there is a close one.

    >>> meant("deque"), meant("rnig"), meant("nothing")
    (" (do you mean 'ring'?)", " (do you mean 'ring'?)", '')
    """
    close = [KNOWN_AS[name]] if name in KNOWN_AS else get_close_matches(name, SYSTEMS, 1)
    return "".join(f" (do you mean {each!r}?)" for each in close)


def loaded(name: str, system: System) -> System:
    """A system of one's own, completed.

    Raises:
        UsageError: it breaks an invariant of its own, or a step of it fails.
    """
    try:
        return completed(system)
    except UnsoundError as error:
        raise UsageError(f"{error}; stablelist explore {name} shows the program") from error
    except Exception as error:
        raise UsageError(f"{name} failed in a scope ({type(error).__name__}: {error})") from error


@cache
def imported(name: str) -> object:
    """Import ``module:attribute``; the current folder is searched first, as Python itself does.

    Raises:
        UsageError: there is no such module or attribute.
    """
    module, _, attribute = name.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        return getattr(importlib.import_module(module), attribute)
    except ContradictionError as error:
        raise UsageError(str(error)) from error
    except Exception as error:
        raise UsageError(
            f"cannot load {name!r} ({type(error).__name__}: {error}); "
            "name it as module:factory or module:SYSTEM, importable from here"
        ) from error
