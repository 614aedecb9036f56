"""Looking up: which keys are found, among all possible keys.

(5.1; R10)
"""

from __future__ import annotations

from stablelist.key import Key
from stablelist.partition import NONE
from stablelist_spec.core.key import Key as ModelKey
from stablelist_spec.parts.cells import Has, Not, Resolution, resolve

from .bare import bare_container, bare_model

# --- what is true ---------------------------------------------------------------------------------


def key_is_found_where_its_id_lies(
    index: int,
    id: int,
    first: int,
    third: int,
    position: int,
) -> bool:
    """Of four cells the first and the third are live: only their positions, with their ids, are found.

    (i, id) ∈ {(0, a), (2, b)} ⇒ p = i; (i, id) ∉ {(0, a), (2, b)} ⇒ p = none
    """
    found = (index == 0 and id == first) or (index == 2 and id == third)
    return position == (index if found else NONE)


# --- of what --------------------------------------------------------------------------------------


def spec_find(index: int, id: int, first: int, third: int) -> int:
    """`stablelist_spec.parts.cells.resolve`.

    Any integers.

    post: key_is_found_where_its_id_lies(index, id, first, third, _)
    """
    cells = (Has(0, first), Not(None), Has(2, third), Not(None))
    state = bare_model(4, 2)._replace(cells=cells)
    met = resolve(state, ModelKey(index, id))
    return index if met is Resolution.HIT else NONE


def impl_find(index: int, id: int, first: int, third: int) -> int:
    """`stablelist.element_space.ElementSpace.find`.

    Any integers.

    post: key_is_found_where_its_id_lies(index, id, first, third, _)
    """
    space = bare_container(4, 1)
    space.keys = [Key(0, first), None, Key(2, third), None]
    return space.find(Key(index, id))


def canary(index: int, id: int) -> int:
    """False for a single key.

    post: _ == -1
    """
    space = bare_container(4, 1)
    space.keys = [None, Key(1, 4_321), None, None]
    return space.find(Key(index, id))
