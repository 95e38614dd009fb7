"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.profiling import write_op_log as write_op_log

__all__ = [
    "write_op_log",
]
