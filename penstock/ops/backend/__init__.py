"""Computations that need two sources, one for NumPy and one for XLA."""
