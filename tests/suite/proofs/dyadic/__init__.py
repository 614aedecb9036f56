"""What is proved of a dyadic list."""
