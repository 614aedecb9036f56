"""A sheet of paper for SVG: a document that grows downwards, and the few shapes drawn on it.

It uses no external fonts or scripts. Colours also differ in lightness, text is dark on light, and title and description
say in words what is drawn.
"""

from __future__ import annotations

from textwrap import wrap
from typing import Final
from xml.etree import ElementTree as ET

from stablelist_conformance.wire.text import legal

__all__ = [
    "CELL",
    "CELLS_PER_ROW",
    "CELL_HEIGHT",
    "LIVE",
    "MARGIN",
    "QUIET",
    "UNTOUCHED",
    "VACANT",
    "Number",
    "Sheet",
]

CELLS_PER_ROW: Final = 16
CELL: Final = 50
CELL_HEIGHT: Final = 46
MARGIN: Final = 28
_WIDTH: Final = 2 * MARGIN + CELLS_PER_ROW * CELL
_LETTER: Final = 0.56
"""The average width of a letter, relative to the font size."""

LIVE: Final = "#a9cdeb"
VACANT: Final = "#f6ecd2"
UNTOUCHED: Final = "#ffffff"
QUIET: Final = "#4a5058"
_INK: Final = "#1a1d21"
_LINE: Final = "#7d848c"
_PALE: Final = "#f3f4f5"
_TOUCHED: Final = "#a3260f"
_FONT: Final = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif"

Number = int | float


class Sheet:
    """A drawing.

    Attributes:
        y: where the next part begins.
        told: the description of the drawing, in sentences.
    """

    def __init__(self, title: str) -> None:
        self.y: Number = MARGIN - 10
        self.told: list[str] = []
        self._root = ET.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "role": "img"})
        self._root.set("aria-labelledby", "stablelist-title stablelist-desc")
        self._root.set("font-family", _FONT)
        ET.SubElement(self._root, "title", id="stablelist-title").text = legal(title)
        self._description = ET.SubElement(self._root, "desc", id="stablelist-desc")
        self._arrow_head()
        self._paper = self.put("rect", x=0, y=0, width=_WIDTH, fill="#ffffff")

    def finish(self) -> str:
        """The document."""
        height = _attribute(self.y + MARGIN / 2)
        self._paper.set("height", height)
        self._root.set("viewBox", f"0 0 {_WIDTH} {height}")
        self._root.set("width", str(_WIDTH))
        self._root.set("height", height)
        self._description.text = legal(" ".join(self.told))
        ET.indent(self._root)
        return ET.tostring(self._root, encoding="unicode") + "\n"

    def put(self, shape: str, **attributes: Number | str) -> ET.Element:
        """Add a shape; an underscore in an attribute's name stands for a dash."""
        said = {name.replace("_", "-"): _attribute(value) for name, value in attributes.items()}
        return ET.SubElement(self._root, shape, said)

    # --- Text ---

    def write(self, text: str, x: Number, y: Number, size: Number, **style: Number | str) -> None:
        """A line of text."""
        element = self.put("text", **({"x": x, "y": y, "font_size": size, "fill": _INK} | style))
        element.text = legal(text)

    def centred(self, text: str, x: Number, y: Number, size: Number, **style: Number | str) -> None:
        """A line of text, centred at *x*."""
        self.write(text, x, y, size, text_anchor="middle", **style)

    def paragraph(self, text: str, size: Number = 13, **style: Number | str) -> None:
        """Text below the last part, wrapped at the sheet's width."""
        for line in wrap(text, int((_WIDTH - 2 * MARGIN) / (size * _LETTER))):
            self.y += size * 1.45
            self.write(line, MARGIN, self.y, size, **style)

    # --- Cells ---

    def box(self, x: Number, y: Number, fill: str, upper: str = "", lower: str = "") -> None:
        """A cell with a centred word, or two words above each other."""
        self.put("rect", x=x, y=y, width=CELL, height=CELL_HEIGHT, fill=fill, stroke=_LINE)
        middle, both = x + CELL / 2, bool(upper and lower)
        if upper:
            size = _fitting(upper, 17)
            self.centred(upper, middle, y + (21 if both else 29), size, font_weight="bold")
        if lower:
            self.centred(lower, middle, y + (38 if both else 29), _fitting(lower, 12))

    def frame(self, x: Number, y: Number) -> None:
        """The frame of a touched cell."""
        self._frame(x + 1, y + 1, CELL - 2, CELL_HEIGHT - 2, 3.5)

    def gap(self, words: str) -> None:
        """A summary in place of rows that are not shown."""
        self.y += 14
        band = self.put("rect", x=MARGIN, y=self.y, width=CELLS_PER_ROW * CELL, height=26)
        band.attrib |= {"fill": _PALE, "stroke": _LINE, "stroke-dasharray": "2 4"}
        self.centred(words, _WIDTH / 2, self.y + 17.5, 12.5, fill=QUIET)
        self.y += 26

    def curve(self, path: str, **style: Number | str) -> None:
        """A line along a path."""
        self.put("path", d=path, fill="none", stroke=QUIET, stroke_width=1.5, **style)

    # --- Legend ---

    def swatch(self, x: Number, fill: str, words: str) -> Number:
        """Draw a colour with its meaning; return the position of the next one."""
        x = self._with_room(x, words)
        self.put("rect", x=x, y=self.y, width=20, height=14, fill=fill, stroke=_LINE)
        return self._beside_swatch(x, words)

    def framed_swatch(self, x: Number, words: str) -> Number:
        """Draw the frame with its meaning; return the position of the next one."""
        x = self._with_room(x, words)
        self._frame(x + 1, self.y + 1, 18, 12, 2.5)
        return self._beside_swatch(x, words)

    def _with_room(self, x: Number, words: str) -> Number:
        """The position of a swatch, on the next line if its words do not fit."""
        if x + _swatch_width(words) <= _WIDTH - MARGIN:
            return x
        self.y += 24
        return MARGIN

    def _beside_swatch(self, x: Number, words: str) -> Number:
        """Draw the words of a swatch; return the position of the next one."""
        self.write(words, x + 27, self.y + 11.5, 12.5, fill=QUIET)
        return x + _swatch_width(words) + 18

    def _frame(self, x: Number, y: Number, width: Number, height: Number, line: Number) -> None:
        """A thick rectangle without a fill."""
        frame = self.put("rect", x=x, y=y, width=width, height=height, fill="none")
        frame.attrib |= {"stroke": _TOUCHED, "stroke-width": _attribute(line)}

    def _arrow_head(self) -> None:
        """The head of the arrows along free lists."""
        marker = ET.SubElement(self.put("defs"), "marker", id="stablelist-arrow", orient="auto")
        marker.attrib |= {"viewBox": "0 0 8 8", "refX": "6.5", "refY": "4"}
        marker.attrib |= {"markerWidth": "7", "markerHeight": "7"}
        ET.SubElement(marker, "path", d="M0 0.8 L7 4 L0 7.2 Z", fill=QUIET)


def _swatch_width(words: str) -> Number:
    """The width of a swatch with its words."""
    return 27 + len(words) * 12.5 * _LETTER


def _fitting(text: str, size: Number) -> Number:
    """A font size at which the text fits into a cell."""
    return min(size, max(5, (CELL - 6) / (0.62 * len(text))))


def _attribute(value: Number | str) -> str:
    """An attribute's value; numbers without trailing zeros."""
    return value if isinstance(value, str) else f"{round(value, 2):g}"
