"""An error names the thread or the task that holds a loan; in debug mode, also the line that began it."""

import asyncio
import pickle
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import stablelist
from stablelist import BorrowError, lending
from stablelist.lenders import open_places, other_task, task_here
from suite.captured import captured
from suite.impl.elements import Pool


def refused(pool: Pool) -> BorrowError:
    """The message that refuses an addition."""
    with pytest.raises(BorrowError) as caught:
        pool.add(1)
    return caught.value


LOANS: list[Callable[[Pool], Any]] = [
    iter,
    lambda pool: iter(pool.items()),
    lambda pool: pool.pivots(),
]


@pytest.mark.parametrize("begin", LOANS)
def test_another_thread_is_named(begin: Callable[[Pool], Any]) -> None:
    """This works while the thread is alive; afterwards its name is unknown."""
    pool, kept, over = Pool(range(3)), list[Any](), threading.Event()

    def lend() -> None:
        kept.append(begin(pool))
        lent.set()
        over.wait()

    lent = threading.Event()
    worker = threading.Thread(target=lend, name="worker-7")
    worker.start()
    lent.wait()
    error = refused(pool)
    over.set()
    worker.join()
    assert (error.thread, error.task, error.places) == ("worker-7", None, ())
    start = (
        "add refused: 1 iterator or callback is open, the last one in thread 'worker-7'; collect"
    )
    assert str(error).startswith(start)
    assert refused(pool).thread == "that has ended"
    kept.clear()
    pool.add(1)


def test_callback_of_another_thread_is_named() -> None:
    pool, called, over = Pool(range(3)), threading.Event(), threading.Event()

    def act(*_: object) -> None:
        called.set()
        over.wait()

    worker = threading.Thread(target=pool.each, args=(act,), name="caller")
    worker.start()
    called.wait()
    error = refused(pool)
    over.set()
    worker.join()
    assert error.thread == "caller"


def test_own_loan_needs_no_name() -> None:
    """A loan of the current thread, or of the only task, is not named."""
    pool = Pool(range(3))
    iterator = iter(pool)
    error = refused(pool)
    assert (error.thread, error.task) == (None, None)
    assert str(error).startswith("add refused: 1 iterator or callback is open; collect")
    del iterator


@pytest.mark.parametrize("begin", LOANS)
def test_another_task_is_named(begin: Callable[[Pool], Any]) -> None:
    """The task waits in the middle of an iteration."""

    async def lend(pool: Pool, lent: asyncio.Event, over: asyncio.Event) -> None:
        iterator = begin(pool)
        lent.set()
        await over.wait()
        assert refused(pool).task is None
        del iterator

    async def main() -> BorrowError:
        pool, lent, over = Pool(range(3)), asyncio.Event(), asyncio.Event()
        task = asyncio.create_task(lend(pool, lent, over), name="walker")
        await lent.wait()
        error = refused(pool)
        over.set()
        await task
        pool.add(1)
        return error

    error = asyncio.run(main())
    assert (error.thread, error.task) == (None, "walker")
    assert "is open, the last one in task 'walker'; collect" in str(error)


def test_loan_of_a_task_is_named_after_the_loop_has_ended() -> None:
    """There is no current task then, so the task is a different one."""
    pool, kept = Pool(range(3)), list[Any]()

    async def lend() -> None:
        kept.append(iter(pool))

    asyncio.run(lend())
    assert refused(pool).task is not None
    kept.append(iter(pool))  # in no task
    assert refused(pool).task is None


def test_callback_of_a_loop_runs_in_no_task() -> None:
    """`asyncio.current_task` says so as well."""
    found: list[object] = []

    async def main() -> None:
        loop, asked = asyncio.get_running_loop(), asyncio.Event()

        def ask() -> None:
            found.append(task_here())
            asked.set()

        loop.call_soon(ask)
        await asked.wait()

    asyncio.run(main())
    assert found == [None]
    assert other_task(None) is None


def test_error_with_all_fields_can_be_pickled() -> None:
    error = BorrowError("add", "why", "do", "worker", "walker", ("game.py:3 in main",))
    twin = pickle.loads(pickle.dumps(error))
    assert vars(twin) == vars(error)
    assert (
        str(twin)
        == "add refused: why, the last one in thread 'worker', since game.py:3 in main; do"
    )


@pytest.mark.interpreted
def test_places_are_noted_until_the_loan_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may end with its last step, by being dropped, or by becoming a change."""
    monkeypatch.setattr(lending, "DEBUG", True)
    pool = Pool(range(3))
    iterator = iter(pool.values())
    inner = pool.pivots()
    first, second = refused(pool).places
    assert first.startswith(__file__)
    assert first.endswith(" in test_places_are_noted_until_the_loan_ends")
    assert first != second
    del inner
    assert refused(pool).places == (first,)
    list(iterator)
    pool.retain(lambda *_: False)
    assert open_places(pool) == ()


PROGRAM = """
import sys, stablelist
assert not stablelist.__compiled__
pool = stablelist.StableList(range(3))

def walk():
    return iter(pool.values())

outer = walk()
def act(*_):
    try:
        pool.clear()
    except stablelist.BorrowError as error:
        print(*error.places, sep="\\n")
        print(error)
pool.each(act)
del outer
pool.retain(lambda *_: False)
print(len(pool))
"""


@pytest.mark.parametrize("debug", ["", "1"])
def test_debug_mode_says_where_loans_began(debug: str, tmp_path: Path) -> None:
    """The oldest comes first, and ended loans are not listed. Without debug mode, the fastest build runs."""
    script = tmp_path / "game.py"
    script.write_text(PROGRAM if debug else PROGRAM.replace("assert not", "assert True or"))
    folder = Path(stablelist.__file__).parent.parent
    done = captured(
        [sys.executable, str(script)],
        env={"PYTHONPATH": str(folder), "STABLELIST_DEBUG": debug},
        check=True,
    )
    *places, shown, length = (
        done.stdout.splitlines()[-4:] if debug else ["", *done.stdout.splitlines()[-2:]]
    )
    assert length == "0"
    outer, inner = f"{script}:7 in walk", f"{script}:16 in <module>"
    assert [place for place in places if place] == ([outer, inner] if debug else [])
    since = f", since {outer}, since {inner}" if debug else ""
    assert shown.startswith(f"clear refused: 2 iterators or callbacks are open{since}; collect")
