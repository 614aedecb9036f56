"""Three of the ports in other languages are verified; `make slow` verifies all of them, with more operations."""

from __future__ import annotations

from dataclasses import replace

import pytest

from stablelist_conformance.running.manifest import ListedPort
from suite.covering import few_covering
from suite.ports import test_ports as all_ports

__all__ = ["few_covering"]

SAMPLE = ("StableList in C", "dyadic list in Rust", "sparse set in JavaScript")
LISTED = {port.name: port for port in all_ports.PORTS}
FEW = replace(all_ports.OPTIONS, operations=2_000, batch=2_000)
"""The covering programs reach every label."""


@pytest.mark.parametrize("port", [LISTED[name] for name in SAMPLE], ids=SAMPLE)
def test_port_is_verified(port: ListedPort, monkeypatch: pytest.MonkeyPatch) -> None:
    """It answers as its model, and every reachable label is covered."""
    monkeypatch.setattr(all_ports, "OPTIONS", FEW)
    all_ports.test_port_comes_out_as_expected(port, monkeypatch)
