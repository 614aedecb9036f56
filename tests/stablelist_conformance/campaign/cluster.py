"""A Dask cluster: workers on any number of machines, behind a scheduler that is running already.

Dask is imported here alone, and only when a scheduler is given. The scheduler itself gives the shards of a worker that
has gone to others. One whose shards killed several workers in a row is given back to the campaign.
"""

from __future__ import annotations

import asyncio
import logging
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final

from stablelist_conformance.campaign.executors import WorkerPool, WorkersLost
from stablelist_conformance.campaign.worker import Start, here
from stablelist_conformance.wire.errors import UsageError

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["Cluster"]

KIT: Final = "stablelist-conformance"
CONNECT: Final = 10
"""Seconds to wait for the scheduler, and for its first worker."""
LOOPBACK: Final = "--host 127.0.0.1 --dashboard-address 127.0.0.1:0"
"""Options of Dask's programs, which otherwise listen on all addresses and execute what they are sent."""


class Cluster(WorkerPool):
    """The workers of a scheduler.

    Raises:
        UsageError: Dask is not installed, the scheduler cannot be reached, it has no worker, or versions differ.
    """

    def __init__(self, address: str) -> None:
        self.address, self.client = address, connected(address)
        self.out = defaultdict[str, set[str]](set)
        with ExitStack() as failing, self._reached():
            failing.callback(self.__exit__)
            try:
                self.client.wait_for_workers(1, timeout=CONNECT)
            except TimeoutError:
                raise UsageError(
                    f"the scheduler at {address} has no workers; start some as docs/campaigns.md says, "
                    f"on this machine with 'dask worker {address} --nthreads 1 {LOOPBACK}'"
                ) from None
            check_versions(self.client.get_versions(packages=[KIT]))
            failing.pop_all()

    def __enter__(self) -> Cluster:
        """As it is."""
        return self

    def __exit__(self, *_: object) -> None:
        """Disconnect; scheduler and workers stay."""
        with suppress(Exception):
            self.client.close(timeout=CONNECT)

    def submit(self, work: Callable[..., Any], start: Start, *args: object) -> Future[Any]:
        """Let a worker do something that is not left out for the port."""
        with self._reached():
            out = self.out[start.port]
            chosen = {"workers": sorted(self._addresses() - out)} if out else {}
            executor = self.client.get_executor(pure=False, **chosen)
            future: Future[Any] = executor.submit(work, start, *args)
            return future

    def size(self) -> int:
        """How many workers there are at the moment."""
        return len(self._addresses())

    def leave_out(self, worker: str, port: str) -> bool:
        """Give a worker no more work for a port; return whether there are others."""
        with self._reached():
            names: dict[str, str] = self.client.run(here, on_error="ignore")
        self.out[port] |= {address for address, name in names.items() if name == worker}
        return not self._addresses() <= self.out[port]

    def _addresses(self) -> set[str]:
        """The addresses of all workers."""
        with self._reached():
            return set(self.client.nthreads())

    @contextmanager
    def _reached(self) -> Iterator[None]:
        """Turn an error of the connection into a sentence."""
        try:
            if self.client.status not in ("running", "newly-created"):
                raise OSError(self.client.status)
            yield
        except (OSError, TimeoutError) as error:  # its errors of communication are of these kinds
            raise WorkersLost(
                f"the scheduler at {self.address} cannot be reached any more; start it again, and add --continue"
            ) from error


def connected(address: str) -> Client:
    """A client of a scheduler.

    Raises:
        UsageError: Dask is not installed, or there is no scheduler.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise UsageError(
            "--scheduler needs Dask; in a clone of the repository, run: pip install './tests[cluster]'"
        ) from error
    for name in logging.root.manager.loggerDict:  # what matters is said by the campaign
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # versions are compared below
        try:
            who = asyncio.run(asyncio.wait_for(asked(address), CONNECT))
            if who != "Scheduler":
                raise ValueError(f"it is a {who}")
            return Client(address, timeout=CONNECT, set_as_default=False)
        except Exception as error:
            why = (str(error).splitlines() or [type(error).__name__])[0][:120]
            raise UsageError(
                f"there is no scheduler at {address!r} ({why}); start one with "
                f"'dask scheduler {LOOPBACK}', and give its address, as in tcp://127.0.0.1:8786"
            ) from error


async def asked(address: str) -> str:
    """What answers at an address; a client would wait for whatever it is, without end."""
    from distributed import Security, rpc

    arguments = Security().get_connection_args("client")  # for TLS, if Dask's configuration has it
    async with rpc(address, timeout=CONNECT, connection_args=arguments) as server:
        told: str = (await server.identity())["type"]
        return told


def check_versions(versions: Mapping[str, Any]) -> None:
    """Check that Dask has the same version everywhere, and the kit on every worker.

    Raises:
        UsageError: one has not.
    """
    workers = {f"the worker {name}": told for name, told in versions["workers"].items()}
    everywhere = {"the scheduler": versions["scheduler"], **workers}
    for name, others in {"dask": everywhere, "distributed": everywhere, KIT: workers}.items():
        ours = versions["client"]["packages"][name]
        for who, told in others.items():
            theirs = (told or {}).get("packages", {}).get(name)
            if theirs != ours:
                raise UsageError(
                    f"{name} has version {ours} here and {theirs or 'none that is known'} on {who}; "
                    "install the same version everywhere"
                )
