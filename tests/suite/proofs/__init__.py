"""Proofs and explorations, and what they must notice."""
