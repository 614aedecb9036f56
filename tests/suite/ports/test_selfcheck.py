"""The checker is checked: every planted defect and every hostile port is caught."""

from __future__ import annotations

from collections import Counter

import pytest

from stablelist_conformance.defects import Defect, defects
from stablelist_conformance.engines import Batch, covering, run_batch
from stablelist_conformance.hostile import HOSTILE
from stablelist_conformance.meeting import meet
from stablelist_conformance.options import Options
from stablelist_conformance.selfcheck import families, planted, selfcheck

DEFECTS = defects()


def test_defects_are_many_and_distinct() -> None:
    """At least 10 defects of every port, each with a name of its own."""
    assert len({defect.name for defect in DEFECTS}) == len(DEFECTS)
    assert min(Counter(defect.port for defect in DEFECTS).values()) >= 10
    assert {defect.port for defect in DEFECTS} == set(families(None))


@pytest.mark.parametrize("defect", DEFECTS, ids=lambda defect: defect.name)
def test_defect_fits_its_source(defect: Defect) -> None:
    """What a defect changes occurs exactly once, and is changed."""
    path = families(None)[defect.port].sources / defect.file
    source = path.read_text(encoding="utf-8")
    assert defect.made(source, path.suffix) != source


@pytest.mark.parametrize("part", ["python-", "js-", "rust-", "go-", "c-lifo-", "hostile-"])
def test_everything_planted_is_caught(part: str) -> None:
    """Controls pass, every defect is killed, every hostile port is refuted for its own reason."""
    report = selfcheck(only=part, jobs=1)
    assert report.left_out == ()
    assert report.exit_status == 0, report.table()
    assert report.killed == report.planted > 0
    controls = {row.port for row in report.rows if row.wanted == "passes"}
    assert controls == {port for port in families(None) if port.startswith(part)}
    assert part != "hostile-" or report.planted == len(HOSTILE)


def test_truncation_that_stops_early_dies_in_the_covering_programs() -> None:
    """A removal that drops one empty block, and not those below it, needs no luck to be found."""
    (defect,) = (each for each in DEFECTS if each.name == "go-dyadic-truncates-one-block")
    with planted(families(None)[defect.port], defect) as port:
        subject = meet(port, Options())
        found = run_batch(subject, Batch("cover", 0, len(covering(subject)))).failure
    assert found is not None
    assert found.kind == "answer"
