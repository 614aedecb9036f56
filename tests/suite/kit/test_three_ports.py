"""Three of the ports in other languages are verified; `make slow` verifies all of them."""

from __future__ import annotations

import pytest

from stablelist_conformance.running.manifest import ListedPort
from suite.covering import few_covering
from suite.ports.test_ports import PORTS
from suite.ports.test_ports import test_port_comes_out_as_expected as verify_port

__all__ = ["few_covering"]

SAMPLE = ("StableList in C", "dyadic list in Rust", "sparse set in JavaScript")
LISTED = {port.name: port for port in PORTS}


@pytest.mark.parametrize("port", [LISTED[name] for name in SAMPLE], ids=SAMPLE)
def test_port_is_verified(port: ListedPort, monkeypatch: pytest.MonkeyPatch) -> None:
    """It answers as its model, and every reachable label is covered."""
    verify_port(port, monkeypatch)
