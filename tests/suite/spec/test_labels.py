"""The closed vocabulary: no other word is returned, and every word is."""

from __future__ import annotations

import pytest

from stablelist_spec.core.step import Provenance
from stablelist_spec.families.pool import KEY_OPERATIONS, POOL, STRUCTURAL
from stablelist_spec.parts.cells import Resolution
from stablelist_spec.parts.labels import key_label
from stablelist_spec.parts.parameters import Parameters, Truncate
from stablelist_spec.systems import STABLE_LIST
from stablelist_spec.systems.stable_list.observer import LABELS
from suite.spec.programs import operations, run

ITERATION, MEMORY, NEVER = Truncate.ITERATION, Truncate.MEMORY, Truncate.NEVER


def list_of(
    mode: Truncate = ITERATION,
    id_bits: int | None = 8,
    index_bits: int = 32,
    maximum: int | None = None,
) -> Parameters:
    """A list of at least 4 cells."""
    return Parameters(truncate=mode, id_bits=id_bits, index_bits=index_bits, maximum=maximum)


EVERY_KEY = "at:{0} contains:{0} key_at:{0} apply:{0} inspect:{0} replace:{0}:5 at_mut:{0}:1 repack:{0} remove:{0}"

PROGRAMS: list[tuple[str, Parameters]] = [
    # every way to insert, and to remove without a truncation
    ("add*6 remove:5 remove:4 add*5 remove:0 remove:2 remove:5 add*3", list_of(NEVER)),
    ("add*6 remove:5 add remove:0 remove:2 add*2", list_of()),
    ("add*4 remove:3 remove:2 remove:1 clear clear add clear", list_of(MEMORY)),
    ("add*8 add", list_of(index_bits=3)),
    ("add*2", list_of(id_bits=1)),
    (
        "insert_with*6 remove:5 remove:4 insert_with*5 remove:0 remove:2 remove:5 insert_with*3",
        list_of(NEVER),
    ),
    ("insert_with*6 remove:5 insert_with remove:0 remove:2 insert_with*2", list_of()),
    ("insert_with*5 remove:4 insert_with", list_of()),
    ("insert_with*9", list_of(index_bits=3)),
    ("insert_with*2", list_of(id_bits=1)),
    ("extend:0 extend:3 remove:1 extend:3 extend:20 extend:1000", list_of(index_bits=5)),
    # what takes out many: everything, some, all of them, nothing
    ("drain add drain", list_of()),
    ("add drain", list_of(MEMORY)),
    ("retain:2:0 add*5 retain:1:0 retain:2:1 retain:1:1", list_of()),
    ("add*3 remove_many:0:1 remove_many:0:2 add*2 remove_many:3:0 remove_many:3:3 remove_many:4:4", list_of()),
    ("add*5 remove_many:0:4", list_of()),
    # no more than the user allows
    ("add*2 add insert_with extend:1 reserve:1 remove:0 add", list_of(maximum=2)),
    # memory on request
    ("reserve:9 reserve:9 reserve:33", list_of(index_bits=5)),
    ("reserve:17 add*9 remove:8", list_of(MEMORY)),
    ("shrink_to_fit extend:9 clear add*2 remove:10 remove:9 shrink_to_fit", list_of()),
    # truncation: the depths, the lists, where it ends
    ("add*5 remove:4 add remove:5", list_of()),
    ("add*9 remove:8 remove:4..7", list_of(MEMORY)),
    ("add*9 remove:3 remove:0 remove:2 remove:4 remove:8", list_of()),
    ("add*9 remove:4..7 remove:8 remove:0..2", list_of()),
    ("add*5 remove:0..4", list_of()),
    ("add*17 remove:4..16", list_of()),
    # clear
    ("add clear", list_of()),
    # keys that are live, or stale for any reason
    (f"add {EVERY_KEY.format(0)} {EVERY_KEY.format(0)}", list_of()),
    (f"add remove:0 add {EVERY_KEY.format(0)}", list_of()),
    (f"add clear {EVERY_KEY.format(0)}", list_of()),
    (f"add*5 remove:4 {EVERY_KEY.format(4)}", list_of()),
    (f"add remove:0 add remove:1 add {EVERY_KEY.format(0)}", list_of(id_bits=1)),
    # forged keys of every kind
    *((f"add*3 remove:1 {EVERY_KEY.format(key)}", list_of())
      for key in ("#0.0", "#0.1", "#1.1", "#3.0", "#4.0", "#-1.0")),
    # iteration, cross-iteration and lending, of nothing, one and many
    ("each each_mut:1 keys traverse lend:add reload", list_of()),
    ("add each traverse apply:0 add keys apply:0 apply:1 traverse remove:0 each", list_of()),
    ("add each_mut:1 inspect:0 add inspect:0 inspect:1 remove:0 each_mut:1 reload", list_of()),
    ("add*2 exchange:0:1 exchange:0:0 remove:1 exchange:0:1 exchange:1:0", list_of()),
    (f"add {' '.join(f'lend:{operation}' for operation in STRUCTURAL)} len is_empty", list_of()),
]  # fmt: skip


def test_every_label_is_met_and_no_other() -> None:
    """The programs above reach the whole vocabulary, and nothing beside it."""
    met = set[str]().union(*(run(text, parameters).labels for text, parameters in PROGRAMS))
    assert met - LABELS.keys() == set()
    assert LABELS.keys() - met == set()


@pytest.mark.parametrize("operation", KEY_OPERATIONS)
@pytest.mark.parametrize("provenance", Provenance)
def test_key_operations_have_a_label_for_whatever_a_key_meets(
    operation: str, provenance: Provenance
) -> None:
    """Only what cannot be has none: that an issued key has a negative index."""
    for resolution in Resolution:
        if resolution is Resolution.NEGATIVE and provenance is not Provenance.FORGED:
            with pytest.raises(KeyError):
                key_label(operation, provenance, resolution)
        else:
            assert key_label(operation, provenance, resolution) in LABELS


def test_operations_that_are_named_are_operations() -> None:
    assert {*KEY_OPERATIONS, *STRUCTURAL} <= POOL.kinds.keys()


@pytest.mark.parametrize(("text", "parameters"), PROGRAMS)
def test_label_tells_its_operation(text: str, parameters: Parameters) -> None:
    """Each step has labels of its own operation; truncations belong to removals."""
    program = list(operations(text))
    for operation, step in zip(program, run(program, parameters).steps, strict=True):
        borne = {"each" if operation.name == "keys" else operation.name}
        assert {STABLE_LIST.needed(label)[0] for label in step.labels} <= borne, operation
