"""StableList: an object pool with keys that stay valid, which gives its space back.

>>> from stablelist import StableList
>>> pool = StableList[str]()
>>> ant, bee = pool.add("ant"), pool.add("bee")
>>> pool.remove(ant)
'ant'
>>> pool.at(ant), pool.at(bee)
(None, 'bee')

To learn how it works, read the modules in this order:

1. `key`, `packing` - what an element is known by; as one integer
2. `truncate`, `ids`, `parameters` - what a user may choose
3. `partition` - a stretch of cells with its own free list
4. `stamps`, `marks`, `element_space` - three partitions: reuse, growth, truncation
   - `bounded_space` - no more elements than a maximum
5. `lending` - the borrow rules; `lenders` - who holds a loan
6. `pool`, `views` - one element, and all of them
7. `others`, `stable_access`, `pivots` - the view of all elements but one
8. `stable_list` - the container itself; `saving` - what is copied of it; `showing` - what its repr shows;
   `secondary_map` - more values under its keys
9. `stable_view` - what a list and the view of its others have in common
10. `layout`, `invariant` - what it looks like inside, and what is always true of that
11. `errors`, `stale` - what can go wrong; why a key names nothing
12. `compiled` - which build this is; the extension in C has twins of `key`, `pool`, `views`, `others`, `pivots`
"""

from __future__ import annotations

from . import compiled, ids
from .errors import (
    BorrowError,
    CapacityError,
    InvariantError,
    StableListError,
    StaleKeyError,
)
from .ids import IdSource
from .key import Key
from .layout import Layout, PartitionLayout, Stats
from .secondary_map import SecondaryMap
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
    "SecondaryMap",
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
]

__compiled__: bool = compiled.EXTENSION is not None
"""Whether this is the native build; if not, it is interpreted."""
