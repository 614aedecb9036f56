"""Wrong pieces of the model and the container (`defects.toml`): each must be detected."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Final

from .planting import Defect

__all__ = ["DEFECTS"]

LISTED: Final = tomllib.loads(
    resources.files(__package__).joinpath("defects.toml").read_text("utf-8")
)
DEFECTS: Final = tuple(
    Defect.listed(
        contract=f"{module}.{function}",
        **fields,
    )
    for module, functions in LISTED.items()
    for function, listed in functions.items()
    for fields in listed
)
