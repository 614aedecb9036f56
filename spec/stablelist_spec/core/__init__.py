"""Concepts of every kind of container: operations as data, families, systems, histories, and exploration."""
