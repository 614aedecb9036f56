"""Profiles of Hypothesis for the whole suite."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "crosshair",  # by `make crosshair`: the tests marked pure run on symbols
    backend="crosshair",
    deadline=None,
    max_examples=50,
    suppress_health_check=list(HealthCheck),
)
