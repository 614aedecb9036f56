"""StableList: an object pool with keys that stay good, which gives its space back.

>>> from stablelist import StableList
>>> pool = StableList[str]()
>>> ant, bee = pool.add("ant"), pool.add("bee")
>>> pool.remove(ant)
'ant'
>>> pool.at(ant), pool.at(bee)
(None, 'bee')

To learn how it works, read the modules in this order:

1. `key` - what an element is known by
2. `truncate`, `parameters` - what a user may choose
3. `partition` - a stretch of cells with its own free list
4. `element_space` - three partitions: reuse, growth, truncation
5. `lending` - the borrow rules
6. `stable_access` - the view of all elements but one
7. `stable_list` - the container itself
8. `layout`, `invariant` - what it looks like inside, and what is always true of that
9. `errors` - what can go wrong
"""

from __future__ import annotations

from .errors import (
    BorrowError,
    CapacityError,
    InvariantError,
    StableListError,
    StaleKeyError,
)
from .key import Key
from .layout import Layout, PartitionLayout, Stats
from .stable_access import StableAccess
from .stable_list import StableList
from .truncate import Truncate

__all__ = [
    "BorrowError",
    "CapacityError",
    "InvariantError",
    "Key",
    "Layout",
    "PartitionLayout",
    "StableAccess",
    "StableList",
    "StableListError",
    "StaleKeyError",
    "Stats",
    "Truncate",
]
