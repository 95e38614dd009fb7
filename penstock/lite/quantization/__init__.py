"""Integers in place of real numbers: for graphs trained with fake quantization, for weights only, and by measured ranges."""
