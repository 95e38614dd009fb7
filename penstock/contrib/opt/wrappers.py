"""Optimizers around other optimizers: averages of variables, clipped variables, tasks that rest, gradients that are late."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.composite import IndexedSlices
from penstock.graph.graph import colocate_with, control_dependencies, name_scope
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import TensorLike
from penstock.ops.math.clip import clip_by_global_norm, clip_by_norm, global_norm
from penstock.platform import logging
from penstock.train.moving_averages import ExponentialMovingAverage
from penstock.train.optimizer import Optimizer
from penstock.train.training_step import get_global_step

if TYPE_CHECKING:
    from penstock.ops.state.variables import Variable


@export("contrib.opt.MovingAverageOptimizer")
class MovingAverageOptimizer(Optimizer):
    """Keeps the moving averages of all variables, which a saver can save in their place.

    Args:
      opt: the optimizer that makes the steps.
      average_decay: how slowly averages follow.
      num_updates: a step number that makes averages faster at the beginning, or None.
      sequential_update: whether averages are of the values after the step, not of those before or after.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     v = tf.Variable(4.0, name="v")
    ...     opt = tf.contrib.opt.MovingAverageOptimizer(tf.train.GradientDescentOptimizer(1.0), average_decay=0.5)
    ...     step = opt.minimize(2.0 * v)
    ...     sess.run(tf.global_variables_initializer())
    ...     sess.run(step)
    ...     print([float(value) for value in sess.run(tf.global_variables())])
    [2.0, 3.0]
    """

    def __init__(
        self, opt: Any, average_decay: float = 0.9999, num_updates: Any = None, sequential_update: bool = True
    ):
        super().__init__(False, "MovingAverage")
        self._optimizer = opt
        self._ema = ExponentialMovingAverage(average_decay, num_updates=num_updates)
        self._swapped: dict[str, str] | None = None
        self._sequential_update = sequential_update

    def compute_gradients(self, *args: Any, **kwargs: Any) -> Any:
        """What the wrapped optimizer computes."""
        return self._optimizer.compute_gradients(*args, **kwargs)

    def apply_gradients(
        self, grads_and_vars: Iterable[tuple[Any, Any]], global_step: TensorLike | None = None, name: str | None = None
    ) -> Operation:
        """Makes a step, and updates the averages."""
        grads_and_vars = list(grads_and_vars)
        train_op = self._optimizer.apply_gradients(grads_and_vars, global_step=global_step, name=name)
        variables = [variable for gradient, variable in grads_and_vars if gradient is not None]
        with control_dependencies([train_op] if self._sequential_update else []):
            average_op = self._ema.apply(variables)
        self._swapped = {}
        for variable in variables:
            average = self._ema.average(variable)
            self._swapped[variable.op.name] = average.op.name
            self._swapped[average.op.name] = variable.op.name
        return tf.group(train_op, average_op, name="train_with_avg")

    def swapping_saver(self, var_list: Sequence[Any] | None = None, name: str = "swapping_saver", **kwargs: Any) -> Any:
        """A saver that saves averages under the names of variables, and the variables under those of averages.

        Args:
          var_list: variables, or a dictionary of them by name; by default, all global variables.
          name: a name for its operations.
          **kwargs: more arguments for `tf.train.Saver`.

        Raises:
          RuntimeError: if there are no averages yet.
          ValueError: if a variable is to be saved without its average.
        """
        if self._swapped is None:
            raise RuntimeError("Must call apply_gradients or minimize before creating the swapping_saver")
        given = tf.global_variables() if var_list is None else var_list
        if not isinstance(given, dict):
            given = {variable.op.name: variable for variable in given}
        by_name: dict[str, Any] = {}
        for key, value in given.items():
            by_name.update({part.op.name: part for part in value} if isinstance(value, list) else {key: value})

        def other(key: str, value: TensorLike) -> Any:
            swapped = (self._swapped or {}).get(key)
            if swapped is None:
                return value
            if swapped not in by_name:
                raise ValueError(
                    f"Variable to swap {swapped} is not part of variables to save. This breaks MovingAverageOptimizer."
                )
            return by_name[swapped]

        saved = {
            key: [other(part.op.name, part) for part in value] if isinstance(value, list) else other(key, value)
            for key, value in given.items()
        }
        return tf.train.Saver(saved, name=name, **kwargs)


@export("contrib.opt.VariableClippingOptimizer")
class VariableClippingOptimizer(Optimizer):
    """Clips the norm of variables after each step.

    Args:
      opt: the optimizer that makes the steps.
      vars_to_clip_dims: variable → the axes over which its norm is computed.
      max_norm: the greatest norm.
      use_locking: recorded in the operations.
      colocate_clip_ops_with_vars: whether to clip on the variables' devices.
      name: a name for its operations.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     v = tf.Variable([[3.0, 4.0]])
    ...     opt = tf.contrib.opt.VariableClippingOptimizer(tf.train.GradientDescentOptimizer(0.0), {v: [1]}, 1.0)
    ...     step = opt.minimize(tf.reduce_sum(v))
    ...     sess.run(tf.global_variables_initializer())
    ...     sess.run(step)
    ...     print(sess.run(v).round(3).tolist())
    [[0.6000000238418579, 0.800000011920929]]
    """

    def __init__(
        self,
        opt: Any,
        vars_to_clip_dims: dict[Any, list[int]],
        max_norm: float,
        use_locking: bool = False,
        colocate_clip_ops_with_vars: bool = False,
        name: str = "VariableClipping",
    ):
        super().__init__(use_locking, name)
        self._opt, self._max_norm = opt, max_norm
        self._vars_to_clip_dims = {variable: axes[:] for variable, axes in vars_to_clip_dims.items()}
        self._colocate_clip_ops_with_vars = colocate_clip_ops_with_vars

    def compute_gradients(self, *args: Any, **kwargs: Any) -> Any:
        """What the wrapped optimizer computes."""
        return self._opt.compute_gradients(*args, **kwargs)

    def get_slot(self, *args: Any, **kwargs: Any) -> Any:
        """A slot of the wrapped optimizer."""
        return self._opt.get_slot(*args, **kwargs)

    def get_slot_names(self, *args: Any, **kwargs: Any) -> Any:
        """The slots of the wrapped optimizer."""
        return self._opt.get_slot_names(*args, **kwargs)

    def apply_gradients(
        self, grads_and_vars: Iterable[tuple[Any, Any]], global_step: TensorLike | None = None, name: str | None = None
    ) -> Operation:
        """Makes a step, then clips."""
        grads_and_vars = list(grads_and_vars)
        with name_scope(name, self._name) as scope:
            update = self._opt.apply_gradients(grads_and_vars, global_step=global_step)
            clipped = []
            with control_dependencies([update]):
                for gradient, variable in grads_and_vars:
                    if gradient is None or variable not in self._vars_to_clip_dims:
                        continue
                    with name_scope(f"clip_{variable.op.name}"):
                        clipped.append(self._clip(gradient, variable))
            return tf.group(update, *clipped, name=scope)

    def _clip(self, gradient: Any, variable: Variable) -> Any:
        axes = self._vars_to_clip_dims[variable]
        rows = isinstance(gradient, IndexedSlices)
        if rows and 0 in axes:
            logging.warning(
                "Clipping norm across dims %s for %s is inefficient when including sparse dimension 0.",
                axes,
                variable.op.name,
            )
            rows = False
        value = tf.gather(variable, gradient.indices) if rows else variable.read_value()
        if self._colocate_clip_ops_with_vars:
            with colocate_with(variable):
                change = value - clip_by_norm(value, self._max_norm, axes)
        else:
            change = value - clip_by_norm(value, self._max_norm, axes)
        with colocate_with(variable):
            if rows:
                slices = IndexedSlices(change, gradient.indices, gradient.dense_shape)
                return variable.scatter_sub(slices, use_locking=self._use_locking)
            return variable.assign_sub(change, use_locking=self._use_locking)


# -- several tasks ----------------------------------------------------------------------------------------------------------


def _all_zeros(gradient: TensorLike) -> Any:
    values = gradient.values if isinstance(gradient, IndexedSlices) else gradient
    return tf.equal(tf.count_nonzero(values), 0)


@export("contrib.opt.MultitaskOptimizerWrapper")
class MultitaskOptimizerWrapper:
    """Makes an optimizer leave a variable and its slots alone where the gradient is all zeros: its task was not chosen.

    Args:
      opt: the optimizer, which is changed.

    Raises:
      TypeError: if it is no `tf.train.Optimizer`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     v = tf.Variable([1.0])
    ...     opt = tf.contrib.opt.MultitaskOptimizerWrapper(tf.train.MomentumOptimizer(1.0, 0.9))
    ...     slope = tf.placeholder(tf.float32, [1])
    ...     step = opt.apply_gradients([(slope, v)])
    ...     sess.run(tf.global_variables_initializer())
    ...     for value in ([2.0], [0.0]):
    ...         sess.run(step, {slope: value})
    ...     print(sess.run(v))
    [-1.]
    """

    def __init__(self, opt: Any):
        if not isinstance(opt, Optimizer):
            raise TypeError("Supplied optimizer must be an instance of tf.train.Optimizer")
        self._opt = opt
        for name in ("_apply_dense", "_resource_apply_dense", "_apply_sparse", "_resource_apply_sparse"):
            setattr(opt, name, types.MethodType(_unless_zero(getattr(opt, name)), opt))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._opt, name)


def _unless_zero(function: Callable) -> Callable:
    def step(self: Any, gradient: Any, *args: Any, **kwargs: Any) -> Any:
        def update() -> Operation:
            with control_dependencies([function(gradient, *args, **kwargs)]):
                return tf.no_op()

        return tf.cond(_all_zeros(gradient), tf.no_op, update)

    return step


@export("contrib.opt.clip_gradients_by_global_norm")
def clip_gradients_by_global_norm(gradients_variables: Any, clip_norm: float = 20.0) -> tuple[list[Any], Tensor]:
    """Clips gradients by their global norm, in which those that are all zeros do not count.

    Args:
      gradients_variables: (gradient, variable) pairs.
      clip_norm: the greatest norm.

    Returns:
      The clipped pairs, and the norm before.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     pairs = [(tf.constant([3.0, 4.0]), None), (tf.constant([0.0]), None)]
    ...     clipped, norm = tf.contrib.opt.clip_gradients_by_global_norm(pairs, 1.0)
    ...     print(sess.run([clipped[0][0], norm]))
    [array([0.6, 0.8], dtype=float32), np.float32(5.0)]
    """
    gradients, variables = zip(*gradients_variables, strict=True)
    # A gradient of zeros adds nothing to the norm in any case.
    norm = global_norm(gradients)
    clipped, _ = clip_by_global_norm(gradients, clip_norm, use_norm=norm)
    return list(zip(clipped, variables, strict=True)), norm


# -- late gradients ---------------------------------------------------------------------------------------------------------


@export("contrib.opt.DropStaleGradientOptimizer")
class DropStaleGradientOptimizer(Optimizer):
    """Drops gradients that were computed more than `staleness` global steps ago by a slow worker.

    Args:
      opt: the optimizer that makes the steps.
      staleness: how many steps a gradient may be late.
      use_locking: recorded in the operations.
      name: a name for its operations.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     step, v = tf.train.create_global_step(), tf.Variable(4.0)
    ...     opt = tf.contrib.opt.DropStaleGradientOptimizer(tf.train.GradientDescentOptimizer(1.0), 0)
    ...     train_op = opt.minimize(2.0 * v, global_step=step)
    ...     sess.run(tf.global_variables_initializer())
    ...     _ = sess.run(train_op)
    ...     print(sess.run(v))
    2.0
    """

    def __init__(self, opt: Any, staleness: int, use_locking: bool = False, name: str = "DropStaleGradient"):
        super().__init__(use_locking, name)
        self._opt, self._staleness = opt, staleness
        self._local_step: Any = None

    def compute_gradients(self, loss: TensorLike, *args: Any, **kwargs: Any) -> Any:
        """What the wrapped optimizer computes; remembers the global step at which it began."""
        with colocate_with(loss):
            self._local_step = get_global_step() + 0
        with control_dependencies([self._local_step]):
            return self._opt.compute_gradients(tf.identity(loss), *args, **kwargs)

    def get_slot(self, *args: Any, **kwargs: Any) -> Any:
        """A slot of the wrapped optimizer."""
        return self._opt.get_slot(*args, **kwargs)

    def get_slot_names(self, *args: Any, **kwargs: Any) -> Any:
        """The slots of the wrapped optimizer."""
        return self._opt.get_slot_names(*args, **kwargs)

    def apply_gradients(
        self, grads_and_vars: Iterable[tuple[Any, Any]], global_step: Any = None, name: str | None = None
    ) -> Any:
        """Makes a step if the gradients are new enough, and counts those that are not in `stale_counter`."""
        grads_and_vars = list(grads_and_vars)
        dropped = tf.get_variable("stale_counter", [], initializer=tf.zeros_initializer(), trainable=False)

        def accepted() -> Any:
            update = self._opt.apply_gradients(grads_and_vars, global_step=global_step, name=name)
            with control_dependencies([update]):
                return tf.identity(0.0)

        waits = [g.op if isinstance(g, IndexedSlices) else g for g, _ in grads_and_vars if g is not None]
        with control_dependencies(waits), colocate_with(global_step):
            late = tf.reshape(global_step - self._local_step, shape=())
        one_more = tf.cond(tf.less_equal(late, self._staleness), accepted, lambda: tf.identity(1.0))
        update = dropped.assign_add(one_more)
        share = dropped / tf.cast(global_step + 1, tf.float32)
        tf.summary.scalar("Gradient staleness percentage", share)
        return update
