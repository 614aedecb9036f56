"""The public names of the modules of the kit."""

from __future__ import annotations

from importlib import import_module
from pkgutil import walk_packages

import pytest

import stablelist_conformance

MODULES = [
    module.name
    for module in walk_packages(stablelist_conformance.__path__, "stablelist_conformance.")
    if not module.ispkg and module.name.rpartition(".")[2] not in ("__main__", "reaper")
]
"""All but those that are run as programs."""


@pytest.mark.parametrize("name", MODULES)
def test_every_name_in_all_exists(name: str) -> None:
    """Each module lists something, and nothing that it has not got."""
    module = import_module(name)
    assert module.__all__
    assert [listed for listed in module.__all__ if not hasattr(module, listed)] == []
