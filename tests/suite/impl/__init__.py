"""Tests of the container: each module of `stablelist` has its test module of the same name."""
