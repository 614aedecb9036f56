"""A page to step through: a program, or a counterexample, as one HTML file that needs nothing else.

Its data, style and script are inside, and a policy forbids any request. Read in this order:

1. `pictures` - the container between two operations, as data
2. `key_lives` - when each key was issued, used and retired
3. `sentences` - which properties hold after each step
4. `contents` - all of these together, for ``page.html``, its styles and its scripts

``base.css``, ``drawing.css`` and ``drawing.js`` are those of the playground as well.

`code` is a page of another kind: the code of a port, and which of its lines ran.
"""

from __future__ import annotations

import json
from html import escape
from string import Template
from typing import Final

from stablelist_conformance.report.page.code import code_page
from stablelist_conformance.report.page.contents import page_data
from stablelist_conformance.report.page.parts import part, policy
from stablelist_conformance.report.trace import Trace

__all__ = ["code_page", "page", "style_and_script"]

_SCRIPTS: Final = ("drawing.js", "pictures.js", "glance.js", "page.js")
"""One script in four parts, which use each other's names."""

_STYLES: Final = ("base.css", "drawing.css", "page.css")

_ESCAPED: Final = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})
"""Characters that could end a script element, or begin a comment, written as JSON allows."""


def style_and_script() -> tuple[str, str]:
    """What all such pages have in common; a page that shows one has to allow these."""
    style, script = ("\n".join(map(part, parts)) for parts in (_STYLES, _SCRIPTS))
    return style, script


def page(trace: Trace, replay: str = "") -> str:
    """A program, or a counterexample, as a page to step through, with the command that runs it again."""
    told = page_data(trace, replay)
    style, script = style_and_script()
    return Template(part("page.html")).substitute(
        title=escape(told["title"]),
        told=escape(told["told"]),
        policy=policy(style, script),
        style=style,
        script=script,
        data=json.dumps(told, separators=(",", ":")).translate(_ESCAPED),
    )
