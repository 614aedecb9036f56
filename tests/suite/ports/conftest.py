"""Ports are covered by few programs."""

from __future__ import annotations

from suite.covering import few_covering

__all__ = ["few_covering"]
