"""Tests of what users install: the pure and the native wheel, each in an environment with nothing else."""
