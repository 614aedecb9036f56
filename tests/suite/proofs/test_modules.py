"""The proofs as a package: their examples are true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from typing import Final

import pytest

from stablelist_proofs import core, systems

MODULES: Final = [
    module.name
    for package in (core, systems)
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
]
WITH_EXAMPLES: Final = {
    *(f"stablelist_proofs.core.{name}" for name in ("asked", "solvers", "terms", "weakening")),
    *(
        f"stablelist_proofs.systems.stable_list.{name}"
        for name in ("beside", "exhausted", "families", "tie", "witness")
    ),
}


@pytest.mark.parametrize("module", MODULES)
def test_examples_are_true(module: str) -> None:
    """Every doctest passes, and there are some where there should be."""
    found = doctest.testmod(importlib.import_module(module))
    assert found.failed == 0
    assert (found.attempted > 0) == (module in WITH_EXAMPLES)
