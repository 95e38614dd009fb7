"""Computations that XLA compiles as one."""

from penstock.compat.xla import compile

__all__ = ["compile"]
