"""What is asked of every system of the registry."""
