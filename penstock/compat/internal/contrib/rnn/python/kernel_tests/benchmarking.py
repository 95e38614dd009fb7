"""How long operations take: `tensorflow.contrib.rnn.python.kernel_tests.benchmarking`."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator, Mapping
from typing import Any

import penstock as tf

__all__ = ["device", "dict_product", "seconds_per_run"]


def dict_product(dicts: Mapping[Any, Any]) -> Iterator[dict[Any, Any]]:
    """One dictionary for each choice of a value for every key."""
    for values in itertools.product(*dicts.values()):
        yield dict(zip(dicts, values))


def device(use_gpu: bool = False) -> Any:
    """A block on the first GPU, or on the CPU."""
    return tf.device("/gpu:0" if use_gpu else "/cpu:0")


def seconds_per_run(op: Any, sess: Any, num_runs: int = 50) -> float:
    """The mean time of a run, after two that are not counted."""
    for _ in range(2):
        sess.run(op)
    start = time.time()
    for _ in range(num_runs):
        sess.run(op)
    return (time.time() - start) / num_runs
