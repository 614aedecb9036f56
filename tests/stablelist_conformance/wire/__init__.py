"""What stands on the wire and in files: words, programs, handshakes, widths, text, errors."""
