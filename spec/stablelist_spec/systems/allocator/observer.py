"""The labels of a realm: what an allocation came to, what was freed, and what an overwritten byte belongs to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from stablelist_spec.core.family import Refusal
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import Label, Provenance
from stablelist_spec.core.step import StepOf as Step

from .realm import Realm, stomped

__all__ = ["WORDS", "classify", "labels"]

FOUND: Final = {
    "finds_front": "refused: the front canary of a block was overwritten",
    "finds_back": "refused: the back canary of a block was overwritten",
}
ALLOCATED: Final = {
    "fits": "there is a block, without a gap before it",
    "gap": "there is a block, and a gap so that it is aligned",
    "commits": "there is a block, for which pages were committed",
    "full": "refused: there is no room",
    "size": "refused: the size is 0, or larger than a chunk has room for",
    "alignment": "refused: the alignment is no power of two, or larger than that of a chunk",
    **FOUND,
}
DEALLOCATED: Final = {
    "last": "the block that was allocated last is freed",
    "other": "another block is freed",
    "several": "blocks behind it are freed with it",
    "order": "refused: another block of its end was allocated later",
    "gone": "there is no such block",
    **FOUND,
}
ALL: Final = {"some": "there are blocks", "none": "there is no block"}
STOMPED: Final = {
    "contents": "the byte belongs to another block",
    "canary": "the byte belongs to a canary",
    "unseen": "the byte belongs to nothing",
    "range": "refused: the byte is outside of the memory, or the allocator needs it",
    "gone": "there is no such block",
}
LIVE: Final = {"live": "the block is there", "gone": "there is no such block"}
CHECKED: Final = {
    "whole": "every byte is as it was written",
    "torn": "a byte was overwritten",
    "gone": "there is no such block",
}

WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    **dict.fromkeys(("alloc", "alloc_at", "alloc_back"), ALLOCATED),
    "dealloc": DEALLOCATED,
    **dict.fromkeys(("reset", "mark", "rewind", "used"), ALL),
    **dict.fromkeys(("stomp_before", "stomp_after"), STOMPED),
    **dict.fromkeys(("size_of", "write"), LIVE),
    "check": CHECKED,
}
"""The ends of the labels of each operation, with their meanings."""


def labels(offered: frozenset[str], lacking: frozenset[str]) -> dict[Label, str]:
    """Every label of some operations with its meaning, without those that cannot be reached."""
    return {
        f"{name}_{word}": meaning
        for name, words in WORDS.items()
        if name in offered
        for word, meaning in words.items()
        if lacking.isdisjoint({word, f"{name}_{word}"})
    }


def classify(
    before: Realm, operation: Operation, step: Step[Realm, object], _: Provenance
) -> tuple[Label, ...]:
    """The label of a step."""
    name, answer = operation.name, step.answer
    if isinstance(answer, Refusal):
        word = {"front": "finds_front", "back": "finds_back"}.get(str(answer), str(answer))
        return (f"{name}_{word}",)
    if "key" in operation.operands and before.block(operation["key"]) is None:
        return (f"{name}_gone",)
    return (f"{name}_{OBSERVE[name](before, operation, step)}",)


Observe = Callable[[Realm, Operation, Step[Realm, object]], str]


def placed(before: Realm, operation: Operation, step: Step[Realm, object]) -> str:
    """Whether there is a gap before a new block, or pages were committed."""
    space, after = before.space, step.state.space
    if after.end > space.end:
        return "commits"
    gap = after.used - space.used - space.header - step.state.blocks[-1].size
    return "gap" if gap > 0 and space.header else "fits"


def unblocked(before: Realm, operation: Operation, step: Step[Realm, object]) -> str:
    """Which blocks were freed."""
    if len(before.blocks) - len(step.state.blocks) > 1:
        return "several"
    last = before.key(before.blocks[-1]) == operation["key"]
    return "last" if last else "other"


def hit(before: Realm, operation: Operation, _: Step[Realm, object]) -> str:
    """What an overwritten byte belongs to."""
    block = before.block(operation["key"])
    assert block is not None
    address = stomped(before, block, operation)
    if any(address in before.inside(each) for each in before.blocks):
        return "contents"
    return "canary" if before.noticed(address) else "unseen"


def torn(before: Realm, operation: Operation, step: Step[Realm, object]) -> str:
    """Whether all bytes are as they were written."""
    block = before.block(operation["key"])
    return "whole" if block is not None and step.answer == block.asked else "torn"


def filled(before: Realm, _: Operation, __: Step[Realm, object]) -> str:
    """Whether there are blocks."""
    return "some" if before.blocks else "none"


def live(_: Realm, __: Operation, ___: Step[Realm, object]) -> str:
    """The block is there."""
    return "live"


OBSERVE: Final[Mapping[str, Observe]] = {
    **dict.fromkeys(("alloc", "alloc_at", "alloc_back"), placed),
    "dealloc": unblocked,
    **dict.fromkeys(("reset", "mark", "rewind", "used"), filled),
    **dict.fromkeys(("stomp_before", "stomp_after"), hit),
    **dict.fromkeys(("size_of", "write"), live),
    "check": torn,
}
