"""A port beside the exact model of another system."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from stablelist_conformance.comparison import compare, exact_system
from stablelist_conformance.errors import UsageError
from stablelist_conformance.options import Options

MODEL = f"{sys.executable} -m stablelist_conformance serve --model --system"
OPTIONS = Options(operations=500, shrink_seconds=10.0, jobs=1)


def test_like_is_like() -> None:
    """Every answer is the same; the layout is not asked for."""
    compared = compare(f"{MODEL} lifo-slotmap", "lifo-slotmap", OPTIONS)
    assert compared.failure is None
    assert compared.sentence() == (
        f"compared with lifo-slotmap: same in {compared.operations:,} operations"
    )
    assert compared.operations > 500


def test_difference_is_told_with_its_shortest_program() -> None:
    """Two vacancies that are no neighbours: the later one is filled first, or the earlier one."""
    compared = compare(f"{MODEL} lifo-slotmap", "hop-slotmap", OPTIONS)
    told = compared.sentence()
    assert told.startswith("differs from hop-slotmap as the model of lifo-slotmap-model 0.1.0: ")
    assert compared.failure is not None
    program = compared.failure.program
    assert len(program.words) <= 6
    assert told.endswith(f"program layout capacity=0 id_bits=32 : {' '.join(program.words)}")


DYING = """
import sys
for line in sys.stdin:
    words = line.partition(" : ")[2].split()
    if len(words) > 1:
        sys.exit(3)
    said = "port protocol=4 name=a version=1 system=slotmap level=contract id_bits=32"
    print("0" if words else said, flush=True)
"""


def test_port_that_fails_is_told_as_well(tmp_path: Path) -> None:
    """It is no answer that differs then."""
    (tmp_path / "port.py").write_text(DYING)
    compared = compare(f"{sys.executable} {tmp_path / 'port.py'}", "lifo-slotmap", OPTIONS)
    assert compared.sentence().startswith("differs from lifo-slotmap as the model of a 1: ")


def test_what_cannot_be_compared_is_said_in_a_sentence() -> None:
    """An unknown system, one without a model, one of another family."""
    with pytest.raises(UsageError, match="there is no system 'heap'"):
        exact_system("heap")
    with pytest.raises(UsageError, match="there is no exact model of slotmap; choose one of stab"):
        exact_system("slotmap")
    with pytest.raises(UsageError, match="is a pool, and sparse-set a set; compare it with a pool"):
        compare(f"{MODEL} lifo-slab", "sparse-set", OPTIONS)
