"""One element, by its key: what each method of the public class finds, and what it leaves alone.

(4.2, 4.3, 5.1; R10, R11, R13, R15)
"""

from __future__ import annotations

from stablelist import Key, StableList
from stablelist.ids import unbounded

from . import domain
from .filled import MOST, elements, filled, one_removed

Kept = tuple[object, list[int]]
"""An answer, and the elements afterwards."""

# --- what is true ---------------------------------------------------------------------------------


def key_finds_its_element_until_removal(
    gone: int, asked: int, first: int, found: int | None
) -> bool:
    """Every key finds its own element, but for the one that was removed, which finds nothing.

    j ≠ r ⇒ found(kⱼ) = eⱼ; found(kᵣ) = none
    """
    return found == (None if asked == gone else first + asked)


def key_is_known_until_removal(gone: int, asked: int, known: bool) -> bool:
    """Every key is known, but for the one that was removed.

    known(kⱼ) ⇔ j ≠ r
    """
    return known == (asked != gone)


def removal_takes_its_element_alone(gone: int, asked: int, first: int, kept: Kept) -> bool:
    """A second removal returns and takes its own element; by the key of the first it takes nothing.

    j ≠ r ⇒ answer = eⱼ, E' = E − {eᵣ, eⱼ}; j = r ⇒ answer = none, E' = E − {eᵣ}
    """
    answer = None if asked == gone else first + asked
    left = [each for each in elements(MOST, first) if each not in (first + gone, first + asked)]
    return kept == (answer, left)


def change_reaches_its_element_alone(
    gone: int, asked: int, first: int, new: int, kept: Kept
) -> bool:
    """A change by a key reaches the element of that key alone, and nothing if it was removed.

    answer ⇔ j ≠ r; E'(kⱼ) = new if j ≠ r; E'(kᵢ) = E(kᵢ) for all other i
    """
    after = {at: first + at for at in range(MOST)}
    if asked != gone:
        after[asked] = new
    del after[gone]
    return kept == (asked != gone, list(after.values()))


def retired_key_never_resolves(answers: tuple[bool, int | None]) -> bool:
    """ABA immunity: however many elements come after it, a removed key finds none.

    m insertions after the removal of k ⇒ k is not found
    """
    return answers == (False, None)


def only_keys_of_the_list_resolve(known: bool, among: bool) -> bool:
    """A forged key of any two integers is found if and only if it equals a key of a live element.

    found((i, n)) ⇔ (i, n) ∈ K
    """
    return known == among


def key_at_an_index_is_the_live_one(gone: int, index: int, known: Key[int] | None) -> bool:
    """The key at an index is that of the element there; without one there is none.

    0 ≤ i < n, i ≠ r ⇒ key_at(i) = kᵢ; else none
    """
    return known == (Key(index, index) if 0 <= index < MOST and index != gone else None)


# --- of what --------------------------------------------------------------------------------------


def impl_at(gone: int, asked: int, first: int) -> int | None:
    """`stablelist.pool.Pool.at`.

    Five elements.

    raises: domain.OutsideError
    post: key_finds_its_element_until_removal(gone, asked, first, _)
    """
    domain.within(0 <= asked < MOST)
    pool, keys = one_removed(MOST, gone, first)
    return pool.at(keys[asked])


def impl_get(gone: int, asked: int, first: int) -> int | None:
    """`stablelist.pool.Pool.get`.

    Five elements.

    raises: domain.OutsideError
    post: key_finds_its_element_until_removal(gone, asked, first, _)
    """
    domain.within(0 <= asked < MOST)
    pool, keys = one_removed(MOST, gone, first)
    return pool.get(keys[asked])


def impl_inspect(gone: int, asked: int, first: int) -> int | None:
    """`stablelist.stable_list.StableList.inspect`.

    Five elements.

    raises: domain.OutsideError
    post: key_finds_its_element_until_removal(gone, asked, first, _)
    """
    domain.within(0 <= asked < MOST)
    pool, keys = one_removed(MOST, gone, first)
    seen: list[int] = []
    pool.inspect(keys[asked], lambda element, _others: seen.append(element))
    return seen[0] if seen else None


def impl_contains(gone: int, asked: int, first: int) -> bool:
    """`stablelist.pool.Pool.contains`.

    Five elements.

    raises: domain.OutsideError
    post: key_is_known_until_removal(gone, asked, _)
    """
    domain.within(0 <= asked < MOST)
    pool, keys = one_removed(MOST, gone, first)
    return pool.contains(keys[asked])


def impl_remove(gone: int, asked: int, first: int) -> Kept:
    """`stablelist.pool.Pool.remove`.

    Five elements.

    raises: domain.OutsideError
    post: removal_takes_its_element_alone(gone, asked, first, _)
    """
    domain.within(0 <= asked < MOST)
    pool, keys = one_removed(MOST, gone, first)
    return pool.remove(keys[asked]), [*pool.values()]


def impl_pop(gone: int, asked: int, first: int) -> Kept:
    """`stablelist.stable_list.StableList.pop`.

    Five elements.

    raises: domain.OutsideError
    post: removal_takes_its_element_alone(gone, asked, first, _)
    """
    domain.within(0 <= asked < MOST)
    pool, keys = one_removed(MOST, gone, first)
    return pool.pop(keys[asked], None), [*pool.values()]


def impl_replace(gone: int, asked: int, first: int, new: int) -> Kept:
    """`stablelist.pool.Pool.replace`.

    Five elements.

    raises: domain.OutsideError
    post: change_reaches_its_element_alone(gone, asked, first, new, _)
    """
    domain.within(0 <= asked < MOST)
    pool, keys = one_removed(MOST, gone, first)
    return pool.replace(keys[asked], new), [*pool.values()]


def impl_at_mut(gone: int, asked: int, first: int, new: int) -> Kept:
    """`stablelist.stable_list.StableList.at_mut`.

    Five elements.

    raises: domain.OutsideError
    post: change_reaches_its_element_alone(gone, asked, first, new, _)
    """
    domain.within(0 <= asked < MOST)
    pool, keys = one_removed(MOST, gone, first)
    return pool.at_mut(keys[asked], lambda _element: new), [*pool.values()]


def impl_apply(gone: int, asked: int, first: int, new: int) -> Kept:
    """`stablelist.stable_list.StableList.apply`.

    Five elements.

    raises: domain.OutsideError
    post: change_reaches_its_element_alone(gone, asked, first, new, _)
    """
    domain.within(0 <= asked < MOST)
    pool, keys = one_removed(MOST, gone, first)
    applied = pool.apply(keys[asked], lambda _element, others: others.replace_pivot(new))
    return applied, [*pool.values()]


def impl_add(gone: int, more: int, first: int) -> tuple[bool, int | None]:
    """`stablelist.pool.Pool.add`.

    Five elements, and up to 3 more.

    raises: domain.OutsideError
    post: retired_key_never_resolves(_)
    """
    domain.within(0 <= more <= 3)
    pool, keys = one_removed(MOST, gone, first)
    for each in range(more):
        pool.add(first + each)
    return keys[gone] in pool, pool.at(keys[gone])


def impl_forged(count: int, index: int, id: int) -> tuple[bool, bool]:
    """`stablelist.pool.Pool.contains`.

    Up to 5 elements, and any two integers.

    raises: domain.OutsideError
    post: only_keys_of_the_list_resolve(*_)
    """
    pool, keys = filled(count, 0)
    key = Key[int](index, id)
    return key in pool, key in keys


def impl_key_at(gone: int, index: int) -> Key[int] | None:
    """`stablelist.stable_list.StableList.key_at`.

    Five elements, and indices from -4 to 8.

    raises: domain.OutsideError
    post: key_at_an_index_is_the_live_one(gone, index, _)
    """
    domain.within(-4 <= index <= 8)
    pool, _ = one_removed(MOST, gone, 0)
    return pool.key_at(index)


def canary(count: int, first: int) -> int:
    """False for a list of five elements whose first is a certain one.

    raises: domain.OutsideError
    post: _ != 4_325
    """
    domain.within(0 <= count <= 5)
    pool = StableList[int](ids=unbounded)
    pool.extend(elements(count, first))
    return max(pool.values(), default=0)
