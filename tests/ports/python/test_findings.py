"""The findings in the Python packages, one test each. They pass as long as the pinned releases have these defects."""

from __future__ import annotations

import unittest
from itertools import count

import esper
import rustworkx

WORLDS = map("world {}".format, count())


class Position:
    """A component."""


class Esper(unittest.TestCase):
    """esper 3.9, in a fresh world for each test."""

    def setUp(self) -> None:
        esper.switch_world(next(WORLDS))

    def test_f18_add_component_to_a_deleted_entity_breaks_every_query(self) -> None:
        """``get_component``: "Get an iterator for Entity, Component pairs."."""
        live, deleted = esper.create_entity(Position()), esper.create_entity(Position())
        esper.delete_entity(deleted, immediate=True)
        with self.assertRaises(KeyError):
            esper.add_component(deleted, Position())
        for _ in range(2):
            with self.assertRaises(KeyError):
                esper.get_component(Position)
        self.assertTrue(esper.entity_exists(live))

    def test_f19_process_raises_for_ever_after_an_entity_was_deleted_again(self) -> None:
        """``delete_entity``: "Raises a KeyError if the given entity does not exist in the database."."""
        deleted, other = esper.create_entity(), esper.create_entity()
        esper.delete_entity(deleted)
        esper.process()
        esper.delete_entity(deleted)  # does not raise
        esper.delete_entity(other)
        for _ in range(2):
            with self.assertRaises(KeyError):
                esper.process()

    def test_f20_an_entity_without_components_exists(self) -> None:
        """``entity_exists``: "Empty Entities (with no components) […] will not count as existent ones."."""
        self.assertTrue(esper.entity_exists(esper.create_entity()))


class Rustworkx(unittest.TestCase):
    """rustworkx 0.18.1."""

    def test_f21_an_index_of_more_than_32_bits_finds_another_node(self) -> None:
        """``get_node_data``: ":raises IndexError: when an invalid node index is provided"."""
        for kind in (rustworkx.PyGraph, rustworkx.PyDiGraph):
            graph = kind()
            graph.add_nodes_from(["a", "b"])
            self.assertTrue(graph.has_node(2**32))
            self.assertEqual(graph.get_node_data(2**32), "a")
            graph.remove_node(2**32)
            self.assertEqual(list(graph.node_indices()), [1])


if __name__ == "__main__":
    unittest.main()
