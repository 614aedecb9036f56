"""Secondary maps: values beside the elements of a list, which end with them.

(R10, R11)
"""

from __future__ import annotations

from stablelist import Key, SecondaryMap

from . import domain
from .filled import MOST, filled

Map = tuple[SecondaryMap[int], list[Key[int]]]
Values = list[int | None]

# --- what is true ---------------------------------------------------------------------------------


def values_end_with_their_elements(gone: int, first: int, values: Values) -> bool:
    """Every key has its own value, but for the one that was removed, which has none.

    value(kᵢ) = vᵢ for i ≠ r; value(kᵣ) = none
    """
    return values == [None if at == gone else first + at for at in range(MOST)]


def value_is_not_inherited(gone: int, value: int | None) -> bool:
    """An element that takes the position of a removed one does not get its value.

    position(k') = position(kᵣ) ⇒ value(k') = none
    """
    return value is None


def values_left_are_counted(gone: int, count: int) -> bool:
    """The number of values is that of the live elements that have one.

    count = n − 1
    """
    return count == MOST - 1


def value_is_taken_once(asked: int, gone: int, first: int, taken: tuple[object, object]) -> bool:
    """A value is taken by its key once, and not at all if its element was removed.

    j ≠ r ⇒ taken = (vⱼ, none); j = r ⇒ taken = (none, none)
    """
    return taken == (None if asked == gone else first + asked, None)


# --- of what --------------------------------------------------------------------------------------


def mapped(gone: int, first: int) -> Map:
    """A list of five with a value for each key, and one element removed."""
    domain.within(0 <= gone < MOST)
    pool, keys = filled(MOST, 0)
    values = SecondaryMap[int](pool)
    for at, key in enumerate(keys):
        values[key] = first + at
    pool.remove(keys[gone])
    return values, keys


def impl_get(gone: int, first: int) -> Values:
    """`stablelist.secondary_map.SecondaryMap.get`.

    Five elements.

    raises: domain.OutsideError
    post: values_end_with_their_elements(gone, first, _)
    """
    values, keys = mapped(gone, first)
    return [values.get(key) for key in keys]


def impl_sweep(gone: int, first: int) -> Values:
    """`stablelist.secondary_map.SecondaryMap.sweep`.

    Five elements.

    raises: domain.OutsideError
    post: values_end_with_their_elements(gone, first, _)
    """
    values, keys = mapped(gone, first)
    values.sweep()
    return [values.get(key) for key in keys]


def impl_copy(gone: int, first: int) -> Values:
    """`stablelist.secondary_map.SecondaryMap.copy`.

    Five elements.

    raises: domain.OutsideError
    post: values_end_with_their_elements(gone, first, _)
    """
    values, keys = mapped(gone, first)
    twin = values.copy()
    values.clear()
    return [twin.get(key) for key in keys]


def impl_set(gone: int, first: int) -> int | None:
    """`stablelist.secondary_map.SecondaryMap.__contains__`.

    Five elements, and one more at the position of the removed one.

    raises: domain.OutsideError
    post: value_is_not_inherited(gone, _)
    """
    values, _ = mapped(gone, first)
    key = values.pool.add(0)
    return values.get(key) if key in values else None


def impl_len(gone: int, first: int) -> int:
    """`stablelist.secondary_map.SecondaryMap.__len__`.

    Five elements.

    raises: domain.OutsideError
    post: values_left_are_counted(gone, _)
    """
    values, _ = mapped(gone, first)
    return len(values)


def impl_pop(asked: int, gone: int, first: int) -> tuple[object, object]:
    """`stablelist.secondary_map.SecondaryMap.pop`.

    Five elements.

    raises: domain.OutsideError
    post: value_is_taken_once(asked, gone, first, _)
    """
    domain.within(0 <= asked < MOST)
    values, keys = mapped(gone, first)
    return values.pop(keys[asked], None), values.pop(keys[asked], None)


def canary(gone: int, first: int) -> int:
    """False for a certain value of the last element, if another was removed.

    raises: domain.OutsideError
    post: _ != 4_325
    """
    values, keys = mapped(gone, first)
    return values.get(keys[4], 0)
