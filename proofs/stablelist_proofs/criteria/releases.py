"""What the releases decide of table 3.2: two elements at once, and safe Rust; and which method of theirs sorts.

The models do not show the first two. The methods that are named here compile and run in the tests of
``tests/ports/rust-crates``, and a test reads the lines that are named here in the sources of the crates.
"""

from __future__ import annotations

from typing import Final, NamedTuple

__all__ = ["RELEASES", "Place", "Release"]


class Place(NamedTuple):
    """A line of a crate's source that has unsafe code, or that forbids it for the crate.

    Attributes:
        file: in the crate's folder.
        line: counted from 1 on.
        within: the function with the unsafe code; empty if unsafe code is forbidden.
    """

    file: str
    line: int
    within: str = ""

    @property
    def safe(self) -> bool:
        """Whether the crate has no unsafe code."""
        return not self.within

    def __str__(self) -> str:
        """The place in words."""
        what = f"in `{self.within}`" if self.within else "forbids unsafe code"
        return f"`{self.file}:{self.line}` {what}"


class Release(NamedTuple):
    """A release of a container.

    Attributes:
        crate: the name and the version; ``std`` for Rust's standard library.
        cross: how two elements are changed at once.
        place: the line that decides about safe Rust; None if the source is not at hand.
        sorts: the method that sorts the elements; empty if there is none.
    """

    crate: str
    cross: str
    place: Place | None
    sorts: str = ""


STD: Final = "std"
SLOTMAP: Final = "slotmap 1.1.1"
WITH_FACTORY: Final = "try_insert_with_key"

RELEASES: Final[dict[str, Release]] = {
    "Vec": Release(STD, "`split_at_mut`", None, "sort"),
    "Vec of Rc<RefCell>": Release(STD, "`borrow_mut` of each cell", None, "sort_by_key"),
    "StableVec": Release(
        "stable-vec 0.4.3", "`iter_mut`, collected", Place("src/lib.rs", 293, "push")
    ),
    "Slab": Release("slab 0.4.12", "`get2_mut`", Place("src/lib.rs", 844, "get_disjoint_mut")),
    "StableGraph": Release(
        "petgraph 0.8.3",
        "`index_twice_mut`",
        Place("src/graph_impl/stable_graph/mod.rs", 1011, "index_twice_mut"),
    ),
    "SlotMap": Release(SLOTMAP, "`get_disjoint_mut`", Place("src/basic.rs", 404, WITH_FACTORY)),
    "HopSlotMap": Release(SLOTMAP, "`get_disjoint_mut`", Place("src/hop.rs", 438, WITH_FACTORY)),
    "DenseSlotMap": Release(SLOTMAP, "`get_disjoint_mut`", Place("src/dense.rs", 567, "get")),
    "Arena": Release("generational-arena 0.2.9", "`get2_mut`", Place("src/lib.rs", 143)),
    "StableList": Release("rust-stablelist", "`apply`, `traverse`", Place("src/lib.rs", 28)),
}
"""The release of each row of table 3.2. The StableList is this project's port in Rust."""
