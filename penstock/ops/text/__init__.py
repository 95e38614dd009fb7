"""Strings: joining, splitting, regular expressions, hashes, Unicode. They run on the host."""
