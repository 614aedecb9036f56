"""The test suite, one folder for each storey of the project."""
