"""Which optimizer a user means: by name, as an object, or as a function that makes one."""

from __future__ import annotations

from typing import Any

import penstock as tf

_BY_NAME = {
    "Adagrad": "AdagradOptimizer",
    "Adam": "AdamOptimizer",
    "Ftrl": "FtrlOptimizer",
    "RMSProp": "RMSPropOptimizer",
    "SGD": "GradientDescentOptimizer",
}


def get_optimizer_instance(opt: object, learning_rate: float | None = None) -> Any:
    """The optimizer that is meant by `opt`; one that is named gets `learning_rate`.

    Raises:
      ValueError: it is no optimizer, or the name is not known.
    """
    if isinstance(opt, str):
        if opt not in _BY_NAME:
            raise ValueError(f"Unsupported optimizer name: {opt}. Supported names are: {tuple(sorted(_BY_NAME))}")
        if not learning_rate:
            raise ValueError("learning_rate must be specified when opt is string.")
        return getattr(tf.train, _BY_NAME[opt])(learning_rate=learning_rate)
    if callable(opt):
        opt = opt()
    if not isinstance(opt, tf.train.Optimizer):
        raise ValueError(f"The given object is not an Optimizer instance. Given: {opt}")
    return opt


def check_features(features: object) -> None:
    """Raises ValueError if they are not a dictionary."""
    if not isinstance(features, dict):
        raise ValueError(f"features should be a dictionary of `Tensor`s. Given type: {type(features)}")


def partitioner(config: Any, min_slice_size: int | None = None) -> Any:
    """Splits variables over the parameter servers of a configuration."""
    sizes = {} if min_slice_size is None else {"min_slice_size": min_slice_size}
    return tf.min_max_variable_partitioner(max_partitions=config.num_ps_replicas if config else 0, **sizes)


INPUT_SLICE = 64 << 20  # bytes; tables of embeddings that are smaller stay whole
