"""Tests of the proofs about a dyadic list."""
