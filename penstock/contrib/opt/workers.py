"""Optimizers for many workers that train variables of their own and meet now and then at common ones: elastic averages and
accumulated gradients. A custom getter makes the copies when the model is made."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.graph.graph import colocate_with, control_dependencies, get_default_graph
from penstock.graph.keys import GraphKeys
from penstock.graph.typing import CollectionsLike, SessionLike, TensorLike
from penstock.train.optimizer import Optimizer
from penstock.train.session_run_hook import SessionRunHook

if TYPE_CHECKING:
    from penstock.graph.operation import Operation

_CENTER = "global_center_variable"


class _Getter:
    """A custom getter: each trained variable is the worker's own, and has a common one and one more of its own."""

    _MORE = ""  # the scope of the third

    def __init__(self, worker_device: Any):
        self._worker_device = worker_device
        self._global_map: dict[Any, Any] = {}
        self._more_map: dict[Any, Any] = {}

    def __call__(
        self, getter: Any, name: str, trainable: Any, collections: CollectionsLike, *args: Any, **kwargs: Any
    ) -> Any:
        if not trainable:
            with tf.device(self._worker_device if GraphKeys.LOCAL_VARIABLES in (collections or ()) else None):
                return getter(name, *args, trainable=trainable, collections=collections, **kwargs)
        own = {"collections": [GraphKeys.LOCAL_VARIABLES]}
        with tf.device(self._worker_device):
            local = getter(name, *args, trainable=True, **own, **kwargs)
        if kwargs.get("reuse") is True:
            return local
        rest = {"trainable": False, "collections": [GraphKeys.GLOBAL_VARIABLES]}
        center = getter(f"{_CENTER}/{name}", *args, **rest, **kwargs)
        with tf.device(self._worker_device):
            more = getter(f"{self._MORE}/{name}", *args, trainable=False, **own, **kwargs)
        parts = [[local], [center], [more]]
        if kwargs.get("partitioner") is not None:
            parts = [list(v) for v in (local, center, more)]
        for one, of_center, of_more in zip(*parts, strict=True):
            self._global_map[one], self._more_map[one] = of_center, of_more
        return local


class _StartHook(SessionRunHook):
    """Gives a worker the common variables when its session begins."""

    def __init__(self, optimizer: Any, is_chief: bool, task_index: int):
        self._optimizer, self._is_chief, self._task_index = optimizer, is_chief, task_index
        self._init_op: Any = None

    def begin(self) -> None:
        self._local_init_op = tf.local_variables_initializer()
        self._global_init_op = tf.global_variables_initializer() if self._is_chief else None
        self._init_op = self._optimizer.get_init_op(self._task_index)

    def after_create_session(self, session: SessionLike, coord: object) -> None:
        session.run(self._init_op)


def _local_step() -> Any:
    return tf.get_variable("local_step", initializer=0, trainable=False, collections=[GraphKeys.LOCAL_VARIABLES])


def _moved_to_local(before: set[str]) -> None:
    """Makes variables that came since then local ones: slots of the inner optimizer are the worker's own."""
    graph = get_default_graph()
    variables = graph.get_collection_ref(GraphKeys.GLOBAL_VARIABLES)
    new = [v for v in variables if v.op.name not in before]
    variables[:] = [v for v in variables if v.op.name in before]
    for variable in new:
        graph.add_to_collection(GraphKeys.LOCAL_VARIABLES, variable)


def _known() -> set[str]:
    return {v.op.name for v in tf.global_variables()}


_EXAMPLE = """

    >>> import penstock as tf
    >>> getter = tf.contrib.opt.{getter}("/cpu:0")
    >>> with tf.Graph().as_default(), tf.variable_scope("", custom_getter=getter):
    ...     v = tf.get_variable("v", initializer=1.0)
    ...     print(sorted(u.op.name for u in tf.global_variables()))
    ['global_center_variable/v']
    """


@export("contrib.opt.ElasticAverageCustomGetter")
class ElasticAverageCustomGetter(_Getter):
    """Makes the variables of a model for `ElasticAverageOptimizer`; see there.

    Args:
      worker_device: the device of the worker's own variables.
    """

    _MORE = "local_center_variable"
    _local_map = property(lambda self: self._more_map)


@export("contrib.opt.ElasticAverageOptimizer")
class ElasticAverageOptimizer(Optimizer):
    """Elastic averaging: workers are drawn to a common center, and the center to them, every so many steps.

    Args:
      opt: the optimizer of the worker's own steps.
      num_worker: how many workers there are.
      ea_custom_getter: the `ElasticAverageCustomGetter` with which the model was made.
      communication_period: how many steps of its own a worker makes between.
      moving_rate: how far center and worker move to each other; 0.9 over period and workers by default.
      rho: how much the distance from the center counts in the loss; the moving rate over the learning rate by default.
      use_locking: recorded in the operations.
      synchronous: whether all workers wait for each other at the beginning.
      name: a name.
    """

    BETA = 0.9

    def __init__(
        self,
        opt: Any,
        num_worker: int,
        ea_custom_getter: Any,
        communication_period: int = 10,
        moving_rate: float | None = None,
        rho: float | None = None,
        use_locking: bool = True,
        synchronous: bool = False,
        name: str = "ElasticAverageOptimizer",
    ):
        super().__init__(use_locking, name)
        self._opt, self._num_worker, self._period = opt, num_worker, communication_period
        self._local_map, self._global_map = ea_custom_getter._local_map, ea_custom_getter._global_map
        self._synchronous = synchronous
        self._moving_rate = self.BETA / communication_period / num_worker if moving_rate is None else moving_rate
        self._rho = self._moving_rate / opt._learning_rate if rho is None else rho
        self._local_step = _local_step()
        opt._prepare()

    def compute_gradients(
        self,
        loss: TensorLike,
        var_list: Sequence[Any] | None = None,
        gate_gradients: int = Optimizer.GATE_OP,
        aggregation_method: Any = None,
        colocate_gradients_with_ops: bool = False,
        grad_loss: TensorLike | None = None,
    ) -> Any:
        """Gradients of the loss and of the distance from the center; see `tf.train.Optimizer.compute_gradients`."""
        var_list = var_list or tf.trainable_variables()
        distances = [v - self._local_map[own] for v, own in zip(tf.trainable_variables(), var_list, strict=False)]
        loss = loss + self._rho * tf.add_n([tf.nn.l2_loss(d) for d in distances])
        return self._opt.compute_gradients(
            loss, var_list, gate_gradients, aggregation_method, colocate_gradients_with_ops, grad_loss
        )

    def apply_gradients(
        self, grads_and_vars: Iterable[tuple[Any, Any]], global_step: TensorLike | None = None, name: str | None = None
    ) -> Any:
        """Makes a step of the worker's own; after so many, center and worker move."""
        grads_and_vars = list(grads_and_vars)
        before = _known()
        update = self._opt.apply_gradients(grads_and_vars)
        _moved_to_local(before)
        with control_dependencies([update]):
            counted = tf.assign_add(self._local_step, 1, name="local_step_update")

        def meet() -> Operation:
            own = [v for g, v in grads_and_vars if g is not None]
            centers, copies = ([m[v] for v in own] for m in (self._global_map, self._local_map))
            read = [copy.assign(center.read_value()) for copy, center in zip(copies, centers, strict=True)]
            moves = []
            with control_dependencies(read):
                differences = [v.read_value() - copy.read_value() for v, copy in zip(own, copies, strict=True)]
                for v, center, difference in zip(own, centers, differences, strict=True):
                    moves.append(tf.assign_sub(v, self._moving_rate * difference))
                    moves.append(tf.assign_add(center, self._moving_rate * difference))
                if global_step is not None:
                    with colocate_with(global_step):
                        moves.append(tf.assign_add(global_step, 1))
            return tf.group(*moves)

        with control_dependencies([counted]):
            return tf.cond(tf.equal(tf.mod(tf.identity(counted), self._period), 0), meet, tf.no_op)

    def get_init_op(self, task_index: int) -> Operation:
        """The operation that gives the worker the common variables; if `synchronous`, it waits for all workers."""
        starts = []
        for v in tf.trainable_variables():
            starts += [tf.assign(v, self._global_map[v]), tf.assign(self._local_map[v], self._global_map[v])]
        if not starts:
            raise ValueError(
                "The lists of local_variables, global_center_variables, local_center_variables should not be empty  "
            )
        started = tf.group(*starts)
        if not self._synchronous:
            return started
        queues = [
            tf.FIFOQueue(self._num_worker, [tf.bool], shapes=[[]], shared_name=f"variable_init_sync_queue{i}")
            for i in range(self._num_worker)
        ]
        with control_dependencies([started]):
            tokens = [q.enqueue(tf.constant(False)) for i, q in enumerate(queues) if i != task_index]
        return tf.group(*tokens, queues[task_index].dequeue_many(len(queues) - 1))

    def make_session_run_hook(self, is_chief: bool, task_index: int) -> _StartHook:
        """A hook that runs `get_init_op` when a session begins."""
        return _StartHook(self, is_chief, task_index)

    def swapping_saver(self, var_list: Sequence[Any] | None = None, name: str = "swapping_saver", **kwargs: Any) -> Any:
        """A saver that saves the common variables under the names of the worker's own.

        Raises:
          RuntimeError: the model was not made with the getter.
        """
        if not self._global_map:
            raise RuntimeError(
                "global_center_variable is empty, please make sure this is called after model created and "
                "ElasticAverageCustomGetter is used when declaring you model"
            )
        variables = tf.trainable_variables() if var_list is None else var_list
        named = variables if isinstance(variables, dict) else {v.op.name: v for v in variables}
        return tf.train.Saver({key: self._global_map.get(v, v) for key, v in named.items()}, name=name, **kwargs)


@export("contrib.opt.AGNCustomGetter")
class AGNCustomGetter(_Getter):
    """Makes the variables of a model for `AGNOptimizer`; see there.

    Args:
      worker_device: the device of the worker's own variables.
    """

    _MORE = "grad_variable"
    _grad_map = property(lambda self: self._more_map)


@export("contrib.opt.AGNOptimizer")
class AGNOptimizer(Optimizer):
    """Accumulated gradients: workers train alone, then make one step of the common variables by their mean gradient.

    Args:
      optimizer: the optimizer of all steps.
      num_worker: how many workers there are.
      custom_getter: the `AGNCustomGetter` with which the model was made.
      communication_period: how many steps of its own a worker makes between.
      use_locking: recorded in the operations.
      name: a name.
    """

    def __init__(
        self,
        optimizer: Any,
        num_worker: int,
        custom_getter: Any,
        communication_period: int = 10,
        use_locking: bool = True,
        name: str = "AGNOptimizer",
    ):
        super().__init__(use_locking, name)
        self._opt, self._num_worker, self._period = optimizer, num_worker, communication_period
        self._global_map, self._grad_map = custom_getter._global_map, custom_getter._grad_map
        self._local_step = _local_step()
        optimizer._prepare()

    def apply_gradients(
        self, grads_and_vars: Iterable[tuple[Any, Any]], global_step: TensorLike | None = None, name: str | None = None
    ) -> Any:
        """Makes a step of the worker's own and adds its gradients up; after so many, a common step."""
        pairs = [(g, v) for g, v in grads_and_vars if g is not None]
        before = _known()
        updates = [self._opt.apply_gradients(list(grads_and_vars))]
        _moved_to_local(before)
        sums = [self._grad_map[v] for _, v in pairs]
        updates += [tf.assign_add(total, g) for total, (g, _) in zip(sums, pairs, strict=True)]
        centers = [self._global_map[v] for _, v in pairs]
        # Slots are made here: inside of a branch there are no variables to make.
        self._opt._create_slots(centers)

        def meet() -> Operation:
            means = [tf.identity(tf.assign(total, total.read_value() / self._period)) for total in sums]
            with control_dependencies([self._opt.apply_gradients(zip(means, centers, strict=True))]):
                moves = []
                if global_step is not None:
                    with colocate_with(global_step):
                        moves.append(tf.assign_add(global_step, 1))
                moves += [tf.assign(v, center.read_value()) for (_, v), center in zip(pairs, centers, strict=True)]
                moves += [tf.assign(total, tf.zeros_like(total)) for total in sums]
                return tf.group(*moves)

        counted = tf.identity(tf.assign_add(self._local_step, 1, name="local_step_update"))
        with control_dependencies([*updates, counted]):
            return tf.cond(tf.equal(tf.mod(counted, self._period), 0), meet, tf.no_op)

    def get_init_op(self, task_index: int) -> Operation:
        """The operation that gives the worker the common variables."""
        starts = []
        for v in tf.trainable_variables():
            starts += [tf.assign(v, self._global_map[v]), tf.assign(self._grad_map[v], tf.zeros_like(v))]
        if not starts:
            raise ValueError(
                "The lists of local_variables, global_center_variables,grad_center_variables should not be empty"
            )
        return tf.group(*starts)

    def make_session_run_hook(self, is_chief: bool, task_index: int) -> _StartHook:
        """A hook that runs `get_init_op` when a session begins."""
        return _StartHook(self, is_chief, task_index)


for _cls, _name in (
    (ElasticAverageCustomGetter, "ElasticAverageCustomGetter"),
    (ElasticAverageOptimizer, "ElasticAverageCustomGetter"),
    (AGNCustomGetter, "AGNCustomGetter"),
    (AGNOptimizer, "AGNCustomGetter"),
):
    _cls.__doc__ = (_cls.__doc__ or "").rstrip() + _EXAMPLE.format(getter=_name)
