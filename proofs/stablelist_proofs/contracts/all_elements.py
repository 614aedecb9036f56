"""All elements: what each method of the public class shows, changes or removes, and in which order.

(4.2 to 4.4; R2, R7, R12 to R15)
"""

from __future__ import annotations

from stablelist import Key

from . import domain
from .filled import elements, filled, one_removed

Item = tuple[Key[int], int]
Halves = tuple[list[int], list[int]]
"""The elements that were returned, and those that are left."""

# --- what is true ---------------------------------------------------------------------------------


def left(count: int, gone: int, first: int) -> list[int]:
    """The elements without the one that was removed."""
    return [each for each in elements(count, first) if each != first + gone]


def elements_are_shown_in_order(count: int, gone: int, first: int, shown: list[int]) -> bool:
    """Every live element is shown once, in ascending order of its position, and the removed one is not.

    shown = (eᵢ : i ≠ r), i ascending
    """
    return shown == left(count, gone, first)


def keys_are_shown_in_order(count: int, gone: int, shown: list[Key[int]]) -> bool:
    """Every live key is shown once, in ascending order of its position, and the retired one is not.

    shown = (kᵢ : i ≠ r), i ascending
    """
    return shown == [Key(at, at) for at in range(count) if at != gone]


def items_are_shown_in_order(count: int, gone: int, first: int, shown: list[Item]) -> bool:
    """Every live key is shown once with its own element, in ascending order of its position.

    shown = ((kᵢ, eᵢ) : i ≠ r), i ascending
    """
    return shown == [(Key(at, at), first + at) for at in range(count) if at != gone]


def first_element_is_the_lowest(count: int, gone: int, first: int, found: int) -> bool:
    """The first element is the live one at the lowest position.

    found = e₀ if r ≠ 0, else e₁
    """
    return found == (first if gone else first + 1)


def empty_means_without_elements(count: int, gone: int, empty: bool) -> bool:
    """A list is empty if and only if each of its elements was removed.

    empty ⇔ n − 1 = 0
    """
    return empty == (count == 1 and gone == 0)


def elements_split_into_taken_and_left(count: int, bound: int, first: int, halves: Halves) -> bool:
    """Every element is either taken or left, by what was asked of it, each in ascending order.

    taken = (eᵢ : i < b), left = (eᵢ : i ≥ b)
    """
    whole = elements(count, first)
    return halves == (whole[:bound], whole[bound:])


def others_are_all_but_the_pivot(count: int, first: int, sums: list[int]) -> bool:
    """Beside each element, in ascending order, a view shows all others.

    sumᵢ = Σ eⱼ − eᵢ
    """
    whole = elements(count, first)
    return sums == [sum(whole) - each for each in whole]


def factory_is_given_the_next_key(count: int, index: int, id: int | None) -> bool:
    """The factory of an element is given its key; without vacancies its position and id are the number of elements.

    k = (n, n)
    """
    return index == id == count


def addition_reuses_the_vacancy(count: int, gone: int, shown: list[int], first: int) -> bool:
    """All of several new elements are added; the first takes the position that was vacated in a full list of four.

    E' = E − {eᵣ} + new, and new₀ is at position r, new₁ at the end
    """
    whole = elements(count, first)
    whole[gone] = first - 1
    return shown == [*whole, first - 2]


# --- of what --------------------------------------------------------------------------------------


def impl_values(count: int, gone: int, first: int) -> list[int]:
    """`stablelist.pool.Pool.values`.

    Up to 5 elements.

    raises: domain.OutsideError
    post: elements_are_shown_in_order(count, gone, first, _)
    """
    pool, _ = one_removed(count, gone, first)
    return [*pool.values()]


def impl_keys(count: int, gone: int, first: int) -> list[Key[int]]:
    """`stablelist.pool.Pool.keys`.

    Up to 5 elements.

    raises: domain.OutsideError
    post: keys_are_shown_in_order(count, gone, _)
    """
    pool, _ = one_removed(count, gone, first)
    return [*pool.keys()]


def impl_items(count: int, gone: int, first: int) -> list[Item]:
    """`stablelist.pool.Pool.items`.

    Up to 5 elements.

    raises: domain.OutsideError
    post: items_are_shown_in_order(count, gone, first, _)
    """
    pool, _ = one_removed(count, gone, first)
    return [*pool.items()]


def impl_each(count: int, gone: int, first: int) -> list[Item]:
    """`stablelist.stable_list.StableList.each`.

    Up to 5 elements.

    raises: domain.OutsideError
    post: items_are_shown_in_order(count, gone, first, _)
    """
    pool, _ = one_removed(count, gone, first)
    shown: list[Item] = []
    pool.each(lambda key, element: shown.append((key, element)))
    return shown


def impl_each_mut(count: int, gone: int, first: int) -> list[int]:
    """`stablelist.stable_list.StableList.each_mut`.

    Up to 5 elements.

    raises: domain.OutsideError
    post: elements_are_shown_in_order(count, gone, first, _)
    """
    pool, _ = one_removed(count, gone, first - 7)
    pool.each_mut(lambda _key, element: element + 7)
    return [*pool.values()]


def impl_drain(count: int, gone: int, first: int) -> list[Item]:
    """`stablelist.stable_list.StableList.drain`.

    Up to 5 elements.

    raises: domain.OutsideError
    post: items_are_shown_in_order(count, gone, first, _)
    """
    pool, _ = one_removed(count, gone, first)
    return [*pool.drain(), *pool.items()]


def impl_first(count: int, gone: int, first: int) -> int:
    """`stablelist.stable_list.StableList.first`.

    2 to 5 elements.

    raises: domain.OutsideError
    post: first_element_is_the_lowest(count, gone, first, _)
    """
    domain.within(count >= 2)
    pool, _ = one_removed(count, gone, first)
    return pool.first


def impl_is_empty(count: int, gone: int) -> bool:
    """`stablelist.stable_list.StableList.is_empty`.

    Up to 5 elements.

    raises: domain.OutsideError
    post: empty_means_without_elements(count, gone, _)
    """
    pool, _ = one_removed(count, gone, 0)
    return pool.is_empty()


def impl_remove_many(count: int, bound: int, first: int) -> Halves:
    """`stablelist.stable_list.StableList.remove_many`.

    Up to 5 elements.

    raises: domain.OutsideError
    post: elements_split_into_taken_and_left(count, bound, first, _)
    """
    domain.within(0 <= bound <= count)
    pool, keys = filled(count, first)
    taken = pool.remove_many(keys[:bound])
    return [each for each in taken if each is not None], [*pool.values()]


def impl_retain(count: int, bound: int, first: int) -> Halves:
    """`stablelist.stable_list.StableList.retain`.

    Up to 5 elements.

    raises: domain.OutsideError
    post: elements_split_into_taken_and_left(count, bound, first, _)
    """
    domain.within(0 <= bound <= count)
    pool, _ = filled(count, first)
    taken = pool.retain(lambda _key, element: element >= first + bound)
    return [element for _, element in taken], [*pool.values()]


def impl_clear(count: int, more: int, first: int) -> Halves:
    """`stablelist.stable_list.StableList.clear`.

    Up to 5 elements, and up to 3 more afterwards.

    raises: domain.OutsideError
    post: elements_split_into_taken_and_left(count + more, count, first, _)
    """
    domain.within(0 <= more <= 3)
    pool, keys = filled(count, first)
    found = [*pool.values()]
    pool.clear()
    pool.extend(elements(more, first + count))
    return [] if any(key in pool for key in keys) else found, [*pool.values()]


def impl_traverse(count: int, first: int) -> list[int]:
    """`stablelist.stable_list.StableList.traverse`.

    Up to 5 elements.

    raises: domain.OutsideError
    post: others_are_all_but_the_pivot(count, first, _)
    """
    pool, _ = filled(count, first)
    sums: list[int] = []
    pool.traverse(lambda _key, _element, others: sums.append(sum(others.values())))
    return sums


def impl_pivots(count: int, first: int) -> list[int]:
    """`stablelist.stable_list.StableList.pivots`.

    Up to 5 elements.

    raises: domain.OutsideError
    post: others_are_all_but_the_pivot(count, first, _)
    """
    pool, _ = filled(count, first)
    return [sum(others.values()) for _key, _element, others in pool.pivots()]


def impl_insert_with(count: int, first: int) -> tuple[int, int | None]:
    """`stablelist.stable_list.StableList.insert_with`.

    Up to 5 elements.

    raises: domain.OutsideError
    post: factory_is_given_the_next_key(count, *_)
    """
    pool, _ = filled(count, first)
    key = pool.insert_with(lambda key: key.id)
    return key.index, pool.at(key)


def impl_extend(count: int, gone: int, first: int) -> list[int]:
    """`stablelist.stable_list.StableList.extend`.

    A full list of four elements, without one of them.

    raises: domain.OutsideError
    post: addition_reuses_the_vacancy(count, gone, _, first)
    """
    domain.within(count == 4)
    pool, _ = one_removed(count, gone, first)
    pool.extend([first - 1, first - 2])
    return [*pool.values()]


def canary(count: int, gone: int, first: int) -> int:
    """False for an element that is the only one, and a certain one.

    raises: domain.OutsideError
    post: _ != 4_321
    """
    pool, _ = one_removed(count, gone, first)
    return sum(pool.values())
