"""Models that are made already: linear, and wide and deep."""
