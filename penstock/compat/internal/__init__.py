"""Modules inside of 1.x, by the path they had there: `internal/python/util/nest.py` is `tensorflow.python.util.nest`.

Each file holds, in its `__all__`, the names that are not public ones found elsewhere; the rest of such a module is looked
up as that of any other (`penstock.compat.tensorflow`).
"""
