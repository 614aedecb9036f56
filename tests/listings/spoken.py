"""The port protocol for containers whose operations are their methods."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any


def serve(name: str, opened: Callable[[dict[str, int]], Any], lines: Iterable[str]) -> None:
    """Answer programs of operations that are methods of a container."""
    for line in lines:
        words = line.split()
        if words[0] == "hello":
            print(
                f"port protocol=3 name={name} version=seed-004 system={name} level=contract",
                flush=True,
            )
            continue
        at = words.index(":")
        given = (word.split("=") for word in words[1:at])
        program = (word.split(":") for word in words[at + 1 :])
        print(
            " ".join(answers(opened, {key: int(value) for key, value in given}, program)),
            flush=True,
        )


def answers(
    opened: Callable[[dict[str, int]], Any],
    chosen: dict[str, int],
    program: Iterable[list[str]],
) -> list[str]:
    """The answers to a program; what raises is refused, a container that cannot be made refuses everything."""
    container: Any = None
    answered = []
    for name, *operands in program:
        try:
            container = opened(chosen) if container is None else container
            answered.append(word(getattr(container, name)(*map(int, operands))))
        except OverflowError:
            answered.append("!full")
        except IndexError:
            answered.append("!other")
    return answered


def word(answer: object) -> str:
    """An answer as a word; a method without one is done, and Ellipsis stands for none."""
    match answer:
        case None:
            return "ok"
        case bool():
            return "yes" if answer else "no"
        case list():
            return f"[{','.join(map(str, answer))}]"
    return "none" if answer is ... else str(answer)
