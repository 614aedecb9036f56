"""What a vector of shared cells refuses and shows; its rules are in `rules.tsv`."""

from stablelist_spec.parts.vectors import Removal
from stablelist_spec.systems.shared_vec import SHARED_VEC
from suite.spec.programs import ran


def test_picture_has_the_heap_and_the_vector() -> None:
    """A removed element leaves a vacant cell of the heap, which is in no list."""
    assert SHARED_VEC.picture is not None
    came = ran(SHARED_VEC, "add*4 remove:1", removal=Removal.SWAP)
    heap, vector = SHARED_VEC.picture(came.state).rows
    assert [cell.word for cell in heap.cells] == ["0", "", "2", "3"]
    assert heap.chains == []
    assert [cell.second for cell in vector.cells] == ["0", "3", "2"]
