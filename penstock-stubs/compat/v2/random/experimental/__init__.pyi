"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.ops.random.generator import Generator as Generator
from penstock.ops.random.generator import create_rng_state as create_rng_state
from penstock.ops.random.generator import get_global_generator as get_global_generator
from penstock.ops.random.generator import set_global_generator as set_global_generator

__all__ = [
    "Generator",
    "create_rng_state",
    "get_global_generator",
    "set_global_generator",
]
