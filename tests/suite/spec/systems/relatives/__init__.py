"""Tests of the relatives that are composed of slots."""
