"""A connection pool whose clients hold integers, never connections.

A client leases a connection and gets a *handle*: the key of the lease, packed into one integer. A
handle that was given back, or that lay idle too long, is refused with a clear answer, although the
connection behind it serves somebody else by then. Run it with
`python docs/examples/connection_pool.py`; the far end of the connections is imitated.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from stablelist import BorrowError, CapacityError, StableList, StaleKeyError

MOST_LEASES: Final = 8
IDLE_LIMIT: Final = 3
"""After how many ticks without a request a lease expires."""


class PoolBusyError(Exception):
    """All leases are out: try again later."""


class StaleHandleError(Exception):
    """The handle is good no longer, or never was."""


class Connection:
    """Stands for a socket: it answers in capitals, after a while."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.is_open = True

    async def request(self, text: str) -> str:
        """Send *text*, and wait for the answer; others run meanwhile."""
        await asyncio.sleep(0)
        return f"{self.name} says {text.upper()}"

    async def close(self) -> None:
        """Say good-bye; others run meanwhile."""
        await asyncio.sleep(0)
        self.is_open = False


@dataclass
class Lease:
    """A connection, while a client has it."""

    client: str
    handle: int
    connection: Connection
    used_at: int
    waiting: int = 0
    """How many answers are still to come."""


class ConnectionPool:
    """At most eight leases at a time. One event loop may use it, so it needs no lock.

    Two rules keep it right. Whatever was looked up before an `await` is looked up again after it.
    And who awaits in the middle of a loop gives way to those who lease and release, not they to it.

    Handles can be guessed. Where clients are not to be trusted, take `ids.uuid4`.
    """

    def __init__(self, connect: Callable[[], Awaitable[Connection]]) -> None:
        self._connect = connect
        self._idle: list[Connection] = []
        # Ids of 64 bits: at a million leases a second they last for more than 500,000 years.
        # Indices of 8 bits keep the handles short.
        self._leases: StableList[Lease] = StableList(
            index_bits=8, maximum=MOST_LEASES, lend="invalidate"
        )
        self.now = 0

    async def acquire(self, client: str) -> int:
        """Lease a connection, a used one if there is one, and return its handle."""
        leases = self._leases
        if len(leases) == MOST_LEASES:
            raise PoolBusyError(f"all {len(leases)} leases are out; try again later")
        connection = self._idle.pop() if self._idle else await self._connect()
        try:
            key = leases.insert_with(
                lambda key: Lease(client, leases.pack(key), connection, used_at=self.now)
            )
        except CapacityError:
            # While this task connected, others took what was left.
            self._idle.append(connection)
            raise PoolBusyError("the last lease has just gone; try again later") from None
        return leases.pack(key)

    async def request(self, handle: int, text: str) -> str:
        """Send *text* over the connection that was leased, and wait for the answer."""
        lease = self._lease(handle)
        lease.used_at = self.now
        lease.waiting += 1
        answer = await lease.connection.request(text)
        # The lease may have ended meanwhile; then the answer is nobody's.
        self._lease(handle).waiting -= 1
        return answer

    async def release(self, handle: int) -> None:
        """Give the lease back; its connection waits for the next client."""
        lease = self._lease(handle)
        self._leases.remove(self._leases.unpack(handle))
        if lease.waiting:
            # The next client must not read what is still to come, or what a failure left behind.
            await lease.connection.close()
        else:
            self._idle.append(lease.connection)

    async def expire(self) -> list[str]:
        """End the leases that lay idle too long, and close their connections; whose were they?"""
        expired = self._leases.retain(lambda key, lease: self.now - lease.used_at < IDLE_LIMIT)
        # They are all out of the list before the first `await`, and nothing is lent.
        for _, lease in expired:
            await lease.connection.close()
        return [f"{lease.client} ({lease.handle})" for _, lease in expired]

    async def report(self, send: Callable[[str], Awaitable[None]]) -> bool:
        """Send a line about each lease; whether it got through before leases came or went."""
        try:
            for lease in self._leases.values():
                await send(f"{lease.client} has handle {lease.handle}")
        except BorrowError:
            return False
        return True

    def _lease(self, handle: int) -> Lease:
        """The lease of a handle. Any integer may be asked for; it comes from outside."""
        try:
            return self._leases[self._leases.unpack(handle)]
        except StaleKeyError:
            raise StaleHandleError(f"handle {handle} names no lease; acquire another") from None


class Story:
    """What a few clients do, told line by line."""

    def __init__(self) -> None:
        self.connections: list[Connection] = []
        self.pool = ConnectionPool(self.connect)

    async def connect(self) -> Connection:
        """Open one more connection."""
        await asyncio.sleep(0)
        self.connections.append(Connection(f"connection {len(self.connections) + 1}"))
        return self.connections[-1]

    async def acquire(self, client: str) -> int:
        """A client asks for a handle."""
        try:
            handle = await self.pool.acquire(client)
        except PoolBusyError as busy:
            print(f"{client} gets no handle: {busy}")
            return -1
        print(f"{client} gets handle {handle}")
        return handle

    async def ask(self, client: str, handle: int, text: str) -> None:
        """A client sends something over the handle it has."""
        try:
            print(f"{client} asks by {handle}: {await self.pool.request(handle, text)}")
        except StaleHandleError as stale:
            print(f"{client} asks by {handle}: refused, {stale}")

    async def show(self, line: str) -> None:
        """A monitor receives a line, while others run."""
        print(f"monitor: {line}")
        await asyncio.sleep(0)

    async def tell(self) -> None:
        """All of it."""
        print("-- two clients at once")
        ann, bob = await asyncio.gather(self.acquire("Ann"), self.acquire("Bob"))
        await asyncio.gather(self.ask("Ann", ann, "hello"), self.ask("Bob", bob, "good day"))

        print("-- Ann is done; Cat gets her connection, and Ann's handle stays dead")
        await self.pool.release(ann)
        cat = await self.acquire("Cat")
        await self.ask("Cat", cat, "hi")
        await self.ask("Ann", ann, "one more thing")

        print("-- numbers that were never handles")
        for forged in (-1, 12345, cat + 256):
            await self.ask("Eve", forged, "let me in")

        print("-- Bob falls asleep, Cat does not")
        self.pool.now += IDLE_LIMIT - 1
        await self.ask("Cat", cat, "still here")
        self.pool.now += 1
        print(f"expired: {', '.join(await self.pool.expire())}")
        await self.ask("Bob", bob, "good morning")

        print("-- Cat's lease ends while she waits for an answer")
        waiting = asyncio.create_task(self.ask("Cat", cat, "slow question"))
        await asyncio.sleep(0)
        await self.pool.release(cat)
        await waiting

        print("-- a monitor reads the leases; meanwhile Gil leaves, so it has to start again")
        gil, fay = await asyncio.gather(self.acquire("Gil"), self.acquire("Fay"))
        reading = asyncio.create_task(self.pool.report(self.show))
        await asyncio.sleep(0)
        await self.pool.release(gil)
        while not await reading:
            print("once more")
            reading = asyncio.create_task(self.pool.report(self.show))
        await self.pool.release(fay)

        print("-- nine clients at once, eight leases; then one more client")
        clients = [f"client {number}" for number in range(1, MOST_LEASES + 2)]
        await asyncio.gather(*map(self.acquire, clients))
        await self.acquire("Dan")
        opened = sum(connection.is_open for connection in self.connections)
        print(f"{opened} connections are open, of {len(self.connections)} that ever were")


if __name__ == "__main__":
    asyncio.run(Story().tell())
