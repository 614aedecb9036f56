"""What a user may observe of containers of one kind, written once."""
