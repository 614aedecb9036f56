"""Some of the hostile programs that `make sanitize` runs for ten minutes."""

import os
import sys
from pathlib import Path

import pytest

from hostile import entries, famine, leaks, operations
from hostile.program import run
from stablelist.others import Others
from stablelist.pool import Pool
from suite.captured import captured

pytestmark = pytest.mark.native

CASES = [
    (name, parameters) for name in operations.OPERATIONS for parameters in operations.PARAMETERS
]


@pytest.mark.parametrize(("name", "parameters"), CASES)
def test_operation_leaks_no_reference(name: str, parameters: str) -> None:
    """After some hundred rounds, neither references nor memory are lost."""
    assert leaks.lost(name, parameters, 300) == ""


if famine.AVAILABLE:  # its allocations can be made to fail

    @pytest.mark.parametrize("name", ["add", "at", "replace", "items", "keys", "values", "left"])
    @pytest.mark.parametrize("parameters", operations.PARAMETERS)
    def test_operation_that_finds_no_memory_loses_nothing(name: str, parameters: str) -> None:
        """This holds whichever allocation fails; the list stays consistent."""
        assert famine.starve(name, parameters) == 0


if famine.AVAILABLE and sys.version_info < (
    3,
    12,
):  # later versions crash by themselves, in functions in Python

    @pytest.mark.parametrize("entry", entries.ENTRIES)
    @pytest.mark.parametrize("parameters", operations.PARAMETERS)
    def test_method_of_the_extension_raises_whichever_allocation_fails(
        entry: str, parameters: str
    ) -> None:
        """Each allocation, of as many as were counted, fails once; no method returns without an exception."""
        assert famine.starve_entry(entry, parameters) == []


def test_every_method_of_the_extension_is_starved() -> None:
    """None is forgotten."""
    named = {
        name
        for kind in (Pool, Others)
        for name, member in vars(kind).items()
        if callable(member) and not name.startswith("__")
    }
    assert named <= {entry.replace(",", "").split()[0] for entry in entries.ENTRIES}


@pytest.mark.parametrize("seed", range(20))
def test_program_is_the_same_every_time(seed: int) -> None:
    """Otherwise the answers of the two builds could not be compared."""
    assert run(seed) == run(seed)


def test_programs_run_without_sanitizer_errors() -> None:
    kinds = ["--only", "lockstep", "--only", "collect", "--only", "together", "--only", "watched"]
    root = Path(famine.__file__).parents[1]
    found = captured(
        [sys.executable, "-m", "hostile", "--seconds", "30", "--programs", "20", *kinds],
        env=os.environ | {"PYTHONPATH": os.pathsep.join([*filter(None, sys.path), str(root)])},
    )
    assert found.returncode == 0, found.stdout + found.stderr
    assert found.stdout.startswith("clean: lockstep 20, collect 20, together 20, watched 20")
