"""The contract of allocators: what a user of any of them may rely on.

The allocator chooses the addresses, so that they are judged by what they must be like:

- `blocks_are_disjoint`: no byte belongs to two blocks.
- `blocks_lie_inside_the_region`: if the region has an end.
- `addresses_are_aligned`: the byte at the offset is at a multiple of the alignment.
- `blocks_stay_where_they_are`: until they are freed, or have another size.
- `contents_stay_until_they_are_freed`: the bytes that were written are there; if the size changes, those of the
  shorter one.
- `a_refusal_changes_nothing`.
- `everything_is_free_after_reset`: what a fresh region had room for, it has room for after `reset`, if nothing else was
  allocated.

Whether there is room for a block is open otherwise: the allocator's own bytes, and its gaps, are its own business. If
only the last block can be freed, the others are refused.

No address is known until `address` is asked. What overlaps without being asked shows as contents that changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple

from stablelist_spec.core.contract import Outcome, chosen
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import KeyName, Operation

from .allocator import AllocatorError, refused

__all__ = ["Allocators", "Block", "Known"]

CONTENTS: Final = "contents_stay_until_they_are_freed"
GRANTED: Final = Key(0, 0)
"""The answer of an allocation, whose key no contract knows."""


class Block(NamedTuple):
    """A block that its user has.

    Attributes:
        number: of its insertion, which is its key.
        written: how many of its bytes, from the first on, have not been lost to a smaller size since they were written.
        address: if it is known.
    """

    number: int
    size: int
    alignment: int
    offset: int
    written: int
    address: int | None = None


class Known(NamedTuple):
    """What the user of an allocator knows.

    Attributes:
        blocks: that were not freed, the oldest first.
        insertions: so far.
        marked: how many there were at the mark.
        fresh: whether nothing was allocated since the beginning, or since the last `reset`.
        granted: the first allocations of fresh regions, each as its alignment, offset and size.
    """

    blocks: tuple[Block, ...] = ()
    insertions: int = 0
    marked: int = 0
    fresh: bool = True
    granted: frozenset[tuple[int, int, int]] = frozenset()

    @property
    def live(self) -> dict[int, int]:
        """The keys of the blocks."""
        return {each.number: each.number for each in self.blocks}

    def block(self, name: KeyName) -> Block | None:
        """The block of a key."""
        return next((each for each in self.blocks if each.number == name), None)

    def failed(self) -> Known:
        """The state after an allocation that was refused: its number is used up."""
        return self._replace(insertions=self.insertions + 1)

    def given(self, size: int, alignment: int, offset: int) -> Known:
        """The state after an allocation."""
        block = Block(self.insertions, size, alignment, offset, size)
        granted = self.granted | {(alignment, offset, size)} if self.fresh else self.granted
        return self.failed()._replace(blocks=(*self.blocks, block), fresh=False, granted=granted)

    def certain(self, size: int, alignment: int, offset: int) -> bool:
        """Whether there has to be room for a block, because a fresh region had it."""
        known = (least for *of, least in self.granted if of == [alignment, offset])
        return self.fresh and any(size <= least for least in known)

    def changed(self, block: Block, **to: int | None) -> Known:
        """The state in which a block is another."""
        blocks = (each._replace(**to) if each is block else each for each in self.blocks)  # type: ignore[arg-type]
        return self._replace(blocks=tuple(blocks))

    def without(self, gone: Block) -> Known:
        """The state after a block was freed."""
        return self._replace(blocks=tuple(each for each in self.blocks if each is not gone))


Way = tuple[object, Known]


@dataclass(frozen=True)
class Allocators:
    """The contract of allocators with a region of so many bytes; 0 if it has no end."""

    region: int = 0

    def initial(self) -> Known:
        """There is no block."""
        return Known()

    def outcomes(self, state: Known, operation: Operation) -> Iterator[Outcome[Known]]:
        """Every acceptable outcome of an operation.

        >>> alloc = Operation("alloc", size=8, alignment=4)
        >>> [each.answer for each in Allocators().outcomes(Known(), alloc)]
        [Key(index=0, id=0), <AllocatorError.FULL: 'full'>]
        """
        keyed = "key" in operation.operands
        block = state.block(operation["key"]) if keyed else None
        if operation.name == "used":
            yield chosen(operation, "a number", state, partial(self._used, state))
        elif block is not None and operation.name in ("size_of", "address"):
            judged = self._size if operation.name == "size_of" else self._address
            words = "a number" if operation.name == "size_of" else "an address"
            yield chosen(operation, words, state, partial(judged, state, block))
        else:
            ways = (
                self._of_block(state, block, operation) if keyed else self._of_all(state, operation)
            )
            for answer, after in ways:
                yield Outcome(answer, lambda _, after=after: after, (operation.name,), (CONTENTS,))  # type: ignore[misc]

    def _of_all(self, state: Known, operation: Operation) -> Iterator[Way]:
        """The answers to an operation without a key."""
        match operation.name:
            case "reset":
                yield None, state._replace(blocks=(), marked=0, fresh=True)
            case "mark":
                yield None, state._replace(marked=state.insertions)
            case "rewind":
                kept = tuple(each for each in state.blocks if each.number < state.marked)
                yield None, state._replace(blocks=kept)
            case _:
                asked = (
                    operation["size"],
                    operation["alignment"],
                    operation.operands.get("offset", 0),
                )
                refusal = refused(*asked[:2])
                if refusal:
                    yield refusal, state.failed()
                else:
                    yield GRANTED, state.given(*asked)
                    if not state.certain(*asked):
                        yield AllocatorError.FULL, state.failed()

    def _of_block(self, state: Known, block: Block | None, operation: Operation) -> Iterator[Way]:
        """The answers to an operation on a block, unless the allocator chooses it."""
        match operation.name:
            case "size_of" | "address":
                yield None, state
            case "check":
                yield None if block is None else block.written, state
            case _ if block is None:
                yield False, state
            case "dealloc":
                yield True, state.without(block)
                if block is not state.blocks[-1]:
                    yield AllocatorError.ORDER, state
            case "write":
                yield True, state.changed(block, written=block.size)
            case "resize" if operation["size"]:
                size = operation["size"]
                written = min(block.written, size)
                yield True, state.changed(block, size=size, written=written, address=None)
                yield AllocatorError.FULL, state
            case _:
                yield AllocatorError.SIZE, state

    def _used(self, state: Known, number: int) -> tuple[str, Known]:
        """Whether so many bytes can be in use: at least those of the blocks, and no more than there are."""
        least = sum(each.size for each in state.blocks)
        fits = least <= number and not 0 < self.region < number
        return "" if fits else "the_used_bytes_are_those_of_the_blocks_and_the_allocator", state

    def _size(self, state: Known, block: Block, number: int) -> tuple[str, Known]:
        """Whether a block can have this size: what was asked for, or more."""
        return "" if number >= block.size else "blocks_are_as_large_as_was_asked_for", state

    def _address(self, state: Known, block: Block, number: int) -> tuple[str, Known]:
        """Whether a block can be at an address."""
        after = state.changed(block, address=number)
        end = number + block.size
        others = (each for each in state.blocks if each is not block and each.address is not None)
        wrong = {
            "blocks_stay_where_they_are": block.address not in (None, number),
            "addresses_are_aligned": (number + block.offset) % block.alignment != 0,
            "blocks_lie_inside_the_region": 0 < self.region < end,
            "blocks_are_disjoint": any(
                number < each.address + each.size and each.address < end  # type: ignore[operator]
                for each in others
            ),
        }
        return next((name for name, is_so in wrong.items() if is_so), ""), after
