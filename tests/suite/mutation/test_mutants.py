"""The mutants of a source: which there are, and what each is known by."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from cosmic_ray.mutating import mutate_code

from mutation.mutants import Change, Mutant, Unasked, mutants
from mutation.operators import OPERATORS, RemoveStatement

SOURCE = '''
"""A module."""

from __future__ import annotations


def add(a: int | None, *, b: int) -> int | None:
    """Add."""
    if a < 1 and b:
        raise ValueError(a)
    return a + b
'''


def mutants_of(source: str, folder: Path) -> list[Mutant]:
    """The mutants of a file with that source."""
    path = folder / "module.py"
    path.write_text(source, encoding="utf-8")
    return list(mutants(path))


def asked(source: str, folder: Path) -> set[Change]:
    """The changes that are put before the tests."""
    return {mutant.change for mutant in mutants_of(source, folder) if not mutant.unasked}


def test_mutants_are_known_by_what_they_say(tmp_path: Path) -> None:
    """By their definition, the line, and what becomes of it."""
    condition = "if a < 1 and b:"
    assert asked(SOURCE, tmp_path) == {
        *(Change("add", condition, f"if a {sign} 1 and b:") for sign in ("<=", "!=", ">=")),
        *(Change("add", condition, f"if a < {number} and b:") for number in (0, 2)),
        Change("add", condition, "if a < 1 or b:"),
        Change("add", condition, "if not a < 1 and b:"),
        Change("add", "raise ValueError(a)", "pass"),
        *(Change("add", "return a + b", f"return a {sign} b") for sign in "-*"),
        Change("add", "return a + b", "return None"),
    }


def test_a_line_more_changes_no_name(tmp_path: Path) -> None:
    """What is known of a mutant can be found again when it has moved."""
    moved = SOURCE.replace('"""Add."""', '"""Add."""\n    # whatever\n')
    assert asked(SOURCE, tmp_path) == asked(moved, tmp_path)


def test_what_tells_nothing_is_counted_apart(tmp_path: Path) -> None:
    """Two annotations, a star that is no multiplication, and two orders of words."""
    source = f"{SOURCE}\n\ndef is_add(name: str) -> bool:\n    return name == 'add'\n"
    counts = Counter(mutant.unasked for mutant in mutants_of(source, tmp_path))
    assert counts[Unasked.ORDERS_WORDS] == 2
    assert counts[Unasked.NEVER_EVALUATED] == 4
    assert counts[Unasked.NO_PYTHON] == 2


def test_every_mutant_is_a_program(tmp_path: Path) -> None:
    """What is put before the tests can be compiled, and differs."""
    for mutant in mutants_of(SOURCE, tmp_path):
        if not mutant.unasked:
            compile(mutant.source, "module", "exec")
            assert mutant.source != SOURCE


@pytest.mark.parametrize("name", OPERATORS)
def test_operator_does_what_its_examples_show(name: str) -> None:
    """Cosmic Ray's own examples, and ours."""
    operator = OPERATORS[name]
    for example in operator.examples():
        changed = mutate_code(example.pre_mutation_code, operator, example.occurrence)
        assert (changed or example.pre_mutation_code) == example.post_mutation_code


STATEMENTS = {
    "def f():\n    return 1\n": "def f():\n    return None\n",
    "def f():\n    return\n": "def f():\n    pass\n",
    "a += 1\n": "pass\n",
    "a()\n": "pass\n",
    "a[0] = b = 1  # why\n": "pass  # why\n",
    "del a[0]\n": "pass\n",
    "raise\n": "pass\n",
    "def f():\n    yield a\n": "def f():\n    pass\n",
}


@pytest.mark.parametrize("source", STATEMENTS)
def test_statement_is_left_out(source: str) -> None:
    """Each kind that does something."""
    assert mutate_code(source, RemoveStatement(), 0) == STATEMENTS[source]


@pytest.mark.parametrize(
    "source", ["assert a\n", "import a\n", "pass\n", "for a in b:\n    continue\n"]
)
def test_statement_stays(source: str) -> None:
    """What only checks, or is changed by another operator."""
    assert mutate_code(source, RemoveStatement(), 0) is None
