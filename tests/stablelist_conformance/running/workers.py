"""Workers: the processes in which batches run; without any, they run in this one.

Interrupts are handled by the process that started them. Leaving the block ends them at once, and the supervisor of each
ends its ports. They also end with the process that started them.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from signal import SIGKILL
from time import sleep
from typing import Final, ParamSpec, TypeVar

from stablelist_conformance.port.child import adopt, forget_supervisor
from stablelist_conformance.port.interrupts import blocked, ignore, unblock
from stablelist_conformance.port.reaper import SET_PDEATHSIG, prctl

__all__ = ["FORKING", "belong_to_parent", "workers"]

FORKING: Final = multiprocessing.get_context("fork")
"""How processes are started."""


P = ParamSpec("P")
T = TypeVar("T")


class Here(Executor):
    """Does everything in this process, at once."""

    def submit(self, work: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Do it."""
        done: Future[T] = Future()
        try:
            done.set_result(work(*args, **kwargs))
        except Exception as error:
            done.set_exception(error)
        return done


@contextmanager
def workers(jobs: int) -> Iterator[Executor]:
    """A pool of worker processes; with no *jobs*, none is started.

    Raises:
        BrokenProcessPool: one of them was killed.
    """
    if jobs == 0:
        yield Here()
        return
    others = multiprocessing.active_children()
    pool = ProcessPoolExecutor(
        jobs, mp_context=FORKING, initializer=attend, initargs=(os.getpid(),)
    )
    try:
        with blocked():
            begun = pool.submit(int)  # forks the workers now, before other threads run
        begun.result()
        yield pool
    finally:
        for process in multiprocessing.active_children():
            if process not in others:
                process.kill()
        pool.shutdown(wait=True, cancel_futures=True)


def belong_to_parent() -> None:
    """Prepare this process, which was started while interrupts were blocked: it ends with its parent."""
    unblock()
    prctl(SET_PDEATHSIG, SIGKILL)
    forget_supervisor()  # it belongs to the parent
    adopt()


def attend(parent: int) -> None:
    """Prepare this process as a worker of another one."""
    ignore()
    belong_to_parent()
    threading.Thread(target=follow, args=(parent,), daemon=True).start()


def follow(parent: int) -> None:
    """End this process when its parent ends; its supervisor ends what it has started."""
    while os.getppid() == parent:
        sleep(0.25)
    os._exit(1)
