"""A figure of matplotlib as a small SVG file that follows the reader's choice of light or dark.

The file has a line for each path and each text, and nothing invisible. It has its own background, so
that it is readable on any page.
"""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Final

from matplotlib.figure import Figure

__all__ = ["COLOURS", "write"]

COLOURS: Final = {
    "#ffffff": ("paper", "#16191d"),
    "#000000": ("ink", "#e6e9ed"),
    "#b0b0b0": ("grid", "#5a636d"),
    "#111111": ("black", "#ffffff"),
    "#c1121f": ("red", "#ff6b6b"),
    "#7a7a7a": ("grey", "#9aa3ad"),
    "#2a9d8f": ("teal", "#4fd1c1"),
    "#d17f0a": ("amber", "#f2b45a"),
    "#8d5a3a": ("brown", "#c99570"),
    "#4361ee": ("blue", "#8ba2ff"),
    "#9d4edd": ("violet", "#c792f5"),
}
"""Every colour on light paper, with its name in the file and its counterpart on dark paper."""

SHAPES: Final = re.compile(r"<path .*?/>|<text .*?</text>", re.DOTALL)
"""The visible part of an SVG file of matplotlib; around it are groups and names."""

CLUTTER: Final = re.compile(
    r' clip-path="[^"]*"| transform="rotate\(-0 [^"]*"|; stroke-linecap: \w+|font-family: [^;"]*; |font-size: 10px; '
)
"""Attributes that change nothing visible, or that HEAD states once for the whole picture."""

PLACES: Final = re.compile(r' (?:d|x|y|transform)="[^"]*"')

HEAD: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="{0:g}pt" height="{1:g}pt" viewBox="0 0 {0:g} {1:g}" '
    'stroke-linejoin="round" font-family="DejaVu Sans, Verdana, sans-serif" font-size="10px">'
)


def write(figure: Figure, file: Path) -> Path:
    """Write the picture to its file."""
    buffer = io.StringIO()
    figure.savefig(buffer, format="svg")
    svg = buffer.getvalue()
    assert "<use" not in svg, "a marker or a tick would be lost: it is no path, but refers to one"
    head = HEAD.format(*(72 * figure.get_size_inches()))
    lines = [
        head,
        style(),
        *(coloured(shortened(shape)) for shape in SHAPES.findall(svg)),
        "</svg>",
    ]
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return file


def style() -> str:
    """The style sheet, with the colours on light and on dark paper."""
    light = "; ".join(f"--{name}: {light}" for light, (name, _) in COLOURS.items())
    dark = "; ".join(f"--{name}: {dark}" for name, dark in COLOURS.values())
    return (
        f"<style>\nsvg {{ {light} }}\n@media (prefers-color-scheme: dark) {{\nsvg {{ {dark} }} }}\n"
        "text { fill: var(--ink) }\n</style>"
    )


def coloured(shape: str) -> str:
    """The drawing with names instead of colours.

    >>> coloured('<path style="fill: #c1121f"/>')
    '<path style="fill: var(--red)"/>'
    """
    return re.sub(r"#[0-9a-f]{6}\b", lambda colour: f"var(--{COLOURS[colour[0]][0]})", shape)


def shortened(shape: str) -> str:
    r"""The drawing without unnecessary attributes, and with coordinates rounded to a tenth of a point.

    >>> shortened('<path d="M 46.840626 139.793585\nL 329.0 0\n" clip-path="url(#a)" style="opacity: 0.15"/>')
    '<path d="M 46.8 139.8 L 329 0" style="opacity: 0.15"/>'
    """

    def rounded(places: re.Match[str]) -> str:
        return re.sub(r"\d+\.\d+", lambda number: f"{round(float(number[0]), 1):g}", places[0])

    return PLACES.sub(rounded, CLUTTER.sub("", " ".join(shape.split()).replace(' "', '"')))
