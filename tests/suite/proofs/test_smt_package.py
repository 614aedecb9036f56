"""The proofs as a package: their examples are true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import stablelist_proofs.smt

MODULES = [module.name for module in pkgutil.iter_modules(stablelist_proofs.smt.__path__)]
WITH_EXAMPLES = {
    *("asked", "beside", "diving", "families", "solvers", "terms", "tie", "weakening", "witness"),
}


@pytest.mark.parametrize("module", MODULES)
def test_examples_are_true(module: str) -> None:
    """Every doctest passes, and there are some where there should be."""
    found = doctest.testmod(importlib.import_module(f"stablelist_proofs.smt.{module}"))
    assert found.failed == 0
    assert (found.attempted > 0) == (module in WITH_EXAMPLES)
