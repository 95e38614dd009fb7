"""Strategies for `tf.train.replica_device_setter(ps_strategy=...)`: which parameter server gets a variable."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from penstock._namespace import export
from penstock.graph.tensor_shape import TensorShape

if TYPE_CHECKING:
    from penstock.graph.operation import Operation


@export("contrib.training.RandomStrategy")
class RandomStrategy:
    """A parameter server by a hash of the operation's name: always the same for the same name.

    Args:
      num_ps_tasks: how many there are.
      seed: another number, another choice.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     print(tf.contrib.training.RandomStrategy(4)(tf.Variable(0.0, name="v").op))
    3
    """

    def __init__(self, num_ps_tasks: int, seed: int = 0) -> None:
        self._num_tasks = num_ps_tasks
        self._seed = seed

    def __call__(self, op: Operation) -> int:
        key = f"{op.name}_{self._seed}".encode()
        return int(hashlib.md5(key).hexdigest(), 16) % self._num_tasks  # noqa: S324 - 1.x's choice, not for safety


@export("contrib.training.GreedyLoadBalancingStrategy")
class GreedyLoadBalancingStrategy:
    """The parameter server that has the least so far.

    Args:
      num_tasks: how many there are.
      load_fn: how much an operation is, such as `byte_size_load_fn`.

    >>> import penstock as tf
    >>> choose = tf.contrib.training.GreedyLoadBalancingStrategy(2, tf.contrib.training.byte_size_load_fn)
    >>> with tf.Graph().as_default(), tf.device(tf.train.replica_device_setter(2, ps_strategy=choose)):
    ...     print([tf.Variable(tf.zeros([n])).device for n in (10, 3, 3)])
    ['/job:ps/task:0', '/job:ps/task:1', '/job:ps/task:1']
    """

    def __init__(self, num_tasks: int, load_fn: Callable[[Any], float]) -> None:
        self._num_tasks = num_tasks
        self._load_fn = load_fn
        self._ps_loads = [0.0] * num_tasks

    def __call__(self, op: Operation) -> int:
        task = self._ps_loads.index(min(self._ps_loads))
        self._ps_loads[task] += self._load_fn(op)
        return task


@export("contrib.training.byte_size_load_fn")
def byte_size_load_fn(op: Any) -> int:
    """The bytes of an operation's only output, such as a variable's.

    Raises:
      ValueError: it has not one output, or the shape is not known.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     print(tf.contrib.training.byte_size_load_fn(tf.Variable([1.0, 2.0]).op))
    8
    """
    if len(op.outputs) != 1:
        raise ValueError(f"Op {op} must have a single output")
    output = op.outputs[0]
    shape = output.get_shape()
    if not shape.is_fully_defined():
        shape = TensorShape(op.get_attr("shape"))
    shape.assert_is_fully_defined()
    return shape.num_elements() * output.dtype.size
