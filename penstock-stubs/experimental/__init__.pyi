"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.compat.experimental import function_executor_type as function_executor_type
from penstock.compat.experimental import output_all_intermediates as output_all_intermediates
from penstock.ops.state.variables import Variable as Variable

__all__ = [
    "Variable",
    "function_executor_type",
    "output_all_intermediates",
]
