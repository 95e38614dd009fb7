"""Training in one call: a train operation with clipped and scaled gradients, and a supervised loop around it."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.training import training
from penstock.graph import errors
from penstock.graph.composite import IndexedSlices
from penstock.graph.graph import control_dependencies, get_default_graph, name_scope
from penstock.graph.typing import SessionLike, TensorLike
from penstock.ops.math.clip import global_norm
from penstock.platform import logging
from penstock.train.optimizer import Optimizer
from penstock.train.supervisor import Supervisor
from penstock.train.sync_replicas_optimizer import SyncReplicasOptimizer
from penstock.train.training_step import get_or_create_global_step
from penstock.train.training_step import global_step as _step_of

if TYPE_CHECKING:
    from penstock.graph.graph import Graph
    from penstock.graph.operation import Operation, Tensor
    from penstock.train.saver import Saver

_USE_GLOBAL_STEP = 0
_USE_DEFAULT = 0

clip_gradient_norms = export("contrib.slim.learning.clip_gradient_norms")(training.clip_gradient_norms)
multiply_gradients = export("contrib.slim.learning.multiply_gradients")(training.multiply_gradients)


@export("contrib.slim.learning.add_gradients_summaries")
def add_gradients_summaries(grads_and_vars: Sequence[Any]) -> list[Any]:
    """Adds a histogram and the norm of each gradient to the summaries, and returns them.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     v = tf.Variable(1.0, name="v")
    ...     print([s.op.name for s in tf.contrib.slim.learning.add_gradients_summaries([(tf.constant(2.0), v)])])
    ['v/gradient', 'v/gradient_norm']
    """
    summaries = []
    for gradient, variable in grads_and_vars:
        if gradient is None:
            logging.info("Var %s has no gradient", variable.op.name)
            continue
        values = gradient.values if isinstance(gradient, IndexedSlices) else gradient
        summaries.append(tf.summary.histogram(f"{variable.op.name}/gradient", values))
        summaries.append(tf.summary.scalar(f"{variable.op.name}/gradient_norm", global_norm([values])))
    return summaries


@export("contrib.slim.learning.create_train_op")
def create_train_op(
    total_loss: Any,
    optimizer: Optimizer,
    global_step: TensorLike = _USE_GLOBAL_STEP,
    update_ops: Any = None,
    variables_to_train: Any = None,
    clip_gradient_norm: float = 0,
    summarize_gradients: bool = False,
    gate_gradients: int = Optimizer.GATE_OP,
    aggregation_method: Any = None,
    colocate_gradients_with_ops: bool = False,
    gradient_multipliers: dict[Any, Any] | None = None,
    check_numerics: bool = True,
) -> Tensor:
    """An operation that makes one step and returns the loss.

    Args:
      total_loss: the loss.
      optimizer: a `tf.train.Optimizer`.
      global_step: a variable to count in; by default the global step, which is made if need be; None counts nothing.
      update_ops: operations to run before the gradients are computed, by default those of `UPDATE_OPS`.
      variables_to_train: by default, the trainable ones.
      clip_gradient_norm: a norm for each gradient, if greater than 0.
      summarize_gradients: whether to add summaries of the gradients.
      gate_gradients, aggregation_method, colocate_gradients_with_ops: see `tf.train.Optimizer.compute_gradients`.
      gradient_multipliers: variables or their names → a factor for their gradients.
      check_numerics: whether a loss that is not finite is an error.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     v = tf.Variable(3.0)
    ...     train_op = tf.contrib.slim.learning.create_train_op(v * v, tf.train.GradientDescentOptimizer(0.25))
    ...     with tf.train.MonitoredSession() as sess:
    ...         print([float(sess.run(train_op)) for _ in range(3)])
    [9.0, 2.25, 0.5625]
    """

    def changed(gradients: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
        if gradient_multipliers:
            with name_scope("multiply_grads"):
                gradients = multiply_gradients(gradients, gradient_multipliers)
        if clip_gradient_norm > 0:
            with name_scope("clip_grads"):
                gradients = clip_gradient_norms(gradients, clip_gradient_norm)
        return gradients

    return training.create_train_op(
        total_loss=total_loss,
        optimizer=optimizer,
        global_step=global_step,
        update_ops=update_ops,
        variables_to_train=variables_to_train,
        transform_grads_fn=changed,
        summarize_gradients=summarize_gradients,
        gate_gradients=gate_gradients,
        aggregation_method=aggregation_method,
        colocate_gradients_with_ops=colocate_gradients_with_ops,
        check_numerics=check_numerics,
    )


# -- the loop ---------------------------------------------------------------------------------------------------------------


@export("contrib.slim.learning.train_step")
def train_step(
    sess: SessionLike, train_op: Operation | Tensor, global_step: TensorLike, train_step_kwargs: dict[str, Any]
) -> tuple[Any, Any]:
    """One step: runs it, writes a trace and a line if they are due, and tells whether to stop.

    Args:
      sess: a session.
      train_op: an operation that returns the loss.
      global_step: the global step.
      train_step_kwargs: tensors "should_log", "should_stop" and "should_trace"; with the latter "logdir", and maybe
        "summary_writer".

    Returns:
      The loss, and whether to stop.

    Raises:
      ValueError: if there shall be traces without a folder for them.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     step = tf.constant(5)
    ...     loss, stop = tf.contrib.slim.learning.train_step(sess, tf.constant(0.5), step, {"should_stop": step > 4})
    ...     print(loss, stop)
    0.5 True
    """
    start = time.time()
    options = metadata = None
    if "should_trace" in train_step_kwargs:
        if "logdir" not in train_step_kwargs:
            raise ValueError("logdir must be present in train_step_kwargs when should_trace is present")
        if sess.run(train_step_kwargs["should_trace"]):
            options, metadata = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE), tf.RunMetadata()
    loss, step = sess.run([train_op, global_step], options=options, run_metadata=metadata)
    elapsed = time.time() - start
    if metadata is not None:
        _write_trace(metadata, step, train_step_kwargs)
    if "should_log" in train_step_kwargs and sess.run(train_step_kwargs["should_log"]):
        logging.info("global step %d: loss = %.4f (%.3f sec/step)", step, loss, elapsed)
    stop = sess.run(train_step_kwargs["should_stop"]) if "should_stop" in train_step_kwargs else False
    return loss, stop


def _write_trace(metadata: Any, step: int, settings: dict[str, Any]) -> None:
    from penstock.runtime.session.timeline import Timeline

    path = os.path.join(settings["logdir"], f"tf_trace-{step}.json")
    logging.info("Writing trace to %s", path)
    with tf.gfile.GFile(path, "w") as file:
        file.write(Timeline(metadata.step_stats).generate_chrome_trace_format())
    if "summary_writer" in settings:
        settings["summary_writer"].add_run_metadata(metadata, f"run_metadata-{step}")


def _wait_for_step(sess: SessionLike, global_step: TensorLike, step: int) -> None:
    while _step_of(sess, global_step) < step:
        time.sleep(1.0)


def _is_default(value: TensorLike) -> bool:
    """Whether an argument was left out; a tensor cannot be compared with 0."""
    return isinstance(value, int) and value == _USE_DEFAULT


def _check(
    train_op: Any,
    logdir: str | None,
    summary_op: Any,
    saver: Saver | None,
    trace: Any,
    sync: Any,
    delay: int,
    steps: Any,
) -> None:
    if train_op is None:
        raise ValueError("train_op cannot be None.")
    if logdir is None:
        given = {
            "summary_op": not _is_default(summary_op),
            "saver": saver is not None,
            "trace_every_n_steps": trace is not None,
        }
        for name, wrong in given.items():
            if wrong:
                raise ValueError(f"Cannot provide {name} because logdir=None")
    if sync is not None and delay > 0:
        raise ValueError("startup_delay_steps must be zero when sync_optimizer is supplied.")
    if steps is not None and steps <= 0:
        raise ValueError("`number_of_steps` must be either None or a positive number.")
    if not all(isinstance(optimizer, SyncReplicasOptimizer) for optimizer in sync or ()):
        raise ValueError("`sync_optimizer` must be a tf.train.SyncReplicasOptimizer.")


def _questions(
    global_step: TensorLike, steps: Any, log_every: int, trace_every: Any, logdir: str | None
) -> dict[str, Any]:
    """What `train_step` asks after each step."""
    with name_scope("train_step"):
        asked = {"should_stop": tf.greater_equal(global_step, steps) if steps else tf.constant(False)}
        if log_every > 0:
            asked["should_log"] = tf.equal(tf.mod(global_step, log_every), 0)
        if trace_every is not None:
            asked["should_trace"] = tf.equal(tf.mod(global_step, trace_every), 0)
            asked["logdir"] = logdir
    return asked


@export("contrib.slim.learning.train")
def train(
    train_op: Any,
    logdir: str | None,
    train_step_fn: Callable = train_step,
    train_step_kwargs: Any = _USE_DEFAULT,
    log_every_n_steps: int = 1,
    graph: Graph | None = None,
    master: str = "",
    is_chief: bool = True,
    global_step: TensorLike | None = None,
    number_of_steps: int | None = None,
    init_op: Any = _USE_DEFAULT,
    init_feed_dict: Any = None,
    local_init_op: Any = _USE_DEFAULT,
    init_fn: Callable | None = None,
    ready_op: Any = _USE_DEFAULT,
    summary_op: Any = _USE_DEFAULT,
    save_summaries_secs: int = 600,
    summary_writer: Any = _USE_DEFAULT,
    startup_delay_steps: int = 0,
    saver: Saver | None = None,
    save_interval_secs: int = 600,
    sync_optimizer: Any = None,
    session_config: Mapping[Any, Any] | None = None,
    session_wrapper: Callable | None = None,
    trace_every_n_steps: int | None = None,
    ignore_live_threads: bool = False,
) -> Any:
    """Trains until `number_of_steps` or the end of the input, from the last checkpoint in `logdir` if there is one.

    Args:
      train_op: what `create_train_op` returns.
      logdir: the folder of checkpoints and summaries; None writes nothing.
      train_step_fn: makes one step, as `train_step` does.
      train_step_kwargs: what it gets, by default tensors that tell whether to log and to stop.
      log_every_n_steps: how often to log the loss.
      graph: by default, the default graph.
      master: the address of a server.
      is_chief: whether this process initializes and saves.
      global_step: by default the global step, which is made if need be.
      number_of_steps: the global step at which to stop.
      init_op, init_feed_dict, local_init_op, init_fn, ready_op, summary_op, save_summaries_secs, summary_writer,
        saver: see `tf.train.Supervisor`.
      startup_delay_steps: the step at which a process that is not the chief begins.
      save_interval_secs: how often to save.
      sync_optimizer: a `tf.train.SyncReplicasOptimizer`, or a list of them.
      session_config: a `tf.ConfigProto`.
      session_wrapper: a function of a session that returns another.
      trace_every_n_steps: how often to write a timeline.
      ignore_live_threads: whether threads that go on after the end are no error.

    Returns:
      The loss of the last step.

    Raises:
      ValueError: if arguments do not fit each other.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     v = tf.Variable(3.0)
    ...     train_op = tf.contrib.slim.learning.create_train_op(v * v, tf.train.GradientDescentOptimizer(0.25))
    ...     print(tf.contrib.slim.learning.train(train_op, None, number_of_steps=3))
    0.5625
    """
    if isinstance(sync_optimizer, SyncReplicasOptimizer):
        sync_optimizer = [sync_optimizer]
    _check(
        train_op, logdir, summary_op, saver, trace_every_n_steps, sync_optimizer, startup_delay_steps, number_of_steps
    )
    graph = graph or get_default_graph()
    tokens: list[Any] = []
    runners: list[Any] = []
    with graph.as_default():
        global_step = get_or_create_global_step() if global_step is None else global_step
        saver = saver or tf.train.Saver()
        ready_for_local_init_op = None
        with name_scope("init_ops"):
            if _is_default(init_op):
                init_op = tf.global_variables_initializer()
            if _is_default(ready_op):
                ready_op = tf.report_uninitialized_variables()
            if _is_default(local_init_op):
                local_init_op = tf.group(tf.local_variables_initializer(), tf.tables_initializer())
            if sync_optimizer is not None:
                with control_dependencies([] if local_init_op is None else [local_init_op]):
                    begin = "chief_init_op" if is_chief else "local_step_init_op"
                    local_init_op = tf.group(*(getattr(optimizer, begin) for optimizer in sync_optimizer))
                ready_for_local_init_op = tf.group(*(opt.ready_for_local_init_op for opt in sync_optimizer))
        if _is_default(summary_op):
            summary_op = tf.summary.merge_all()
        if _is_default(summary_writer):
            summary_writer = Supervisor.USE_DEFAULT
        if is_chief and sync_optimizer is not None:
            tokens = [optimizer.get_init_tokens_op() for optimizer in sync_optimizer]
            runners = [optimizer.get_chief_queue_runner() for optimizer in sync_optimizer]
        if _is_default(train_step_kwargs):
            trace = trace_every_n_steps if is_chief else None
            train_step_kwargs = _questions(global_step, number_of_steps, log_every_n_steps, trace, logdir)
    supervisor = Supervisor(
        graph=graph,
        is_chief=is_chief,
        logdir=logdir,
        init_op=init_op,
        init_feed_dict=init_feed_dict,
        local_init_op=local_init_op,
        ready_for_local_init_op=ready_for_local_init_op,
        ready_op=ready_op,
        summary_op=summary_op,
        summary_writer=summary_writer,
        global_step=global_step,
        saver=saver,
        save_summaries_secs=save_summaries_secs,
        save_model_secs=save_interval_secs,
        init_fn=init_fn,
    )
    if summary_writer is not None:
        train_step_kwargs["summary_writer"] = supervisor.summary_writer
    loss = None
    while True:
        try:
            with supervisor.managed_session(master, start_standard_services=False, config=session_config) as sess:
                logging.info("Starting Session.")
                if session_wrapper is not None:
                    logging.info("Wrapping session with wrapper function: %s", session_wrapper)
                    sess = session_wrapper(sess)
                if is_chief:
                    if logdir:
                        supervisor.start_standard_services(sess)
                elif startup_delay_steps > 0:
                    _wait_for_step(sess, global_step, min(startup_delay_steps, number_of_steps or sys.maxsize))
                threads = supervisor.start_queue_runners(sess)
                logging.info("Starting Queues.")
                if tokens:
                    supervisor.start_queue_runners(sess, runners)
                    sess.run(tokens)
                try:
                    while not supervisor.should_stop():
                        loss, stop = train_step_fn(sess, train_op, global_step, train_step_kwargs)
                        if stop:
                            logging.info("Stopping Training.")
                            supervisor.request_stop()
                            break
                except errors.OutOfRangeError as error:
                    logging.info("Caught OutOfRangeError. Stopping Training. %s", error)
                if logdir and supervisor.is_chief:
                    logging.info("Finished training! Saving model to disk.")
                    supervisor.saver.save(sess, supervisor.save_path, global_step=supervisor.global_step)
                    supervisor.stop(threads, close_summary_writer=True, ignore_live_threads=ignore_live_threads)
            return loss
        except errors.AbortedError:
            logging.info("Retrying training!")
