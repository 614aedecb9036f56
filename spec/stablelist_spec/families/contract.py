"""The contract of pools: the observable behaviour of all of them.

Keys are opaque and order is not observable: answers that list elements list them in any order.

`stablelist_spec.families.effect` says what an operation answers and changes, `stablelist_spec.families.knowledge` what
a user knows of keys, and `outcomes` which effects a user must expect. The refinement, the judge of ports and the
reports are all derived from these. Other families have other contracts (`stablelist_spec.core.contract`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from types import MappingProxyType
from typing import Any, Final

from stablelist_spec.core.contract import Declarations, Outcome
from stablelist_spec.core.operation import KeyName, Operation

from .documented import SAME, USUAL, Documented, Panic
from .effect import Changes, Effect, Live, effect
from .knowledge import Meaning, Meant, Pool, Room
from .loops import looped
from .pool import KEYED, LOOPS, POOL, PoolError
from .stamps import Stamps

__all__ = ["NEED_ROOM", "Pools", "Promise", "kinds", "outcomes"]

NEED_ROOM: Final = POOL.inserting - LOOPS | {"reserve"}


def outcomes(pool: Pool, operation: Operation) -> Iterable[Outcome[Pool]]:
    """Every acceptable outcome of an operation on a pool.

    >>> from stablelist_spec.families.stamps import Unstamped
    >>> pool = Pool(Unstamped(), Room(capacity=0))
    >>> [outcome.answer for outcome in outcomes(pool, Operation("reserve", count=1))]
    [None, <PoolError.FULL: 'full'>]
    """
    if operation.name in LOOPS:
        return looped(pool, operation, USUAL)
    if POOL.kinds[operation.name].displaces:
        return _displacing(pool, operation)
    if POOL.kinds[operation.name].revives:
        return _restoring(pool, operation)
    if operation.name in KEYED:
        return _by_key(pool, operation)
    if operation.name in NEED_ROOM:
        return _with_room(pool, operation)
    return [_outcome(effect(pool.live, operation), _whole(pool, operation.name))]


def _whole(pool: Pool, name: str) -> str:
    """The label of an operation on the whole pool."""
    return f"{name}_{'some' if pool.live else 'none'}"


def _outcome(
    effect: Effect[KeyName],
    label: str,
    at_stake: Sequence[str] = (),
    meant: Meant = MappingProxyType({}),
) -> Outcome[Pool]:
    """The outcome of an effect."""
    answer, changes = effect
    return Outcome(answer, lambda pool: pool.change(changes, meant), (label,), at_stake)


def _with_room(pool: Pool, operation: Operation) -> Iterator[Outcome[Pool]]:
    """Insertions, all or none, and making room for them. The elements are the numbers of their insertions."""
    name, numbers = operation.name, _numbered(pool, operation)
    new: dict[KeyName, int] = {number: number for number in numbers}
    done, full = (name, f"{name}_full") if name in POOL.inserting else (_whole(pool, name),) * 2
    for refused in pool.refusals(operation.operands.get("count", len(numbers))):
        if refused:
            yield _outcome((PoolError.FULL, dict.fromkeys(new)), full)
        else:
            yield _outcome(effect(pool.live, operation, new=new), done)


def _displacing(pool: Pool, operation: Operation) -> Iterator[Outcome[Pool]]:
    """Insertion at an index, or at the slot of a key, which displaces the element there.

    It may be refused at the end of the capacity, and if a slot can be used up. A key that was never issued has no slot.
    """
    (capacity, versions, _), number = pool.room, len(pool.lives)
    if operation.name == "put":
        place, label = operation["place"], "put"
        found, after = pool.displaced(place), partial(Pool.put, place=place)
        beyond = capacity is not None and place >= capacity
    else:
        name = operation["key"]
        label, beyond = f"{operation.name}_{pool.standing(name).kind}", False
        found, after = pool.beside(name), partial(Pool.insert_at, name=name)
        if pool.failed(name):
            yield _outcome((None, {number: None}), label)
            return
    used_up = versions is not None and pool.insertions >= versions
    if beyond or used_up or (None in found and True in pool.refusals(1)):
        yield _outcome((PoolError.FULL, {number: None}), f"{operation.name}_full")
    for displaced in found:
        answer = None if displaced is None else pool.live[displaced]
        yield Outcome(answer, partial(after, displaced=displaced), (label,))


def _restoring(pool: Pool, operation: Operation) -> Iterator[Outcome[Pool]]:
    """A retired key is live again, or it is refused: whether its slot is vacant, and there still, is not observable.

    A key that was never issued has no slot.
    """
    name = operation["key"]
    known = pool.standing(name)
    label = f"{operation.name}_{known.kind}"
    yield _outcome((False, {}), label, [known.at_stake])
    retired = isinstance(name, int) and None in known.meanings and not pool.failed(name)
    if retired and False in pool.refusals(1):
        after = partial(Pool.restore, name=pool.issued_by(name), element=operation["value"])
        yield Outcome(True, after, (label,), [known.at_stake])


def _by_key(pool: Pool, operation: Operation) -> Iterable[Outcome[Pool]]:
    """Operations on one key or two."""
    names = POOL.keys_of(operation)
    known = [pool.standing(name) for name in names]
    label, at_stake = f"{operation.name}_{known[0].kind}", [each.at_stake for each in known]
    if operation.name == "key_at":
        (name,) = names
        effects = [effect(pool.live, operation, [beside]) for beside in pool.beside(name)]
        return [_outcome(done, label, at_stake) for done in effects]
    ways = [*product(*[each.meanings for each in known])]
    if len(ways) == 1:
        return [_outcome(effect(pool.live, operation, ways[0]), label, at_stake)]
    outcomes = []
    for done, alike in _effects(pool.live, operation, ways):
        seen = zip(names, known, zip(*alike, strict=True), strict=True)
        meant = {name: tuple(dict.fromkeys(m)) for name, was, m in seen if len(was.meanings) > 1}
        outcomes.append(_outcome(done, label, at_stake, meant))
    return outcomes


def _effects(
    live: Live[KeyName], operation: Operation, ways: list[tuple[Meaning, ...]]
) -> Iterable[tuple[Effect[KeyName], list[tuple[Meaning, ...]]]]:
    """The possible effects, each with all meanings of keys that lead to it; which one it was is unknown."""
    effects: dict[object, tuple[Effect[KeyName], list[tuple[Meaning, ...]]]] = {}
    names = POOL.keys_of(operation)
    alike = len({*names}) < len(names)
    for keys in ways:
        if not alike or keys[0] == keys[1]:
            answer, changes = effect(live, operation, keys)
            same = effects.setdefault((answer, *changes.items()), ((answer, changes), []))
            same[1].append(keys)
    return effects.values()


@dataclass(frozen=True)
class Pools:
    """The contract of pools."""

    stamps: Stamps
    room: Room
    documented: Documented = USUAL

    def initial(self) -> Pool:
        """An empty pool."""
        return Pool(self.stamps, self.room, keeps=self.documented.keeps)

    def outcomes(self, state: Pool, operation: Operation) -> Iterable[Outcome[Pool]]:
        """Every acceptable outcome of an operation."""
        usual = outcomes(state, operation)
        return usual if self.documented == USUAL else self._documented(state, operation, usual)

    def missed(self, state: Pool, count: int) -> Pool:
        """The state after so many insertions into another container, whose keys find nothing in this one."""
        first = len(state.lives)
        return state.change(dict.fromkeys(range(first, first + count)), {})

    def equal(self, mine: Pool, other: Pool) -> Sequence[bool]:
        """Whether two pools have the same elements under the same keys.

        A key that only one of them issued, or still has, may be equal to one that only the other has.
        """
        shared = mine.live.keys() & other.live.keys()
        own = [sorted(e for n, e in each.live.items() if n not in shared) for each in (mine, other)]
        if own[0] != own[1] or any(mine.live[name] != other.live[name] for name in shared):
            return (False,)
        return (False, True) if own[0] else (True,)

    def _documented(
        self, state: Pool, operation: Operation, usual: Iterable[Outcome[Pool]]
    ) -> Iterator[Outcome[Pool]]:
        """The usual outcomes, modified by the documented differences of the container."""
        said, labels = self.documented, tuple[str, ...]()
        if operation.name in LOOPS:
            usual = looped(state, operation, said)
        for outcome in usual:
            labels = outcome.labels
            after = outcome.after
            if said.forgets and operation.name == "clear":
                after = partial(_forgetting, after)
            answer = said.answered(operation, outcome.answer)
            yield outcome._replace(answer=answer, after=after)
        names = POOL.keys_of(operation)
        if said.may_panic(operation, kinds(state, names)):
            failed: Changes[KeyName] = dict.fromkeys(_numbered(state, operation))
            yield Outcome(Panic.OTHER, partial(Pool.change, changes=failed, meant={}), labels)


def _forgetting(after: Callable[[Pool], Pool], pool: Pool) -> Pool:
    """The state after an operation that makes older keys worthless."""
    return after(pool).forget()


def _numbered(pool: Pool, operation: Operation) -> range:
    """The numbers of the insertions of an operation."""
    first = len(pool.lives)
    return range(first, first + POOL.insertions(operation))


def kinds(pool: Pool, names: Sequence[KeyName]) -> Iterator[str]:
    """The kinds of some keys, as `Documented.panics` calls them."""
    for name in names:
        yield pool.standing(name).kind.partition("_")[0]
    if len(names) == 2 and names[0] == names[1]:
        yield SAME


@dataclass(frozen=True)
class Promise:
    """The promises of a system's pools, given the declarations of a port.

    Attributes:
        stamps: the stamp policy, given an id width.
        holds: the capacity of a pool of some configuration; by default the port declares it.
        uses_up: the number of insertions that use up a slot; by default the port declares it.
        always: what is documented of all such pools, whatever a port declares.
    """

    stamps: Callable[[Declarations, int | None], Stamps]
    holds: Callable[[Any], int | None] | None = None
    uses_up: Callable[[Any], int | None] | None = None
    always: Documented = USUAL

    def __call__(self, said: Declarations, configuration: Any) -> Pools:  # noqa: ANN401 - each system has its own
        """The contract of a pool of some configuration."""
        bits = getattr(configuration, "id_bits", None)
        retires = not said.wraps and bits is not None
        versions = 1 << ((bits or 0) - said.parity) if retires else None
        if self.uses_up is not None:
            versions = self.uses_up(configuration)
        held = said.room(configuration) if self.holds is None else self.holds(configuration)
        room = Room(held, versions, getattr(configuration, "most_live", None))
        documented = said.documented if self.always is USUAL else self.always
        return Pools(self.stamps(said, bits), room, documented)
