"""Tests of the first-free list with vacancy skipping."""
