"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.compat.xla import compile as compile
from penstock.compat.xla import estimator_model_fn as estimator_model_fn

__all__ = [
    "compile",
    "estimator_model_fn",
]
