"""Figures in parts: a mapping for each scenario or load, which has a row for each container."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

__all__ = ["Figures", "load", "save"]

Figures = dict[str, Any]


def save(figures: Figures, file: Path) -> None:
    """Write the figures, one line for each row, so that a change is easy to read."""
    file.parent.mkdir(parents=True, exist_ok=True)
    parts = [
        f'"{part}": {{\n'
        + ",\n".join(f' "{name}": {json.dumps(of)}' for name, of in rows.items())
        + "\n}"
        for part, rows in figures.items()
    ]
    file.write_text("{\n" + ",\n".join(parts) + "\n}\n", "utf-8")


def load(file: Path) -> Figures:
    """Read the figures."""
    figures: Figures = json.loads(file.read_text("utf-8"))
    return figures
