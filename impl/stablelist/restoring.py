"""Whether a key can be restored by `insert_at`, and what to say if not."""

from __future__ import annotations

from typing import Any, NoReturn

from .errors import RestoreError
from .ids import Counter
from .key import Key
from .pool import Pool

__all__ = ["require_restorable"]


def require_restorable(pool: Pool[Any], key: Key[Any]) -> None:
    """Refuse a key whose cell cannot be filled.

    Raises:
        RestoreError: it is live, its cell is taken or beyond the memory of the list, or its id is still to come.
        CapacityError: the list holds its maximum.
    """
    # Source: R16
    index, live, (_space, opened, allocated) = key.index, Pool.__len__(pool), pool._lengths()
    held = pool._key_at(index) if 0 <= index < opened else None
    if held is not None:
        taken = "it is not retired" if held == key else f"its cell holds the element of {held!r}"
        refuse(key, f"{taken}; remove that element first")
    if key.id < 0 or (type(pool._parameters.ids) is Counter and key.id >= pool._next_id):
        refuse(
            key,
            f"the next id is {pool._next_id}, so its own is still to come;"
            f" to load such keys, choose ids.Counter(64, start={key.id + 1}) or more",
        )
    if not 0 <= index < pool._parameters.index_end:
        refuse(key, f"no index of this list is {index}")
    if index >= allocated:
        more = index + 1 - live
        refuse(key, f"the list has memory for {allocated} cells; call reserve({more}) first")
    pool._parameters.require_room(live, 1, "insert_at")


def refuse(key: Key[Any], reason: str) -> NoReturn:
    """Raise the error."""
    raise RestoreError(key, reason)
