"""What the modules of the systems list is there."""

from __future__ import annotations

import pkgutil
from importlib import import_module

import pytest

from stablelist_spec import systems

MODULES = [
    systems.__name__,
    *(found.name for found in pkgutil.walk_packages(systems.__path__, f"{systems.__name__}.")),
]


@pytest.mark.parametrize("name", MODULES)
def test_module_has_what_it_lists(name: str) -> None:
    """At least one name, so that it can be imported by those names."""
    module = import_module(name)
    assert module.__all__
    assert [listed for listed in module.__all__ if not hasattr(module, listed)] == []
