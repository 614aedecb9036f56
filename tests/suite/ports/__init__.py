"""Tests of the ports in ``tests/ports``."""
