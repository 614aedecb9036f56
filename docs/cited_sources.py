"""Sphinx extension: the comment `# Source:` below a docstring is a line on the page.

Whoever reads a docstring in an editor has no use for sections of the thesis; whoever reads the page may look them up.
"""

from __future__ import annotations

import ast
import inspect
from textwrap import dedent

from sphinx.application import Sphinx

__all__ = ["cited", "setup"]

MARK = "# Source: "


def cited(member: object) -> str:
    """What the source of a class, function or property cites below its docstring; empty if it cites nothing."""
    member = getattr(member, "fget", member)
    if not (inspect.isclass(member) or inspect.isroutine(member)):
        return ""
    try:
        source = dedent(inspect.getsource(member))
    except (OSError, TypeError):  # written in C, or made by a decorator
        return ""
    (definition,) = ast.parse(source).body
    assert isinstance(definition, ast.ClassDef | ast.FunctionDef)
    docstring = definition.body[0]
    below = source.splitlines()[docstring.end_lineno :]
    first = next((line.strip() for line in below if line.strip()), "")
    return first.removeprefix(MARK) if first.startswith(MARK) else ""


def add_source(
    _app: Sphinx, _what: str, _name: str, member: object, _options: object, lines: list[str]
) -> None:
    """Add it to the description on the page."""
    if source := cited(member):
        lines += ["", f"Source: {source}", ""]


def setup(app: Sphinx) -> None:
    """What Sphinx calls."""
    app.connect("autodoc-process-docstring", add_source, priority=700)  # after napoleon
