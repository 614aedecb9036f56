"""docs/examples: the programs print what the pages show, and the statements on the pages are true."""

import ast
import asyncio
import runpy
import tomllib
from pathlib import Path
from typing import Any

import pytest

from stablelist import BorrowError, StableList
from suite.captured import captured
from suite.docs.pages import ROOT, blocks

EXAMPLES = sorted((ROOT / "docs/examples").glob("*.py"))


def name(example: Path) -> str:
    """The name of an example in the names of tests."""
    return example.stem


def test_docs_have_examples() -> None:
    """Without examples, the other tests would pass as well."""
    assert {"connection_pool", "entity_system", "game_loop", "undo"} <= set(map(name, EXAMPLES))


@pytest.mark.parametrize("example", EXAMPLES, ids=name)
def test_example_prints_what_its_page_shows(
    example: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The output is compared exactly; regenerate it with `python NAME.py > NAME.txt`."""
    runpy.run_path(str(example), run_name="__main__")
    assert capsys.readouterr().out == example.with_suffix(".txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("example", EXAMPLES, ids=name)
def test_its_page_shows_program_and_output(example: Path) -> None:
    """Both files are included as a whole, so they cannot be out of date."""
    page = example.with_suffix(".md").read_text(encoding="utf-8")
    included = [f"{example.stem}.py", f"{example.stem}.txt"]
    inclusions = [line for line in page.splitlines() if line.startswith("```{literalinclude}")]
    assert inclusions == [f"```{{literalinclude}} {file}" for file in included]
    assert [block.language for block in blocks(page)].count("{literalinclude}") == 2


def test_examples_are_type_checked() -> None:
    """Mypy checks them strictly, with everything else."""
    mypy = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]
    assert mypy["strict"] is True
    assert "examples" in mypy["packages"]
    assert "docs" in mypy["mypy_path"].split(":")


# --- beside other ways ------------------------------------------------------------------------

OTHER_WAYS = ROOT / "tests/suite/docs/other_ways"
SIZES = {
    "entity_system.md": ("entity_system", "entity_system_by_dict", "entity_system_by_esper"),
    "connection_pool.md": (
        "connection_pool ConnectionPool",
        "connection_pool_by_dict ConnectionPool",
    ),
    "game_loop.md": ("game_loop Game shine glow", "game_loop_by_dict Game glow"),
}
"""On each page, the number of lines of the program, and of others; if not all counts, after their name what does."""


def lines_of(source: str, *names: str) -> int:
    """The lines of code, or of the definitions of that name: as Python writes them itself, without docstrings."""
    tree = ast.parse(source)
    tree.body = [each for each in tree.body if not names or getattr(each, "name", "") in names]
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            node.body = [each for each in node.body if not is_docstring(each)] or [ast.Pass()]
    return sum(bool(line.strip()) for line in ast.unparse(tree).splitlines())


def is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


@pytest.mark.parametrize("page", SIZES)
def test_example_is_shorter_than_other_ways(page: str) -> None:
    """The numbers are on the page."""
    own, *others = (
        lines_of((folder / f"{file}.py").read_text(encoding="utf-8"), *names)
        for folder, (file, *names) in zip(
            (ROOT / "docs/examples", OTHER_WAYS, OTHER_WAYS),
            map(str.split, SIZES[page]),
            strict=False,
        )
    )
    text = " ".join((ROOT / "docs/examples" / page).read_text(encoding="utf-8").split())
    assert own < min(others)
    assert [number for number in (own, *others) if f" {number}" not in text] == []


def test_entity_system_by_dict_prints_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    from suite.docs.other_ways import entity_system_by_dict

    entity_system_by_dict.main()
    assert capsys.readouterr().out == (ROOT / "docs/examples/entity_system.txt").read_text()


@pytest.mark.field
def test_entity_system_by_esper_prints_the_same() -> None:
    """In the environment of the published packages, as soon as `make field` has made it."""
    python = ROOT / "tests/ports/python/target/venv/bin/python"
    program = "import entity_system_by_esper; entity_system_by_esper.main()"
    done = captured([str(python), "-c", program], env={"PYTHONPATH": str(OTHER_WAYS)}, check=True)
    assert done.stdout == (ROOT / "docs/examples/entity_system.txt").read_text()


def test_game_by_dict_shows_the_same_particles() -> None:
    from examples.game_loop import SEED, STEPS
    from examples.game_loop import Game as OwnGame

    from suite.docs.other_ways.game_loop_by_dict import Game

    own, other = OwnGame(SEED), Game(SEED)
    for number in range(1, STEPS + 1):
        own.step(number)
        other.step(number)
        assert sorted(own.particles.values()) == sorted(other.particles.values())
        assert own.news() == other.news()


class TestConnectionPool:
    """Many clients, and one monitor that reads the leases all the time, with an `await` for each."""

    @staticmethod
    async def run(pool: Any) -> tuple[int, int, int]:
        """The calls of clients, how many failed, and how many reports got through."""
        from examples.connection_pool import PoolBusyError

        calls, failed, whole = 0, 0, 0

        async def client(number: int) -> None:
            nonlocal calls, failed
            for _ in range(80):
                calls += 2
                handle = -1
                try:
                    handle = await pool.acquire(f"client {number}")
                except (BorrowError, PoolBusyError):
                    failed += 1
                    await asyncio.sleep(0)
                    continue
                for _ in range(number):
                    await asyncio.sleep(0)
                try:
                    await pool.release(handle)
                except BorrowError:
                    failed += 1

        async def send(_: str) -> None:
            await asyncio.sleep(0)

        async def monitor() -> None:
            nonlocal whole
            while True:
                whole += await pool.report(send)
                await asyncio.sleep(0)

        watching = asyncio.create_task(monitor())
        await asyncio.gather(*map(client, (1, 2, 5, 60)))
        watching.cancel()
        return calls, failed, whole

    @pytest.mark.parametrize("how", ["invalidate", "refuse", "dict"])
    def test_monitor_makes_no_call_fail(self, how: str) -> None:
        """If the list refuses, it does, and leases that could not be given back fill the pool."""
        from examples.connection_pool import Connection, ConnectionPool

        from suite.docs.other_ways import connection_pool_by_dict

        async def connect() -> Connection:
            return Connection("one")

        pool: Any = (
            connection_pool_by_dict.ConnectionPool(connect)
            if how == "dict"
            else ConnectionPool(connect)
        )
        if how == "refuse":
            pool._leases = StableList[Any](index_bits=8, maximum=8, lend="refuse")
        calls, failed, whole = asyncio.run(self.run(pool))
        assert calls == 640
        assert (failed > 20) is (how == "refuse")
        assert len(pool._leases) == (8 if how == "refuse" else 0)
        assert whole > 0


class TestGameLoop:
    """The statements on its page about the run."""

    page = " ".join((ROOT / "docs/examples/game_loop.md").read_text(encoding="utf-8").split())

    @pytest.fixture
    def steps(self) -> list[tuple[int, int, int]]:
        """After each step: opened cells, element space, cells moved so far."""
        module: dict[str, Any] = runpy.run_path(str(ROOT / "docs/examples/game_loop.py"))
        game = module["Game"](module["SEED"])
        seen = []
        for number in range(1, module["STEPS"] + 1):
            game.step(number)
            layout, stats = game.particles.layout(), game.particles.stats()
            game.particles.check()
            seen.append((layout.opened, layout.space, stats.moved))
        return seen

    def test_space_shrinks_in_step_23(self, steps: list[tuple[int, int, int]]) -> None:
        assert "in step 23" in self.page
        assert "visits four cells instead of 57" in self.page
        assert steps[21][:2] == (57, 64)
        assert {step[:2] for step in steps[22:]} == {(4, 4)}

    def test_second_burst_moves_nothing(self, steps: list[tuple[int, int, int]]) -> None:
        """It comes in step 13 and finds the memory of the first, in step 4."""
        assert "`moved` counts the cells of the first burst alone" in self.page
        assert [moved for *_, moved in steps[2:5]] == [0, 60, 60]
        assert {moved for *_, moved in steps[4:]} == {60}

    def test_costs_are_those_shown(self) -> None:
        shown = (ROOT / "docs/examples/game_loop.txt").read_text(encoding="utf-8").splitlines()[-1]
        assert "visits=19" in shown
        assert "truncations=4" in shown
        assert "the four truncations, from 64 cells to 4, walked 19 free-list entries" in self.page
