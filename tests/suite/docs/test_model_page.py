"""The tables of docs/model.md are complete and up to date."""

from pathlib import Path

from stablelist_spec.families.pool import KEYED
from stablelist_spec.parts.labels import key_labels
from stablelist_spec.systems.stable_list import model
from stablelist_spec.systems.stable_list.invariants import INVARIANTS
from stablelist_spec.systems.stable_list.observer import LABELS
from suite.spec.scopes import SLOW

PAGE = (Path(__file__).parents[3] / "docs/model.md").read_text()


def test_every_label_and_no_other_is_listed() -> None:
    """The table has exactly the labels of the model, with their meanings; those of a key once for all operations."""
    listed = PAGE.partition("## Labels")[2].splitlines()
    rows = [line for line in listed if line.startswith("| `")]
    of_keys = key_labels(frozenset({"at"}))
    assert key_labels(KEYED).items() <= LABELS.items()
    assert rows == [
        *(
            f"| `{name}` | {meaning} |"
            for name, meaning in LABELS.items()
            if name not in key_labels(KEYED)
        ),
        *(f"| `<operation>{name[2:]}` | {meaning[8:]} |" for name, meaning in of_keys.items()),
    ]


def test_model_is_shown_whole() -> None:
    """The page has the steps of StableList as they are."""
    assert f"```py\n{Path(str(model.__file__)).read_text(encoding='utf-8')}```" in PAGE


def test_every_invariant_is_listed() -> None:
    """The table has every predicate, with its sentence."""
    part = PAGE.partition("## Invariants")[2].partition("## Exploration")[0]
    rows = [line for line in part.splitlines() if line.startswith("| `")]
    words = {name: " ".join(str(held.__doc__).split()) for name, held in INVARIANTS.items()}
    assert rows == [f"| `{name}` | {sentence} |" for name, sentence in words.items()]


def test_every_scope_is_listed() -> None:
    """The table has the counts of those that `make slow` explores."""
    part = PAGE.partition("## Exploration")[2].partition("## Labels")[0]
    rows = [line for line in part.splitlines() if line.startswith("| space")]
    assert sorted(rows) == sorted(
        f"| space up to 8, ids of {scope.id_bits} bit{'s' * (scope.id_bits > 1)}, mode {scope.mode.value} "
        f"| {counts.states:,} | {counts.transitions:,} | {counts.diameter} |"
        for scope, counts in SLOW.items()
    )
