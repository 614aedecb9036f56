"""The mutants of a source: what is changed, how, and what never; and the list of equivalents, each with its reason."""

import ast
from collections import Counter
from pathlib import Path

import pytest

from mutation.equivalents import equivalents, listed
from mutation.mutants import mutants
from mutation.packages import PACKAGES
from mutation.table import as_entry
from stablelist_proofs.edits import Edit

CHANGES = {
    "a < b": {"a <= b", "a != b", "a >= b"},
    "a == b == c": {
        *("a != b == c", "a <= b == c", "a >= b == c"),
        *("a == b != c", "a == b <= c", "a == b >= c"),
    },
    "a == 'word'": {"a != 'word'"},
    "a is b": {"a is not b"},
    "a + b": {"a - b", "a * b"},
    "a & b": {"a | b", "a ^ b"},
    "a >> b": {"a << b"},
    "not a": {"a"},
    "-a": {"a", "~a"},
    "~a": {"a", "-a"},
    "a and b and c": {"a or (b and c)", "a and b or c"},
    "a or b": {"a and b"},
    "7": {"8", "6"},
    "0.5": {"1.5", "-0.5"},
    "f(strict=True)": {"f(strict=False)"},
    "a if b else c": {"a if not b else c"},
    "f'{a + b}'": {"f'{a - b}'", "f'{a * b}'"},
    "lambda a=1: a": {"lambda a=2: a", "lambda a=0: a"},
    "'word'": set(),
    "a[b].c(d)": set(),
}

STATEMENTS = {
    "return a": {"return None"},
    "return": {"pass"},
    "return None": set(),
    "a = b": {"pass"},
    "a: int | None = b": {"pass"},
    "a += b": {"pass"},
    "a()": {"pass"},
    "del a": {"pass"},
    "raise a": {"pass"},
    "yield a": {"pass"},
    "while a:\n    break": {"while not a:\n    break", "while a:\n    continue"},
    "while a:\n    continue": {"while not a:\n    continue", "while a:\n    break"},
    "for a in b:\n    pass": {"for a in []:\n    pass"},
    "if a:\n    pass\nelif b:\n    pass": {
        "if not a:\n    pass\nelif b:\n    pass",
        "if a:\n    pass\nelif not b:\n    pass",
    },
    "assert a": {"assert not a"},
    "try:\n    pass\nexcept A:\n    pass": {"try:\n    pass\nexcept ():\n    pass"},
    "try:\n    pass\nexcept (A, B):\n    pass": {
        "try:\n    pass\nexcept (A,):\n    pass",
        "try:\n    pass\nexcept (B,):\n    pass",
    },
    "@a\n@b(c)\ndef f():\n    pass": {
        "@(lambda it: it)\n@b(c)\ndef f():\n    pass",
        "@a\n@(lambda it: it)\ndef f():\n    pass",
    },
    "def f(a: int | str = 1, *b: int, **c: int) -> int | str:\n    'Doc.'": {
        f"def f(a: int | str = {n}, *b: int, **c: int) -> int | str:\n    'Doc.'" for n in (0, 2)
    },
    "class A:\n    a: int\n    b: int": {
        "class A:\n    pass\n    b: int",
        "class A:\n    a: int\n    pass",
    },
    "if TYPE_CHECKING:\n    a = 1": set(),
    "@overload\ndef f(a=1):\n    ...": set(),
    "@final\n@native\nclass A:\n    ...": set(),
    "match a:\n    case 1:\n        pass": set(),
    "import a": set(),
    "pass": set(),
}


def sources(source: str) -> list[str]:
    """The mutants of a source, in a normal form."""
    return [normal(mutant.made(source)) for mutant in mutants(source)]


def normal(source: str) -> str:
    """A source in normal form."""
    return ast.unparse(ast.parse(source))


@pytest.mark.parametrize("expression", CHANGES)
def test_expression_is_changed(expression: str) -> None:
    found = sources(f"def f():\n    return ({expression})\n")
    expected = {*CHANGES[expression], "None"}
    assert sorted(found) == sorted(normal(f"def f(): return {each}") for each in expected)


@pytest.mark.parametrize("statement", STATEMENTS)
def test_statement_is_changed(statement: str) -> None:
    """A statement is left out, or a part is changed that only this kind of statement has."""
    found = sources(f"{statement}\n")
    assert sorted(found) == sorted(normal(each) for each in STATEMENTS[statement])


def edit(within: str, before: str, after: str) -> Edit:
    """An edit with the given texts."""
    return Edit(within=within, before=before, after=after)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("def f(a):\n    return 1\n", edit("f", "1", "2")),
        ("def f(a):\n    return 1 - g(1)\n", edit("f", "g(1)", "g(2)")),
        ("class A:\n    def f(self):\n        return 1\n", edit("A.f", "1", "2")),
        ("A = 1\nB = {1: 1}\n", edit("", "A = 1", "A = 2")),
        ("def f(a):\n    if a: return 1\n", edit("f", "1", "2")),
        ("def f(a):\n    if a: return\n", edit("f", "if a:\n    return", "if a:\n    pass")),
        ("def f(a):\n    a()\n    b()\n    a()\n", edit("f", "a()\nb()", "pass\nb()")),
        ("def f(a):\n    a()\n    b()\n    a()\n", edit("f", "b()\na()", "b()\npass")),
        ("def f(a):\n    return f'{a:{1}}'\n", edit("f", "f'{a:{1}}'", "f'{a:{2}}'")),
        (
            "class A:\n    @a\n    def f(self):\n        return 1\n    def f(self):\n        return 2\n",
            edit("A", "@a\ndef f(self):\n    return 1", "@a\ndef f(self):\n    return 0"),
        ),
    ],
)
def test_smallest_piece_is_named_that_occurs_once(source: str, expected: Edit) -> None:
    """The piece is unique in its definition, or in the definition around it."""
    assert expected in mutants(source)


def test_mutants_stay_when_their_neighbours_change() -> None:
    """So the verdict on a mutant is found again when the code has moved or was reformatted."""
    source = "def f(a):\n    return a + 1\n"
    assert mutants(source) == mutants(
        f"import os\n\n\n{source.replace('a + 1', '(a +  1)  # one')}"
    )


@pytest.mark.parametrize("package", PACKAGES)
def test_every_mutant_is_a_program(package: str) -> None:
    """For a module of each package, every mutant can be compiled, and differs from the original."""
    source = PACKAGES[package].path(
        {
            "spec": "systems.stable_list.model",
            "impl": "key",
            "kit": "judging.verdict",
            "explore": "invariants",
        }[package]
    )
    text = source.read_text(encoding="utf-8")
    made = {normal(mutant.made(text)) for mutant in mutants(text)}
    assert len(made | {normal(text)}) == len(mutants(text)) + 1
    for mutant in made:
        compile(mutant, "module", "exec", dont_inherit=True)


LISTED = equivalents()
MODULES = sorted({(entry.package, entry.module) for entry in LISTED})


@pytest.mark.soak
@pytest.mark.parametrize(("package", "module"), MODULES)
def test_every_entry_is_a_mutant_of_today(package: str, module: str) -> None:
    """If a piece is edited, its entry is out of date, and the reason has to be reconsidered."""
    source = PACKAGES[package].path(module).read_text(encoding="utf-8")
    assert listed(package, module) - set(mutants(source)) == set()


def test_nothing_is_listed_twice() -> None:
    """Each mutant has one reason."""
    counts = Counter(entry[:3] for entry in LISTED)
    assert [entry for entry, count in counts.items() if count > 1] == []


def test_survivor_is_shown_as_the_entry_that_would_list_it(tmp_path: Path) -> None:
    """This includes modules in a sub-folder."""
    path = tmp_path / "equivalents.toml"
    mutant = Edit(within="f", before="a < b", after="a <= b")
    for module in ("state", "dyadic.state"):
        path.write_text(as_entry("spec", module, mutant), encoding="utf-8")
        assert equivalents(path) == [("spec", module, mutant, "")]


def test_entry_is_matched_as_a_syntax_tree(tmp_path: Path) -> None:
    """The layout of the source does not matter; package and module do."""
    path = tmp_path / "equivalents.toml"
    path.write_text(
        "[[spec.state]]\nedit = ['f', 'if (a):  return', 'if a: pass']\nreason = 'Alike.'\n",
        encoding="utf-8",
    )
    mutant = Edit(within="f", before="if a:\n    return", after="if a:\n    pass")
    assert equivalents(path) == [("spec", "state", mutant, "Alike.")]
    assert mutant in mutants("def f(a):\n    if a: return\n")
