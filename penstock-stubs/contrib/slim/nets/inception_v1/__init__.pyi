"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.slim.nets.inception import inception_v1 as inception_v1
from penstock.contrib.slim.nets.inception import inception_v1_arg_scope as inception_v1_arg_scope
from penstock.contrib.slim.nets.inception import inception_v1_base as inception_v1_base

__all__ = [
    "inception_v1",
    "inception_v1_arg_scope",
    "inception_v1_base",
]
