"""The cascade: how far truncation halves the element space (R1, R4)."""

from __future__ import annotations

from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems.stable_list.model import truncated

from . import domain
from .bare import bare_container, bare_model

MOST_QUARTERS = 8
"""The model truncates its tuple of cells, for which CrossHair must choose a number: spaces of up to 32 cells."""

Depth = tuple[int, int]
"""How often the space was halved, and its length afterwards."""

# --- what is true ---------------------------------------------------------------------------------


def halving_leaves_a_lawful_space(minimum: int, space: int, allowed: bool) -> bool:
    """A space may be halved if and only if its half can be cut into quarters, and is not below the minimum.

    allowed ⇔ 8 ∣ s and s/2 ≥ m
    """
    return allowed == (space % 8 == 0 and space // 2 >= minimum)


def cascade_depth_is_the_number_of_halvings(minimum: int, space: int, found: Depth) -> bool:
    """Doubling the new space that many times gives the old space; the new space is lawful, and not below the minimum.

    s' · 2ᵈ = s, 4 ∣ s', s' ≥ m
    """
    depth, left = found
    return left * 2**depth == space and left % 4 == 0 and left >= minimum


def cascade_stops_at_live_h2_or_minimum(minimum: int, space: int, live: int, found: Depth) -> bool:
    """The cascade goes on until there are elements in h2, or R1 forbids the next halving.

    d = 1 and live(q2) > 0, or 8 ∤ s', or s'/2 < m; live(q2) > 0 ⇒ d ≤ 1
    """
    depth, left = found
    stops = left % 8 != 0 or left // 2 < minimum
    return depth <= 1 and (depth == 1 or stops) if live else stops


# --- of what --------------------------------------------------------------------------------------


def spec_may_halve(minimum: int, quarter: int) -> bool:
    """`stablelist_spec.parts.parameters.Parameters.may_halve`.

    raises: domain.OutsideError
    post: halving_leaves_a_lawful_space(minimum, 4 * quarter, _)
    """
    domain.within(minimum >= 0, quarter >= 1)
    return Parameters(minimum=minimum, index_bits=None).may_halve(4 * quarter)


def impl_may_halve(minimum: int, quarter: int) -> bool:
    """`stablelist.element_space.ElementSpace._may_halve`.

    raises: domain.OutsideError
    post: halving_leaves_a_lawful_space(minimum, 4 * quarter, _)
    """
    domain.within(minimum >= 0, quarter >= 1)
    return bare_container(minimum, quarter)._may_halve()


def spec_cascade(minimum: int, quarter: int, live: int) -> Depth:
    """`stablelist_spec.systems.stable_list.model.truncated`.

    Spaces of up to 32 cells.

    raises: domain.OutsideError
    post: cascade_depth_is_the_number_of_halvings(minimum, 4 * quarter, _)
    post: cascade_stops_at_live_h2_or_minimum(minimum, 4 * quarter, live, _)
    """
    domain.within(0 <= live <= quarter, 1 <= quarter <= MOST_QUARTERS)
    domain.within(0 <= minimum <= 4 * quarter)
    state = bare_model(minimum, quarter)
    q1, q2, h2 = state.partitions
    after = truncated(state._replace(partitions=(q1, q2._replace(live=live), h2)))
    return (4 * quarter // after.space).bit_length() - 1, after.space


def impl_cascade(minimum: int, quarter: int, live: int) -> Depth:
    """`stablelist.element_space.ElementSpace._truncate`.

    Spaces of up to 32 cells.

    raises: domain.OutsideError
    post: cascade_depth_is_the_number_of_halvings(minimum, 4 * quarter, _)
    post: cascade_stops_at_live_h2_or_minimum(minimum, 4 * quarter, live, _)
    """
    domain.within(0 <= live <= quarter, 1 <= quarter <= MOST_QUARTERS)
    domain.within(0 <= minimum <= 4 * quarter)
    space = bare_container(minimum, quarter)
    space.q2.live = live
    space._truncate()
    return space.truncations, space.space()


def canary(quarter: int) -> int:
    """False for every even number of cells in a quarter.

    raises: domain.OutsideError
    post: _ == 0
    """
    domain.within(1 <= quarter <= MOST_QUARTERS)
    space = bare_container(4, quarter)
    space._truncate()
    return space.truncations
