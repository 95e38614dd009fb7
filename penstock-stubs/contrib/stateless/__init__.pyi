"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.ops.random.functions import stateless_multinomial as stateless_multinomial
from penstock.ops.random.functions import stateless_random_normal as stateless_random_normal
from penstock.ops.random.functions import stateless_random_uniform as stateless_random_uniform
from penstock.ops.random.functions import stateless_truncated_normal as stateless_truncated_normal

__all__ = [
    "stateless_multinomial",
    "stateless_random_normal",
    "stateless_random_uniform",
    "stateless_truncated_normal",
]
