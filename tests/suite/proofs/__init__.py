"""Proofs and explorations: that they cover what they should, and what they must notice."""
