"""What a user installs: the wheels, pure and native, each in an environment with nothing else in it."""
