"""Rings and ring buffers: which steps are those of a ring, and what pictures and layouts show."""
