"""Profiles of Hypothesis for the whole suite; and a standard error, where whoever started it has closed that."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from hypothesis import HealthCheck, settings

if sys.__stderr__ is None:  # pytest asks it for its descriptor
    sys.__stderr__ = Path(os.devnull).open("w")  # type: ignore[misc]  # noqa: SIM115 - open as long as the process

settings.register_profile(
    "crosshair",  # by `make crosshair`: the tests marked pure run on symbols
    backend="crosshair",
    deadline=None,
    max_examples=50,
    suppress_health_check=list(HealthCheck),
)
