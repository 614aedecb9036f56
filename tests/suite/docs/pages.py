"""Reads the pages of the documentation: blocks, links, anchors."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[3]
PAGES: Final = sorted(
    [
        *(ROOT / name for name in ("README.md", "SECURITY.md", "tests/README.md")),
        *(ROOT / "docs").rglob("*.md"),
    ]
)

FENCE: Final = re.compile(r"^(?P<indent> *)(?P<ticks>`{3,}|~{3,})(?P<words>[^`\n]*)$")


class Block(NamedTuple):
    """A fenced block of code."""

    language: str
    """The first word after the fence, which Markdown readers take for the language."""
    text: str
    line: int
    """The line at which its text begins, counted from 1."""


def name(page: Path) -> str:
    """The name of a page in the names of tests."""
    return page.relative_to(ROOT).as_posix()


def blocks(text: str) -> list[Block]:
    r"""The fenced blocks of a page, in order.

    >>> blocks("a\n```python\n1 + 1\n```\n")
    [Block(language='python', text='1 + 1\n', line=3)]
    """
    found: list[Block] = []
    lines = iter(enumerate(text.splitlines(keepends=True), start=1))
    for number, line in lines:
        opening = FENCE.match(line.rstrip("\n"))
        if opening is None:
            continue
        inside = []
        for _, inner in lines:
            if closes(inner, opening["ticks"]):
                break
            inside.append(inner.removeprefix(opening["indent"]))
        else:
            raise ValueError(f"the block that begins in line {number} has no end")
        words = opening["words"].split()
        found.append(Block(words[0] if words else "", "".join(inside), number + 1))
    return found


def commands(text: str) -> Iterator[tuple[str, str]]:
    r"""The commands in a block, each with its output.

    >>> list(commands("$ cd there\n$ ls\na\nb\n"))
    [('cd there', ''), ('ls', 'a\nb\n')]
    """
    for part in text.removeprefix("$ ").split("\n$ "):
        command, _, shown = part.partition("\n")
        yield command, shown


def matches(shown: str, printed: str) -> bool:
    r"""Whether a command has printed what the page shows, where ``...`` or ``…`` stands for any lines.

    >>> matches("a\n...\nd\n", "a\nb\nc\nd\n"), matches("a\nd\n", "a\nb\nc\nd\n"), matches("a\n...\n", "b\na\n")
    (True, False, False)
    """
    pattern = "".join(
        "(?:.*\n)*" if line in ("...", "…") else f"{re.escape(line)}\n"
        for line in shown.splitlines()
    )
    return re.fullmatch(pattern, printed.rstrip("\n") + "\n" * bool(printed)) is not None


def prose(text: str) -> str:
    r"""A page without its blocks and without inline code.

    >>> prose("a `[b](c)` d\n```\n[e](f)\n```\ng\n")
    'a  d\ng'
    """
    return re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "", "\n".join(unfenced(text)))


def unfenced(text: str) -> Iterator[str]:
    """The lines of a page that are in no block."""
    ticks = ""
    for line in text.splitlines():
        fence = FENCE.match(line)
        if ticks:
            ticks = "" if closes(line, ticks) else ticks
        elif fence is not None:
            ticks = fence["ticks"]
        else:
            yield line


def closes(line: str, ticks: str) -> bool:
    return line.strip().startswith(ticks) and not line.strip().strip("`~")


def anchors(text: str) -> set[str]:
    r"""The anchors of a page's headings, as GitHub makes them.

    >>> sorted(anchors("# R1 `Sizes`, and more\n## Twice\n## Twice\n"))
    ['r1-sizes-and-more', 'twice', 'twice-1']
    """
    found: set[str] = set()
    for heading in headings(text):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "")
        slug = re.sub(r"[^\w\- ]", "", plain.strip().lower()).replace(" ", "-")
        number = 0
        while (unique := f"{slug}-{number}" if number else slug) in found:
            number += 1
        found.add(unique)
    return found | set(re.findall(r"<a (?:id|name)=\"([^\"]+)\"", text))


def headings(text: str) -> Iterator[str]:
    for line in unfenced(text):
        if re.match(r"#{1,6} ", line):
            yield line.strip("# ")


def links(text: str) -> list[str]:
    r"""The targets of a page's links and images, in order.

    >>> links("[a](b.md#c) ![d](e.svg 'title') <http://f> `[g](h)`\n\n[i]: j\n")
    ['b.md#c', 'e.svg', 'j']
    """
    plain = prose(text)
    inline = re.findall(r"\]\(\s*<?([^()\s>]+)>?(?:\s+[\"'][^\"']*[\"'])?\s*\)", plain)
    return inline + re.findall(r"^ *\[[^\]]+\]:\s+(\S+)", plain, flags=re.MULTILINE)
