"""The command line ``stablelist``, a module for each command."""
