"""Exact models of further systems, each a package of its own with one `Model` in it.

`model` says what a model is, and what all of them share with StableList. `dyadic` is our own variant of
StableList, `slab` one of its relatives.
"""

from __future__ import annotations

from .dyadic import DYADIC
from .model import Model
from .slab import SLAB

__all__ = ["DYADIC", "SLAB", "Model"]
