"""Rewrites of a traced program before XLA sees it: fusion of C kernels, elementwise loops, recurrent loops."""
