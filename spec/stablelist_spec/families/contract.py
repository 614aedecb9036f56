"""The contract of pools: the observable behaviour of all of them.

A pool is a finite map from keys to elements. A retired key never resolves, unless its stamp repeats
(`stablelist_spec.families.stamps`). Keys are opaque and order is not observable: answers that list elements list them
in any order.

`effect` says what an operation answers and changes, and `outcomes` says which effects a user must expect. The
refinement, the judge of ports and the reports are all derived from these two. Other families have other contracts
(`stablelist_spec.core.contract`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import product
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeVar

from stablelist_spec.core.contract import Declarations, Outcome
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import KeyName, Near, Operation

from .documented import SAME, USUAL, Documented, Panic
from .pool import KEYED, OF_TWO, POOL, Exchanged, Found, Paired, Pivot, PoolError
from .stamps import Life, Stamps

__all__ = [
    "LIVE",
    "REFINEMENT",
    "RETIRED",
    "Pool",
    "Pools",
    "Promise",
    "Room",
    "changed",
    "effect",
    "kinds",
    "outcomes",
]

K = TypeVar("K", bound=KeyName)

LIVE: Final = "live_key_resolves"
RETIRED: Final = "retired_key_never_resolves"
REFINEMENT: Final = "every_step_refines_the_contract"

NEED_ROOM: Final = POOL.inserting | {"reserve"}


# --- What an operation does -----------------------------------------------------------------------

Live = Mapping[K, int]
"""The live elements by key."""
Changes = Mapping[K, int | None]
"""The new or changed elements by key; None for removed ones."""
Effect = tuple[object, Changes[K]]
"""The answer, and the changes."""

UNSEEN: Final = Key(0, 0)
"""Stands for a key that cannot be observed."""


def effect(
    live: Live[K],
    operation: Operation,
    keys: Sequence[K | None] = (),
    new: Live[K] = MappingProxyType({}),
) -> Effect[K]:
    """The answer and the changes of an operation.

    Args:
        live: the live elements by key.
        operation: the operation; whether there is room for it is not checked.
        keys: the meanings of its keys.
        new: the inserted elements, by key.

    >>> effect({0: 7}, Operation("remove", key=0), [0])
    (7, {0: None})
    """
    if operation.name in KEYED:
        return _of_keys(live, operation, *keys)
    if operation.name in POOL.inserting:
        shown = tuple([_shown(key) for key in new])
        return shown if operation.name == "extend" else shown[0], new
    return _observing(live, operation) or _of_all(live, operation)


def changed(live: Live[K], changes: Changes[K]) -> Live[K]:
    """The live elements after some changes."""
    if not changes:
        return live
    return {key: element for key, element in {**live, **changes}.items() if element is not None}


def _shown(key: KeyName) -> Key:
    """A key, as part of an answer."""
    return key if isinstance(key, Key) else UNSEEN


def _pivot(live: Live[K], key: K) -> Pivot:
    """The element of a key, and all others."""
    return Pivot(live[key], tuple([element for other, element in live.items() if other != key]))


def _of_keys(
    live: Live[K], operation: Operation, key: K | None, other: K | None = None
) -> Effect[K]:
    """Operations on one key or two."""
    if operation.name in OF_TWO:
        return _of_two(live, operation.name, key, other)
    if key is None:
        return False if operation.name in {"contains", "replace"} else None, {}
    match operation.name:
        case "at" | "repack":
            return live[key], {}
        case "contains":
            return True, {}
        case "key_at":
            return Found(_shown(key), live[key]), {}
        case "remove":
            return live[key], {key: None}
        case "replace":
            return True, {key: operation["value"]}
        case "at_mut":
            return live[key] + operation["value"], {key: live[key] + operation["value"]}
    return _pivot(live, key), {}


def _of_two(live: Live[K], name: str, key: K | None, other: K | None) -> Effect[K]:
    """Operations on two keys, which may be the same."""
    elements = [None if each is None else live[each] for each in (key, other)]
    if name == "pair":
        return Paired(*elements), {}
    if other == key:
        elements[1] = None
    if name == "remove_many":
        return Paired(*elements), {each: None for each in (key, other) if each is not None}
    if key is None:
        return None, {}
    answer = Exchanged(live[key], elements[1])
    return answer, {} if other in {None, key} else {key: live[other], other: live[key]}


def _observing(live: Live[K], operation: Operation) -> Effect[K] | None:
    """Operations that look at all elements; memory and order are no part of the contract."""
    match operation.name:
        case "len":
            return len(live), {}
        case "is_empty":
            return not live, {}
        case "each":
            return tuple([(_shown(key), element) for key, element in live.items()]), {}
        case "keys":
            return tuple(live.values()), {}
        case "traverse":
            return tuple([_pivot(live, key) for key in live]), {}
        case "lend":
            return PoolError.BORROW if live else None, {}
        case "reserve" | "shrink_to_fit" | "reload" | "sort":
            return None, {}
    return None


def _of_all(live: Live[K], operation: Operation) -> Effect[K]:
    """Operations that may change or remove every element."""
    match operation.name:
        case "drain":
            return tuple(live.values()), dict.fromkeys(live)
        case "clear":
            return None, dict.fromkeys(live)
        case "retain":
            modulus, residue = operation["modulus"], operation["residue"]
            leaving = {key: e for key, e in live.items() if e % modulus != residue}
            return tuple(leaving.values()), dict.fromkeys(leaving)
    assert operation.name == "each_mut", f"a pool has no operation {operation.name!r}"
    return None, {key: element + operation["value"] for key, element in live.items()}


# --- The user's knowledge -------------------------------------------------------------------------


class Room(NamedTuple):
    """The number of elements that a container promises to hold; a growing one has no limit."""

    capacity: int | None = None
    """The number of elements, if it is fixed."""
    versions: int | None = None
    """The number of insertions that use up a slot, if used-up slots are retired."""
    indices: int | None = None
    """The number of elements that its keys can distinguish, or that its user allows."""

    def refusals(self, live: int, insertions: int, additional: int) -> tuple[bool, ...]:
        """Whether so many more are refused: yes, no, or either."""
        if self.indices is not None and live + additional > max(live, self.indices):
            return (True,)
        if self.capacity is None or additional == 0:
            return (False,)
        before_the_last = additional - 1
        used_up = (insertions + before_the_last) // self.versions if self.versions else 0
        return (False, True) if live + before_the_last + used_up >= self.capacity else (False,)


def may_coincide(forged: Key) -> bool:
    """Whether a container may have issued such a key: indices and ids are not observable at contract level.

    No program reaches an index of more than 32 bits.
    """
    return 0 <= forged.index < 1 << 32


Meaning = KeyName | None
"""The live key that a key is equal to; None if there is none."""


class Standing(NamedTuple):
    """What is known of a key: its possible meanings, the word for this in labels, and the property at stake."""

    meanings: tuple[Meaning, ...]
    kind: str
    at_stake: str


Meant = Mapping[KeyName, tuple[Meaning, ...]]
"""The observed meanings of keys."""


@dataclass
class Pool:
    """A pool as its user knows it. Keys are opaque: they are named by the insertions that issued them.

    A retired key that resolves is equal to the key of the element that it resolves to, and no two live keys are equal.
    So an observed meaning stays valid as long as that element is live; afterwards the key means nothing. A key that
    means nothing, such as one that was just retired, can only get an element that is inserted later as its meaning
    (R8). The same holds for a forged key.

    Attributes:
        lives: the time of each insertion; None for a failed one.
        seen: the observed meanings of keys, with the number of insertions at that time.
        placed: the last insertion of ``put``, by index.
        forgotten: insertions up to the last time that older keys became worthless.
    """

    stamps: Stamps
    room: Room
    live: dict[KeyName, int] = field(default_factory=dict)
    lives: list[Life | None] = field(default_factory=list)
    seen: dict[KeyName, tuple[int, tuple[Meaning, ...]]] = field(default_factory=dict)
    placed: dict[int, KeyName] = field(default_factory=dict)
    insertions: int = 0
    removals: int = 0
    forgotten: int = 0

    def __hash__(self) -> int:
        """Of what is live. It is only good until the next change."""
        return hash((self.removals, sum(map(hash, self.live)), sum(self.live.values())))

    def __copy__(self) -> Pool:
        """An independent copy."""
        return replace(
            self,
            live={**self.live},
            lives=[*self.lives],
            seen={**self.seen},
            placed={**self.placed},
        )

    def standing(self, name: KeyName) -> Standing:
        """What is known of a key: it may mean anything that its stamp and the observations allow."""
        if name in self.live:
            return Standing((name,), "live", LIVE)
        if isinstance(name, Near) and self._vain(name):
            return Standing((None,), "forged", REFINEMENT)
        life = self._life(name)
        since, meanings = self.seen.get(name) or (life.retired if life else 0, (None,))
        if None in meanings:
            equal = self._may_equal(name, life, since)
            meanings = (*meanings, *[other for other in equal if other not in meanings])
        closed = meanings == (None,)
        kind = "forged" if isinstance(name, Key | Near) else "stale" if closed else "stale_open"
        return Standing(meanings, kind, RETIRED if life and closed else REFINEMENT)

    def beside(self, name: KeyName) -> tuple[Meaning, ...]:
        """The live keys that may be at the index of a key: the key itself if it is live, otherwise any."""
        if isinstance(name, Key):
            return (None, *self.live) if may_coincide(name) else (None,)
        number, distance = (name.number, name.index) if isinstance(name, Near) else (name, 0)
        if self.lives[number] is None:
            return (None,)
        if number not in self.live:
            return (None, *self.live)
        return (None, *[n for n in self.live if n != number]) if distance else (number,)

    def _vain(self, name: Near) -> bool:
        """Whether nothing is near a key: its insertion failed, or its place holds an element of another id."""
        return self.lives[name.number] is None or (name.index == 0 and name.number in self.live)

    def _life(self, name: KeyName) -> Life | None:
        """When a key was issued and retired, if at all."""
        return self.lives[name] if isinstance(name, int) else None

    def _may_equal(self, name: KeyName, life: Life | None, since: int) -> list[KeyName]:
        """The live keys, issued since, to which a key may be equal; most keys need no look at any of them."""
        if life is None:
            return self._near(name, self._issued(since))
        if life.insertions < self.forgotten:
            return [*self._issued(since)]
        if not self.stamps.may_recur(life, Life(self.insertions - 1, self.removals)):
            return []
        return [
            n for n, other in self._issued(since).items() if self.stamps.may_revive(life, other)
        ]

    def _near(self, name: KeyName, issued: Iterable[KeyName]) -> list[KeyName]:
        """Those of some live keys to which a key that was never issued may be equal."""
        if isinstance(name, Near):
            return [other for other in issued if other != name.number]
        return [*issued] if isinstance(name, Key) and may_coincide(name) else []

    def _issued(self, since: int) -> dict[KeyName, Life]:
        """The live keys that were issued since, the oldest first, as in `live`."""
        found: list[tuple[KeyName, Life]] = []
        for name in reversed(self.live):
            life = self._life(name)
            if life is None or life.insertions < since:
                break
            found.append((name, life))
        return dict(reversed(found))

    def refusals(self, additional: int) -> tuple[bool, ...]:
        """Whether so many more are refused because there is no room: yes, no, or either."""
        return self.room.refusals(len(self.live), self.insertions, additional)

    def change(self, changes: Changes[KeyName], meant: Meant) -> Pool:
        """Apply an effect, together with the meanings of keys that it shows."""
        for name, meanings in meant.items():
            self.seen[name] = (self.insertions, meanings)
        for name, element in changes.items():
            if name == len(self.lives):
                self._issue(succeeded=element is not None)
            if element is not None:
                self.live[name] = element
            elif name in self.live:
                self._retire(name)
        return self

    def displaced(self, place: int) -> tuple[Meaning, ...]:
        """The elements that an insertion at an index may displace; positions of other insertions are unknown."""
        known = self.placed.get(place)
        if known in self.live:
            return (known,)
        elsewhere = {*self.placed.values()}
        return (None, *[name for name in self.live if name not in elsewhere])

    def put(self, place: int, displaced: Meaning) -> Pool:
        """Insert at an index."""
        if displaced is not None:
            self._retire(displaced)
        number = self.placed[place] = len(self.lives)
        return self.change({number: number}, {})

    def forget(self) -> Pool:
        """Older keys are worthless from now on."""
        self.forgotten = self.insertions
        return self

    def _issue(self, *, succeeded: bool) -> None:
        """Record the time of an insertion."""
        self.lives.append(Life(self.insertions, self.removals) if succeeded else None)
        self.insertions += succeeded

    def _retire(self, retired: KeyName) -> None:
        """Remove an element, and record when its key was retired; keys that meant it now mean nothing."""
        life = self._life(retired)
        assert isinstance(retired, int)
        assert life is not None
        self.lives[retired] = life._replace(retired=self.insertions)
        self.removals += 1
        del self.live[retired]
        for name, (since, meanings) in self.seen.items():
            if retired in meanings:
                others = [other for other in meanings if other not in {None, retired}]
                nothing_since = since if None in meanings else self.insertions
                self.seen[name] = (nothing_since, (None, *others))


def outcomes(pool: Pool, operation: Operation) -> Iterable[Outcome[Pool]]:
    """Every acceptable outcome of an operation on a pool.

    >>> from stablelist_spec.families.stamps import Unstamped
    >>> pool = Pool(Unstamped(), Room(capacity=0))
    >>> [outcome.answer for outcome in outcomes(pool, Operation("reserve", count=1))]
    [None, <PoolError.FULL: 'full'>]
    """
    if operation.name in KEYED:
        return _by_key(pool, operation)
    if operation.name == "put":
        return _at_index(pool, operation["place"])
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


def _at_index(pool: Pool, place: int) -> Iterator[Outcome[Pool]]:
    """Insertion at an index, which displaces the element there.

    It may be refused at the end of the capacity, and if a slot can be used up.
    """
    (capacity, versions, _), number = pool.room, len(pool.lives)
    beyond = capacity is not None and place >= capacity
    used_up = versions is not None and pool.insertions >= versions
    if beyond or used_up or True in pool.refusals(1):
        yield _outcome((PoolError.FULL, {number: None}), "put_full")
    for displaced in pool.displaced(place):
        answer = None if displaced is None else pool.live[displaced]
        yield Outcome(answer, partial(Pool.put, place=place, displaced=displaced), ("put",))


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
        return Pool(self.stamps, self.room)

    def outcomes(self, state: Pool, operation: Operation) -> Iterable[Outcome[Pool]]:
        """Every acceptable outcome of an operation."""
        usual = outcomes(state, operation)
        return usual if self.documented == USUAL else self._documented(state, operation, usual)

    def _documented(
        self, state: Pool, operation: Operation, usual: Iterable[Outcome[Pool]]
    ) -> Iterator[Outcome[Pool]]:
        """The usual outcomes, modified by the documented differences of the container."""
        said, labels = self.documented, tuple[str, ...]()
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
