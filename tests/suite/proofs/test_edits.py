"""Edits: what is found, what is not, and that nothing around them matters."""

import ast
from pathlib import Path

import pytest

from stablelist_proofs.edits import Edit, EditError, file_of, plant

PYTHON = '''
"""A module."""


def first(a, b):
    """The smaller one."""
    return a if a < b else b


class Pair:
    one = 1

    def total(self):
        """Both."""
        sum = self.one + self.two  # é: two bytes
        self.seen += 1
        self.said = f"{self.one + self.two}"; self.heard = 1
        if sum > 10:
            return 10
        elif sum < 0:
            return 0
        return sum

    @property
    def two(self):
        return 2
'''

RUST = """
impl<T> Partition<T> {
    fn live(&self) -> usize { self.live }
    fn pop(&mut self) -> usize {
        if self.live == 0 { panic!("{} is empty", self.name) }
        self.live -= 1;
        self.live
    }
}

impl Other {
    fn pop(&mut self) -> usize { self.live -= 1; 0 }
}

impl<T> Default for Partition<T> {
    fn of(Key { index, .. }: Key, made: impl Fn(Key) -> T) -> Self { index + 1 }
}
"""

SCRIPT = """
class Partition {
  /** What pop (R2) does. */
  pop(cells) {
    this.live -= 1;
    return cells[this.live];
  }
  get live() { return 1; }
  static of({ size, live = 3 }) { return size; }
}
export function pop() { return 0; }
"""

C = """
struct list {
    size_t live;
};

static size_t pop(struct list *list);

static size_t push(struct list *list)
{
    return pop(list);
}

static size_t pop(struct list *list)
{
    list->live--;
}
"""

JAVA = """
final class List {
    private int live;

    int size() {
        return live;
    }

    Long pop(int index) throws Gone {
        live--;
        return size() == 0 ? null : other.pop(index);
    }
}
"""

CPP = """
class List {
public:
    std::size_t size() const { return live; }

    std::optional<int> pop(Key key)
    {
        return size() > 0 ? other.pop(key) : std::nullopt;
    }
};
"""

GO = """
type List[T any] struct {
\tlive int
}

func Make[T any]() *List[T] {
\treturn &List[T]{live: 0}
}

func (l *List[T]) Pop() {
\tl.live--
}
"""


def same(one: str, other: str) -> bool:
    """Whether two sources are the same syntax tree."""
    return ast.dump(ast.parse(one)) == ast.dump(ast.parse(other))


@pytest.mark.parametrize(
    ("within", "before", "after", "old", "new"),
    [
        ("first", "a < b", "a <= b", "a if a < b", "a if a <= b"),
        ("first", "(a\n <\n b)", "a or b", "if a < b", "if (a or b)"),
        ("Pair.total", "self.one + self.two", "self.one", "sum = self.one + self.two", "sum = self.one"),
        ("Pair.total", "self.seen += 1", "", "self.seen += 1", "pass"),
        ("Pair.total", "return sum", "return", "return sum", "return"),
        (
            "Pair.total",
            "sum = self.one + self.two\nself.seen += 1",
            "sum = 1\nif sum:\n    self.seen = 0",
            "sum = self.one + self.two  # é: two bytes\n        self.seen += 1\n",
            "sum = 1\n        if sum:\n            self.seen = 0\n",
        ),
        ("Pair", "one = 1", "one = 2", "one = 1", "one = 2"),
        (
            *("Pair", "@property\ndef two(self):\n    return 2", "two = 3"),
            *("@property\n    def two(self):\n        return 2", "two = 3"),
        ),
        ("", "sum > 10", "sum > 11", "sum > 10", "sum > 11"),
    ],
)  # fmt: skip
def test_piece_of_python_is_changed(
    within: str, before: str, after: str, old: str, new: str
) -> None:
    """The text is changed as a person would change it; spaces, line breaks and comments do not matter."""
    assert PYTHON.count(old) == 1
    assert same(plant(PYTHON, within, before, after), PYTHON.replace(old, new))


@pytest.mark.parametrize(
    ("within", "before", "complaint"),
    [
        ("first", "b < a", "'b < a' occurs 0 times in first"),
        ("first", "a", "'a' occurs 2 times in first"),
        ("second", "a", "there is no definition second"),
        ("Pair.first", "a", "there is no definition Pair.first"),
        ("", "10", "'10' occurs 2 times in the source"),
        ("first", "return ]", "is neither an expression nor a statement"),
    ],
)
def test_piece_that_is_not_there_once_is_refused(within: str, before: str, complaint: str) -> None:
    with pytest.raises(EditError, match=complaint):
        plant(PYTHON, within, before, "0")


def test_statement_that_shares_its_line_is_refused() -> None:
    """The other statement on the line would become part of the replacement."""
    with pytest.raises(EditError, match="shares its line with others"):
        plant(PYTHON, "Pair.total", "self.heard = 1", "if sum:\n    self.heard = 2")


def test_elif_is_refused_as_a_statement() -> None:
    """Another statement in its place would end the `if` before it."""
    with pytest.raises(EditError, match="is an elif"):
        plant(PYTHON, "Pair.total", "if sum < 0:\n    return 0", "return 1")


def test_definition_with_a_docstring_of_several_lines_is_found() -> None:
    """Its indentation is a part of the string."""
    source = 'def f():\n    """One.\n\n    Two.\n    """\n    return 1\n'
    assert plant(source, "", source, "f = g") == "f = g\n"


def test_neighbours_may_change() -> None:
    """Lines that an edit does not touch may be moved, added and reformatted."""
    edit = Edit(within="Pair.total", before="sum > 10", after="sum > 9")
    moved = PYTHON.replace("        self.seen", "        print()\n\n        self.seen").replace(
        "sum > 10", "(sum\n            > 10)"
    )
    assert same(edit.made(moved), moved.replace("> 10", "> 9"))


@pytest.mark.parametrize(
    ("source", "language", "within", "before", "after", "old", "new"),
    [
        (RUST, ".rs", "Partition.pop", "self.live  -=\n1;", "", "        self.live -= 1;\n", "        \n"),
        (RUST, ".rs", "Other.pop", "self.live -= 1;", "{}", "self.live -= 1; 0", "{} 0"),
        (RUST, ".rs", "live", "self.live", "0", "{ self.live }", "{ 0 }"),
        (RUST, ".rs", "Partition.of", "index + 1", "index", "{ index + 1 }", "{ index }"),
        (SCRIPT, ".mjs", "Partition.of", "return size", "return 2", "return size", "return 2"),
        (SCRIPT, ".mjs", "Partition", "live = 3", "live = 4", "live = 3", "live = 4"),
        (SCRIPT, ".mjs", "Partition.pop", "-= 1", "-= 2", "-= 1", "-= 2"),
        (SCRIPT, ".mjs", "live", "1", "2", "return 1", "return 2"),
        (C, ".c", "pop", "list->live--;", "", "    list->live--;\n}", "    \n}"),
        (C, ".c", "list", "live", "alive", "size_t live", "size_t alive"),
        (GO, ".go", "Pop", "l.live--", "", "\tl.live--\n}", "\t\n}"),
        (JAVA, ".java", "List.pop", "live--;", "", "        live--;", "        "),
        (JAVA, ".java", "size", "live", "0", "return live;", "return 0;"),
        (CPP, ".hpp", "List.pop", "> 0", "> 1", "> 0", "> 1"),
        (CPP, ".hpp", "List.size", "live", "0", "return live;", "return 0;"),
        (GO, ".go", "Make", "0", "1", "live: 0", "live: 1"),
    ],
)  # fmt: skip
def test_piece_of_another_language_is_changed(
    source: str, language: str, within: str, before: str, after: str, old: str, new: str
) -> None:
    """The text is searched within a function, which ends with its block."""
    assert source.count(old) == 1
    assert plant(source, within, before, after, language) == source.replace(old, new)


@pytest.mark.parametrize("within", ["push", "Absent.pop"])
def test_function_of_another_language_that_is_gone_is_named(within: str) -> None:
    """So the edit can be corrected."""
    with pytest.raises(EditError, match=f"there is no definition {within}"):
        plant(RUST, within, "self.live", "0", ".rs")


def test_file_is_changed_by_its_language(tmp_path: Path) -> None:
    script = tmp_path / "a.mjs"
    script.write_text(SCRIPT, encoding="utf-8")
    Edit(within="Partition.live", before="return 1", after="return 2").plant(tmp_path)
    assert script.read_text(encoding="utf-8") == SCRIPT.replace("return 1", "return 2")
    with pytest.raises(EditError, match=r"there is no file b\.rs"):
        Edit(before="1", after="2", file="b.rs").plant(tmp_path)


def test_language_that_is_not_known_is_edited_in_the_whole_file() -> None:
    """A port in any language can have planted defects; how its functions begin can be added."""
    script = "sub live { return $live }"
    assert plant(script, "", "return $live", "return 0", ".pl") == "sub live { return 0 }"
    with pytest.raises(
        EditError, match=r"how live begins in a file \.pl is not known; name the file"
    ):
        plant(script, "live", "return $live", "return 0", ".pl")


def test_file_is_the_one_with_the_definition(tmp_path: Path) -> None:
    """Whatever its language, and wherever it lies; it must be the only one."""
    (tmp_path / "src").mkdir()
    for name, source in {"a.py": PYTHON, "src/list.go": GO, "src/list.c": C, "notes": RUST}.items():
        (tmp_path / name).write_text(source, encoding="utf-8")
    assert file_of("Pair.total", tmp_path) == "a.py"
    assert file_of("Make", tmp_path) == "src/list.go"
    assert file_of("List", tmp_path) == "src/list.go"
    assert file_of("push", tmp_path) == "src/list.c"
    (tmp_path / "pop.mjs").write_text(SCRIPT, encoding="utf-8")
    assert file_of("Partition.pop", tmp_path) == "pop.mjs"
    for within, complaint in {
        "pop": r"pop is defined in pop\.mjs and in src/list\.c; name its class, or the file",
        "Pair.third": r"no source has a definition Pair\.third; bring the edit up to date",
        "": "neither a definition nor a file is named",
    }.items():
        with pytest.raises(EditError, match=complaint):
            file_of(within, tmp_path)


def test_what_is_built_is_no_source(tmp_path: Path) -> None:
    """A build writes and deletes files there, perhaps at this very moment."""
    for place in ("src", "target/release", "__pycache__"):
        (tmp_path / place).mkdir(parents=True)
        (tmp_path / place / "list.py").write_text(PYTHON, encoding="utf-8")
    assert file_of("Pair.total", tmp_path) == "src/list.py"
