"""The moves, compiled to Python: for each a guard, an answer, and the values that it writes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from .state import NONE, Function, Put, State, may_halve, symbolic
from .terms import Evaluator, Term, all_of, compiled, equal
from .transitions import (
    IDENTITY,
    INDEX,
    ROOM,
    WANTED,
    Move,
    additions,
    clear,
    memory_moves,
    new_list,
    next_position,
    removals,
    replacements,
    truncates,
)
from .walk import Walk, begun, deals, ended, named, symbolic_walk

__all__ = ["FORMULAS", "GHOSTS", "Assignment", "Formulas", "of_moves"]

GHOSTS: Final = frozenset(
    {"base", "entry", "rank", "below", "born", "place", "dealt_below", "placed"}
    | {"stay_entry", "push_entry"}
    | {f"tracked_{what}" for what in ("index", "birth", "live", "element")}
)


class Assignment:
    """What a move writes, to symbols and to functions at single arguments, and what it answers."""

    def __init__(
        self,
        guard: Term,
        before: State | Walk,
        after: State | Walk,
        answer: tuple[Term, ...] = (),
    ) -> None:
        self.guard: Evaluator = compiled(guard)
        self.answer: Evaluator = compiled(*answer)
        old, new = (dict(named(each, without=GHOSTS)) for each in (before, after))
        changed = {
            name: term
            for name, term in new.items()
            if isinstance(term, Term) and term is not old[name]
        }
        self.names = tuple(changed)
        self.values: Evaluator = compiled(*changed.values())
        puts = [(name, put) for name, function in new.items() for put in written(function)]
        self.functions = tuple(name for name, _ in puts)
        self.places: Evaluator = compiled(*(put.at for _, put in puts))
        self.written: Evaluator = compiled(*(put.value for _, put in puts))


def written(function: Function | Term) -> Iterator[Put]:
    """The changes of a function, in the order in which they were made."""
    if isinstance(function, Put):
        yield from written(function.function)
        yield function


class Formulas:
    """All moves, and what the operations ask besides."""

    def __init__(self) -> None:
        state = symbolic()
        walk = symbolic_walk(state)
        reserves, frees = memory_moves(state)
        self.additions = of_moves(additions(state))
        self.removals = of_moves(removals(state))
        self.replacements = of_moves(replacements(state))
        self.clear = of_moves([clear(state)])
        self.frees = of_moves([frees])
        self.reserves = of_moves([reserves])
        self.fits: Evaluator = compiled(state.indexable(state.live + WANTED - 1))
        self.too_small: Evaluator = compiled(ROOM < state.live + WANTED)
        self.truncates: Evaluator = compiled(truncates(state))
        self.halves: Evaluator = compiled(all_of(equal(state.h2.live, 0), may_halve(state)))
        self.begins = Assignment(all_of(), walk, begun(state))
        self.deals = {each.name: Assignment(each.guard, walk, each.after) for each in deals(walk)}
        self.ends = Assignment(equal(walk.here, NONE), state, ended(walk))
        new = dict(named(new_list(state)[0], without=GHOSTS))
        of_new = {name: term for name, term in new.items() if isinstance(term, Term)}
        self.new_names, self.new = tuple(of_new), compiled(*of_new.values())
        self.live: Evaluator = compiled(state.live)
        self.next_key: Evaluator = compiled(next_position(state), state.next_id)
        self.resolves: Evaluator = compiled(state.resolves(INDEX, IDENTITY))
        self.element: Evaluator = compiled(state.element(INDEX))


def of_moves(moves: Sequence[Move]) -> dict[str, Assignment]:
    """Compile moves; the result is by name."""
    return {
        move.name: Assignment(move.guard, move.before, move.after, move.answer) for move in moves
    }


FORMULAS: Final = Formulas()
