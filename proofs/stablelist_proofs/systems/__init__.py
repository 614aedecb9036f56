"""What is proved of one system each."""
