"""Placeholder."""

from pathlib import Path
from typing import Any


def write_page(store: Any, verdicts: Any) -> Path:
    return store.folder / "report.html"
