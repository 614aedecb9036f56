"""The programs that a port is asked: what it can be asked, covering programs, random programs, the cache."""
