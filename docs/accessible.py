"""Sphinx extension: what the theme and Sphinx leave out for those who do not see the page, or use no mouse.

Headings in the sidebar have a level, the sidebars have names, code that scrolls can be reached by the keyboard, and a
cell without text is no heading.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from sphinx.application import Sphinx

__all__ = ["accessible", "setup"]

CHANGES: Final = (
    (re.compile(r'(<p class="caption" role="heading")>'), r'\1 aria-level="2">'),
    (re.compile(r'<aside class="(sidebar-drawer)"'), r'<aside aria-label="All pages" class="\1"'),
    (
        re.compile(r'<aside class="(toc-drawer[^"]*)"'),
        r'<aside aria-label="On this page" class="\1"',
    ),
    (re.compile(r"<pre>"), '<pre tabindex="0">'),
    (re.compile(r'<th class="([^"]*)"><p></p></th>'), r'<td class="\1"></td>'),
)


def accessible(html: str) -> str:
    """A page with what was left out.

    >>> accessible("<pre>code</pre>")
    '<pre tabindex="0">code</pre>'
    """
    for left_out, with_it in CHANGES:
        html = left_out.sub(with_it, html)
    return html


def mend(app: Sphinx, error: Exception | None) -> None:
    """Rewrite every page that Sphinx has written."""
    for page in Path(app.outdir).rglob("*.html") if error is None else ():
        written = page.read_text(encoding="utf-8")
        if '<aside class="sidebar-drawer"' in written:  # not one that is copied as it is
            page.write_text(accessible(written), encoding="utf-8")


def setup(app: Sphinx) -> None:
    """What Sphinx calls."""
    app.connect("build-finished", mend)
