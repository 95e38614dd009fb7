"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.compat.xla import jit_scope as experimental_jit_scope

__all__ = [
    "experimental_jit_scope",
]
