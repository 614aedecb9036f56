"""Tests of `stablelist_proofs.kernel`."""
