"""A page with a port's code: which lines ran, which never did, file by file. It needs no script."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from string import Template

from stablelist_conformance.lines.result import PortLines, SourceLines
from stablelist_conformance.report.code import share, shown_path
from stablelist_conformance.report.page.parts import part, policy

__all__ = ["code_page"]


def code_page(name: str, lines: PortLines) -> str:
    """The code of a port, by its name."""
    style = part("base.css") + part("page.css") + part("code.css")
    return Template(part("code.html")).substitute(
        title=escape(f"Which lines of {name} ran"),
        policy=policy(style),
        style=style,
        notes="".join(f"<p class=note>{escape(note)}</p>\n" for note in lines.notes),
        files="".join(_row(number, file) for number, file in enumerate(lines.files)),
        sources="".join(_source(number, file) for number, file in enumerate(lines.files)),
    )


def _row(number: int, file: SourceLines) -> str:
    """A file in the table at the top: its share, and links to what never ran."""
    links = (
        f'<li><a href="#{number}-{each.first}">{escape(str(each))}</a></li>'
        for each in file.never()
    )
    path = escape(shown_path(file))
    ran, can = len(file.ran), len(file.can)
    return (
        f'<li><p><a href="#{number}">{path}</a> <span class=quiet>{share(file)} lines ran</span></p>'
        f'<meter max="{max(can, 1)}" value="{ran}">{share(file)}</meter>'
        f"<ul class=places>{''.join(links)}</ul></li>\n"
    )


def _source(number: int, file: SourceLines) -> str:
    """The text of a file."""
    lines = "".join(_lines(number, file))
    heading = f'<h2 id="{number}">{escape(shown_path(file))}</h2>'
    return (
        f"<section>{heading}\n"
        f'<div class="scroll" tabindex="0" role="region" aria-labelledby="{number}">'
        f"<table class=code>{lines}</table></div></section>\n"
    )


def _lines(number: int, file: SourceLines) -> Iterator[str]:
    """The lines of a file as rows; the first one of a place that never ran can be gone to."""
    first = {each.first for each in file.never()}
    text = file.path.read_text("utf-8", "replace").removesuffix("\n")
    for at, line in enumerate(text.split("\n"), 1):
        word = "" if at not in file.can else "ran" if at in file.ran else "never"
        target = f' id="{number}-{at}"' * (at in first)
        yield (
            f'<tr class="{word or "none"}"{target}><th scope=row>{at}</th><td class=mark>{word}</td>'
            f"<td><code>{escape(line)}</code></td></tr>\n"
        )
