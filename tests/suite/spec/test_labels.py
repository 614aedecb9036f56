"""The closed vocabulary: no other word is returned, and every word is."""

from __future__ import annotations

import pytest

from stablelist_spec.labels import KEY_OPERATIONS, LABELS, Provenance, Resolution, key_label
from stablelist_spec.parameters import Parameters, Truncate
from suite.spec.programs import run

ITERATION, MEMORY, NEVER = Truncate.ITERATION, Truncate.MEMORY, Truncate.NEVER


def list_of(
    mode: Truncate = ITERATION, id_bits: int | None = 8, index_bits: int | None = None
) -> Parameters:
    """A list of at least 4 cells."""
    return Parameters(truncate=mode, id_bits=id_bits, index_bits=index_bits)


EVERY_KEY = "at:{0} contains:{0} apply:{0} remove:{0}"

PROGRAMS: list[tuple[str, Parameters]] = [
    # every way to insert, and to remove without a truncation
    ("add*6 remove:5 remove:4 add*5 remove:0 remove:2 remove:5 add*3", list_of(NEVER)),
    ("add*6 remove:5 add remove:0 remove:2 add*2", list_of()),
    ("add*4 remove:3 remove:2 remove:1 clear clear add clear", list_of(MEMORY)),
    ("add*8 add", list_of(index_bits=3)),
    ("add*2", list_of(id_bits=1)),
    # truncation: the depths, the lists, where it ends
    ("add*5 remove:4 add remove:5", list_of()),
    ("add*9 remove:8 remove:4..7", list_of(MEMORY)),
    ("add*9 remove:3 remove:0 remove:2 remove:4 remove:8", list_of()),
    ("add*9 remove:4..7 remove:8 remove:0..2", list_of()),
    ("add*5 remove:0..4", list_of()),
    ("add*17 remove:4..16", list_of()),
    # clear
    ("add clear", list_of()),
    # keys that are live, or stale for every reason
    (f"add {EVERY_KEY.format(0)} {EVERY_KEY.format(0)}", list_of()),
    (f"add remove:0 add {EVERY_KEY.format(0)}", list_of()),
    (f"add clear {EVERY_KEY.format(0)}", list_of()),
    (f"add*5 remove:4 {EVERY_KEY.format(4)}", list_of()),
    (f"add remove:0 add remove:1 add {EVERY_KEY.format(0)}", list_of(id_bits=1)),
    # forged keys of every kind
    *((f"add*3 remove:1 {EVERY_KEY.format(key)}", list_of())
      for key in ("#0.0", "#0.1", "#1.1", "#3.0", "#4.0", "#-1.0")),
    # iteration, cross-iteration and lending, of nothing, one and many
    ("each keys traverse lend:add", list_of()),
    ("add each traverse apply:0 add keys apply:0 apply:1 traverse remove:0 each", list_of()),
    ("add*2 exchange:0:1 exchange:0:0 remove:1 exchange:0:1 exchange:1:0", list_of()),
    ("add lend:add lend:remove lend:clear len is_empty", list_of()),
]  # fmt: skip


def test_every_label_is_met_and_no_other() -> None:
    """The programs above reach the whole vocabulary, and nothing beside it."""
    met = set[str]().union(*(run(text, parameters).labels for text, parameters in PROGRAMS))
    assert met - LABELS.keys() == set()
    assert LABELS.keys() - met == set()


def test_labels_say_what_they_mean() -> None:
    """Each has a meaning of its own, and is a word that can be a name."""
    assert all(label.isidentifier() and meaning for label, meaning in LABELS.items())
    assert len(set(LABELS.values())) == len(LABELS)


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
