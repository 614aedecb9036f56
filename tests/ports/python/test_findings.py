"""The findings in the Python packages, one test each. They pass as long as the pinned releases have these defects."""

from __future__ import annotations

import subprocess
import sys
import unittest
from itertools import count
from pathlib import Path

import esper
import rustworkx
from sortedcollections import OrderedSet
from treelib import Tree

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


class Treelib(unittest.TestCase):
    """treelib 1.8.0."""

    def test_f57_a_node_that_is_moved_to_itself_is_its_own_parent(self) -> None:
        """``move_node``: "LoopError: If moving would create a circular reference"."""
        tree = Tree()
        tree.create_node(identifier="root")
        tree.create_node(identifier="node", parent="root")
        tree.move_node("node", "node")
        self.assertEqual(tree.parent("node").identifier, "node")
        self.assertEqual(list(tree.expand_tree()), ["root"])
        self.assertEqual(len(tree), 2)


class SortedCollections(unittest.TestCase):
    """sortedcollections 2.1.0."""

    def test_f62_index_counts_members_that_were_removed(self) -> None:
        """``index``: "Return index of value."."""
        members = OrderedSet("abc")
        members.discard("a")
        self.assertEqual(list(members), ["b", "c"])
        self.assertEqual(members.index("c"), 2)


class Boltons(unittest.TestCase):
    """Releases of boltons, each in a process of its own, because all have the same name."""

    def said(self, version: str, program: str) -> str:
        """The output of a program that has an ``IndexedSet`` of 25 numbers."""
        folder = Path(__file__).with_name("target") / "boltons" / version
        begin = "from boltons.setutils import IndexedSet; s = IndexedSet(range(25)); "
        command = [sys.executable, "-c", begin + program]
        return subprocess.run(
            command, env={"PYTHONPATH": str(folder)}, capture_output=True, text=True, check=True
        ).stdout.strip()

    def test_f44_index_counts_members_that_were_removed(self) -> None:
        """``index``: "get the index of a value"."""
        self.assertEqual(self.said("20.0.0", "s.remove(2); print(s.index(4), s[3])"), "4 4")

    def test_f45_index_subtracts_too_much(self) -> None:
        """``index``: "get the index of a value"."""
        self.assertEqual(self.said("20.1.0", "s.remove(2); print(s.index(4), s[3])"), "-1 4")

    def test_f46_a_place_below_the_length_is_out_of_range(self) -> None:
        """``IndexedSet``: "maintains insertion order and uniqueness of inserted elements"."""
        pops = "[s.pop(place) for place in (23, 0, 21, 21)]; s.add(25); "
        self.assertEqual(self.said("26.2.0", pops + "print(len(s), list(s)[21])"), "22 25")
        with self.assertRaises(subprocess.CalledProcessError):
            self.said("26.2.0", pops + "s[21]")


if __name__ == "__main__":
    unittest.main()
