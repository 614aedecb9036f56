"""The formulas beside the model: they agree, and a formula with a wrong line does not."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from stablelist_proofs.smt import formulas, transitions
from stablelist_proofs.smt.comparison import DisagreementError
from stablelist_proofs.smt.flaws import WRONG_LINES, WrongLine
from stablelist_proofs.smt.formulas import Assignment
from stablelist_proofs.smt.inductive import moves
from stablelist_proofs.smt.state import State, symbolic
from stablelist_proofs.smt.terms import TRUE, Term, all_of, compiled, equal, integer, no
from stablelist_proofs.smt.tie import SCOPES, combined, explored, forged, simple, wandered
from stablelist_proofs.smt.transitions import clear, truncates
from stablelist_proofs.smt.walk import ended, symbolic_walk
from stablelist_spec import stable_list as model
from stablelist_spec.core.key import Key
from stablelist_spec.core.step import Provenance, StepOf
from stablelist_spec.families.pool import Paired
from stablelist_spec.parts import reading
from stablelist_spec.parts.cells import found, items
from stablelist_spec.parts.model import Model
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


# --- Keys that are not live -----------------------------------------------------------------------


@dataclass(frozen=True)
class Careless(State):
    """A list that leaves a question out when it looks a key up."""

    left_out: int = -1

    def resolves(self, index: Term, identity: Term) -> Term:
        """All but one of the questions."""
        asked = (
            index >= 0,
            index < self.opened,
            self.has(index),
            equal(self.id(index), identity),
        )
        return all_of(*(each for number, each in enumerate(asked) if number != self.left_out))


@pytest.mark.parametrize(
    ("left_out", "complaint"),
    [
        (0, "Key.index=-1"),
        (1, "no step by the formulas"),
        (2, "remove.*id=0"),
        (3, "Key.index=0, id=21"),
    ],
    ids=["negative", "past the opened cells", "vacant", "another id"],
)
def test_a_formula_that_finds_what_is_not_there_is_noticed(
    left_out: int, complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By keys that are not live, and only by these."""
    careless = Careless(**vars(STATE), left_out=left_out)
    monkeypatch.setattr(
        formulas.FORMULAS, "removals", formulas.of_moves(transitions.removals(careless))
    )
    assert explored(SCOPES[1]).steps > 10_000
    with pytest.raises(DisagreementError, match=complaint):
        explored(SCOPES[1], moves=forged)


@pytest.mark.parametrize(
    "wrong", [lambda key: Key(abs(key.index), key.id), lambda key: Key(key.index, abs(key.id))]
)
def test_a_model_that_finds_what_is_not_there_is_noticed(
    wrong: Callable[[Key], Key], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sign of an index or of an id matters to the formulas."""
    monkeypatch.setattr(reading, "found", lambda state, key: found(state, wrong(key)))
    assert explored(SCOPES[1]).steps > 10_000
    with pytest.raises(DisagreementError, match=r"answers .*, by the formulas None"):
        explored(SCOPES[1], moves=forged)


def test_keys_that_are_not_live_are_met_in_long_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a list is large."""
    monkeypatch.setattr(
        reading, "found", lambda state, key: found(state, Key(key.index, abs(key.id)))
    )
    with pytest.raises(DisagreementError, match="by the formulas None"):
        wandered(20_000, seed=1)


def test_retired_keys_are_met_in_long_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """A vacant cell of the formulas still has the id of its last element."""
    careless = formulas.of_moves(transitions.removals(Careless(**vars(STATE), left_out=2)))
    monkeypatch.setattr(formulas.FORMULAS, "removals", careless)
    with pytest.raises(
        DisagreementError, match=r"^remove.{,600} answers .*None.*, by the formulas"
    ):
        wandered(20_000, seed=1)


# --- Operations that consist of others ------------------------------------------------------------


def descending(self: Model[Any, Any], state: Any, modulus: int, residue: int) -> Any:
    """Retain, but remove what is rejected from the last to the first."""
    rejected = [(key, element) for key, element in items(state) if element % modulus != residue]
    after = reading.iterated(state)
    for key, _ in reversed(rejected):
        after = self.remove(after, key, Provenance.ISSUED).state
    return StepOf(after, tuple(element for _, element in rejected))


def free_of_charge(self: Model[Any, Any], state: Any) -> Any:
    """Drain, but nobody pays for the look at the elements."""
    return StepOf(self.clear(state).state, tuple(element for _, element in items(state)))


def as_many_as_fit(self: Model[Any, Any], state: Any, elements: Sequence[int]) -> Any:
    """Extend, but insert what there is room for."""
    keys = list[Key]()
    for element in elements:
        state, key, _ = self.add(state, element)
        if not isinstance(key, Key):
            return StepOf(state, key)
        keys.append(key)
    return StepOf(state, tuple(keys))


def one_behind(self: Model[Any, Any], state: Any, element: int) -> Any:
    """Insert with, but the factory is given the key of the next element."""
    step = self.add(state, element)
    key = step.answer
    return step._replace(answer=key._replace(id=key.id + 1) if isinstance(key, Key) else key)


def second_first(self: Model[Any, Any], state: Any, keys: tuple[Key, Key]) -> Any:
    """Remove many, but from the last to the first."""
    second = self.remove(state, keys[1], Provenance.FORGED)
    first = self.remove(second.state, keys[0], Provenance.FORGED)
    return StepOf(first.state, Paired(first.answer, second.answer))


@pytest.mark.parametrize(
    ("name", "wrong", "complaint"),
    [
        ("retain", descending, "retain.*, by the formulas|retain.*: cell"),
        ("drain", free_of_charge, "drain.*: cells is 11000, by the formulas 1100"),
        ("extend", as_many_as_fit, r"extend.*: \w+ is|extend.*: cell"),
        ("insert_with", one_behind, "insert_with.* answers"),
        ("remove_many", second_first, "remove_many"),
    ],
)
def test_another_composition_is_noticed(
    name: str, wrong: object, complaint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another order, another cost, another answer."""
    monkeypatch.setattr(Model, name, wrong)
    assert explored(SCOPES[1]).steps > 10_000
    with pytest.raises(DisagreementError, match=complaint):
        explored(SCOPES[1], moves=combined)


@pytest.mark.parametrize("name", ["at_mut", "each_mut", "exchange"])
def test_a_replacement_that_is_not_made_is_noticed(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer alone is not enough."""
    right = getattr(model, name)

    def nothing(state: Any, *arguments: Any) -> Any:
        return right(state, *arguments)._replace(state=state)

    monkeypatch.setattr(model, name, nothing)
    with pytest.raises(DisagreementError, match=name):
        explored(SCOPES[1], moves=combined)


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
