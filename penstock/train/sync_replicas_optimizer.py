"""`SyncReplicasOptimizer`: replicas add up gradients, a queue runner applies the average, tokens start the next step."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.composite import IndexedSlices
from penstock.graph.graph import colocate_with, control_dependencies, device, name_scope
from penstock.graph.keys import GraphKeys
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorOrVariable
from penstock.ops.arrays.basic import identity, no_op
from penstock.ops.arrays.filled import fill
from penstock.ops.control.grouping import group
from penstock.ops.queues.accumulators import ConditionalAccumulator, SparseConditionalAccumulator
from penstock.ops.queues.queues import FIFOQueue
from penstock.ops.state.variable_functions import assign, global_variables, report_uninitialized_variables
from penstock.ops.state.variables import Variable
from penstock.platform import logging
from penstock.train.optimizer import Optimizer
from penstock.train.queue_runner import QueueRunner
from penstock.train.session_manager import _ready
from penstock.train.session_run_hook import SessionRunHook
from penstock.util.deprecation import deprecated


@export("train.SyncReplicasOptimizer", "train.SyncReplicasOptimizerV2")
class SyncReplicasOptimizer(Optimizer):
    """Applies the average of several replicas' gradients as one step; those of an earlier step do not count.

    The train operation adds the gradients of a replica and waits for a token. The queue runner of the chief takes the
    average when enough have come, applies it, counts the step and hands out the next tokens.
    `make_session_run_hook` makes the hook that starts all this.

    Args:
      opt: the optimizer that applies the average.
      replicas_to_aggregate: how many gradients make a step.
      total_num_replicas: how many replicas there are, as many by default.
      variable_averages: an `ExponentialMovingAverage` to keep, after each step.
      variables_to_average: of these variables.
      use_locking: accepted.
      name: a name.

    >>> import penstock as tf
    >>> v = tf.Variable(3.0)
    >>> opt = tf.train.SyncReplicasOptimizer(tf.train.GradientDescentOptimizer(0.5), replicas_to_aggregate=1)
    >>> train_op = opt.minimize(v * v, global_step=tf.train.create_global_step())
    >>> chief = opt.get_chief_queue_runner()
    >>> with tf.Session() as sess:  # by hand, what the hook of a chief does in a `tf.train.MonitoredSession`
    ...     sess.run(tf.global_variables_initializer())
    ...     _ = sess.run([opt.chief_init_op, opt.get_init_tokens_op()])
    ...     _ = sess.run(train_op)  # a replica adds its gradient
    ...     _ = sess.run(chief.enqueue_ops)  # the thread of the queue runner applies the average
    ...     print(sess.run([v, tf.train.get_global_step()]))
    [np.float32(0.0), np.int64(1)]
    """

    @deprecated(
        None,
        "The `SyncReplicaOptimizer` class is deprecated. For synchrononous training, please use [Distribution Strategies]"
        "(https://github.com/tensorflow/tensorflow/tree/master/tensorflow/contrib/distribute).",
        warn_once=True,
    )
    def __init__(
        self,
        opt: Optimizer,
        replicas_to_aggregate: int,
        total_num_replicas: int | None = None,
        variable_averages: Any = None,
        variables_to_average: Any = None,
        use_locking: bool = False,
        name: str = "sync_replicas",
    ) -> None:
        if total_num_replicas is None:
            total_num_replicas = replicas_to_aggregate
        super().__init__(use_locking, name)
        logging.info(
            "SyncReplicasV2: replicas_to_aggregate=%s; total_num_replicas=%s",
            replicas_to_aggregate,
            total_num_replicas,
        )
        self._opt = opt
        self._replicas_to_aggregate = replicas_to_aggregate
        self._gradients_applied = False
        self._variable_averages = variable_averages
        self._variables_to_average = variables_to_average
        self._total_num_replicas = total_num_replicas
        self._tokens_per_step = max(total_num_replicas, replicas_to_aggregate)
        self._global_step: Any = None
        self._sync_token_queue: Any = None
        self._chief_queue_runner: QueueRunner | None = None
        self._accumulator_list: list[tuple[Any, str]] = []  # with the device of each

    def compute_gradients(self, *args: Any, **kwargs: Any) -> list[tuple[Any, Any]]:
        """The gradients of this replica, as the optimizer inside computes them."""
        return self._opt.compute_gradients(*args, **kwargs)

    def _aggregated(self, gradient: Tensor, var: TensorOrVariable, train_ops: list[Any]) -> Any:
        """The average of all replicas' gradients of a variable; what adds this one's goes to `train_ops`."""
        if gradient is None:
            return None
        shared = f"{var.name}/grad_accum"
        if isinstance(gradient, Tensor):
            dense = ConditionalAccumulator(gradient.dtype, shape=var.get_shape(), shared_name=shared)
            train_ops.append(dense.apply_grad(gradient, local_step=self._local_step))
            self._accumulator_list.append((dense, var.device))
            return dense.take_grad(self._replicas_to_aggregate)
        if not isinstance(gradient, IndexedSlices):
            raise ValueError("Unknown grad type!")
        sparse = SparseConditionalAccumulator(gradient.dtype, shape=(), shared_name=shared)
        train_ops.append(sparse.apply_indexed_slices_grad(gradient, local_step=self._local_step))
        self._accumulator_list.append((sparse, var.device))
        return sparse.take_indexed_slices_grad(self._replicas_to_aggregate)

    def apply_gradients(
        self, grads_and_vars: Iterable[tuple[Any, Any]], global_step: Any = None, name: str | None = None
    ) -> Any:
        """The operation that adds this replica's gradients and waits until the step is done.

        Args:
          grads_and_vars: as of `compute_gradients`.
          global_step: counts the steps; needed to tell which gradients are late.
          name: not used.

        Raises:
          ValueError: there are no variables, or no global step.
        """
        grads_and_vars = list(grads_and_vars)
        if not grads_and_vars:
            raise ValueError("Must supply at least one variable")
        if global_step is None:
            raise ValueError("Global step is required to check staleness")
        self._global_step = global_step
        with colocate_with(no_op()):  # on this worker, not on a parameter server
            self._local_step = Variable(
                initial_value=0,
                trainable=False,
                collections=[GraphKeys.LOCAL_VARIABLES],
                dtype=global_step.dtype.base_dtype,
                name="sync_rep_local_step",
            )
        self.local_step_init_op = assign(self._local_step, global_step)
        chief_init_ops = [self.local_step_init_op]
        self.ready_for_local_init_op = report_uninitialized_variables(global_variables())
        train_ops: list[Any] = []
        with name_scope(None, self._name):
            averages = []
            for gradient, var in grads_and_vars:
                with device(var.device):
                    averages.append((self._aggregated(gradient, var, train_ops), var))
            with device(global_step.device), name_scope(""):
                update_op = self._opt.apply_gradients(averages, global_step)
                kind = global_step.dtype.base_dtype
                queue = FIFOQueue(-1, kind, shapes=(), name="sync_token_q", shared_name="sync_token_q")
                # The queue runner closes its queue when it stops: not the one of the tokens, which others may use.
                dummy = FIFOQueue(1, dtypes.int32, shapes=(), name="dummy_queue", shared_name="dummy_queue")
                self._sync_token_queue = queue
                with control_dependencies(train_ops):
                    token = queue.dequeue()
                train_op = assign(self._local_step, token)
                with control_dependencies([update_op]):
                    # A new read: the tokens carry the step that the update has counted, or the next gradients are late.
                    counted = global_step.read_value() if isinstance(global_step, Variable) else identity(global_step)
                    sync_op = queue.enqueue_many((fill([self._tokens_per_step], counted),))
                if self._variable_averages is not None:
                    with control_dependencies([sync_op]), name_scope(""):
                        sync_op = self._variable_averages.apply(self._variables_to_average)
                self._chief_queue_runner = QueueRunner(dummy, [sync_op])
            for accumulator, place in self._accumulator_list:
                with device(place):
                    chief_init_ops.append(accumulator.set_global_step(global_step, name="SetGlobalStep"))
            self.chief_init_op = group(*chief_init_ops)
        self._gradients_applied = True
        return train_op

    def get_chief_queue_runner(self) -> Any:
        """The queue runner that applies the averages and counts the steps; the chief must start it.

        Raises:
          ValueError: `apply_gradients` was not called yet.
        """
        if not self._gradients_applied:
            raise ValueError("Should be called after apply_gradients().")
        return self._chief_queue_runner

    def get_slot(self, *args: Any, **kwargs: Any) -> Any:
        """A slot of the optimizer inside."""
        return self._opt.get_slot(*args, **kwargs)

    def variables(self) -> list[Any]:
        """The variables of the optimizer inside."""
        return self._opt.variables()

    def get_slot_names(self, *args: Any, **kwargs: Any) -> list[str]:
        """The names of the slots of the optimizer inside."""
        return self._opt.get_slot_names(*args, **kwargs)

    def get_init_tokens_op(self, num_tokens: int = -1) -> Any:
        """An operation that puts the first tokens into the queue, so that the replicas can start.

        Args:
          num_tokens: how many; `replicas_to_aggregate` by default.

        Raises:
          ValueError: `apply_gradients` was not called yet, or these are too few.
        """
        if not self._gradients_applied:
            raise ValueError("get_init_tokens_op() should be called after apply_gradients().")
        needed = self._replicas_to_aggregate - self._total_num_replicas
        if num_tokens == -1:
            num_tokens = self._replicas_to_aggregate
        elif num_tokens < needed:
            raise ValueError(f"Too few tokens to finish the first step: {num_tokens} (given) vs {needed} (needed)")
        if num_tokens <= 0:
            return no_op(name="no_init_tokens")
        with device(self._global_step.device), name_scope(""):
            return self._sync_token_queue.enqueue_many((fill([num_tokens], self._global_step),))

    def make_session_run_hook(self, is_chief: bool, num_tokens: int = -1) -> SessionRunHook:
        """The hook that initializes the steps and, for a chief, hands out the first tokens and starts the queue runner."""
        return _SyncReplicasOptimizerHook(self, is_chief, num_tokens)


class _SyncReplicasOptimizerHook(SessionRunHook):
    """Does what `SyncReplicasOptimizer` needs when a session was made."""

    def __init__(self, sync_optimizer: SyncReplicasOptimizer, is_chief: bool, num_tokens: int) -> None:
        self._sync_optimizer = sync_optimizer
        self._is_chief = is_chief
        self._num_tokens = num_tokens

    def begin(self) -> None:
        opt = self._sync_optimizer
        if not opt._gradients_applied:
            raise ValueError("SyncReplicasOptimizer.apply_gradient should be called before using the hook.")
        self._ready_for_local_init_op = opt.ready_for_local_init_op
        self._local_init_op = opt.chief_init_op if self._is_chief else opt.local_step_init_op
        self._q_runner = opt.get_chief_queue_runner() if self._is_chief else None
        self._init_tokens_op = opt.get_init_tokens_op(self._num_tokens) if self._is_chief else None

    def after_create_session(self, session: Any, coord: object) -> None:
        text = "Model is not ready for SyncReplicasOptimizer local init."
        done, why = _ready(self._ready_for_local_init_op, session, text)
        if not done:
            raise RuntimeError(
                "Init operations did not make model ready for SyncReplicasOptimizer local_init. Init op: "
                f"{self._local_init_op.name}, error: {why}"
            )
        session.run(self._local_init_op)
        if self._init_tokens_op is not None:
            session.run(self._init_tokens_op)
        if self._q_runner is not None:
            self._q_runner.create_threads(session, coord=coord, daemon=True, start=True)
