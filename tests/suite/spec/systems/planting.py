"""Planted defects: a model whose module was edited."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from stablelist_proofs.edits import Edit
from stablelist_spec.parts.model import Model

__all__ = ["Planted", "planted"]


class Planted(NamedTuple):
    """A defect, a program that shows it, and who notices."""

    what: str
    edit: Edit
    program: str
    noticed: str
    configuration: Any


def planted(model: Model[Any, Any], module: ModuleType, edit: Edit) -> Model[Any, Any]:
    """The model with the functions of an edited module in place of those of the module."""
    assert module.__file__ is not None
    source = Path(module.__file__).read_text(encoding="utf-8")
    names = {"__name__": module.__name__, "__package__": module.__package__}
    exec(compile(edit.made(source), f"<{module.__name__}, edited>", "exec"), names)
    changed = {name: names[name] for name in module.__all__ if hasattr(model, name)}
    return replace(model, **changed)  # type: ignore[arg-type] # functions of the same names
