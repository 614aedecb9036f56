"""Pictures of systems that do not exist: whatever a renderer may meet."""

from stablelist_spec.core.picture import VACANT, Cell, Chain, Group, Picture, Row

COUNTER = Picture({"count": 1234, "last": "7v3"}, {"steps": 5678})
"""Numbers alone."""

SPARSE_SET = Picture(
    {"live": 3},
    rows=[
        Row(8, [Cell(True, key) for key in ("5", "0", "2")], name="dense", word="key"),
        Row(
            8,
            [Cell(True, "1"), VACANT, Cell(True, "2"), VACANT, VACANT, Cell(True, "0")],
            name="sparse",
            word="place",
        ),
    ],
)
"""Two rows, no groups, no chains."""
EMPTY = Picture({"live": 0}, rows=[Row(0, [], name="dense")])
"""A row without cells."""

SLAB = Picture(
    {"live": 2},
    rows=[Row(6, [VACANT, Cell(True, "11"), VACANT, Cell(True, "33")], chains=[Chain("", (2, 0))])],
)
"""One chain, no groups, no ids."""

VERSIONED = Picture(
    rows=[
        Row(
            4,
            [Cell(True, "7", "1"), Cell(False, "", "2"), Cell(False, "", "12")],
            chains=[Chain("", (2, 1))],
            name="slots",
            second="version",
        )
    ]
)
"""Vacant cells with a second word."""


def dyadic(least: int, blocks: int = 7) -> Picture:
    """Blocks of which each is as long as all before it; every third cell is vacant."""
    ends = [least << number for number in range(blocks)]
    groups = [
        Group(f"b{number}", start, end)
        for number, (start, end) in enumerate(zip((0, *ends), ends, strict=False))
    ]
    opened = ends[-1] * 3 // 4
    cells = [Cell(True, str(at), f"{at}") if at % 3 else VACANT for at in range(opened)]
    chains = [
        Chain(name, [at for at in range(start, end) if at < opened and at % 3 == 0][::-1])
        for name, start, end in groups
    ]
    facts: dict[str, int | str] = {"space": ends[-1], "opened": opened, "next id": "99"}
    return Picture(facts, rows=[Row(ends[-1], cells, groups, chains, second="id")])
