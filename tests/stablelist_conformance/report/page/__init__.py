"""A page to step through: a program, or a counterexample, as one HTML file that needs nothing else.

Its data, style and script are inside, and a policy forbids any request. Read in this order:

1. `pictures` - the container between two operations, as data
2. `key_lives` - when each key was issued, used and retired
3. `sentences` - which properties hold after each step
4. `contents` - all of these together, for ``page.html``, ``page.css`` and the scripts
"""

from __future__ import annotations

import base64
import json
from hashlib import sha256
from html import escape
from importlib import resources
from string import Template
from typing import Final

from stablelist_conformance.report.page.contents import page_data
from stablelist_conformance.report.trace import Trace

__all__ = ["page"]

_SCRIPTS: Final = ("pictures.js", "glance.js", "page.js")
"""One script in three parts, which use each other's names."""

_ESCAPED: Final = str.maketrans({"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"})
"""Characters that could end a script element, or begin a comment, written as JSON allows."""


def page(trace: Trace, replay: str = "") -> str:
    """A program, or a counterexample, as a page to step through, with the command that runs it again."""
    told, style, script = page_data(trace, replay), part("page.css"), "\n".join(map(part, _SCRIPTS))
    return Template(part("page.html")).substitute(
        title=escape(told["title"]),
        told=escape(told["told"]),
        policy=policy(style, script),
        style=style,
        script=script,
        data=json.dumps(told, separators=(",", ":")).translate(_ESCAPED),
    )


def part(name: str) -> str:
    """A file of this package."""
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")


def policy(style: str, script: str) -> str:
    """Only this style and this script; nothing is loaded from anywhere, and nothing is sent."""
    return (
        f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    """The source expression of an element with this text."""
    return f"'sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}'"
