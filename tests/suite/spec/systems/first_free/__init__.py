"""Tests of the first-free list."""
