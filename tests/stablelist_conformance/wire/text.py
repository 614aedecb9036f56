"""Plain text: safe to print, even if a port wrote it, and never wider than a terminal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from textwrap import wrap
from typing import Final

__all__ = ["COLUMNS", "clip", "count", "field", "legal", "listed", "plain", "should_be", "wrapped"]

COLUMNS: Final = 80
"""The default width of a terminal."""

_ELLIPSIS: Final = "..."
_CONTEXT: Final = 16
_ILLEGAL: Final = re.compile(
    "[^\t\n\r\u0020-\u007e\u00a0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
)


def plain(text: str) -> str:
    r"""The text with control characters written as escapes.

    >>> plain("\x1b[31mred\n")
    '\\x1b[31mred\\n'
    """
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def legal(text: str) -> str:
    r"""The text with control characters, and characters that XML 1.0 does not allow, written as escapes.

    >>> legal("\x1b[31m red")
    '\\x1b[31m red'
    """
    return _ILLEGAL.sub(lambda match: match[0].encode("unicode_escape").decode(), text)


def clip(text: str, width: int, around: int = 0) -> str:
    """At most *width* characters of the text, in plain text, including the one at *around*.

    >>> clip("abcdefghijklmnopqrstuvwxyz", 12), clip("abcdefghijklmnopqrstuvwxyz", 12, around=25)
    ('abcdefghi...', '...rstuvwxyz')
    """
    start = max(0, min(around - min(_CONTEXT, width // 2), len(text) - width))
    if start:
        return _ELLIPSIS + clip(text[start + len(_ELLIPSIS) :], width - len(_ELLIPSIS))
    shown = plain(text[: width + 1])
    return shown if len(shown) <= width else shown[: width - len(_ELLIPSIS)] + _ELLIPSIS


def should_be(at: int, expected: str, answered: str) -> str:
    """A wrong answer in a sentence; long ones are cut off.

    >>> should_be(3, "none", "1")
    'operation 4 should be answered none, not 1'
    """
    right, told = (
        each if len(each) <= COLUMNS else f"{each[:COLUMNS]}{_ELLIPSIS}"
        for each in (expected, answered)
    )
    return f"operation {at + 1} should be answered {right}, not {told}"


def count(number: int, noun: str) -> str:
    """A number, with a thousands separator, and its noun.

    >>> count(1, "program"), count(12345, "operation")
    ('1 program', '12,345 operations')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def listed(names: Sequence[str]) -> str:
    """Names in a sentence.

    >>> listed(["minimum", "capacity", "truncate"]), listed(["room"])
    ('minimum, capacity and truncate', 'room')
    """
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def wrapped(text: str, first: str = "", rest: str | None = None) -> list[str]:
    """The text in lines that fit a terminal, with an indent for the first line and one for the others.

    A list that is too long for a line is divided between its items, not within one.
    """
    indent = " " * len(first) if rest is None else rest
    words = text.split(" ")
    fitting = (w if len(w) <= COLUMNS - len(indent) else w.replace(",", ", ") for w in words)
    return wrap(
        " ".join(fitting),
        COLUMNS,
        initial_indent=first,
        subsequent_indent=indent,
        break_on_hyphens=False,
    ) or [first.rstrip()]


def field(name: str, value: str) -> list[str]:
    """A named value, whose lines are below each other.

    >>> field("seed", "7")
    ['seed        7']
    """
    return wrapped(plain(value), f"{name:<12}")
