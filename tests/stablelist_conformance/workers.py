"""Workers: the processes that batches run in.

An interrupt is for the process that started them; to leave the block is to end them at once, whatever they are doing,
and the supervisor of each ends its ports. They do not outlive the process that started them either.
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

from .interrupts import ignore
from .supervised import adopt, forget_supervisor
from .supervisor import SET_PDEATHSIG, prctl

__all__ = ["workers"]


@contextmanager
def workers(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """So many processes.

    Raises:
        BrokenProcessPool: one of them was killed.
    """
    forking = "fork" in multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("fork" if forking else "spawn")
    others = multiprocessing.active_children()
    pool = ProcessPoolExecutor(
        jobs, mp_context=context, initializer=attend, initargs=(os.getpid(),)
    )
    try:
        pool.submit(int).result()  # forks the workers now, before anything else runs beside them
        yield pool
    finally:
        for process in multiprocessing.active_children():
            if process not in others:
                process.kill()
        pool.shutdown(wait=True, cancel_futures=True)


def attend(parent: int) -> None:
    """Be a worker of a process."""
    ignore()
    prctl(SET_PDEATHSIG, SIGKILL)
    forget_supervisor()  # it is the parent's
    adopt()
    threading.Thread(target=follow, args=(parent,), daemon=True).start()


def follow(parent: int) -> None:
    """End this process once its parent has gone; its supervisor ends what it has started."""
    while os.getppid() == parent:
        sleep(0.25)
    os._exit(1)
