"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.slim.nets.inception import inception_v3 as inception_v3
from penstock.contrib.slim.nets.inception import inception_v3_arg_scope as inception_v3_arg_scope
from penstock.contrib.slim.nets.inception import inception_v3_base as inception_v3_base

__all__ = [
    "inception_v3",
    "inception_v3_arg_scope",
    "inception_v3_base",
]
