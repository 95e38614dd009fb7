"""Where variables lie: in NumPy's memory, as they are restored, or in buffers of XLA's, as programs read them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import jax.numpy as jnp
from jax import enable_x64

from penstock.ops.backend import start_jax

start_jax.load()


def move(variables: dict[Any, Any], keys: Iterable[Any]) -> None:
    """Copies variables to XLA's buffers, as the first run of a program that reads them would do, and waits for that."""
    for key in keys:
        with enable_x64(True):
            variables[key] = jnp.array(variables[key], copy=True).block_until_ready()
