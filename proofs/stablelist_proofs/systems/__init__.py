"""What is proved of each system: `registry` lists them."""
