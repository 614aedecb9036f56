"""Tests of the slab."""
