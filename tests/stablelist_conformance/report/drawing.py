"""An explanation as a drawing: a standalone SVG of the text, as a terminal shows it in colours."""

from __future__ import annotations

from html import escape
from io import StringIO
from typing import Final

from rich.console import Console
from rich.terminal_theme import DEFAULT_TERMINAL_THEME
from rich.text import Text

from stablelist_conformance.report.trace import Trace
from stablelist_conformance.report.words import explain, headline
from stablelist_conformance.wire.text import COLUMNS, legal

__all__ = ["coloured", "svg"]

COLOURS: Final = {
    r"^verified.*$": "bold green",
    r"^refuted.*$": "bold red",
    r"^undecided.*$": "bold yellow",
    r"^>.*$": "bold",
    r"^ {7}expected .*?(?= / answered |$)": "green",
    r"(?<= / )answered .*$|^ {7}answered .*$": "red",
}
"""The colours of a report: outcomes, the operation that is answered wrongly, and both answers."""

DOCUMENT: Final = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{width}} {{height}}"
  role="img" aria-labelledby="stablelist-title">
<title id="stablelist-title">{title}</title>
<style>
.{{unique_id}}-matrix {{{{ font: {{char_height}}px monospace }}}}
{{styles}}
</style>
<defs>{{lines}}</defs>
<rect width="{{width}}" height="{{height}}" fill="#ffffff"/>
<g transform="translate({{terminal_x}}, {{char_height}})" class="{{unique_id}}-matrix">{{matrix}}</g>
</svg>
"""
"""The document, with a field for the title, and the fields of rich; nothing in it is loaded from elsewhere."""


def coloured(report: str) -> Text:
    """A report with its colours on a terminal."""
    text = Text(report)
    for pattern, colour in COLOURS.items():
        text.highlight_regex(rf"(?m){pattern}", colour)
    return text


def svg(trace: Trace) -> str:
    """The drawing of a counterexample, as a document of its own."""
    paper = Console(record=True, file=StringIO(), width=COLUMNS, force_terminal=True)
    paper.print(coloured(legal(explain(trace))), end="")
    title = escape(legal(headline(trace.counterexample))).replace("{", "{{").replace("}", "}}")
    return paper.export_svg(
        theme=DEFAULT_TERMINAL_THEME,
        code_format=DOCUMENT.format(title=title),
        unique_id="stablelist",
    )
