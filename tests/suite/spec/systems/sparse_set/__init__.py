"""The sparse set: by hand, and with planted defects."""
