"""Ports in another language answer the vectors of their systems, which also find a defect that is planted in them."""

from pathlib import Path

import pytest

from defects import Defect, defects
from defects.selfcheck import planted, sources
from stablelist_conformance.vectors.manifest import VERSION, read_manifest
from stablelist_conformance.vectors.running import Result, run

FOLDER = Path(__file__).parents[2] / "vectors" / VERSION
PORT = pytest.mark.parametrize("port", ["js-lifo-slotmap", "js-stable-vec", "js-stable-graph"])
"""Their systems have brief files."""


def outcome(port: str, defect: Defect | None) -> Result:
    """What the vectors say of a copy of a port."""
    unchanged = sources()[port]
    missing = unchanged.missing()
    if missing is not None:
        pytest.skip(missing)
    with planted(unchanged, defect) as start:
        return run(FOLDER, read_manifest(FOLDER), start)


@PORT
def test_port_answers_every_file_of_its_system(port: str) -> None:
    result = outcome(port, None)
    assert (result.failures, result.left) == ([], 0)


@PORT
def test_planted_defect_is_answered_wrongly(port: str) -> None:
    """The first of its table; a port that ends or cannot be started does not count."""
    defect = next(each for each in defects() if each.port == port)
    details = [failure.detail for failure in outcome(port, defect).failures]
    assert any("expected" in each and "answered" in each for each in details)
