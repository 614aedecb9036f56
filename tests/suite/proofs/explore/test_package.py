"""The package as a whole."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from typing import Final

import pytest

from stablelist_proofs import explore

MODULES: Final = sorted(module.name for module in pkgutil.iter_modules(explore.__path__))


@pytest.mark.parametrize("name", MODULES)
def test_examples_run(name: str) -> None:
    """Every doctest of every module passes."""
    assert doctest.testmod(importlib.import_module(f"{explore.__name__}.{name}")).failed == 0


def test_there_are_examples() -> None:
    """A module without one would pass as well."""
    modules = [importlib.import_module(f"{explore.__name__}.{name}") for name in MODULES]
    assert sum(doctest.testmod(module).attempted for module in modules) >= 8


def test_reading_order_names_every_module() -> None:
    """The package says what to read, and in which order."""
    told = explore.__doc__ or ""
    assert [name for name in MODULES if f"`{name}`" not in told] == []
