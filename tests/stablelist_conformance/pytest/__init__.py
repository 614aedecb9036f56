"""Conformance as tests that pytest runs."""
