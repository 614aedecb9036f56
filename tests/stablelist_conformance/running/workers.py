"""Workers: the processes in which batches run.

Interrupts are handled by the process that started them. Leaving the block ends them at once, and the supervisor of each
ends its ports. They also end with the process that started them.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from signal import SIGKILL
from time import sleep
from typing import Final

from stablelist_conformance.port.child import adopt, forget_supervisor
from stablelist_conformance.port.interrupts import blocked, ignore, unblock
from stablelist_conformance.port.reaper import SET_PDEATHSIG, prctl

__all__ = ["FORKING", "belong_to_parent", "workers"]

FORKING: Final = multiprocessing.get_context("fork")
"""How processes are started."""


@contextmanager
def workers(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """A pool of worker processes.

    Raises:
        BrokenProcessPool: one of them was killed.
    """
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
