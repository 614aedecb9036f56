"""Any graph: the system of graphs of which only the contract is known, and of which a program may have two.

A model knows the keys of one container only. So a stable graph, which has one, cannot be cloned; a port of it that can
offers this system as well. What it shares with a stable graph is covered by the programs of that.
"""

from __future__ import annotations

from typing import Final

from stablelist_spec.core.axes import Axes
from stablelist_spec.core.system import System
from stablelist_spec.families import graph, graph_contract

from .stable_graph import STABLE_GRAPH

__all__ = ["GRAPH"]

GRAPH: Final = System(
    name="graph",
    family=graph.GRAPH,
    operations=frozenset(graph.GRAPH.kinds) - STABLE_GRAPH.shown.keys(),
    configuration=STABLE_GRAPH.configuration,
    fields=STABLE_GRAPH.fields,
    promised=STABLE_GRAPH.promised,
    measures=graph_contract.MEASURES,
    choices=STABLE_GRAPH.choices,
    ranges=STABLE_GRAPH.ranges,
    covered_by=STABLE_GRAPH.name,
    noun=STABLE_GRAPH.noun,
    axes=Axes(elements="nodes and edges"),
)
"""The system: any graph."""
