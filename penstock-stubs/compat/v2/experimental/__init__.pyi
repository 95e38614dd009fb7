"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.compat.experimental import function_executor_type as function_executor_type

__all__ = [
    "function_executor_type",
]
