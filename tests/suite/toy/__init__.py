"""The counter that the page *Add a container* describes, and a port of it."""
