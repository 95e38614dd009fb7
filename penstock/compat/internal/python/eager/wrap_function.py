"""Code of 1.x as functions."""

from penstock.autograph.wrapped import function_from_graph_def, wrap_function

__all__ = ["function_from_graph_def", "wrap_function"]
