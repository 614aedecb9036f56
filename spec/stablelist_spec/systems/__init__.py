"""Exact models of further systems, each a package of its own.

A system's package has a module-level `Model`: `dyadic.DYADIC`. `model` says what a model is, and what all of them
share with StableList.
"""
