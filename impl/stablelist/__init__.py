"""StableList: an object pool whose keys stay valid, and which releases unused space.

>>> from stablelist import StableList
>>> pool = StableList[str]()
>>> ant, bee = pool.add("ant"), pool.add("bee")
>>> pool.remove(ant)
'ant'
>>> pool.at(ant), pool.at(bee)
(None, 'bee')

To learn how it works, read the modules in this order:

1. `key`, `packing` - the key of an element; a key as one integer
2. `truncate`, `ids`, `parameters` - the options of a list
3. `partition` - a range of cells with its own free list
4. `stamps`, `marks`, `element_space` - three partitions: reuse, growth, truncation
   - `bounded_space` - an element space with a maximum number of elements
5. `lending` - the borrow rules; `lenders` - who holds a loan
6. `pool`, `views` - access to one element, and to all of them
7. `others`, `stable_access`, `pivots` - the view of all elements but one; `pairs` - each two elements
8. `stable_list` - the container itself; `restoring` - which keys can be restored; `saving` - its saved form;
   `showing` - its repr;
   `entries`, `keyed_map`, `secondary_map`, `sparse_map`, `joins` - maps from its keys to further values
9. `stable_view` - the common interface of a list and a view of the others
10. `layout`, `invariant` - its internal state, and the representation invariant
11. `errors`, `stale` - the exceptions; why a key is stale
12. `compiled` - which build this is; the C extension has twins of `key`, `pool`, `views`, `others`, `pivots`,
   `pairs`, `entries`
13. `command` - the command `stablelist`, which runs the conformance kit
"""

from __future__ import annotations

import typing as _typing

from . import compiled, ids
from .errors import (
    BorrowError,
    CapacityError,
    InvariantError,
    RestoreError,
    StableListError,
    StaleKeyError,
)
from .ids import IdSource
from .joins import join, join_values
from .key import Key
from .layout import Layout, PartitionLayout, Stats
from .secondary_map import SecondaryMap
from .sparse_map import SparseSecondaryMap
from .stable_access import StableAccess, StableInspection
from .stable_list import StableList
from .stable_view import StableView
from .truncate import Truncate

__all__ = [
    "BorrowError",
    "CapacityError",
    "IdSource",
    "InvariantError",
    "Key",
    "Layout",
    "PartitionLayout",
    "RestoreError",
    "SecondaryMap",
    "SparseSecondaryMap",
    "StableAccess",
    "StableInspection",
    "StableList",
    "StableListError",
    "StableView",
    "StaleKeyError",
    "Stats",
    "Truncate",
    "__compiled__",
    "ids",
    "join",
    "join_values",
]

__compiled__: bool = compiled.EXTENSION is not None
"""Whether this is the native build; if not, it is interpreted."""

if _typing.TYPE_CHECKING:
    __version__: str
    """The version, as it is installed."""
else:

    def __getattr__(name: str) -> str:
        """The version, which is looked up when somebody asks: that takes longer than to import the container."""
        if name == "__version__":
            return compiled.installed_version()
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
