"""The checker is checked: every planted defect and every hostile port is caught."""

from __future__ import annotations

import pytest

from stablelist_conformance.defects import Defect, defects
from stablelist_conformance.hostile import HOSTILE
from stablelist_conformance.selfcheck import families, selfcheck

DEFECTS = defects()


def test_defects_are_many_and_distinct() -> None:
    """At least 30 defects, across three languages, each with a name of its own."""
    assert len({defect.name for defect in DEFECTS}) == len(DEFECTS) >= 30
    assert {defect.port for defect in DEFECTS} == set(families(None))


@pytest.mark.parametrize("defect", DEFECTS, ids=lambda defect: defect.name)
def test_defect_fits_its_source(defect: Defect) -> None:
    """What a defect changes occurs exactly once, and is changed."""
    path = families(None)[defect.port].sources / defect.file
    source = path.read_text(encoding="utf-8")
    assert defect.made(source, path.suffix) != source


@pytest.mark.parametrize("part", ["python-", "js-", "rust-", "hostile-"])
def test_everything_planted_is_caught(part: str) -> None:
    """Controls pass, every defect is killed, every hostile port is refuted for its own reason."""
    report = selfcheck(only=part, jobs=1)
    assert report.left_out == ()
    assert report.exit_status == 0, report.table()
    assert report.killed == report.planted > 0
    controls = [row for row in report.rows if row.wanted == "passes"]
    assert part == "hostile-" or len(controls) == 1
    assert part != "hostile-" or report.planted == len(HOSTILE)
