"""How the inside of a realm is written: as a word, as a picture of its bytes, as variables of a trace."""

from __future__ import annotations

from typing import Any, NamedTuple

from stablelist_spec.core.picture import VACANT, Cell, Picture, Row

from .realm import Block, Realm

__all__ = ["layout_read", "layout_word", "picture", "variables"]


def layout_word(state: Realm) -> str:
    """The answer to ``layout``: what the allocator knows, and where each block begins, with its size."""
    blocks = (f"{each.start}+{each.size}{state.space.noted(each.start)}" for each in state.blocks)
    return f"{state.space.word};{','.join(blocks)}"


def layout_read(state: Realm, word: str) -> Realm:
    """The state whose blocks begin where an answer to ``layout`` says.

    Raises:
        ValueError: there are more of them, or fewer.
    """
    _, blocks = word.split(";")
    found = [each.partition("<")[0].split("+") for each in filter(None, blocks.split(","))]
    pairs = zip(state.blocks, found, strict=True)
    moved = (each._replace(start=int(start), size=int(size)) for each, (start, size) in pairs)
    return state._replace(blocks=tuple(moved))


HEADER, CANARY, FLIPPED, LINK = "h", "c", "!", ">"


def picture(state: Realm) -> Picture:
    """Every byte of the region, with the number of its block.

    Below are headers (h), canaries (c), overwritten bytes (!), and the pointers of free chunks (>).
    """
    cells = [VACANT] * state.space.region
    for own in state.space.own:
        for at in own:
            cells[at] = Cell(live=False, second=LINK)
    for block in state.blocks:
        drawn(state, block, cells)
    facts = {"region": state.space.region, "used": state.space.used, **state.space.facts}
    row = Row(len(cells), cells, name="bytes", word="block", second="part")
    return Picture({**facts, "canaries": state.checking.value}, rows=(row,))


def drawn(state: Realm, block: Block, cells: list[Cell]) -> None:
    """Draw a block with its header and its canaries."""
    parts = (
        (HEADER, range(block.start - state.space.header, block.start)),
        ("", block.bytes),
        *((CANARY, each) for each in state.canaries(block)),
    )
    for part, places in parts:
        for at in places:
            second = FLIPPED if at in state.flipped else part
            cells[at] = Cell(True, str(block.element), second)


class Variables(NamedTuple):
    """A state: the allocator, the blocks, and the overwritten bytes."""

    space: Any
    blocks: tuple[Block, ...]
    flipped: tuple[int, ...]


def variables(state: Realm) -> Variables:
    """The state variables of a trace."""
    return Variables(state.space.word, state.blocks, tuple(sorted(state.flipped)))
