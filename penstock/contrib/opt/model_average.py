"""Workers that train variables of their own, and all of which wait for the mean of them every so many steps."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.graph import colocate_with, control_dependencies
from penstock.graph.keys import GraphKeys
from penstock.graph.typing import CollectionsLike, SessionLike, TensorOrVariable
from penstock.train.optimizer import Optimizer
from penstock.train.session_run_hook import SessionRunHook

if TYPE_CHECKING:
    from penstock.graph.operation import Operation
    from penstock.ops.queues.queues import QueueBase
    from penstock.ops.state.variables import Variable

_CENTER = "global_center_variable"


@export("contrib.opt.ModelAverageCustomGetter")
class ModelAverageCustomGetter:
    """A custom getter: each trained variable is the worker's own, and has a common one, which begins as its copy.

    Args:
      worker_device: the device of the worker's own variables.

    >>> import penstock as tf
    >>> getter = tf.contrib.opt.ModelAverageCustomGetter("/cpu:0")
    >>> with tf.Graph().as_default(), tf.variable_scope("", custom_getter=getter):
    ...     v = tf.get_variable("v", initializer=1.0)
    ...     print([u.op.name for u in tf.global_variables()], [u.op.name for u in tf.local_variables()])
    ['global_center_variable/v'] ['v']
    """

    def __init__(self, worker_device: Any) -> None:
        self._worker_device = worker_device
        self._local_2_global: dict[Any, Any] = {}

    def __call__(
        self, getter: Any, name: str, trainable: Any, collections: CollectionsLike, *args: Any, **kwargs: Any
    ) -> Any:
        """Makes the variable, or both."""
        if not trainable:
            given = {"trainable": trainable, "collections": collections, **kwargs}
            if GraphKeys.LOCAL_VARIABLES not in (collections or ()):
                return getter(name, *args, **given)
            with tf.device(self._worker_device):
                return getter(name, *args, **given)
        with tf.device(self._worker_device):
            local = getter(name, *args, trainable=True, collections=[GraphKeys.LOCAL_VARIABLES], **kwargs)
        self._local_2_global[local] = tf.Variable(
            name=f"{_CENTER}/{name}",
            initial_value=local.initialized_value(),
            trainable=False,
            collections=[GraphKeys.GLOBAL_VARIABLES],
        )
        return local


@export("contrib.opt.ModelAverageOptimizer")
class ModelAverageOptimizer(Optimizer):
    """Makes steps of a worker's own; after so many of them, all workers go on from their mean.

    Args:
      opt: the optimizer of the worker's own steps.
      num_worker: how many workers there are.
      is_chief: whether this one writes the common variables.
      ma_custom_getter: the `ModelAverageCustomGetter` with which the model was made.
      interval_steps: how many steps a worker makes between.
      use_locking: recorded in the operations.
      name: a name.

    >>> import penstock as tf
    >>> getter = tf.contrib.opt.ModelAverageCustomGetter("/cpu:0")
    >>> with tf.Graph().as_default(), tf.Session() as session:
    ...     with tf.variable_scope("", custom_getter=getter):
    ...         v = tf.get_variable("v", initializer=1.0)
    ...     sgd = tf.train.GradientDescentOptimizer(0.5)
    ...     optimizer = tf.contrib.opt.ModelAverageOptimizer(sgd, 1, True, getter, interval_steps=2)
    ...     step = tf.train.get_or_create_global_step()
    ...     train_op = optimizer.minimize(v, step)
    ...     _ = session.run([tf.local_variables_initializer(), tf.global_variables_initializer()])
    ...     for _ in range(4):
    ...         _ = session.run(train_op)
    ...     print(session.run([v, step]))
    [np.float32(-1.0), np.int64(2)]
    """

    def __init__(
        self,
        opt: Any,
        num_worker: int,
        is_chief: bool,
        ma_custom_getter: ModelAverageCustomGetter,
        interval_steps: int = 100,
        use_locking: bool = True,
        name: str = "ModelAverageOptimizer",
    ) -> None:
        super().__init__(use_locking, name)
        self._opt, self._num_worker, self._is_chief = opt, num_worker, is_chief
        self._local_2_global = ma_custom_getter._local_2_global
        self._interval_steps = interval_steps
        self._chief_init_op: Any = None
        self._local_step = tf.get_variable(
            "local_step", initializer=0, trainable=False, collections=[GraphKeys.LOCAL_VARIABLES]
        )
        self._opt._prepare()

    def compute_gradients(self, *args: Any, **kwargs: Any) -> Any:
        """What the inner optimizer computes."""
        return self._opt.compute_gradients(*args, **kwargs)

    def _local_vars_update(self, var_list: Any) -> Operation:
        if not var_list:
            raise ValueError("The list of local_variables should not be empty")
        return self._assigned(var_list, [self._local_2_global[v].read_value() for v in var_list])

    def apply_gradients(
        self, grads_and_vars: Iterable[tuple[Any, Any]], global_step: Any = None, name: str | None = None
    ) -> Any:
        """The inner optimizer's step and, after so many of them, the meeting, which `global_step` counts."""
        if not grads_and_vars:
            raise ValueError("Must supply at least one variable")
        if global_step is None:
            raise ValueError("Global step is required")
        with control_dependencies([self._opt.apply_gradients(grads_and_vars)]):
            stepped = tf.assign_add(self._local_step, 1, name="local_step_update").op
        variables = [v for g, v in grads_and_vars if g is not None]
        with colocate_with(global_step):
            # 1.15 sends tokens, and workers then read the common variables. A run here sees variables as they were when it
            # began to wait, so the means themselves are sent.
            queue = tf.FIFOQueue(
                -1, [v.dtype.base_dtype for v in variables], [v.shape for v in variables], shared_name="sync_queue"
            )
        with tf.name_scope(None, self._name + "/global"):
            accumulators = [self._accumulator(v) for v in variables]
        with control_dependencies([stepped]):
            meets = tf.equal(tf.mod(self._local_step.read_value(), self._interval_steps), 0)
            update = tf.cond(meets, lambda: self._meet(variables, accumulators, queue, global_step), tf.no_op)
        begun = []
        for variable, accumulator in zip(variables, accumulators, strict=True):
            with tf.device(self._local_2_global[variable].device):
                begun.append(accumulator.set_global_step(global_step, name="SetGlobalStep"))
        self._chief_init_op = tf.group(*begun)
        return update

    def _accumulator(self, variable: Variable) -> Any:
        center = self._local_2_global[variable]
        with tf.device(center.device):
            return tf.ConditionalAccumulator(
                variable.dtype.base_dtype, shape=variable.shape, shared_name=center.name + "/var_accum"
            )

    def _meet(
        self, variables: list[Any], accumulators: list[Any], queue: QueueBase, global_step: TensorOrVariable
    ) -> Operation:
        centers = [self._local_2_global[v] for v in variables]
        given, means = [], []
        for variable, center, accumulator in zip(variables, centers, accumulators, strict=True):
            with tf.device(center.device):
                given.append(accumulator.apply_grad(variable.read_value(), local_step=global_step))
                if self._is_chief:
                    means.append(accumulator.take_grad(self._num_worker))
        with control_dependencies(given):
            if not self._is_chief:
                with tf.device(global_step.device):
                    received = queue.dequeue()
                means = received if isinstance(received, list) else [received]
                return self._assigned(variables, means)
            updates = []
            for mean, center in zip(means, centers, strict=True):
                with tf.device(center.device):
                    updates.append(tf.assign(center, mean))
            with tf.device(global_step.device):
                updates.append(tf.assign_add(global_step, 1))
        with control_dependencies(updates), tf.device(global_step.device):
            copies = [tf.tile(tf.expand_dims(m, 0), [self._num_worker - 1] + [1] * m.shape.ndims) for m in means]
            sent = queue.enqueue_many(copies)
        with control_dependencies([sent]):
            return self._assigned(variables, means)

    def _assigned(self, variables: list[Any], values: list[Any]) -> Operation:
        updates = []
        for variable, value in zip(variables, values, strict=True):
            with tf.device(variable.device):
                updates.append(tf.assign(variable, value))
        return tf.group(*updates)

    def get_init_op(self) -> Operation:
        """The operation that gives the worker the common variables."""
        return self._local_vars_update(tf.trainable_variables())

    def make_session_run_hook(self) -> SessionRunHook:
        """A hook that gives the worker the common variables when its session begins."""
        return _StartHook(self, self._is_chief)


class _StartHook(SessionRunHook):
    def __init__(self, optimizer: ModelAverageOptimizer, is_chief: bool) -> None:
        self._optimizer, self._is_chief = optimizer, is_chief

    def begin(self) -> None:
        self._local_init_op = tf.local_variables_initializer()
        self._global_init_op = tf.global_variables_initializer() if self._is_chief else None
        self._chief_init_op = self._optimizer._chief_init_op if self._is_chief else tf.no_op()
        self._variable_init_op = self._optimizer.get_init_op()

    def after_create_session(self, session: SessionLike, coord: object) -> None:
        session.run([self._variable_init_op, self._chief_init_op])
