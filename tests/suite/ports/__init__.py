"""Tests of the ports that live in ``tests/ports``, and of the checker by planted defects."""
