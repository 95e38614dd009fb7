"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.distributions.bijectors.base import Bijector as Bijector
from penstock.contrib.distributions.bijectors.elementwise import Identity as Identity

__all__ = [
    "Bijector",
    "Identity",
]
