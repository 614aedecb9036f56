"""The benchmark of campaigns: what it measures is done rightly; how fast is nobody's business here."""

from __future__ import annotations

from rich.console import Console

from stablelist_conformance.bench_campaign import campaign_table
from suite.kit.ports import tiny


def test_campaigns_are_measured_on_both_kinds_of_workers() -> None:
    """With one and with two of them."""
    console = Console(width=160, record=True, quiet=True)
    console.print(campaign_table(tiny(), shards=6, operations=1_000))
    rows = [line for line in console.export_text().splitlines() if " s " in line]
    assert [row.split("│")[1:3] for row in rows] == [
        [" processes      ", "       1 "],
        [" processes      ", "       2 "],
        [" Dask, loopback ", "       1 "],
        [" Dask, loopback ", "       2 "],
    ]
