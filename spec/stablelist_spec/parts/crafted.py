"""Crafted programs: files of this package, with a program in each line; lines that begin with ``#`` are comments."""

from __future__ import annotations

from importlib.resources import files

__all__ = ["crafted"]


def crafted(*names: str, **options: str) -> tuple[str, ...]:
    """The programs of some files, in which *options* replace their names in braces.

    >>> crafted("parts/an_entry.programs", roomy="capacity=0", two="capacity=2")[3]
    'cost capacity=2 id_bits=3 : add*2 add remove:0 add add len layout'
    """
    texts = [files("stablelist_spec").joinpath(name).read_text("ascii") for name in names]
    lines = (line for text in texts for line in text.splitlines())
    return tuple(line.format(**options) for line in lines if line and not line.startswith("#"))
