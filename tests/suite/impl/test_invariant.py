"""check(): every clause of the representation invariant can fail for its own reason."""

import pytest

from stablelist import InvariantError, Truncate, ids
from stablelist.invariant import CLAUSES
from suite.impl.damage import DAMAGE, Damage, Pool, sound
from suite.impl.elements import filled


@pytest.mark.parametrize("mode", Truncate)
@pytest.mark.parametrize("source", [ids.Counter(4), ids.unbounded, ids.uuid4])
def test_sound_list_passes(mode: Truncate, source: ids.IdSource) -> None:
    sound(mode, source).check()
    Pool(truncate=mode, ids=source).check()


@pytest.mark.interpreted
@pytest.mark.parametrize("damage", DAMAGE, ids=str)
def test_damage_is_found_and_named(damage: Damage) -> None:
    """The error names the clause and shows the layout and every cell."""
    pool = damage.done()
    with pytest.raises(InvariantError) as caught:
        pool.check()
    assert caught.value.clause == damage.breaks
    assert str(pool.layout()) in str(caught.value)
    assert f"keys {pool._space.keys}" in caught.value.dump
    assert f"links {pool._space.links}" in caught.value.dump


def test_ids_that_come_round_may_meet() -> None:
    """Two elements have the same id if a counter has wrapped between them (R8)."""
    pool = Pool(ids=ids.Counter(1))
    filled(pool, 4)
    assert [key.id for key in pool] == [0, 1, 0, 1]
    pool.check()


def test_every_clause_has_its_damage() -> None:
    """A clause that nothing can break would be useless."""
    broken = dict.fromkeys(damage.breaks for damage in DAMAGE)
    assert [clause.__name__ for clause in CLAUSES] == list(broken)
