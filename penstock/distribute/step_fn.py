"""Steps of training as objects: `tf.contrib.distribute.Step` and those with usual input and one loss."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from penstock._namespace import export
from penstock.graph.typing import NestedTensors


@export("contrib.distribute.Step")
class Step:
    """The base of steps: calling one makes the operation of a step.

    Args:
      distribution: the strategy.

    >>> import penstock as tf
    >>> tf.contrib.distribute.Step(tf.distribute.get_strategy()).initialize()
    []
    """

    def __init__(self, distribution: Any) -> None:
        self._distribution = distribution

    @property
    def distribution(self) -> Any:
        """The strategy."""
        return self._distribution

    def initialize(self) -> list[Any]:
        """What is to be run before the first step."""
        return []

    def __call__(self) -> Any:
        """The operation of a step; written by subclasses."""
        raise NotImplementedError("must be implemented in descendants")


@export("contrib.distribute.StandardInputStep")
class StandardInputStep(Step):
    """A step whose input comes from a dataset.

    Args:
      dataset_fn: makes the dataset.
      distribution: the strategy.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
    ...     step = tf.contrib.distribute.StandardInputStep(lambda: tf.data.Dataset.range(3), strategy)
    ...     print(step.initialize().type)
    NoOp
    """

    def __init__(self, dataset_fn: Callable[[], Any], distribution: Any) -> None:
        super().__init__(distribution)
        self._iterator = distribution.make_input_fn_iterator(lambda _: dataset_fn())

    def initialize(self) -> Any:
        """Goes to the beginning of the input."""
        return self._iterator.initialize()


@export("contrib.distribute.StandardSingleLossStep")
class StandardSingleLossStep(StandardInputStep):
    """A step that makes a loss smaller.

    Args:
      dataset_fn: makes the dataset.
      loss_fn: called as `loss_fn(context, inputs)`, returns the loss of a replica.
      optimizer: a `tf.train.Optimizer`.
      distribution: the strategy.
      iterations_per_step: how many batches a step takes.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
    ...     def loss_fn(context, x):
    ...         w = tf.get_variable("w", initializer=1.0, use_resource=True)
    ...         return tf.square(w * x)
    ...     with strategy.scope():
    ...         optimizer = tf.train.GradientDescentOptimizer(0.25)
    ...         step = tf.contrib.distribute.StandardSingleLossStep(
    ...             lambda: tf.data.Dataset.from_tensors(1.0).repeat(), loss_fn, optimizer, strategy)
    ...         monitor = tf.contrib.distribute.Monitor(step, sess)
    ...     monitor.run_steps(2)
    ...     print(sess.run(tf.trainable_variables()[0]))
    0.25
    """

    def __init__(
        self,
        dataset_fn: Callable[[], Any],
        loss_fn: Callable[..., Any],
        optimizer: Any,
        distribution: Any,
        iterations_per_step: int = 1,
    ) -> None:
        super().__init__(dataset_fn, distribution)
        self._loss_fn, self._optimizer, self._iterations_per_step = loss_fn, optimizer, iterations_per_step

    def __call__(self) -> Any:
        """The operation of a step."""

        def gradients(context: Any, inputs: NestedTensors) -> list[tuple[Any, Any]]:
            pairs = self._optimizer.compute_gradients(self._loss_fn(context, inputs))
            return [(gradient, variable) for gradient, variable in pairs if gradient is not None]

        def step(context: Any, inputs: NestedTensors) -> Any:
            pairs = self.distribution.extended.call_for_each_replica(gradients, args=(context, inputs))
            return self._optimizer._distributed_apply(self.distribution, pairs)

        with self._distribution.scope():
            return self.distribution.extended.experimental_run_steps_on_iterator(
                step, self._iterator, self._iterations_per_step
            ).run_op
