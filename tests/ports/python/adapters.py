"""Maps each operation of the port protocol to a function of each published package.

An adapter translates and does nothing else. A function in which a finding was made has a port of its own, so that the
others are still judged.
"""

from __future__ import annotations

import itertools
import pickle
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import ModuleType

import esper
from llist import dllist, dllistnode
from rustworkx import PyGraph
from starter import Port

__all__ = ["PORTS"]

# --- esper: a world is chosen for the whole module, and its entities are numbers that count up


@dataclass
class Element:
    """A component that holds an element."""

    value: int


WORLDS = map(str, itertools.count())


def new_world() -> ModuleType:
    """Return the module with a new world; the previous world is deleted."""
    last = esper.current_world
    esper.switch_world(next(WORLDS))
    esper.delete_world(last)
    return esper


def delete_now(world: ModuleType, entity: int) -> None:
    world.delete_entity(entity, immediate=True)


def delete_later(world: ModuleType, entity: int) -> None:
    """An entity deleted without ``immediate`` exists until the next call of ``process``."""
    world.delete_entity(entity)
    world.process()


def component(world: ModuleType, entity: int) -> int | None:
    found = world.try_component(entity, Element)
    return None if found is None else found.value


def add_to_component(world: ModuleType, entity: int, difference: int) -> int | None:
    found = world.try_component(entity, Element)
    if found is not None:
        found.value += difference
    return None if found is None else found.value


def replace_component(world: ModuleType, entity: int, value: int) -> bool:
    world.add_component(entity, Element(value))
    return True


def components(world: ModuleType) -> Iterator[tuple[int, int]]:
    return ((entity, found.value) for entity, found in world.get_component(Element))


def esper_world(name: str, remove: Callable[[ModuleType, int], None] = delete_now) -> Port:
    """Without ``clear``: ``clear_database`` counts from 1 again."""
    return Port(
        {
            "name": name,
            "version": esper.version,
            "system": "slotmap",
            "id_bits": 0,
            "remove": "silent",
            "panics": "remove.stale,remove.forged,replace.stale,replace.forged",
        },
        open=lambda parameters: new_world(),
        add=lambda world, element: world.create_entity(Element(element)),
        remove=remove,
        at=component,
        contains=lambda world, entity: world.entity_exists(entity),
        at_mut=add_to_component,
        len=lambda world: sum(1 for _ in world.get_entities()),
        each=components,
        keys=lambda world: world.get_entities(),
        forge=unstamped,
        parts=lambda entity: (entity, 0),
    )


def with_add_component() -> Port:
    port = esper_world("esper-add-component")
    port.functions["replace"] = replace_component
    return port


def unstamped(index: int, stamp: int) -> int | None:
    """A key that is an index and has no id."""
    return None if stamp else index


# --- llist: a node is a key. It keeps its value when it is removed, so a look-up does not depend on the list.


def insert_node(nodes: dllist, factory: Callable[[dllistnode], int]) -> None:
    node = dllistnode()
    node.value = factory(node)
    nodes.appendnode(node)


def owned(nodes: dllist, node: dllistnode) -> bool:
    owner = node.owner
    return owner is not None and owner() is nodes


def doubly_linked() -> Port:
    return Port(
        {
            "name": "llist",
            "version": "0.7.1",
            "system": "slotmap",
            "id_bits": 0,
            "panics": "remove.stale",
        },
        open=lambda parameters: dllist(),
        add=dllist.append,
        insert_with=insert_node,
        remove=dllist.remove,
        contains=owned,
        len=len,
        is_empty=lambda nodes: nodes.first is None,
        clear=dllist.clear,
        each=lambda nodes: ((node, node.value) for node in nodes.iternodes()),
    )


# --- rustworkx: the indices of removed nodes are reused


def put_data(graph: PyGraph, node: int, element: int) -> bool:
    graph[node] = element
    return True


def add_to_data(graph: PyGraph, node: int, difference: int) -> int:
    graph[node] += difference
    return graph[node]


def retain_nodes(graph: PyGraph, keep: Callable[[int], bool]) -> list[int]:
    removed = graph.filter_nodes(lambda element: not keep(element))
    elements = [graph[node] for node in removed]
    graph.remove_nodes_from(removed)
    return elements


def pickled(graph: PyGraph) -> PyGraph:
    copied: PyGraph = pickle.loads(pickle.dumps(graph))  # noqa: S301, it has just been written here
    return copied


def node_index(index: int, stamp: int) -> int | None:
    """Return the index if it is an unsigned integer of 32 bits, as every index of a graph is."""
    return index if not stamp and 0 <= index < 1 << 32 else None


def any_index(index: int, stamp: int) -> int | None:
    """Return the index if it is an unsigned integer of 64 bits, which the package accepts as an index."""
    return index if not stamp and 0 <= index < 1 << 64 else None


INDEXED = ",".join(
    f"{each}.{kind}" for each in ("at", "replace", "at_mut") for kind in ("stale", "forged")
)


def graph_port(
    name: str,
    reload: Callable[[PyGraph], PyGraph] = PyGraph.copy,
    forge: Callable[[int, int], int | None] = node_index,
) -> Port:
    return Port(
        {
            "name": name,
            "version": "0.18.1",
            "system": "slab",
            "remove": "silent",
            "panics": INDEXED,
        },
        open=lambda parameters: PyGraph(),
        add=PyGraph.add_node,
        extend=PyGraph.add_nodes_from,
        remove=PyGraph.remove_node,
        at=PyGraph.get_node_data,
        contains=PyGraph.has_node,
        replace=put_data,
        at_mut=add_to_data,
        len=PyGraph.num_nodes,
        clear=PyGraph.clear,
        each=lambda graph: zip(graph.node_indices(), graph.nodes(), strict=True),
        keys=PyGraph.node_indices,
        retain=retain_nodes,
        reload=reload,
        forge=forge,
        parts=lambda node: (node, 0),
    )


PORTS: dict[str, Callable[[], Port]] = {
    "esper": lambda: esper_world("esper"),
    "esper-add-component": with_add_component,
    "esper-process": lambda: esper_world("esper-process", remove=delete_later),
    "llist": doubly_linked,
    "rustworkx": lambda: graph_port("rustworkx"),
    "rustworkx-beyond": lambda: graph_port("rustworkx-beyond", forge=any_index),
    "rustworkx-pickle": lambda: graph_port("rustworkx-pickle", pickled),
}
"""Maps the argument that selects a port to the port."""
