"""A port as a process: started, asked, given time, and ended with its children."""
