"""Tests of the ports in ``tests/ports``, and of the checker with planted defects."""
