"""What a StableList does: ids, layout, growth, truncation and its cost (thesis, 5.1 and 5.2).

*Every list* is one of `small.lists`: each with at most so many opened cells, but for ids and costs.
"""

from typing import Final

from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.parts.cells import Has, free_lists
from stablelist_spec.systems.stable_list import MODEL
from stablelist_spec.systems.stable_list.state import H2, Q1, Q2, State
from suite.claims.ledger import claim
from suite.claims.small import added, begun, lists, performed, removals

MOST: Final = 9

# --- Ids (5.1) --------------------------------------------------------------------------------------


@claim("removed-is-none")
def test_key_finds_nothing_right_after_its_removal() -> None:
    for state in lists(MOST):
        for position, step in removals(state):
            assert MODEL.step(step.state, Operation("at", key=Key(position, 0))).answer is None


@claim("remove-invalid")
def test_removal_without_an_element_changes_nothing() -> None:
    """With the key of every position that is vacant, untouched, or beyond; and with a wrong id."""
    for state in lists(MOST):
        for position in range(state.space + 1):
            live = position < state.opened and isinstance(state.cells[position], Has)
            after = MODEL.step(state, Operation("remove", key=Key(position, int(live))))
            assert (after.state, after.answer) == (state, None)


# --- Insertion and growth ---------------------------------------------------------------------------


@claim("one-position")
def test_insertion_changes_one_cell() -> None:
    for state in lists(MOST):
        after = added(state)
        assert isinstance(after.answer, Key)
        kept = state.cells[: after.answer.index] + state.cells[after.answer.index + 1 :]
        cells = after.state.cells
        assert kept == cells[: after.answer.index] + cells[after.answer.index + 1 :]


@claim("full-has-no-lists")
def test_growth_finds_no_free_list_and_deals_the_space_out() -> None:
    full = [state for state in lists(MOST) if state.live == state.space]
    assert len(full) > 1
    for state in full:
        after = added(state).state
        before = [partition.live for partition in state.partitions]
        assert free_lists(state) == ((), (), ())
        assert [p.live for p in after.partitions] == [2 * before[Q1], 2 * before[Q2], 1]
        assert after.space == 2 * state.space


# --- Truncation ---------------------------------------------------------------------------------------


@claim("one-halving")
def test_halving_deals_the_lists_out() -> None:
    """Every removal that halves once: q2's list becomes h2's; q1's stays in order below, and is reversed above."""
    seen = 0
    for state in lists(MOST):
        for position, step in removals(state):
            if step.state.space * 2 != state.space:
                continue
            q1, q2, _ = free_lists(state)
            assert position >= state.space // 2
            stay = tuple(each for each in q1 if each < state.space // 8)
            pushed = tuple(each for each in q1 if each >= state.space // 8)[::-1]
            assert free_lists(step.state) == (stay, pushed, q2)
            seen += 1
    assert seen > 10


@claim("footnote-induction")
def test_truncation_puts_entries_into_other_lists() -> None:
    """An entry that a removal put into q1's list can be in another one afterwards; insertions take some out."""
    moved = taken = 0
    for state in lists(MOST):
        q1 = set(free_lists(state)[Q1])
        for _, step in removals(state):
            moved += not q1.isdisjoint(free_lists(step.state)[Q2] + free_lists(step.state)[H2])
        taken += not q1.issubset(free_lists(added(state).state)[Q1])
    assert moved > 0 < taken


@claim("half-of-the-space")
def test_single_removal_visits_less_than_half_of_the_space() -> None:
    """Every removal from every list of up to nine cells; and the sum of quarters, eighths and so on."""
    worst = 0
    for state in lists(MOST):
        for _, step in removals(state):
            assert step.state.cost.visits < state.space // 2
            worst = max(worst, step.state.cost.visits)
    assert worst == 16 // 2 - 2
    for exponent in range(3, 30):
        assert sum(2**each // 4 for each in range(3, exponent + 1)) < 2**exponent // 2


@claim("worst-case-frequency")
def test_worst_case_comes_as_often_as_it_is_paid_for() -> None:
    """Fill, empty and truncate, three times: to a space of 4, and with a minimum of half of the space."""
    for size in (16, 64, 256):
        worst = between_truncations(size, minimum=4, kept=range(0))
        assert worst == [(size // 2 - 2, size // 2 + 1)] * 3
        with_a_minimum = between_truncations(size, size // 2, kept=range(size // 4, size // 2))
        assert with_a_minimum == [(size // 4, size // 4 + 1)] * 3


def between_truncations(size: int, minimum: int, kept: range) -> list[tuple[int, int]]:
    """The visits of each of three truncations, and the removals since the one before; elements at *kept* stay."""
    history, found = begun(minimum=minimum, capacity=size), []
    for _ in range(3):
        performed(history, f"extend:{size // 2 + 1 - history.state.live}")
        assert history.state.opened == size // 2 + 1
        live = {
            key.index: n for n, key in enumerate(history.issued) if resolves(history.state, key)
        }
        before = history.state.cost
        performed(history, " ".join(f"remove:{live[at]}" for at in sorted({*live} - {*kept})))
        cost = history.state.cost
        found.append((cost.visits - before.visits, cost.removals - before.removals))
    return found


def resolves(state: State, key: Key) -> bool:
    return MODEL.step(state, Operation("contains", key=key)).answer is True


@claim("needs-a-walk")
def test_counts_do_not_tell_where_elements_are() -> None:
    """Lists whose partitions count alike, before a removal that halves once, and otherwise after it."""
    after: dict[object, set[object]] = {}
    for state in lists(MOST):
        for position, step in removals(state):
            if step.state.space * 2 == state.space:
                before = (position, *((p.live, p.opened) for p in state.partitions))
                now = tuple(p.live for p in step.state.partitions)
                after.setdefault(before, set()).add(now)
    assert max(map(len, after.values())) > 1
