"""Small lists with all their ghosts, on which the formulas for the solvers are evaluated.

A list goes through the moves themselves: every symbol and every function gets the value that it has in the state
after. So what is true of a list here is what the formulas make true.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from stablelist_proofs.core.functions import ITERATION, Function
from stablelist_proofs.core.terms import Term, compiled, symbol
from stablelist_proofs.systems.stable_list.state import PARTITIONS, State, symbolic
from stablelist_proofs.systems.stable_list.transitions import Move, moves, new_list
from stablelist_proofs.systems.stable_list.walk import Walk, begun, deals, named, symbolic_walk

__all__ = ["LISTS", "STATE", "WALK", "Ghosts"]

STATE: Final = symbolic()
WALK: Final = symbolic_walk(STATE)
ARGUMENTS: Final = range(-8, 48)
"""Every position and rank of these lists, and some others."""
EVERY: Final = {"position": ARGUMENTS, "rank": ARGUMENTS}
CHANGE: Final = re.compile(r"(\w+)(?:\((-?\d+)\))? = (-?\w+)")
ELSEWHERE: Final = -77
"""The value of a function at arguments without an assigned value."""


class Table(dict[int, Any]):
    """A function, by argument."""

    def __missing__(self, argument: int) -> int:
        return ELSEWHERE


class Ghosts:
    """A list in which every symbol and every function has a value."""

    def __init__(
        self, symbols: Mapping[str, Any], functions: Mapping[str, Mapping[int, Any]]
    ) -> None:
        self.symbols = dict(symbols)
        self.functions = {name: Table(values) for name, values in functions.items()}

    def value(self, term: Term) -> Any:
        """The value of a term."""
        (value,) = compiled(term)(self.symbols | EVERY, self.functions)
        return value

    def take(self, before: State | Walk, after: State | Walk) -> None:
        """Replace the values of the state before by those of the state after."""
        old = dict(named(before))
        changed = {name: part for name, part in named(after) if part is not old.get(name)}
        symbols = {
            name: self.value(part) for name, part in changed.items() if isinstance(part, Term)
        }
        functions = {
            name: self.table(part) for name, part in changed.items() if not isinstance(part, Term)
        }
        self.symbols |= symbols
        self.functions |= functions

    def table(self, function: Function) -> Table:
        """The values of a function, evaluated one by one."""
        value = compiled(function(symbol("argument")))
        return Table(
            (argument, value(self.symbols | {"argument": argument}, self.functions)[0])
            for argument in ARGUMENTS
        )

    def changed(self, what: str) -> Ghosts:
        """A damaged copy: ``least = 5; rank(3) = 0`` gives a symbol another value, and a function at one argument."""
        copy = Ghosts(self.symbols, self.functions)
        for name, argument, said in CHANGE.findall(what):
            value = {"True": True, "False": False}.get(said) if said.isalpha() else int(said)
            if argument:
                copy.functions[name][int(argument)] = value
            else:
                copy.symbols[name] = value
        return copy

    # --- Operations -------------------------------------------------------------------------------

    def move(self, kind: str) -> Move:
        """The one move of an operation whose guard holds."""
        (found,) = (
            each for each in moves(STATE) if each.name.startswith(kind) and self.value(each.guard)
        )
        return found

    def add(self, *, tracked: bool = False) -> None:
        """Insert an element, and track its key from now on, or not."""
        move = self.move("add")
        self.symbols["new_element"] = 100 + self.symbols["added"]
        if tracked:
            index, _ = map(self.value, move.answer)
            born, element = self.symbols["added"], self.symbols["new_element"]
            self.symbols |= {"tracked_index": index, "tracked_birth": born, "tracked_live": True}
            self.symbols["tracked_element"] = element
        if move.name == "add_grow_moving":
            self.symbols["grown"] += self.value(STATE.opened)
        self.take(move.before, move.after)

    def remove(self, *positions: int) -> None:
        """Remove the elements at these positions."""
        for position in positions:
            self.symbols |= {"key_index": position, "key_id": self.functions["id"][position]}
            move = self.move("remove")
            assert move.name != "remove_stale", f"nothing lies at {position}"
            self.take(move.before, move.after)

    def halve(self, entries: int) -> None:
        """Begin a halving, and walk a number of entries."""
        self.take(WALK, begun(STATE))
        for _ in range(entries):
            (deal,) = (each for each in deals(WALK) if self.value(each.guard))
            self.take(deal.before, deal.after)


# --- The lists that are damaged -------------------------------------------------------------------


def new(space: int, least: int = 4) -> Ghosts:
    """A new list, on the ladder 4, 8, 16, ..."""
    rung = (space // 4).bit_length() - 1
    ghosts = Ghosts(
        {
            "space": space,
            "allocated": space,
            "initial_space": space,
            "grown": 0,
            "reserved": 0,
            "least": least,
            "mode": ITERATION,
            "bounded": True,
            "index_count": 32,
            **{f"{name}_base": base for base, name in enumerate(PARTITIONS)},
            "lower_rung": rung,
            "higher_rung": rung,
            "paid_by_removals": True,
            "tracked_index": 0,
            "tracked_birth": 0,
            "tracked_live": False,
            "tracked_element": 0,
        },
        {
            **{name: {} for name, part in named(STATE) if not isinstance(part, Term)},
            "stamp": {argument: argument % 64 for argument in ARGUMENTS},
            "below": {0: 0},
            "has": dict.fromkeys(ARGUMENTS, False),
            "ladder": {n: 4 << n for n in range(8)},
        },
    )
    state, _ = new_list(STATE)
    ghosts.take(STATE, replace(state, below=STATE.below))
    return ghosts


def filled(space: int, *, tracked: int) -> Ghosts:
    """A list that was filled from the least space, and one of its keys."""
    ghosts = new(4)
    for n in range(space):
        ghosts.add(tracked=n == tracked)
    rung = (space // 4).bit_length() - 1
    ghosts.symbols |= {"lower_rung": rung, "higher_rung": rung}
    return ghosts


def fresh() -> Ghosts:
    """A list without elements."""
    return new(4)


def vacant() -> Ghosts:
    """A list with vacancies in each partition, and a valid key."""
    ghosts = filled(16, tracked=2)
    ghosts.remove(3, 1, 0, 4, 6, 5, 9, 12, 8, 15)
    return ghosts


def retired() -> Ghosts:
    """The tracked key is retired, and another element is at its position."""
    ghosts = filled(16, tracked=2)
    ghosts.remove(2)
    ghosts.add()
    return ghosts


def roomy() -> Ghosts:
    """Most of the space is untouched, and memory is twice the space."""
    ghosts = new(16)
    for _ in range(3):
        ghosts.add(tracked=True)
    ghosts.symbols |= {"allocated": 32, "higher_rung": 3}
    return ghosts


def walking() -> Ghosts:
    """A halving in progress: of q1's entries two stayed, two were pushed, and two are left."""
    ghosts = filled(32, tracked=7)
    ghosts.remove(0, 6, 2, 1, 5, 4, 9, 12, 10, *range(16, 32))
    ghosts.halve(entries=4)
    ghosts.symbols |= {"one_entry": 5, "other_entry": 4}
    return ghosts


LISTS: Final[dict[str, Callable[[], Ghosts]]] = {
    each.__name__: each for each in (fresh, vacant, retired, roomy, walking)
}
"""Lists by name."""
