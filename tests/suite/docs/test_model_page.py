"""The scopes of docs/model.md are those that the suite explores; `make pages` writes its other tables."""

from pathlib import Path

from suite.spec.scopes import SLOW

PAGE = (Path(__file__).parents[3] / "docs/model.md").read_text()


def test_every_scope_is_listed() -> None:
    """The table has the counts of those that `make slow` explores."""
    part = PAGE.partition("## Exploration")[2].partition("## Labels")[0]
    rows = [line for line in part.splitlines() if line.startswith("| space")]
    assert sorted(rows) == sorted(
        f"| space up to 8, ids of {scope.id_bits} bit{'s' * (scope.id_bits > 1)}, mode {scope.mode.value}"
        f"{', keys restored' * scope.restores} "
        f"| {counts.states:,} | {counts.transitions:,} | {counts.diameter} |"
        for scope, counts in SLOW.items()
    )
