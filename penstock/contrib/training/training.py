"""Train operations that return the loss, gradients that are clipped, scaled and summarized, and the loop that trains."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from penstock._namespace import export, find
from penstock.graph.collections_of_graph import get_collection, get_collection_ref
from penstock.graph.composite import IndexedSlices
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import control_dependencies, name_scope
from penstock.graph.keys import GraphKeys
from penstock.graph.operation import Tensor
from penstock.graph.typing import TensorLike
from penstock.ops.arrays.basic import no_op
from penstock.ops.control.grouping import with_dependencies
from penstock.ops.math.clip import clip_by_norm, global_norm
from penstock.ops.state.variable_functions import trainable_variables
from penstock.platform import logging
from penstock.summary import ops as summary
from penstock.train.monitored_session import MonitoredTrainingSession
from penstock.train.optimizer import Optimizer
from penstock.train.session_run_hook import SessionRunHook
from penstock.train.training_step import get_or_create_global_step

if TYPE_CHECKING:
    from penstock.protos import RunMetadata
    from penstock.train.scaffold import Scaffold

Pairs = list[tuple[Any, Any]]
_USE_GLOBAL_STEP = 0


def _on_values(gradient: TensorLike, function: Callable[[Any], Any]) -> Any:
    """Applies a function to a gradient, to the values only if it is sparse."""
    if isinstance(gradient, IndexedSlices):
        return IndexedSlices(function(gradient.values), gradient.indices, gradient.dense_shape)
    return function(gradient)


@export("contrib.training.add_gradients_summaries")
def add_gradients_summaries(grads_and_vars: Sequence[tuple[Any, Any]]) -> list[Tensor]:
    """Adds a histogram and the norm of each gradient to the summaries, and returns them.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     v = tf.Variable(1.0, name="v")
    ...     print([s.op.name for s in tf.contrib.training.add_gradients_summaries([(tf.constant(2.0), v)])])
    ['v_gradient', 'v_gradient_norm']
    """
    summaries = []
    for gradient, variable in grads_and_vars:
        if gradient is None:
            logging.info("Var %s has no gradient", variable.op.name)
            continue
        values = gradient.values if isinstance(gradient, IndexedSlices) else gradient
        summaries.append(summary.histogram(f"{variable.op.name}_gradient", values))
        summaries.append(summary.scalar(f"{variable.op.name}_gradient_norm", global_norm([values])))
    return summaries


@export("contrib.training.clip_gradient_norms")
def clip_gradient_norms(gradients_to_variables: Sequence[tuple[Any, Any]], max_norm: TensorLike) -> Pairs:
    """Clips each gradient of (gradient, variable) pairs to a norm.

    Args:
      gradients_to_variables: (gradient, variable) pairs; a gradient may be None.
      max_norm: the limit of each norm.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     [(g, _)] = tf.contrib.training.clip_gradient_norms([(tf.constant([3.0, 4.0]), None)], 1.0)
    ...     print(sess.run(g))
    [0.6 0.8]
    """
    return [
        (None if gradient is None else _on_values(gradient, lambda values: clip_by_norm(values, max_norm)), variable)
        for gradient, variable in gradients_to_variables
    ]


@export("contrib.training.clip_gradient_norms_fn")
def clip_gradient_norms_fn(max_norm: TensorLike) -> Callable[[Sequence[tuple[Any, Any]]], Pairs]:
    """A function for `transform_grads_fn` of `create_train_op` that clips to a norm.

    >>> import penstock as tf
    >>> tf.contrib.training.clip_gradient_norms_fn(1.0)([(None, None)])
    [(None, None)]
    """
    return lambda gradients_to_variables: clip_gradient_norms(gradients_to_variables, max_norm)


@export("contrib.training.multiply_gradients")
def multiply_gradients(grads_and_vars: Pairs, gradient_multipliers: Mapping[Any, Any]) -> Pairs:
    """Scales the gradients of some variables.

    Args:
      grads_and_vars: a list of (gradient, variable).
      gradient_multipliers: from variables, or the names of their operations, to factors.

    Raises:
      ValueError: an argument is not valid, or a gradient to scale is None.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     v = tf.Variable(1.0, name="v")
    ...     [(g, _)] = tf.contrib.training.multiply_gradients([(tf.constant(2.0), v)], {"v": 3.0})
    ...     print(sess.run(g))
    6.0
    """
    if not isinstance(grads_and_vars, list):
        raise ValueError("`grads_and_vars` must be a list.")
    if not gradient_multipliers:
        raise ValueError("`gradient_multipliers` is empty.")
    if not isinstance(gradient_multipliers, dict):
        raise ValueError("`gradient_multipliers` must be a dict.")
    result = []
    for gradient, variable in grads_and_vars:
        key = variable if variable in gradient_multipliers else variable.op.name
        if key in gradient_multipliers:
            if gradient is None:
                raise ValueError("Requested multiple of `None` gradient.")
            factor = convert_to_tensor(gradient_multipliers[key], dtype=gradient.dtype)
            gradient = _on_values(gradient, factor.__rmul__)
        result.append((gradient, variable))
    return result


@export("contrib.training.create_train_op")
def create_train_op(
    total_loss: Tensor,
    optimizer: Optimizer,
    global_step: TensorLike = _USE_GLOBAL_STEP,
    update_ops: Sequence[Any] | None = None,
    variables_to_train: Sequence[Any] | None = None,
    transform_grads_fn: Callable[[Pairs], Pairs] | None = None,
    summarize_gradients: bool = False,
    gate_gradients: int = Optimizer.GATE_OP,
    aggregation_method: int | None = None,
    colocate_gradients_with_ops: bool = False,
    check_numerics: bool = True,
) -> Tensor:
    """A tensor that does one training step and gives the loss.

    Args:
      total_loss: the loss.
      optimizer: an optimizer.
      global_step: counts the steps; the graph's global step by default, None for none.
      update_ops: run before the loss; those of the collection `UPDATE_OPS` by default.
      variables_to_train: all trainable variables by default.
      transform_grads_fn: changes the list of (gradient, variable).
      summarize_gradients: whether to add summaries of the gradients.
      gate_gradients, aggregation_method, colocate_gradients_with_ops: see `Optimizer.compute_gradients`.
      check_numerics: whether the step fails if the loss is not finite.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     v = tf.Variable(3.0)
    ...     train_op = tf.contrib.training.create_train_op(v * v, tf.train.GradientDescentOptimizer(0.5))
    ...     with tf.train.MonitoredSession() as sess:
    ...         print(sess.run(train_op), sess.run(train_op))
    9.0 0.0
    """
    if global_step is _USE_GLOBAL_STEP:
        global_step = get_or_create_global_step()
    collected = dict.fromkeys(get_collection(GraphKeys.UPDATE_OPS))
    updates = collected if update_ops is None else dict.fromkeys(update_ops)
    if not set(collected) <= set(updates):
        logging.warning("update_ops in create_train_op does not contain all the update_ops in GraphKeys.UPDATE_OPS")
    if updates:
        with control_dependencies(list(updates)):
            barrier = no_op(name="update_barrier")
        total_loss = with_dependencies([barrier], total_loss)
    if variables_to_train is None:
        variables_to_train = trainable_variables()
    else:
        known = trainable_variables()
        for variable in variables_to_train:
            assert variable.trainable or any(variable is other for other in known)
    assert variables_to_train
    grads = optimizer.compute_gradients(
        total_loss,
        variables_to_train,
        gate_gradients=gate_gradients,
        aggregation_method=aggregation_method,
        colocate_gradients_with_ops=colocate_gradients_with_ops,
    )
    if transform_grads_fn:
        grads = transform_grads_fn(grads)
    if summarize_gradients:
        with name_scope("summarize_grads"):
            add_gradients_summaries(grads)
    updated = optimizer.apply_gradients(grads, global_step=global_step)
    with name_scope("train_op"):
        if check_numerics:
            total_loss = find("check_numerics")(total_loss, "LossTensor is inf or nan")
        train_op = with_dependencies([updated], total_loss)
    train_ops = get_collection_ref(GraphKeys.TRAIN_OP)
    if not any(train_op is other for other in train_ops):
        train_ops.append(train_op)
    return train_op


@export("contrib.training.train")
def train(
    train_op: Tensor,
    logdir: str | None,
    master: str = "",
    is_chief: bool = True,
    scaffold: Scaffold | None = None,
    hooks: Sequence[SessionRunHook] | None = None,
    chief_only_hooks: Sequence[SessionRunHook] | None = None,
    save_checkpoint_secs: float | None = 600,
    save_summaries_steps: int | None = 100,
    config: object = None,
    max_wait_secs: float = 7200,
    run_metadata: RunMetadata | None = None,
) -> Any:
    """Runs a train operation in a `MonitoredTrainingSession` until a hook stops it, and returns the last loss.

    Args:
      train_op: does a step and gives the loss; see `create_train_op`.
      logdir: where checkpoints and summaries are saved.
      master, is_chief, scaffold, hooks, chief_only_hooks, save_checkpoint_secs, save_summaries_steps, config,
        max_wait_secs: see `tf.train.MonitoredTrainingSession`.
      run_metadata: a `RunMetadata` that is filled in.

    Raises:
      ValueError: something is to be saved, and there is no `logdir`.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     v = tf.Variable(3.0)
    ...     train_op = tf.contrib.training.create_train_op(v * v, tf.train.GradientDescentOptimizer(0.25))
    ...     stop = tf.train.StopAtStepHook(num_steps=2)
    ...     print(tf.contrib.training.train(
    ...         train_op, None, hooks=[stop], save_checkpoint_secs=None, save_summaries_steps=None))
    2.25
    """
    if logdir is None and is_chief:
        if save_summaries_steps:
            raise ValueError("logdir cannot be None when save_summaries_steps is not None")
        if save_checkpoint_secs:
            raise ValueError("logdir cannot be None when save_checkpoint_secs is not None")
    loss = None
    with MonitoredTrainingSession(
        master=master,
        is_chief=is_chief,
        checkpoint_dir=logdir,
        scaffold=scaffold,
        hooks=hooks,
        chief_only_hooks=chief_only_hooks,
        save_checkpoint_secs=save_checkpoint_secs,
        save_summaries_steps=save_summaries_steps,
        config=config,
        max_wait_secs=max_wait_secs,
    ) as session:
        while not session.should_stop():
            loss = session.run(train_op, run_metadata=run_metadata)
    return loss
