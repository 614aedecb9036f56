"""What a user installs: the wheels, pure and compiled, each in an environment with nothing else in it."""
