"""Debugged runs: a plan that keeps every operation of the graph, run step by step, whose tensors go to files or servers."""
