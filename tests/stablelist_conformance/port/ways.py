"""The ways in which ports are reached: as child processes, or as who embeds the kit says, as a browser has none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from stablelist_conformance.port.memory import MEMORY
from stablelist_conformance.port.port import Port
from stablelist_conformance.port.process import ProcessPort
from stablelist_conformance.wire.handshake import Handshake

__all__ = ["WAYS", "port_named"]

WAYS: Final[dict[str, Callable[..., Port]]] = {}
"""What makes ports that are no child processes, by the word with which their names begin, before a colon."""


def port_named(
    port: str,
    *,
    timeout: float = 10.0,
    system_name: str | None = None,
    expected: Handshake | None = None,
    memory: int = MEMORY,
) -> Port:
    """A port, not yet started."""
    way = WAYS.get(port.partition(":")[0], ProcessPort)
    return way(port, timeout=timeout, system_name=system_name, expected=expected, memory=memory)
