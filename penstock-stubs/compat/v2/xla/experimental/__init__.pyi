"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.compat.xla import compile as compile
from penstock.compat.xla import jit_scope as jit_scope

__all__ = [
    "compile",
    "jit_scope",
]
