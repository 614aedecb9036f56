"""Exploration by numbers, tied to the model."""
