"""The port protocol for containers that have a method for each operation."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

SETS: Final = """
insert* number > truth -
remove* number > truth -
contains number > truth -
len > value -
is_empty > truth -
each > value -
clear > done -
retain number number > value -
intersect > number - both
mark > done -
undo > number -
layout > shown -
cost > shown -
"""
"""The table of a sparse set, as the starter of other families than pools reads it."""
BITS: Final = """
insert* number > truth -
insert_range number number > number -
remove* number > truth -
remove_range number number > number -
remove_at number > value -
cut number > number -
retain number number > value -
clear > done -
flip number > number -
flip_range number number > number -
mark > done -
undo > number -
compact > done -
copy > clone -
swap_containers > exchange - both
equal > truth - both
union > number - both
intersect > number - both
subtract > number - both
contains number > truth -
next number > number -
rank number > number -
index_of number > number -
nth number > number -
count_range number number > number -
first > number -
last > number -
len > number -
is_empty > truth -
each > value -
each_in_order > sequence -
each_backwards > sequence -
layout > shown -
"""
"""The table of a bit set."""
RINGS: Final = """
push_back* number > done -
pop_front* > value -
clear > done -
peek > number -
len > number -
is_empty > truth -
is_full > truth -
layout > shown -
"""
"""The table of a ring buffer."""
VECTORS: Final = """
push* number > done -
extend number number > done -
pop > value -
truncate number > done -
clear > done -
set number number > done -
get number > value -
len > value -
each > sequence -
layout > shown -
"""
"""The table of a vector on virtual memory."""


def serve(name: str, opened: Callable[[dict[str, int]], Any], lines: Iterable[str]) -> None:
    """Answer programs whose operations are methods of a container."""
    for line in lines:
        words = line.split()
        if words[0] == "hello":
            print(
                f"port protocol=5 name={name} version=listing system={name} level=contract",
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
    """Return the answers; an exception is a refusal, and a container that cannot be made refuses everything."""
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
    """Return the word for an answer: None means that the operation is done, and Ellipsis that there is no element."""
    match answer:
        case None:
            return "ok"
        case bool():
            return "yes" if answer else "no"
        case list():
            return f"[{','.join(map(str, answer))}]"
    return "none" if answer is ... else str(answer)
