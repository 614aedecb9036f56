"""Tests of the proofs: that they cover what they should, and that they would fail if they could not hold."""
