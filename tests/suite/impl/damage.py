"""Damage to the inside of a list, each kind with the clause of the invariant that it breaks: `damage.tsv`.

A row has what is done in words, the clause, the ids of the list, and the statements that do it.
"""

from pathlib import Path
from typing import Final, NamedTuple

from stablelist import Key, StableList, Truncate, ids
from stablelist.element_space import HOLE
from suite.impl.elements import filled

__all__ = ["DAMAGE", "Damage", "Pool", "sound"]

Pool = StableList[int]


def sound(mode: Truncate = Truncate.ITERATION, source: ids.IdSource = ids.unbounded) -> Pool:
    """A list with twelve of sixteen cells opened, and one vacancy in each partition."""
    pool = Pool(capacity=16, truncate=mode, ids=source)
    keys = filled(pool, 12)
    for number in (1, 5, 9):
        pool.remove(keys[number])
    return pool


def allocate(pool: Pool, more: int) -> None:
    """Lengthen the memory by a number of cells."""
    space = pool._space
    space.elements.extend([HOLE] * more)
    space.keys.extend([None] * more)
    space.links.extend([-1] * more)
    space.marks.extend(bytes(more))


class Damage(NamedTuple):
    """A row of the table."""

    what: str
    breaks: str
    ids: str
    statements: str

    def __str__(self) -> str:
        return f"{self.what}, ids {self.ids}"

    def done(self) -> Pool:
        """A list that is damaged."""
        pool = sound(source=SOURCES[self.ids])
        names = {"Key": Key, "allocate": allocate, "filled": filled}
        exec(self.statements, {**names, "pool": pool, "space": pool._space})
        return pool


SOURCES: Final[dict[str, ids.IdSource]] = {
    "unbounded": ids.unbounded,
    "4 bits": ids.Counter(4),
    "uuid4": ids.uuid4,
}
TABLE: Final = Path(__file__).with_suffix(".tsv").read_text("ascii")
DAMAGE: Final = [Damage(*row.split("\t")) for row in TABLE.splitlines()]
"""There is at least one kind for each clause, in the order of the clauses."""
