"""The memory realm: any allocator with any bounds checker, and the blocks that its user has.

A block is asked for with room for a canary at both ends, and the allocator is told an offset, so that the byte behind
the first canary is aligned. The user's block is between the canaries, and its key is its address there, with the
number of the allocation that was granted.

`stomp_before` and `stomp_after` flip the bits of a byte outside of a block, as a wrong program may. What is noted is
which canaries and which blocks have such bytes. Elsewhere nobody can tell, except for the bytes that the allocator uses
itself: those are refused, because nothing is known after that.

Representation invariant:

1. Blocks with their headers are disjoint, lie inside the region, and are aligned.
2. Overwritten bytes belong to blocks.
3. The allocator's own: see each.

(5.3.3, 5.3.4)
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any, NamedTuple

from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import StepOf as Step
from stablelist_spec.families.allocator import AllocatorError, refused

from .checkers import CHECKERS, Checker, Checking
from .space import Request, Space

__all__ = ["Block", "Realm", "broken", "initial", "step", "stomped", "watched"]


class Block(NamedTuple):
    """A block that was allocated, with its canaries.

    Attributes:
        size: the bytes from the beginning of the first canary to the end of the last one.
        asked: the bytes that the user asked for.
        offset: of the aligned byte.
        serial: how many blocks were granted before.
        element: the number of the insertion.
    """

    start: int
    size: int
    asked: int
    alignment: int
    offset: int
    serial: int
    element: int

    @property
    def bytes(self) -> range:
        """The bytes of the block."""
        return range(self.start, self.start + self.size)


class Realm(NamedTuple):
    """A memory realm.

    Attributes:
        space: the allocator.
        blocks: that were not freed, the oldest first.
        granted: how many blocks there were.
        flipped: the addresses of the bytes that were overwritten, in blocks and in canaries.
    """

    space: Any
    checking: Checking
    blocks: tuple[Block, ...] = ()
    granted: int = 0
    flipped: frozenset[int] = frozenset()

    @property
    def checker(self) -> Checker:
        """The bounds checker."""
        return CHECKERS[self.checking]

    def address(self, block: Block) -> int:
        """Where the user's part of a block begins."""
        return block.start + self.checker.canary

    def inside(self, block: Block) -> range:
        """The bytes that the user asked for."""
        address = self.address(block)
        return range(address, address + block.asked)

    def canaries(self, block: Block) -> tuple[range, range]:
        """The bytes of both canaries of a block."""
        canary, (start, end) = self.checker.canary, (block.start, block.start + block.size)
        return range(start, start + canary), range(end - canary, end)

    def key(self, block: Block) -> Key:
        """The key of a block."""
        return Key(self.address(block), block.serial)

    def block(self, key: Key) -> Block | None:
        """The block of a key."""
        place = bisect_left(self.blocks, key.id, key=attrgetter("serial"))
        block = self.blocks[place] if place < len(self.blocks) else None
        return block if block and self.key(block) == key else None

    def of(self, space: Space, blocks: Sequence[Block]) -> Realm:
        """The realm with fewer blocks: what was overwritten elsewhere no longer matters."""
        after = self._replace(space=space, blocks=tuple(blocks))
        return after._replace(flipped=frozenset(filter(after.noticed, self.flipped)))

    def noticed(self, address: int) -> bool:
        """Whether a byte belongs to a canary, or to what a user asked for."""
        return any(
            address in part
            for each in self.blocks
            for part in (*self.canaries(each), self.inside(each))
        )

    def reserved(self, address: int) -> bool:
        """Whether a byte is outside of the memory, or one that the allocator uses itself."""
        header = self.space.header
        headers = (range(each.start - header, each.start) for each in self.blocks)
        outside = not 0 <= address < self.space.end
        return outside or any(address in own for own in (*headers, *self.space.own))


def initial(space: Space, checking: Checking) -> Realm:
    """A new realm, without blocks."""
    return Realm(space, checking)


def step(state: Realm, operation: Operation) -> Step[Realm, object]:
    """The step of an operation."""
    match operation.name:
        case "alloc" | "alloc_at" | "alloc_back":
            return allocated(state, operation)
        case "reset":
            return Step(state.of(state.space.reset(), ()), None)
        case "mark":
            return Step(state._replace(space=state.space.marking()), None)
        case "rewind":
            return Step(held(state, state.space.rewound()), None)
        case "used":
            return Step(state, state.space.used)
    block = state.block(operation["key"])
    if block is None:
        return Step(state, None if operation.name in ("check", "size_of") else False)
    return OF_BLOCK[operation.name](state, block, operation)


def allocated(state: Realm, operation: Operation) -> Step[Realm, object]:
    """Allocate a block with its canaries; the one that is asked for is between them."""
    size, alignment, canary = operation["size"], operation["alignment"], state.checker.canary
    refusal = refused(size, alignment) or broken(state)
    if refusal:
        return Step(state, refusal)
    offset = operation.operands.get("offset", 0) + canary
    back = operation.name == "alloc_back"
    placed = state.space.placed(Request(size + 2 * canary, alignment, offset, back))
    if isinstance(placed, AllocatorError):
        return Step(state, placed)
    block = Block(
        placed.start, placed.size, size, alignment, offset, state.granted, operation.element
    )
    after = state._replace(
        space=placed.space, blocks=(*state.blocks, block), granted=state.granted + 1
    )
    return Step(after, after.key(block))


def freed(state: Realm, block: Block, _: Operation) -> Step[Realm, object]:
    """Free a block, if the canaries that are looked at are whole, and the allocator can."""
    refusal = broken(state, block)
    if refusal:
        return Step(state, refusal)
    space = state.space.freed(block.start)
    if isinstance(space, AllocatorError):
        return Step(state, space)
    without = state._replace(blocks=tuple(each for each in state.blocks if each is not block))
    return Step(held(without, space), True)


def held(state: Realm, space: Space) -> Realm:
    """The realm whose allocator holds only some of the blocks."""
    return state.of(space, [each for each in state.blocks if space.holds(each.start)])


def watched(state: Realm, *freeing: Block) -> Sequence[Block]:
    """The blocks whose canaries are looked at."""
    blocks: Sequence[Block] = state.checker.watched(state.blocks, freeing)
    return blocks


def broken(state: Realm, *freeing: Block) -> AllocatorError | None:
    """What the bounds checker finds: a broken canary of the oldest block that has one, the front one first."""
    for each in watched(state, *freeing) if state.flipped else ():
        for canary, word in zip(
            state.canaries(each), (AllocatorError.FRONT, AllocatorError.BACK), strict=True
        ):
            if not state.flipped.isdisjoint(canary):
                return word
    return None


def whole(state: Realm, block: Block, _: Operation) -> Step[Realm, object]:
    """Count the bytes of a block that are as they were written."""
    bytes_ = enumerate(state.inside(block))
    return Step(state, next((at for at, each in bytes_ if each in state.flipped), block.asked))


def sized(state: Realm, block: Block, _: Operation) -> Step[Realm, object]:
    """The bytes between the canaries."""
    return Step(state, block.size - 2 * state.checker.canary)


def written(state: Realm, block: Block, _: Operation) -> Step[Realm, object]:
    """The bytes that a user asked for are written anew."""
    return Step(state._replace(flipped=state.flipped.difference(state.inside(block))), True)


def stomped(state: Realm, block: Block, operation: Operation) -> int:
    """The address of a byte outside of a block."""
    inside, distance = state.inside(block), operation["distance"]
    before: bool = operation.name == "stomp_before"
    address: int = inside.start - 1 - distance if before else inside.stop + distance
    return address


def flipped(state: Realm, block: Block, operation: Operation) -> Step[Realm, object]:
    """Flip the bits of a byte; a second time, they are as before."""
    address = stomped(state, block, operation)
    if state.reserved(address):
        return Step(state, AllocatorError.RANGE)
    noticed = frozenset({address} if state.noticed(address) else ())
    return Step(state._replace(flipped=state.flipped ^ noticed), True)


OF_BLOCK: dict[str, Callable[[Realm, Block, Operation], Step[Realm, object]]] = {
    "dealloc": freed,
    "check": whole,
    "size_of": sized,
    "write": written,
    "stomp_before": flipped,
    "stomp_after": flipped,
}
