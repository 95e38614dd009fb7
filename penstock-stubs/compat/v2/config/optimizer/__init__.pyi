"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.compat.configuration import get_optimizer_experimental_options as get_experimental_options
from penstock.compat.configuration import get_optimizer_jit as get_jit
from penstock.compat.configuration import set_optimizer_experimental_options as set_experimental_options
from penstock.compat.configuration import set_optimizer_jit as set_jit

__all__ = [
    "get_experimental_options",
    "get_jit",
    "set_experimental_options",
    "set_jit",
]
