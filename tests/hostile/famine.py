"""Every allocation of every operation fails once; the list must stay consistent, and no reference may be lost."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from contextlib import suppress
from pickle import PicklingError
from typing import Any, Final

import stablelist
from hostile.entries import prepared
from hostile.operations import OPERATIONS, filled
from stablelist import Key, StableList, StableListError
from stablelist.lending import CHANGING

__all__ = ["AVAILABLE", "allocations", "starve", "starve_entry"]

try:
    import _testcapi  # type: ignore[import-not-found] # a part of CPython's tests
except ImportError:  # a Python without its tests
    AVAILABLE = False
else:
    AVAILABLE = True

MOST: Final = 400
"""The number of failing allocations that are tried: in most operations, these are all."""

ENOUGH: Final = 5
"""An operation that has not noticed this many failures makes no more allocations."""


class Thing:
    """An element whose references are counted."""


def starve(name: str, parameters: str, count: int = 1) -> int:
    """Let *count* consecutive allocations fail, from each allocation on; returns the number of lost references.

    CPython itself loses some: in 3.11, `list(a_list)` does, and a call whose frame has no memory.
    """
    thing = Thing()
    base = sys.getrefcount(thing)
    unnoticed = 0
    for start in range(MOST):
        unnoticed = 0 if fails(OPERATIONS[name], thing, parameters, start, count) else unnoticed + 1
        if unnoticed == ENOUGH:
            break
    gc.collect()
    return sys.getrefcount(thing) - base


def fails(
    operation: Callable[..., object], thing: object, parameters: str, start: int, count: int
) -> bool:
    """Whether the operation raises because there is no memory."""
    pool = filled(thing, parameters)
    key = next(iter(pool))
    noticed = False
    _testcapi.set_nomemory(start, start + count)
    try:
        operation(pool, key, thing)
    except (MemoryError, PicklingError):
        noticed = True
    except SystemError as error:
        # CPython 3.11 forgets the exception where a function in Python has no memory for its frame.
        noticed = "<function" in str(error) or "error return" in str(error)
        if not noticed:
            raise
    finally:
        _testcapi.remove_mem_hooks()
    if stablelist.__compiled__:
        require_in_order(pool, key, thing)
    return noticed


def require_in_order(pool: StableList[Any], key: Key[Any], thing: object) -> None:
    """Require that the list is neither broken nor locked, and that the element is still there."""
    pool.check()
    assert pool._open == 0, "the list is locked"
    pool.remove(pool.add(thing))
    assert pool.at(key) is thing
    pool.clear()
    pool.check()


# --- entries of the extension ---------------------------------------------------------------------


def keys() -> list[Key[Any]]:
    """So many that no other key is made of the memory of an old one."""
    return [Key(number, number) for number in range(100)]


def allocations(entry: str, parameters: str) -> int:
    """The number of allocations that an entry makes: with fewer, either it fails or nothing is left for another one."""
    enough = 0
    while True:
        _, call = prepared(entry, parameters)
        spare = keys()
        _testcapi.set_nomemory(enough, 0)
        try:
            with suppress(StableListError, TypeError, ValueError, RuntimeError):
                call()
            bytearray(1)
        except (MemoryError, SystemError):
            enough += 1
        else:
            assert spare
            return enough
        finally:
            _testcapi.remove_mem_hooks()


def starve_entry(entry: str, parameters: str) -> list[str]:
    """Let each allocation of an entry fail; returns what it raised that is wrong, each with its number."""
    wrong: list[str] = []
    for number in range(allocations(entry, parameters)):
        pool, call = prepared(entry, parameters)
        spare = keys()
        _testcapi.set_nomemory(number, number + 1)
        try:
            call()
        except (MemoryError, StableListError, TypeError, ValueError, RuntimeError):
            pass
        except SystemError as error:
            # As above, of a function in Python that the entry calls; an entry that forgets is a method, or built-in.
            if not str(error).startswith(("<function", "<class")) and "error return" not in str(
                error
            ):
                wrong.append(f"{number}: {error}")
        finally:
            _testcapi.remove_mem_hooks()
        del call, spare
        if pool._open == CHANGING:
            pool._open = 0
        pool.check()
        assert pool._open == 0, "the list is locked"
    return wrong
