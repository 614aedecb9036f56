"""Reach as JSON, and back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from stablelist_conformance.reach import Reach

__all__ = ["reach_of", "told"]


def told(reach: Reach) -> dict[str, Any]:
    """Reach as JSON allows it; sets become sorted lists, in which unbounded comes first."""
    return {each.name: _plain(getattr(reach, each.name)) for each in fields(reach)}


def _plain(value: Any) -> Any:  # noqa: ANN401 - as the fields have it
    """One value."""
    if isinstance(value, set):
        return sorted(value, key=lambda one: -1 if one is None else one)
    if isinstance(value, tuple):
        return list(value)
    if isinstance(value, dict):
        return {name: _plain(one) for name, one in value.items()}
    return value


def reach_of(told: Mapping[str, Any]) -> Reach:
    """Reach from JSON.

    Raises:
        TypeError: it has unknown fields.
    """
    values: dict[str, Any] = {
        name: set(value) if isinstance(value, list) else value for name, value in told.items()
    }
    values["widths"] = {name: set(bits) for name, bits in told["widths"].items()}
    values["lengths"] = {name: (least, most) for name, (least, most) in told["lengths"].items()}
    return Reach(**values)
