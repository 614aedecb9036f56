"""Tests of the specification: each module of `stablelist_spec` has its test module of the same name."""
