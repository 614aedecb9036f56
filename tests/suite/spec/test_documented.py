"""What a container documents differently, as fields and as sentences; what it then may answer is in `answers.tsv`."""

from stablelist_spec.families.documented import USUAL, Documented


def test_what_is_declared_has_a_field_and_a_sentence() -> None:
    """No other declaration has them."""
    said = Documented(True, True, True, True, frozenset(["put", "at.stale"]))
    assert said.fields == {
        "clear": "forgets", "stale": "undefined", "remove": "silent", "panics": "at.stale,put", "ids": "only",
    }  # fmt: skip
    assert [sentence.partition(": ")[0] for sentence in said.sentences()] == [
        f"{name}={value}" for name, value in said.fields.items()
    ]
    assert (USUAL.fields, [*USUAL.sentences()], USUAL.lacking) == ({}, [], frozenset())
    assert said._replace(issues=False).lacking == {"forge", "put", "insert_at", "thin"}
