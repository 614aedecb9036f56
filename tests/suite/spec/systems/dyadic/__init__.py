"""Tests of the dyadic list."""
