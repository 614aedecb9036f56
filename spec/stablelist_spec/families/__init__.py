"""The observable behaviour of containers of one kind, defined once."""
