"""Tests of the benchmarks. No test asserts a measured time."""
