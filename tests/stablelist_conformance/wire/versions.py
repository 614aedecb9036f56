"""The version of the kit, as installed."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import Final

__all__ = ["KIT_VERSION"]


def _installed() -> str:
    """The version of the installed distribution; 0 when run from a bare source tree."""
    try:
        return version("stablelist-conformance")
    except PackageNotFoundError:
        return "0"


KIT_VERSION: Final = _installed()
