"""The compiler: from a segment to an XLA program, in the background."""
