"""The mutation tool: what it makes, what it notices, and its list of equivalents."""
