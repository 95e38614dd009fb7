"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.slim.nets.inception import inception_v2 as inception_v2
from penstock.contrib.slim.nets.inception import inception_v2_arg_scope as inception_v2_arg_scope
from penstock.contrib.slim.nets.inception import inception_v2_base as inception_v2_base

__all__ = [
    "inception_v2",
    "inception_v2_arg_scope",
    "inception_v2_base",
]
