"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.estimator.array_inputs import numpy_input_fn as numpy_input_fn
from penstock.estimator.array_inputs import pandas_input_fn as pandas_input_fn

__all__ = [
    "numpy_input_fn",
    "pandas_input_fn",
]
