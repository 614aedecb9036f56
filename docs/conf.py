"""How the site is made from these pages: `make docs`. Every warning is an error."""

from __future__ import annotations

import sys
from importlib.metadata import version as version_of
from pathlib import Path
from typing import Final

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

import stablelist

sys.path.insert(0, str(Path(__file__).parent))

project: Final = "stablelist"
version = release = version_of("stablelist")
assert not stablelist.__compiled__, "native methods show no annotations: install it editable"

extensions: Final = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "source_pages",
    "cited_sources",
    "accessible",
]

# Headings get the anchors that they have wherever else the pages are read.
myst_heading_anchors: Final = 4

# A word between single backticks is code; if it names something of ours, it is a link as well.
default_role: Final = "py:obj"
autodoc_member_order: Final = "bysource"
autodoc_preserve_defaults: Final = True
autodoc_typehints_format: Final = "short"
python_maximum_signature_line_length: Final = (
    1000  # which no signature has: a list of lines is no list of definitions
)
toc_object_entries_show_parents: Final = "hide"

html_theme: Final = "furo"
html_title: Final = "stablelist"
html_static_path: Final = ["static"]
html_css_files: Final = ["site.css"]
html_copy_source: Final = False
html_show_sphinx: Final = False
html_show_copyright: Final = False
pygments_style: Final = "a11y-high-contrast-light"
pygments_dark_style: Final = "a11y-high-contrast-dark"


class Plain:
    """Stands in for `Unchecked`, which is the compiler's business: readers see what to pass."""

    def __class_getitem__(cls, kind: object) -> object:
        return kind


def rejoin(
    _app: Sphinx, what: str, _name: str, _described: object, _options: object, lines: list[str]
) -> None:
    """Undo what napoleon makes of `Nothing: it never shrinks`: a type and its description."""
    mark = ":type: "
    types = [number for number, line in enumerate(lines) if line.startswith(mark)]
    if what in ("attribute", "data", "property") and types:
        lines[0] = f"{lines[types[0]].removeprefix(mark)}: {lines[0]}"
        del lines[types[0] :]


def setup(app: Sphinx) -> None:
    """What Sphinx calls."""
    for name in list(sys.modules):
        if name.startswith("stablelist.") and hasattr(sys.modules[name], "Unchecked"):
            vars(sys.modules[name])["Unchecked"] = Plain
    app.connect("autodoc-process-docstring", rejoin, priority=600)  # after napoleon
    for language in ("port-program", "port-answer"):
        app.add_lexer(language, TextLexer)
