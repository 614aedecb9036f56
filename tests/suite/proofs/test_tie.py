"""The formulas beside the model: they agree, and a formula with a wrong line does not."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from stablelist_proofs.core.arc import Arc
from stablelist_proofs.core.comparing.comparison import DisagreementError
from stablelist_proofs.core.comparing.tie import explored, forged, simple, wandered
from stablelist_proofs.core.induction import WrongLine
from stablelist_proofs.core.terms import TRUE, Term, integer, no
from stablelist_proofs.systems.stable_list import formulas
from stablelist_proofs.systems.stable_list.flaws import WRONG_LINES
from stablelist_proofs.systems.stable_list.formulas import Assignment
from stablelist_proofs.systems.stable_list.program import program
from stablelist_proofs.systems.stable_list.repaired import doomed, gives_back, repaired
from stablelist_proofs.systems.stable_list.tie import SCOPES, STABLE_LIST
from stablelist_proofs.systems.stable_list.transitions import clear
from stablelist_proofs.systems.stable_list.walk import symbolic_walk
from stablelist_spec import stable_list as model
from stablelist_spec.core.key import Key
from stablelist_spec.parts.cells import items
from stablelist_spec.parts.parameters import Parameters, Truncate

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("scope", SCOPES[::4], ids=lambda p: p.truncate.value)
def test_small_scopes_agree(scope: Parameters) -> None:
    """The first five thousand transitions of each mode, minimum and capacity."""
    assert 5000 <= explored(scope, 5000, system=STABLE_LIST).steps < 5100


def test_random_programs_agree() -> None:
    """They are as large and as deep as they are meant to be."""
    tied = wandered(12_000, seed=1, system=STABLE_LIST)
    assert tied.large == 12_000 < tied.steps
    assert tied.largest >= 2048
    assert tied.deepest >= 4


@pytest.mark.parametrize("line", WRONG_LINES, ids=lambda each: f"{each.move}: {each.words}")
def test_a_wrong_line_is_noticed(line: WrongLine, monkeypatch: pytest.MonkeyPatch) -> None:
    """So the comparison would also find this mistake in the formulas."""
    plant(line, monkeypatch)
    with pytest.raises(DisagreementError):
        compare_all()


def compare_all() -> None:
    """Small scopes first: most mistakes show there."""
    for scope in SCOPES:
        explored(scope, system=STABLE_LIST)
    wandered(20_000, seed=1, system=STABLE_LIST)


def plant(line: WrongLine, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compile the step with the wrong line in the place of the right one."""
    right = step(line.move)
    put(monkeypatch, replace(right, after=line.change(right.after, STATE)))


def step(name: str) -> Arc:
    """A step of the program."""
    (found,) = (each for each in formulas.steps() if each.name == name)
    return found


def put(monkeypatch: pytest.MonkeyPatch, wrong: Arc) -> None:
    """Compile a step in the place of the one with its name."""
    own = formulas.FORMULAS.cases[wrong.operation]
    monkeypatch.setitem(own, wrong.name, Assignment(wrong))


STATE = formulas.STATE


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
    right = step(case)
    put(monkeypatch, replace(right, answer=wrong(right.answer)))
    with pytest.raises(DisagreementError, match=" answers "):
        explored(
            SCOPES[0], moves=lambda state: (*simple(state), *forged(state)), system=STABLE_LIST
        )


@pytest.mark.parametrize(
    ("ghost", "name"),
    [(STATE.q1.base, "q1_base"), (STATE.rank(0), "rank"), (STATE.q1.entry(0), "q1_entry")],
)
def test_a_value_that_depends_on_a_ghost_is_noticed(
    ghost: Term, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ghosts are chosen by us, so nothing else may depend on them."""
    right = step("clear")
    put(monkeypatch, replace(right, after=replace(right.after, dropped=STATE.dropped + ghost)))
    with pytest.raises(DisagreementError, match=f"clear.* depends on '{name}', which is a ghost"):
        explored(SCOPES[0], 1, system=STABLE_LIST)


FOUR = replace(STATE, least=integer(4))
"""A list that takes every minimum for 4."""


def test_clearing_to_another_space_than_the_minimum_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The scopes have more minimums than one."""
    put(monkeypatch, replace(step("clear"), after=replace(clear(FOUR).after, least=STATE.least)))
    assert explored(SCOPES[-2], 1000, system=STABLE_LIST).steps >= 1000
    with pytest.raises(DisagreementError, match="space is 8, by the formulas 4"):
        explored(SCOPES[-1], system=STABLE_LIST)


def test_halving_below_the_minimum_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The random programs notice it as well."""
    for wrong in program(FOUR, symbolic_walk(FOUR)):
        if wrong.operation == "cascade":
            put(monkeypatch, replace(step(wrong.name), guard=wrong.guard))
    with pytest.raises(DisagreementError, match="by the formulas"):
        wandered(20_000, seed=1, system=STABLE_LIST)


def test_a_guard_that_holds_beside_another_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """One state, two successors."""
    put(monkeypatch, replace(step("clear"), name="again", operation="add", guard=TRUE))
    with pytest.raises(DisagreementError, match="'add_append_q1', 'again'"):
        explored(SCOPES[0], 1, system=STABLE_LIST)


# --- The rule that would mend MEMORY --------------------------------------------------------------


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
        for key in doomed(chance, [key for key, _ in items(state)]):
            state = gives_back(model.remove(state, key).state, state)
            assert 2 * state.cost.moved <= 6 * added + initial
            assert state.space <= state.allocated <= 2 * state.space


def test_the_formulas_of_the_mended_rule_are_the_rule() -> None:
    """A thousand operations and more, with deep cascades."""
    done = repaired()
    assert done.operations > 1000
    assert done.given_back >= 5


def test_the_rule_as_it_is_has_no_such_bound() -> None:
    """The same limit is left behind by a swing about a full list."""
    state = model.initial(Parameters(truncate=Truncate.MEMORY, id_bits=None, index_bits=None))
    for _ in range(64):
        state = model.add(state, 0).state
    for swing in range(100):
        added, key, _ = model.add(state, 0)
        assert isinstance(key, Key)
        state = model.remove(added, key).state
        assert state.cost.moved == 60 + 128 * (swing + 1)
