"""Ragged tensors: rows of different lengths, kept as one tensor of values and the positions where rows begin and end."""
