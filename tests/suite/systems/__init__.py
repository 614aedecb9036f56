"""Tests that run for every system of the registry."""
