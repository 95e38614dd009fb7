"""Elementwise functions, comparisons, reductions, running sums and segments."""
