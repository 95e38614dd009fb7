"""Where variables lie: in NumPy's memory, as they are restored, or in buffers of XLA's, as programs read them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from penstock.ops.backend import start_jax
from penstock.runtime.xla import client


def move(variables: dict[Any, Any], keys: Iterable[Any]) -> None:
    """Copies variables to XLA's buffers, as the first run of a program that reads them would do, and waits for that."""
    if client.start() is not None:
        for key in keys:
            variables[key] = client.copied(np.asarray(variables[key])).block_until_ready()
        return
    start_jax.load()
    import jax.numpy as jnp
    from jax import enable_x64

    for key in keys:
        with enable_x64(True):
            variables[key] = jnp.array(variables[key], copy=True).block_until_ready()
