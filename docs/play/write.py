"""Writes `docs/play.html`, the playground, out of its parts here, those of the reports, and the ports that run in it.

`python docs/play/write.py` writes it; a test compares. Each module of a port becomes a function that returns what the
module defines, in the text that the kit verifies; only the words `import` and `export` go.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from string import Template
from typing import Final

from stablelist_conformance.report.page.parts import part, policy

HERE: Final = Path(__file__).parent
TESTS: Final = HERE.parents[1] / "tests"
PAGE: Final = HERE.parent / "play.html"

STARTER: Final = "stablelist_conformance/starters/javascript/starter.mjs"
MODULES: Final = (
    STARTER,
    "ports/js-stablelist/stable_list.mjs",
    "ports/js-stablelist/port.mjs",
    "ports/js-dyadic/dyadic_list.mjs",
    "ports/js-dyadic/port.mjs",
    "ports/js-lifo-slotmap/slots.mjs",
    "ports/js-lifo-slotmap/port.mjs",
    "ports/js-lifo-slab/slab.mjs",
    "ports/js-lifo-slab/port.mjs",
)
"""The files that run in the page, each after those that it imports."""
OWN: Final = ("words.js", "run.js", "scenarios.js", "play.js")

_IMPORT: Final = re.compile(r"^import (\{[^}]*\}) from '([^']+)';$", re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?=async |class |function|const )", re.MULTILINE)
_DEFINED: Final = re.compile(r"^(?:async )?(?:class|function\*?|const|let) (\w+)", re.MULTILINE)

SERVED: Final = f"""
// A port that serves is a port to be played with.
const served = [];
modules["{STARTER}"].serve = (adapter) => served.push(adapter);
"""


def own(name: str) -> str:
    """A part of the page."""
    return (HERE / name).read_text(encoding="utf-8")


def source(module: str) -> str:
    """The text of a module without its imports, and without the word `export`."""
    text = (TESTS / module).read_text(encoding="utf-8")
    return _EXPORT.sub("", _IMPORT.sub("", text))


def joined(module: str) -> str:
    """A module as a function that is called at once."""
    text = (TESTS / module).read_text(encoding="utf-8")
    folder = posixpath.dirname(module)
    imports = "\n".join(
        f'const {names} = modules["{posixpath.normpath(posixpath.join(folder, path))}"];'
        for names, path in _IMPORT.findall(text)
    )
    inside = source(module)
    defined = ", ".join(_DEFINED.findall(inside))
    return (
        f'modules["{module}"] = (() => {{\n{imports}\n{inside}\nreturn {{ {defined} }};\n}})();\n'
    )


def script() -> str:
    """Everything that runs."""
    first, *others = MODULES
    lines = [part("drawing.js"), "const modules = {};", joined(first), SERVED, *map(joined, others)]
    lines.append(f'const {{ Program, handshake }} = modules["{STARTER}"];')
    return "\n".join([*lines, *map(own, OWN)])


def page() -> str:
    """The playground as one file."""
    style, told = part("base.css") + part("drawing.css") + own("play.css"), script()
    assert "</script" not in told
    template = Template(own("template.html"))
    return template.substitute(policy=policy(style, told), style=style, script=told)


def main() -> None:
    """Write it."""
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
