"""Packages on the Python Package Index that hand out a key for each element."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count
from operator import itemgetter
from typing import Any, ClassVar, Final

import esper
from llist import dllist
from rustworkx import PyDiGraph

__all__ = ["Entities", "LinkedNodes", "StableGraph"]

ELEMENT: Final = itemgetter(1)


class StableGraph:
    """rustworkx: a graph on petgraph's StableGraph, which the thesis compares with; only nodes are used."""

    name: ClassVar[str] = "rustworkx graph"
    package: ClassVar[str] = "rustworkx"
    tells_stale: ClassVar[bool] = False

    def __init__(self) -> None:
        self.pool: PyDiGraph[Any, None] = PyDiGraph()

    def add(self, elements: Sequence[object]) -> None:
        """`pool.add_node(element)`."""
        pool = self.pool
        for element in elements:
            pool.add_node(element)

    def keys(self) -> list[int]:
        """The node indices."""
        return list(self.pool.node_indices())

    def at(self, keys: Sequence[int]) -> object:
        """`pool[key]` if there is such a node."""
        pool, found = self.pool, None
        for key in keys:
            found = pool[key] if pool.has_node(key) else None
        return found

    def subscript(self, keys: Sequence[int]) -> object:
        """`pool[key]`."""
        pool, found = self.pool, None
        for key in keys:
            found = pool[key]
        return found

    def remove(self, keys: Sequence[int]) -> None:
        """`pool.remove_node(key)`, which returns nothing."""
        pool = self.pool
        for key in keys:
            pool.remove_node(key)

    def elements(self) -> Iterable[Any]:
        """`pool.nodes()`, which makes a new list."""
        return self.pool.nodes()

    def pairs(self) -> Iterable[tuple[int, Any]]:
        """Indices and nodes, both in new lists."""
        return zip(self.pool.node_indices(), self.pool.nodes(), strict=True)

    def bytes(self) -> None:
        """Unknown: Rust allocates its memory, which Python does not see."""
        return


class LinkedNodes:
    """llist: a doubly linked list in C, whose nodes serve as keys."""

    name: ClassVar[str] = "llist nodes"
    package: ClassVar[str] = "llist"
    tells_stale: ClassVar[bool] = True

    def __init__(self) -> None:
        self.pool = dllist()

    def add(self, elements: Sequence[object]) -> None:
        """`pool.append(element)`."""
        pool = self.pool
        for element in elements:
            pool.append(element)

    def keys(self) -> list[Any]:
        """The nodes themselves."""
        return list(self.pool.iternodes())

    def at(self, keys: Sequence[Any]) -> object:
        """`key.value`, if the node still has an owner."""
        found = None
        for key in keys:
            found = key.value if key.owner is not None else None
        return found

    def subscript(self, keys: Sequence[Any]) -> object:
        """`key.value`, unchecked: a removed node keeps its value."""
        found = None
        for key in keys:
            found = key.value
        return found

    def remove(self, keys: Sequence[Any]) -> object:
        """`pool.remove(key)`."""
        pool, found = self.pool, None
        for key in keys:
            found = pool.remove(key)
        return found

    def elements(self) -> Iterable[Any]:
        """The values of the list."""
        elements: Iterable[Any] = iter(self.pool)
        return elements

    def pairs(self) -> Iterable[tuple[Any, Any]]:
        """Nodes and their values."""
        return ((node, node.value) for node in self.pool.iternodes())

    def bytes(self) -> None:
        """Unknown: the package does not report the size of a node."""
        return


class Entities:
    """esper: an entity component system; every element is the one component of an entity.

    Its query is cached, and every addition and removal drops the cache: each iteration here begins
    without one, as it does in a pool whose elements come and go.
    """

    name: ClassVar[str] = "esper entities"
    package: ClassVar[str] = "esper"
    tells_stale: ClassVar[bool] = True

    worlds: ClassVar = count()

    def __init__(self) -> None:
        self.world = f"world {next(self.worlds)}"
        self.kind: type[Any] = object
        esper.switch_world(self.world)

    def __del__(self) -> None:
        if esper.current_world == self.world:
            esper.switch_world("default")
        esper.delete_world(self.world)

    def add(self, elements: Sequence[object]) -> None:
        """`esper.create_entity(element)`."""
        self.kind = type(elements[0])
        esper.switch_world(self.world)
        for element in elements:
            esper.create_entity(element)

    def keys(self) -> list[int]:
        """The entities."""
        esper.switch_world(self.world)
        return list(esper.get_entities())

    def at(self, keys: Sequence[int]) -> object:
        """`esper.try_component(entity, kind)`."""
        esper.switch_world(self.world)
        kind, found = self.kind, None
        for key in keys:
            found = esper.try_component(key, kind)
        return found

    def subscript(self, keys: Sequence[int]) -> object:
        """`esper.component_for_entity(entity, kind)`."""
        esper.switch_world(self.world)
        kind, found = self.kind, None
        for key in keys:
            found = esper.component_for_entity(key, kind)
        return found

    def remove(self, keys: Sequence[int]) -> None:
        """`esper.delete_entity(entity, immediate=True)`, which returns nothing."""
        esper.switch_world(self.world)
        for key in keys:
            esper.delete_entity(key, immediate=True)

    def elements(self) -> Iterable[Any]:
        """The second of each pair of `esper.get_component(kind)`."""
        return map(ELEMENT, self.pairs())

    def pairs(self) -> Iterable[tuple[int, Any]]:
        """`esper.get_component(kind)`, without the cache, which the last change has dropped."""
        esper.switch_world(self.world)
        esper.clear_cache()
        return esper.get_component(self.kind)

    def bytes(self) -> None:
        """Unknown: its parts are private."""
        return
