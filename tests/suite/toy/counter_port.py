"""A port of the counter: it speaks the protocol on standard input and output."""

from __future__ import annotations

import sys
from collections.abc import Iterator

HELLO = "port protocol=6 name=my-counter version=1 system=counter level=layout"


def answers(words: list[str]) -> Iterator[str]:
    """The answers to a program: its level, its choices, a colon, and operations."""
    at = words.index(":")
    limit, number = int(words[1:at][0].removeprefix("limit=")), 0
    for word in words[at + 1 :]:
        name, _, by = word.partition(":")
        if name == "up" and number + int(by) > limit:
            yield "!too-much"
        elif name == "down" and int(by) > number:
            yield "!too-little"
        elif name in ("up", "down"):
            number += int(by) if name == "up" else -int(by)
            yield "ok"
        else:
            yield str(number) if name == "value" else f"{number}/{limit}"


for line in sys.stdin:
    words = line.split()
    print(HELLO if words[0] == "hello" else " ".join(answers(words)), flush=True)
