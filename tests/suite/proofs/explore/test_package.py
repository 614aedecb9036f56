"""The package as a whole."""

from __future__ import annotations

import pkgutil
from typing import Final

from stablelist_proofs import explore

MODULES: Final = sorted(module.name for module in pkgutil.iter_modules(explore.__path__))


def test_reading_order_names_every_module() -> None:
    """The package says what to read, and in which order."""
    told = explore.__doc__ or ""
    assert [name for name in MODULES if f"`{name}`" not in told] == []
