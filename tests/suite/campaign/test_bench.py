"""The benchmark of campaigns: what it measures is done rightly; how fast is nobody's business here."""

from __future__ import annotations

from stablelist_conformance.bench_campaign import campaign_table
from suite.kit.ports import tiny


def test_campaigns_are_measured_on_both_kinds_of_workers() -> None:
    """With one and with two of them."""
    table = campaign_table(tiny(), shards=6, operations=1_000)
    rows = list(zip(*(column.cells for column in table.columns), strict=True))
    assert [row[:2] for row in rows] == [
        ("processes", "1"),
        ("processes", "2"),
        ("Dask", "1"),
        ("Dask", "2"),
    ]
    assert [row[3] for row in rows if row[1] == "1"] == ["1.00", "1.00"]
