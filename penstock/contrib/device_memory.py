"""`tf.contrib.memory_stats`: operations that tell of the memory of their device.

As in 1.15.5, only a GPU knows how much of it is used; on a CPU, these fail, and the limit is -1.
"""

from __future__ import annotations

from penstock._namespace import export
from penstock.graph.build import apply
from penstock.graph.operation import Tensor
from penstock.ops.control import gpu_only  # noqa: F401 - declares them


@export("contrib.memory_stats.BytesInUse")
def BytesInUse() -> Tensor:  # noqa: N802
    """How many bytes of its GPU's memory are used now, when it runs.

    Raises:
      tf.errors.InvalidArgumentError: when it runs, as there is no kernel of it for the CPU.

    >>> import penstock as tf
    >>> with tf.Session() as sess:
    ...     sess.run(tf.contrib.memory_stats.BytesInUse())
    Traceback (most recent call last):
    InvalidArgumentError: No OpKernel was registered to support Op 'BytesInUse' ...
    """
    return apply("BytesInUse")


@export("contrib.memory_stats.BytesLimit")
def BytesLimit() -> Tensor:  # noqa: N802
    """How many bytes of memory its device may use; -1 on a CPU, which has no limit of its own.

    >>> import penstock as tf
    >>> with tf.Session() as sess:
    ...     print(sess.run(tf.contrib.memory_stats.BytesLimit()))
    -1
    """
    return apply("BytesLimit")


@export("contrib.memory_stats.MaxBytesInUse")
def MaxBytesInUse() -> Tensor:  # noqa: N802
    """How many bytes of its GPU's memory have been used at most, when it runs.

    Raises:
      tf.errors.InvalidArgumentError: when it runs, as there is no kernel of it for the CPU.

    >>> import penstock as tf
    >>> with tf.device("/gpu:0"):
    ...     tf.contrib.memory_stats.MaxBytesInUse()
    <tf.Tensor 'MaxBytesInUse:0' shape=() dtype=int64>
    """
    return apply("MaxBytesInUse")
