"""What a run needs, in which order, and on which device."""
