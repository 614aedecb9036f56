"""The formulas beside the model: they agree, and a formula with a wrong line does not."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from stablelist_proofs.smt import formulas
from stablelist_proofs.smt.comparison import DisagreementError
from stablelist_proofs.smt.flaws import WRONG_LINES, WrongLine
from stablelist_proofs.smt.formulas import Assignment
from stablelist_proofs.smt.state import State, symbolic
from stablelist_proofs.smt.terms import TRUE, Term, compiled, equal, integer, no
from stablelist_proofs.smt.tie import SCOPES, explored, forged, simple, wandered
from stablelist_proofs.smt.transitions import clear, moves, truncates
from stablelist_proofs.smt.walk import ended, symbolic_walk
from stablelist_spec import stable_list as model
from stablelist_spec.parts.parameters import Parameters, Truncate
from stablelist_spec.systems.stable_list.state import State as ModelState


@pytest.mark.parametrize("scope", SCOPES[::4], ids=lambda p: p.truncate.value)
def test_small_scopes_agree(scope: Parameters) -> None:
    """The first five thousand transitions of each mode, minimum and capacity."""
    assert 5000 <= explored(scope, 5000).steps < 5100


def test_random_programs_agree() -> None:
    """They are as large and as deep as they are meant to be."""
    tied = wandered(12_000, seed=1)
    assert tied.large == 12_000 < tied.steps
    assert tied.largest >= 2048
    assert tied.deepest >= 4


@pytest.mark.parametrize("line", WRONG_LINES, ids=lambda each: f"{each.move}: {each.words}")
def test_a_wrong_line_is_noticed(line: WrongLine, monkeypatch: pytest.MonkeyPatch) -> None:
    """So the comparison would find the same mistake in the formulas themselves."""
    plant(line, monkeypatch)
    with pytest.raises(DisagreementError):
        compare_all()


def compare_all() -> None:
    """Small scopes first: most mistakes show there."""
    for scope in SCOPES:
        explored(scope)
    wandered(20_000, seed=1)


def plant(line: WrongLine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compile the move with the wrong line in the place of the right one."""
    state = symbolic()
    if line.move == "walk_ends":
        walk = symbolic_walk(state)
        wrong = Assignment(equal(walk.here, -1), state, line.change(ended(walk), state))
        monkeypatch.setattr(formulas.FORMULAS, "ends", wrong)
        return
    move = next(each for each in moves(state) if each.name == line.move)
    wrong = Assignment(move.guard, state, line.change(move.after, state))
    cases = next(
        group
        for group in (
            formulas.FORMULAS.additions,
            formulas.FORMULAS.removals,
            formulas.FORMULAS.clear,
        )
        if line.move in group
    )
    monkeypatch.setitem(cases, line.move, wrong)


STATE = symbolic()
ANSWERING = {each.name: each for each in moves(STATE)}


@pytest.mark.parametrize(
    ("case", "wrong"),
    [
        ("add_append_q1", lambda key: (key[0], key[1] + 1)),
        ("add_reuse_q1", lambda key: (key[0] + 1, key[1])),
        ("add_grow_moving", lambda _: ()),
        ("add_index_range_full", lambda _: (integer(0), integer(0))),
        ("remove_stale", lambda _: (integer(0),)),
        ("remove_from_h2_last", lambda taken: (taken[0] + 1,)),
        ("replace_live", lambda found: (no(found[0]),)),
    ],
)
def test_a_wrong_answer_is_noticed(
    case: str,
    wrong: Callable[[tuple[Term, ...]], tuple[Term, ...]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Key, element, or that there is none."""
    move = ANSWERING[case]
    planted = Assignment(move.guard, move.before, move.after, wrong(move.answer))
    cases = next(
        group
        for group in (
            formulas.FORMULAS.additions,
            formulas.FORMULAS.removals,
            formulas.FORMULAS.replacements,
        )
        if case in group
    )
    monkeypatch.setitem(cases, case, planted)
    with pytest.raises(DisagreementError, match=" answers "):
        explored(SCOPES[0], moves=lambda state: (*simple(state), *forged(state)))


@pytest.mark.parametrize(
    ("ghost", "name"),
    [(STATE.q1.base, "q1_base"), (STATE.rank(0), "rank"), (STATE.q1.entry(0), "q1_entry")],
)
def test_a_value_that_depends_on_a_ghost_is_noticed(
    ghost: Term, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ghosts are chosen by us, so nothing else may depend on them."""
    after = replace(clear(STATE).after, dropped=STATE.dropped + ghost)
    monkeypatch.setitem(formulas.FORMULAS.clear, "clear", Assignment(TRUE, STATE, after))
    with pytest.raises(DisagreementError, match=f"clear.* depends on '{name}', which is a ghost"):
        explored(SCOPES[0], 1)


FOUR = replace(STATE, least=integer(4))
"""A list that takes every minimum for 4."""


def test_clearing_to_another_space_than_the_minimum_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The scopes have more minimums than one."""
    after = replace(clear(FOUR).after, least=STATE.least)
    monkeypatch.setitem(formulas.FORMULAS.clear, "clear", Assignment(TRUE, STATE, after))
    assert explored(SCOPES[-2], 1000).steps >= 1000
    with pytest.raises(DisagreementError, match="space is 8, by the formulas 4"):
        explored(SCOPES[-1])


def test_halving_below_the_minimum_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """So have the random programs."""
    monkeypatch.setattr(formulas.FORMULAS, "truncates", compiled(truncates(FOUR)))
    with pytest.raises(DisagreementError, match="by the formulas"):
        wandered(20_000, seed=1)


def test_a_guard_that_holds_beside_another_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """One state, two successors."""
    right = formulas.FORMULAS.additions["add_append_q1"]
    state: State = symbolic()
    monkeypatch.setitem(formulas.FORMULAS.additions, "again", Assignment(TRUE, state, state))
    assert right.names
    with pytest.raises(DisagreementError, match="'add_append_q1', 'again'"):
        explored(SCOPES[0], 1)


# --- The rule that would mend MEMORY --------------------------------------------------------------


def mended(state: ModelState, before: ModelState) -> ModelState:
    """After a removal: give memory back once, if there is four times as much, and keep twice the space."""
    if state.space == before.space or state.allocated < 4 * state.space:
        return state
    moved = state.cost.moved + state.opened
    return state._replace(allocated=2 * state.space, cost=state.cost._replace(moved=moved))


@pytest.mark.parametrize("seed", range(5))
def test_the_mended_rule_keeps_its_bound(seed: int) -> None:
    """At most three cells for each insertion, and half the initial space, at every step of random bursts."""
    chance = random.Random(seed)
    state = model.initial(Parameters(id_bits=None, index_bits=None))
    initial, added = state.space, 0
    for _ in range(6):
        goal = chance.randrange(1, 600)
        while state.live < goal:
            state, added = model.add(state, 0).state, added + 1
            assert 2 * state.cost.moved <= 6 * added + initial
        keys = [key for key, _ in model.items(state)]
        chance.shuffle(keys)
        for key in keys[: chance.randrange(len(keys) + 1)]:
            state = mended(model.remove(state, key).state, state)
            assert 2 * state.cost.moved <= 6 * added + initial
            assert state.space <= state.allocated <= 2 * state.space


def test_the_rule_as_it_is_has_no_such_bound() -> None:
    """The same limit is left behind by a swing about a full list."""
    state = model.initial(Parameters(truncate=Truncate.MEMORY, id_bits=None, index_bits=None))
    for _ in range(64):
        state = model.add(state, 0).state
    for swing in range(100):
        added, key, _ = model.add(state, 0)
        assert isinstance(key, model.Key)
        state = model.remove(added, key).state
        assert state.cost.moved == 60 + 128 * (swing + 1)
