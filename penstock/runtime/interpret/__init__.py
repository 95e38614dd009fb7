"""The interpreter: segments of a plan as Python functions over NumPy kernels, and runs that may wait."""
