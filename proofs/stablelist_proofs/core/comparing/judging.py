"""Compares clauses with predicates of a model: each group must hold on both sides, or on neither.

Both are evaluated in every layout of a scope, and in each layout with one value damaged. The clauses were written for
induction, so not every clause has the same meaning as the predicate of its name. Therefore they are compared in groups:

- Ghosts make the clauses about free lists one statement: a list that is not complete has no ranks, so the clause about
  cycles fails as well. Their predicates are compared as one, too.
- Some clauses say more than the predicate; the rest of their meaning is stated in the model's terms (`Scheme.more`).
- Some are only meaningful where another group holds, for example where the partitions tile the space. They are compared
  there. In other states, both sides are broken already. So the conjunctions of all clauses and of all predicates agree
  in every state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final, NamedTuple, Protocol

from stablelist_proofs.core.stamps import live_key_resolves, retired_key_never_resolves
from stablelist_proofs.core.terms import Evaluator, Term, all_of, compiled
from stablelist_spec.core.key import FreshKeys
from stablelist_spec.parts.parameters import Parameters

from .comparison import Beside, DisagreementError, shown
from .damage import mistaken
from .past import Past, reached

__all__ = ["Group", "Judged", "Scheme", "Valuation", "judged", "said", "same"]

Valuation = tuple[dict[str, Any], dict[str, Any]]
"""The values of symbols and of functions, as `terms.compiled` takes them."""


class Group(NamedTuple):
    """Clauses and predicates with the same meaning.

    Attributes:
        clauses: the names of the clauses.
        predicates: the names of the model's predicates, and of what is said besides.
        where: the numbers of the groups that must hold.
        with_ghosts: whether the clauses mention ghosts.
        of_chosen: whether these are functions that are computed from the state.
    """

    clauses: tuple[str, ...]
    predicates: tuple[str, ...]
    where: tuple[int, ...] = ()
    with_ghosts: bool = False
    of_chosen: bool = False


def same(
    *names: str,
    more: tuple[str, ...] = (),
    where: tuple[int, ...] = (),
    with_ghosts: bool = False,
    of_chosen: bool = False,
) -> Group:
    """Clauses and the predicates of their names, and *more* that the clauses say."""
    return Group(names, (*names, *more), where, with_ghosts, of_chosen)


class Valued(Protocol):
    """The values of ghosts, for states with one past."""

    def valuation(self, state: Any) -> Valuation:  # noqa: ANN401 - of any system
        """The values of everything that the clauses mention, except for the tracked key."""
        ...


class Scheme(NamedTuple):
    """The comparison of a system: the groups, and the states in which they are compared.

    Attributes:
        groups: every clause and every predicate, in one group each.
        clauses: the clauses, by name, about an arbitrary list.
        predicates: the model's predicates.
        more: what clauses say beyond the predicates of the same names.
        ghosts: the values of ghosts, for a past.
        chosen: the ghosts among the functions that are computed from the state.
        others: the values with one ghost changed, where it matters; and which one it was.
        damaged: a state with one value changed, for every value and a few changes of each.
    """

    system: Beside
    groups: tuple[Group, ...]
    clauses: Mapping[str, Term]
    predicates: Mapping[str, Callable[[Any, FreshKeys], bool]]
    more: Mapping[str, Callable[[Any, Past], bool]]
    ghosts: Callable[[Past], Valued]
    chosen: tuple[str, ...]
    others: Callable[[Any, Valuation], Iterator[tuple[str, Valuation]]]
    damaged: Callable[[Any, Past], Iterator[Any]]

    def holds(self, group: Group, state: Any, past: Past, fresh: FreshKeys) -> bool:  # noqa: ANN401 - of any system
        """Whether the predicates of a group hold."""
        return all(
            self.more[name](state, past)
            if name in self.more
            else self.predicates[name](state, fresh)
            for name in group.predicates
        )


OF_KEYS: Final = frozenset({live_key_resolves.__name__, retired_key_never_resolves.__name__})
"""Clauses about one key, which must hold for every key."""


class Sides:
    """The groups, as functions of a state."""

    def __init__(self, scheme: Scheme, stated: Mapping[str, Term]) -> None:
        self.scheme = scheme
        self.groups: list[tuple[Evaluator, Evaluator]] = []
        for group in scheme.groups:
            parts = {name: stated[name] for name in group.clauses}
            tracked = [parts.pop(name) for name in group.clauses if name in OF_KEYS]
            self.groups.append((compiled(all_of(*parts.values())), compiled(all_of(*tracked))))

    def clause(self, number: int, values: Valuation, tracked_keys: TrackedKeys) -> bool:
        """Whether the clauses of a group hold, with every key in turn as the tracked one."""
        whole, tracked = self.groups[number]
        if not whole(*values)[0]:
            return False
        if self.scheme.groups[number].clauses[-1] not in OF_KEYS:
            return True
        symbols, functions = values
        for key in tracked_keys:
            symbols.update(key)
            if not tracked(symbols, functions)[0]:
                return False
        return True


TrackedKeys = list[dict[str, int | bool]]


def tracked_keys(past: Past) -> TrackedKeys:
    """The tracked key's symbols, for every key that was issued."""
    return [
        {
            "tracked_index": key.index,
            "tracked_birth": insertion,
            "tracked_live": insertion in past.kept,
            "tracked_element": past.kept.get(insertion, 0),
        }
        for insertion, key in enumerate(past.issued)
    ]


# --- The comparison -------------------------------------------------------------------------------


@dataclass
class Judged:
    """The result.

    Attributes:
        layouts: how many layouts were compared.
        damaged: how many states with one value damaged.
        ghosts: how many times one ghost of a layout was changed.
        rejected: how many of the damaged states each group of clauses rejects.
    """

    layouts: int = 0
    damaged: int = 0
    ghosts: int = 0
    rejected: dict[tuple[str, ...], int] = field(default_factory=dict)

    def count(self, rejected: list[Group]) -> None:
        """Count a damaged state, and the groups that do not hold in it."""
        self.damaged += 1
        for group in rejected:
            self.rejected[group.clauses] = self.rejected.get(group.clauses, 0) + 1


def judged(
    scheme: Scheme,
    parameters: Parameters,
    stated: Mapping[str, Term] | None = None,
    *,
    damage: bool = True,
    every: int = 1,
) -> Judged:
    """Compare the groups in *every* so many layouts of a scope, and in each with one value damaged.

    Raises:
        DisagreementError: clauses hold where their predicates do not, or the reverse.
    """
    done, sides = Judged(), Sides(scheme, stated or scheme.clauses)
    for state, past in islice(reached(parameters, scheme.system), 0, None, every):
        judge = Judge(sides, past, state)
        done.layouts += 1
        if rejected := judge.rejected(state):
            names = " and ".join(rejected[0].clauses)
            raise DisagreementError(f"neither {names} nor its predicate holds in {shown(state)}")
        if damage:
            done.ghosts += judge.determined(state)
            for other in scheme.damaged(state, past):
                done.count(judge.rejected(other))
            for wrong in mistaken(past):
                done.count(Judge(sides, wrong, state).rejected(state))
    return done


class Judge:
    """Both sides of the comparison, for a state and others with the same past."""

    def __init__(self, sides: Sides, past: Past, state: Any) -> None:  # noqa: ANN401 - of any system
        self.sides, self.scheme, self.past = sides, sides.scheme, past
        self.ghosts = self.scheme.ghosts(past)
        self.tracked, self.fresh = tracked_keys(past), past.fresh(state.parameters.id_period)
        _, functions = self.ghosts.valuation(state)
        self.before = {name: functions[name] for name in self.scheme.chosen}

    def rejected(self, state: Any) -> list[Group]:  # noqa: ANN401 - of any system
        """The groups that do not hold.

        Raises:
            DisagreementError: one holds on one side only.
        """
        values = self.ghosts.valuation(state)
        holding, rejected = set[int](), list[Group]()
        for number, group in enumerate(self.scheme.groups):
            if not holding.issuperset(group.where):
                continue
            by_clauses = self._holds(number, values)
            if by_clauses != self.scheme.holds(group, state, self.past, self.fresh):
                said = "holds" if by_clauses else "does not hold"
                names = " and ".join(group.clauses)
                raise DisagreementError(f"{names}, by the formulas, {said} in {shown(state)}")
            if by_clauses:
                holding.add(number)
            else:
                rejected.append(group)
        return rejected

    def _holds(self, number: int, values: Valuation) -> bool:
        """Whether the clauses of a group hold, with the ghosts of this state, or with those of the undamaged state."""
        if self.sides.clause(number, values, self.tracked):
            return True
        symbols, functions = values
        return self.scheme.groups[number].of_chosen and self.sides.clause(
            number, (symbols, functions | self.before), self.tracked
        )

    def determined(self, state: Any) -> int:  # noqa: ANN401 - of any system
        """Change each ghost; some clause must fail then. Returns the number of changes.

        Raises:
            DisagreementError: the clauses hold with other ghosts as well, so they say less than they seem to.
        """
        changes = list(self.scheme.others(state, self.ghosts.valuation(state)))
        for name, values in changes:
            if all(
                self.sides.clause(number, values, self.tracked)
                for number, group in enumerate(self.scheme.groups)
                if group.with_ghosts
            ):
                raise DisagreementError(f"the clauses hold with another {name} in {shown(state)}")
        return len(changes)


def said(done: Judged, scope: Parameters, *, damage: bool, which: str = "every") -> str:
    """What agrees, as a sentence."""
    ids = "unbounded" if scope.id_bits is None else f"{scope.id_bits}-bit"
    where = f"{done.layouts:,} layouts"
    if damage:
        where += (
            f" and {done.damaged:,} states with one value damaged; "
            f"with any of {done.ghosts:,} other ghosts, one fails"
        )
    return (
        f"each group of clauses holds if and only if the model's predicates do, in {where} "
        f"({which} layout of up to {scope.index_count} cells, {scope.truncate.value}, {ids} ids)"
    )
