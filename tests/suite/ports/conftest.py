"""Ports are covered by few programs here."""

from suite.covering import few_covering

__all__ = ["few_covering"]
