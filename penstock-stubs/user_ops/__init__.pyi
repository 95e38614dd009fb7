"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.ops.arrays.fingerprint import my_fact as my_fact

__all__ = [
    "my_fact",
]
