"""The contract: the answer and the effect of every operation, and what a user who sees no key may expect."""

from copy import copy

import pytest

from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import KeyName, Near, Operation
from stablelist_spec.families.contract import Pools, outcomes
from stablelist_spec.families.effect import UNSEEN, changed, effect
from stablelist_spec.families.knowledge import LIVE, REFINEMENT, RETIRED, Pool, Room, may_coincide
from stablelist_spec.families.pool import POOL, Exchanged, Found, Paired, Pivot, PoolError
from stablelist_spec.families.stamps import BySlot, Life, Stamps, Unstamped
from suite.spec.programs import operations

THREE = {0: 1, 1: 2, 2: 3}


def after(operation: Operation, *keys: int | None) -> tuple[object, dict[int, int]]:
    """The answer of a pool of three elements, and the elements that are live afterwards."""
    answer, changes = effect(THREE, operation, keys)
    return answer, dict(changed(THREE, changes))


@pytest.mark.parametrize(
    "name", ["at", "contains", "remove", "apply", "inspect", "replace", "at_mut", "repack", "exchange", "key_at"]
)  # fmt: skip
def test_key_that_means_nothing_changes_nothing(name: str) -> None:
    """No operation changes anything, whatever the other key means."""
    answer, live = after(
        Operation(name, key=7, value=5), None, *([0] if name == "exchange" else [])
    )
    assert (answer, live) == (False if name in {"contains", "replace"} else None, THREE)


@pytest.mark.parametrize(
    ("operation", "answer", "live"),
    [
        (Operation("at", key=1), 2, THREE),
        (Operation("repack", key=1), 2, THREE),
        (Operation("contains", key=1), True, THREE),
        (Operation("key_at", key=1), Found(UNSEEN, 2), THREE),
        (Operation("remove", key=1), 2, {0: 1, 2: 3}),
        (Operation("apply", key=1), Pivot(2, (1, 3)), THREE),
        (Operation("inspect", key=1), Pivot(2, (1, 3)), THREE),
        (Operation("replace", key=1, value=7), True, {0: 1, 1: 7, 2: 3}),
        (Operation("at_mut", key=1, value=5), 7, {0: 1, 1: 7, 2: 3}),
    ],
)
def test_operation_on_a_live_key(
    operation: Operation, answer: object, live: dict[int, int]
) -> None:
    """It concerns the one element."""
    assert after(operation, 1) == (answer, live)


@pytest.mark.parametrize(
    ("operation", "answer", "live"),
    [
        (Operation("len"), 3, THREE),
        (Operation("is_empty"), False, THREE),
        (Operation("each"), ((UNSEEN, 1), (UNSEEN, 2), (UNSEEN, 3)), THREE),
        (Operation("keys"), (1, 2, 3), THREE),
        (Operation("traverse"), (Pivot(1, (2, 3)), Pivot(2, (1, 3)), Pivot(3, (1, 2))), THREE),
        (Operation("lend", tried=Operation("add")), PoolError.BORROW, THREE),
        (Operation("reserve", count=7), None, THREE),
        (Operation("shrink_to_fit"), None, THREE),
        (Operation("reload"), None, THREE),
        (Operation("drain"), (1, 2, 3), {}),
        (Operation("clear"), None, {}),
        (Operation("retain", modulus=2, residue=0), (1, 3), {1: 2}),
        (Operation("each_removing", modulus=2, residue=0), (1, 2, 3), {1: 2}),
        (Operation("each_mut", value=5), None, {0: 6, 1: 7, 2: 8}),
    ],
)
def test_operation_on_the_whole_pool(
    operation: Operation, answer: object, live: dict[int, int]
) -> None:
    """It concerns every element, or none."""
    assert after(operation) == (answer, live)


def test_exchange_needs_two_live_keys() -> None:
    """Then the elements change places, and the answer says what they were."""
    exchange = Operation("exchange", key=0, other=2)
    assert after(exchange, 0, 2) == (Exchanged(1, 3), {0: 3, 1: 2, 2: 1})
    assert after(exchange, 0, 0) == (Exchanged(1, None), THREE)
    assert after(exchange, 0, None) == (Exchanged(1, None), THREE)


def test_removal_of_two_keys_is_two_removals() -> None:
    remove = Operation("remove_many", key=0, other=2)
    assert after(remove, 0, 2) == (Paired(1, 3), {1: 2})
    assert after(remove, 0, 0) == (Paired(1, None), {1: 2, 2: 3})
    assert after(remove, None, 2) == (Paired(None, 3), {0: 1, 1: 2})
    assert after(remove, None, None) == (Paired(None, None), THREE)


def test_insertion_answers_the_keys_that_are_seen() -> None:
    """The answer is one key, or one for each element; a number stands for a key that is not shown."""
    new = {Key(7, 1): 5, Key(8, 2): 6}
    assert effect({}, Operation("extend", count=2), new=new) == (tuple(new), new)
    assert effect({}, Operation("add"), new={Key(7, 1): 5})[0] == Key(7, 1)
    assert effect({}, Operation("insert_with"), new={3: 3}) == (UNSEEN, {3: 3})


def test_operations_are_counted_in_insertions() -> None:
    """An extension is as many as it has elements."""
    counts = {name: POOL.insertions(POOL.least(name, number=5)) for name in POOL.kinds}
    assert {name: count for name, count in counts.items() if count} == {
        "add": 1, "insert_with": 1, "extend": 5, "put": 1, "insert_at": 1,
    }  # fmt: skip


@pytest.mark.parametrize("name", ["layout", "cost", "insert"])
def test_what_a_user_cannot_see_is_no_operation(name: str) -> None:
    """Such an operation raises an error."""
    with pytest.raises(AssertionError, match=name):
        effect({}, Operation(name))


# --- What a user knows ----------------------------------------------------------------------------


def after_all(program: str, stamps: Stamps, room: Room) -> Pool:
    """A pool after a program; wherever several outcomes are possible, the first is taken."""
    pools = Pools(stamps, room)
    pool = pools.initial()
    for operation in operations(program):
        pool = next(iter(pools.outcomes(pool, operation))).after(pool)
    return pool


def slab(program: str) -> Pool:
    """A pool without stamps; a key that is in doubt is not found."""
    return after_all(program, Unstamped(), Room())


def meanings(pool: Pool, name: KeyName) -> tuple[KeyName | None, ...]:
    return pool.standing(name).meanings


def test_key_near_a_live_one_has_another_id_and_means_nothing() -> None:
    """No two ids are in one place; it may mean something once the place is given to others."""
    pool = slab("add add remove:0 add")
    assert meanings(pool, Near(1, 0, 1)) == (None,)
    assert meanings(pool, Near(1, 1, 0)) == (None, 2)
    assert meanings(pool, Near(0, 0, 1)) == (None, 1, 2)
    assert pool.standing(Near(1, 0, 1)).kind == pool.standing(Near(0, 0, 1)).kind == "forged"


def test_nothing_is_near_the_key_of_an_insertion_that_failed() -> None:
    """It has no key."""
    pool = after_all("extend:2 add", Unstamped(), Room(indices=1))
    assert meanings(pool, Near(0, 1, 0)) == (None,)


def test_stale_key_may_mean_what_was_inserted_since_it_was_retired() -> None:
    pool = slab("add add remove:0 add add")
    assert pool.standing(0) == ((None, 2, 3), "stale_open", REFINEMENT)
    assert pool.standing(1) == ((1,), "live", LIVE)


def test_stale_key_is_closed_until_something_is_inserted() -> None:
    """With stamps, it does not resolve for longer."""
    assert slab("add remove:0").standing(0) == ((None,), "stale", RETIRED)
    versions = after_all("add remove:0 add", BySlot(1), Room())
    assert versions.standing(0) == ((None,), "stale", RETIRED)


def test_key_of_a_failed_insertion_means_nothing_ever() -> None:
    pool = after_all("add add remove:0 add", Unstamped(), Room(indices=1))
    assert pool.standing(1) == ((None,), "stale", REFINEMENT)


def test_forged_key_may_mean_anything() -> None:
    """If a container may have handed it out."""
    pool = slab("add add remove:0")
    assert pool.standing(Key(0, 7)) == ((None, 1), "forged", REFINEMENT)
    assert pool.standing(Key(-1, 0)) == ((None,), "forged", REFINEMENT)
    assert [may_coincide(Key(at, 0)) for at in (0, (1 << 32) - 1, 1 << 32)] == [True, True, False]


def test_what_a_key_was_seen_not_to_mean_it_does_not_come_to_mean() -> None:
    """Only a later insertion can issue a key that was not found."""
    assert meanings(slab("add remove:0 add add at:0"), 0) == (None,)
    assert meanings(slab("add remove:0 add add at:0 add remove:1"), 0) == (None, 3)


def found(pool: Pool, word: str, answer: object) -> Pool:
    """The one pool that is possible after an answer."""
    (operation,) = operations(word)
    (outcome,) = [each for each in outcomes(pool, operation) if each.answer == answer]
    return outcome.after(copy(pool))


def test_what_a_key_was_seen_to_mean_it_means_as_long_as_that_is_live() -> None:
    pool = slab("add remove:0 add add")
    assert meanings(pool, 0) == (None, 1, 2)
    pool = found(pool, "at:0", 2)
    assert meanings(found(pool, "add", UNSEEN), 0) == (2,)
    gone = found(pool, "remove:2", 2)
    assert meanings(gone, 0) == (None,)
    assert meanings(found(gone, "add", UNSEEN), 0) == (None, 3)


def test_equal_elements_leave_open_which_of_them_was_meant() -> None:
    """There is one outcome, after which the key may mean either; when one of them is removed, it is open again."""
    pool = found(slab("add remove:0 add add replace:1:9 replace:2:9"), "at:0", 9)
    assert meanings(pool, 0) == (1, 2)
    assert meanings(found(pool, "contains:0", True), 0) == (1, 2)
    gone = found(found(pool, "remove:1", 9), "add", UNSEEN)
    assert meanings(gone, 0) == (None, 2, 3)
    both = [each for each in outcomes(pool, Operation("remove", key=0)) if each.answer == 9]
    assert [list(each.after(copy(pool)).live) for each in both] == [[2], [1]]


def test_two_names_of_one_key_mean_the_same() -> None:
    """A stale key that is looked for through its own view is the pivot's."""
    pool = slab("add remove:0 add add")
    answers = [each.answer for each in outcomes(pool, Operation("exchange", key=0, other=0))]
    assert answers == [None, Exchanged(1, None), Exchanged(2, None)]


def test_copy_is_changed_by_itself() -> None:
    pool = found(slab("add remove:0 add add"), "at:0", 2)
    other = copy(pool)
    assert other == pool
    assert hash(other) == hash(pool)
    for operation in operations("remove:2 add at:0"):
        other = next(iter(outcomes(other, operation))).after(other)
    assert other != pool
    assert (list(pool.live), meanings(pool, 0), len(pool.lives)) == ([1, 2], (2,), 3)


def test_hash_tells_which_elements_are_live() -> None:
    """So only a few of many possible states have to be compared."""
    pool = slab("add remove:0 add add")
    after = [each.after(copy(pool)) for each in outcomes(pool, Operation("remove", key=0))]
    assert len({hash(each) for each in after}) == len(after) == 3
    assert hash(found(pool, "replace:1:9", True)) != hash(pool)


@pytest.mark.parametrize(
    ("room", "additional", "refused"),
    [
        (Room(), 1_000, (False,)),
        (Room(indices=4), 1, (False,)),
        (Room(indices=4), 2, (True,)),
        (Room(indices=4), 0, (False,)),
        (Room(capacity=4), 1, (False,)),
        (Room(capacity=4), 2, (False, True)),
        (Room(capacity=3), 0, (False,)),
        (Room(capacity=4, versions=8), 1, (False,)),
        (Room(capacity=4, versions=5), 1, (False, True)),
    ],
)
def test_room_refuses_what_has_no_index(
    room: Room, additional: int, refused: tuple[bool, ...]
) -> None:
    """Three live elements, five insertions: what has room succeeds, what has no index does not."""
    assert room.refusals(3, 5, additional) == refused


def test_two_keys_are_looked_up_at_once() -> None:
    """Each is found or not, whatever the other one is."""
    assert effect(THREE, Operation("pair", key=0, other=1), [0, 1]) == (Paired(1, 2), {})
    assert effect(THREE, Operation("pair", key=0, other=1), [None, 1]) == (Paired(None, 2), {})
    assert effect(THREE, Operation("pair", key=0, other=0), [2, 2]) == (Paired(3, 3), {})
    pool = slab("add remove:0 add")
    assert answers(pool, "pair:0:1") == [Paired(None, 1), Paired(1, 1)]
    assert answers(pool, "pair:0:0") == [Paired(None, None), Paired(1, 1)]


def answers(pool: Pool, word: str) -> list[object]:
    """Whatever may be answered."""
    (operation,) = operations(word)
    return [outcome.answer for outcome in outcomes(pool, operation)]


def test_key_at_an_index_is_known_where_the_index_is() -> None:
    """The index of a live key is known; at that of a retired one is only what is inserted since."""
    pool = slab("add add add remove:0")
    one, two = Found(UNSEEN, 1), Found(UNSEEN, 2)
    assert answers(pool, "key_at:1") == answers(pool, "key_at:1~0.-7") == [one]
    assert answers(pool, "key_at:1~1.0") == [None, two]
    assert answers(pool, "key_at:0") == [None]
    assert answers(found(pool, "add", UNSEEN), "key_at:0") == [None, Found(UNSEEN, 3)]
    assert answers(pool, "key_at:#3.0") == [None, one, two]
    assert answers(pool, "key_at:#-1.0") == [None]
    assert answers(slab("put:7"), "key_at:0") == [Found(UNSEEN, 0)]
    full = Pool(Unstamped(), Room(indices=0))
    (outcome,) = outcomes(full, Operation("add"))
    assert (
        answers(outcome.after(full), "key_at:0")
        == answers(outcome.after(full), "key_at:0~1.0")
        == [None]
    )


def test_question_about_an_index_says_nothing_about_the_key() -> None:
    """It may be at the index of an element that it never resolves to."""
    pool = found(slab("add remove:0 add add"), "key_at:0", Found(UNSEEN, 2))
    assert pool.seen == {}
    assert answers(pool, "at:0") == [None, 1, 2]


def test_insertion_at_an_index_displaces_what_may_be_there() -> None:
    """The places of other elements are unknown; an element that was put at an index is there as long as it is live."""
    pool = slab("add add")
    assert answers(pool, "put:5") == [None, 0, 1]
    kept, displacing = found(pool, "put:5", None), found(pool, "put:5", 1)
    assert [*kept.live] == [0, 1, 2]
    assert [*displacing.live] == [0, 2]
    assert displacing.lives[1] == Life(1, 0, retired=2)
    assert answers(kept, "put:5") == answers(displacing, "put:5") == [2]
    assert answers(kept, "put:4") == [None, 0, 1]
    assert answers(found(kept, "remove:2", 2), "put:5") == [None]
    assert answers(found(kept, "remove:2", 2), "put:4") == [None, 0, 1]


def test_copy_has_its_own_places() -> None:
    """An element that is put into the copy is not in the original."""
    pool = slab("put:5")
    assert answers(found(pool, "put:6", None), "put:6") == [1]
    assert answers(pool, "put:6") == [None]


@pytest.mark.parametrize(
    ("room", "place", "refused"),
    [
        (Room(), 9, False),
        (Room(capacity=9), 8, False),
        (Room(capacity=9), 9, True),
        (Room(capacity=2), 0, True),
        (Room(versions=3), 0, False),
        (Room(versions=2), 0, True),
    ],
)
def test_insertion_at_an_index_may_be_refused(room: Room, place: int, refused: bool) -> None:
    """Where the capacity ends, where there is no room, and where a slot may be used up."""
    pool = after_all("add add", Unstamped(), room)
    assert (PoolError.FULL in answers(pool, f"put:{place}")) is refused
    if refused:
        full = found(pool, f"put:{place}", PoolError.FULL)
        assert (full.lives[2], [*full.live]) == (None, [0, 1])


def test_labels_say_what_happened() -> None:
    """They say what is refused, whether an element was found, and what kind of key it was."""
    pool = after_all("add add remove:0 add", BySlot(1), Room(capacity=2))
    labels = {
        word: [label for outcome in outcomes(pool, operation) for label in outcome.labels]
        for word in ["add", "reserve:1", "extend:0", "len", "clear", "at:1", "at:0", "at:#0.0"]
        for operation in operations(word)
    }
    assert labels == {
        "add": ["add", "add_full"], "reserve:1": ["reserve_some"] * 2, "extend:0": ["extend"], "len": ["len_some"],
        "clear": ["clear_some"], "at:1": ["at_live"], "at:0": ["at_stale_open"] * 2, "at:#0.0": ["at_forged"] * 3,
    }  # fmt: skip
    assert [outcome.labels for outcome in outcomes(slab("add clear"), Operation("len"))] == [
        ("len_none",)
    ]
