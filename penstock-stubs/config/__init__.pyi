"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.autograph.functions import run_functions_eagerly as experimental_run_functions_eagerly

__all__ = [
    "experimental_run_functions_eagerly",
]
