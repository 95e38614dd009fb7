"""Training, evaluation and inference of a graph that is already built, as 0.9's estimators did it."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

import penstock as tf
from penstock._namespace import export
from penstock.contrib.framework.variables import assert_or_get_global_step
from penstock.contrib.learn.monitors import NanLossDuringTrainingError, get_default_monitors
from penstock.estimator import eval_summaries
from penstock.graph import errors
from penstock.graph.keys import GraphKeys
from penstock.graph.typing import SessionLike, TensorLike, TensorOrVariable
from penstock.platform import logging
from penstock.summary.writer import FileWriterCache

if TYPE_CHECKING:
    from penstock.graph.graph import Graph
    from penstock.graph.operation import Operation, Tensor


def _saver(graph: Graph, keep: int = 5) -> Any:
    found = graph.get_collection(GraphKeys.GLOBAL_VARIABLES) + graph.get_collection(GraphKeys.SAVEABLE_OBJECTS)
    return tf.train.Saver(found, sharded=True, max_to_keep=keep) if found else None


@export("contrib.learn.graph_actions.get_summary_writer")
def get_summary_writer(logdir: str) -> Any:
    """The writer of events in a directory, the same for all who ask.

    >>> import tempfile
    >>> import penstock as tf
    >>> logdir = tempfile.mkdtemp()
    >>> actions = tf.contrib.learn.graph_actions
    >>> actions.get_summary_writer(logdir) is actions.get_summary_writer(logdir)
    True
    """
    return FileWriterCache.get(logdir)


@export("contrib.learn.graph_actions.clear_summary_writers")
def clear_summary_writers() -> None:
    """Closes the writers that `get_summary_writer` has given.

    >>> import penstock as tf
    >>> tf.contrib.learn.graph_actions.clear_summary_writers()
    """
    FileWriterCache.clear()


def _run_with_monitors(
    session: SessionLike, step: int, tensors: list[Any], feed: Any, monitors: Sequence[Any]
) -> tuple[Any, bool]:
    wanted = dict.fromkeys([*tensors, *itertools.chain(*(monitor.step_begin(step) or [] for monitor in monitors))])
    values = session.run(list(wanted), feed_dict=feed)
    outputs = {getattr(key, "name", key): value for key, value in zip(wanted, values, strict=True)}
    return outputs, any([monitor.step_end(step, outputs) for monitor in monitors])


@export("contrib.learn.train", "contrib.learn.graph_actions.train")
def train(
    graph: Graph,
    output_dir: str,
    train_op: Operation | Tensor,
    loss_op: Any,
    global_step_tensor: TensorLike | None = None,
    init_op: Any = None,
    init_feed_dict: Any = None,
    init_fn: Callable[..., Any] | None = None,
    log_every_steps: int = 10,
    supervisor_is_chief: bool = True,
    supervisor_master: str = "",
    supervisor_save_model_secs: float = 600,
    keep_checkpoint_max: int = 5,
    supervisor_save_summaries_steps: int = 100,
    feed_fn: Callable[[], Any] | None = None,
    steps: int | None = None,
    fail_on_nan_loss: bool = True,
    monitors: Sequence[Any] | None = None,
    max_steps: int | None = None,
) -> Any:
    """Trains a graph under a supervisor, and saves checkpoints and events in `output_dir`.

    Args:
      graph: the graph.
      output_dir: where checkpoints and events are; what is there is continued.
      train_op: the operation of one step, which must increment the global step.
      loss_op: the loss.
      global_step_tensor: the step; that of the graph if None.
      init_op: initializes variables.
      init_feed_dict: fed to it.
      init_fn: called with the session after that.
      log_every_steps: steps between logs.
      supervisor_is_chief: whether this process saves.
      supervisor_master: the address of the session.
      supervisor_save_model_secs: seconds between checkpoints.
      keep_checkpoint_max: how many are kept.
      supervisor_save_summaries_steps: steps between summaries.
      feed_fn: gives what to feed at each step.
      steps: how many steps to train.
      fail_on_nan_loss: whether a loss that is not a number is an error.
      monitors: of tf.contrib.learn.
      max_steps: the step at which to end, instead of `steps`.

    Returns:
      The last loss.

    >>> import tempfile
    >>> import penstock as tf
    >>> with tf.Graph().as_default() as graph:
    ...     step = tf.train.create_global_step()
    ...     v = tf.Variable(1.0)
    ...     loss = v * v
    ...     train_op = tf.train.GradientDescentOptimizer(0.25).minimize(loss, global_step=step)
    >>> float(tf.contrib.learn.train(graph, tempfile.mkdtemp(), train_op, loss, steps=2))
    0.25
    """
    if steps is not None and max_steps is not None:
        raise ValueError("Can not provide both steps and max_steps.")
    if not output_dir:
        raise ValueError(f"Output directory should be non-empty {output_dir}.")
    for name, value in (("train_op", train_op), ("loss_op", loss_op)):
        if value is None:
            raise ValueError(f"Missing {name}.")
    while True:
        try:
            return _train(dict(locals()))
        except errors.AbortedError:
            logging.warning("Training got Aborted error. Keep training.")


def _train(given: Mapping[str, Any]) -> Any:
    graph, loss_op, chief = given["graph"], given["loss_op"], given["supervisor_is_chief"]
    max_steps, output_dir = given["max_steps"], given["output_dir"]
    with graph.as_default():
        global_step = assert_or_get_global_step(graph, given["global_step_tensor"])
        if global_step is None:
            raise ValueError('No "global_step" was provided or found in the graph.')
        if max_steps is None and given["steps"]:
            max_steps = _saved_step(output_dir, global_step) + given["steps"]
        writer = get_summary_writer(output_dir) if chief else None
        monitors = list(given["monitors"] or [])
        if not monitors and chief:
            every = given["supervisor_save_summaries_steps"]
            merged = tf.summary.merge_all()
            monitors = get_default_monitors(loss_op, merged, every, summary_writer=writer)
        if not chief:
            monitors = [monitor for monitor in monitors if monitor.run_on_all_workers]
        for monitor in monitors:
            monitor.begin(max_steps=max_steps)
        saver = _saver(graph, given["keep_checkpoint_max"])
    supervisor = tf.train.Supervisor(
        graph,
        init_op=given["init_op"] or tf.train.Supervisor.USE_DEFAULT,
        init_feed_dict=given["init_feed_dict"],
        is_chief=chief,
        logdir=output_dir,
        saver=saver,
        global_step=global_step,
        summary_op=None,
        summary_writer=writer,
        save_model_secs=given["supervisor_save_model_secs"],
        init_fn=given["init_fn"],
    )
    session = supervisor.PrepareSession(master=given["supervisor_master"], start_standard_services=True)
    supervisor.StartQueueRunners(session)
    loss = None
    with session:
        last = logged = int(session.run(global_step))
        logging.info("Training steps [%d,%s)", last, "inf" if max_steps is None else max_steps)
        try:
            while not supervisor.ShouldStop() and (max_steps is None or last < max_steps):
                start = time.time()
                feed = given["feed_fn"]() if given["feed_fn"] is not None else None
                outputs, stop = _run_with_monitors(session, last + 1, [given["train_op"], loss_op], feed, monitors)
                loss = outputs[loss_op.name]
                if np.isnan(loss):
                    logging.error("Model diverged with loss = NaN.")
                    if given["fail_on_nan_loss"]:
                        raise NanLossDuringTrainingError
                if stop:
                    break
                step = int(session.run(global_step))
                if step <= last:
                    logging.error("Global step was not incremented by train op at step %s: new step %d", last, step)
                last = step
                if last - logged >= given["log_every_steps"] or (max_steps is not None and last >= max_steps):
                    spent = time.time() - start
                    logging.info("training step %d, loss = %.5f (%.3f sec/batch).", last, loss, spent)
                    logged = last
        except errors.OutOfRangeError as problem:
            logging.warning(
                "Got exception during tf.learn training loop possibly due to exhausted input queue %s.", problem
            )
        except StopIteration:
            logging.info("Exhausted input iterarator.")
        supervisor.Stop(close_summary_writer=False)
        if chief:
            step = int(session.run(global_step))
            logging.info("Saving checkpoint for step %d to checkpoint: %s.", step, supervisor.save_path)
            supervisor.saver.save(session, supervisor.save_path, global_step=step)
            for monitor in monitors:
                monitor.end()
    return loss


def _saved_step(output_dir: str, global_step: TensorOrVariable) -> int:
    path = tf.train.latest_checkpoint(output_dir)
    if path is None:
        return 0
    reader = tf.train.load_checkpoint(path)
    name = global_step.op.name
    return int(reader.get_tensor(name)) if reader.has_tensor(name) else 0


@export("contrib.learn.evaluate", "contrib.learn.graph_actions.evaluate")
def evaluate(
    graph: Graph,
    output_dir: str,
    checkpoint_path: str | None,
    eval_dict: Mapping[str, Any],
    update_op: Any = None,
    global_step_tensor: TensorLike | None = None,
    supervisor_master: str = "",
    log_every_steps: int = 10,
    feed_fn: Callable[[], Any] | None = None,
    max_steps: int | None = None,
) -> tuple[dict[str, Any], int]:
    """Evaluates tensors of a graph with the variables of a checkpoint, and writes them as events in `output_dir`.

    Args:
      graph: the graph.
      output_dir: where events go.
      checkpoint_path: the checkpoint, or the directory it is in.
      eval_dict: name → tensor.
      update_op: run at each step, if the tensors are metrics.
      global_step_tensor: the step; that of the graph if None.
      supervisor_master: the address of the session.
      log_every_steps: steps between logs.
      feed_fn: gives what to feed at each step.
      max_steps: how many steps; until the input ends if None.

    Returns:
      The values, and the global step.

    >>> import tempfile
    >>> import penstock as tf
    >>> with tf.Graph().as_default() as graph:
    ...     _ = tf.train.create_global_step()
    ...     values = {"two": tf.Variable(2.0).read_value()}
    >>> results, step = tf.contrib.learn.evaluate(graph, tempfile.mkdtemp(), None, values, max_steps=1)
    >>> float(results["two"])
    2.0
    """
    if not output_dir:
        raise ValueError(f"Output directory should be non-empty {output_dir}.")
    with graph.as_default(), tf.Session(supervisor_master, graph=graph) as session:
        global_step = assert_or_get_global_step(graph, global_step_tensor)
        session.run([tf.global_variables_initializer(), tf.local_variables_initializer(), tf.tables_initializer()])
        if checkpoint_path:
            path = tf.train.latest_checkpoint(checkpoint_path) or checkpoint_path
            saver = _saver(graph)
            if saver:
                saver.restore(session, path)
        step = int(session.run(global_step))
        with _queue_runners(session):
            results = _evaluated(session, eval_dict, update_op, log_every_steps, feed_fn, max_steps)
    eval_summaries.write_results(output_dir, results, step)
    return results, step


def _evaluated(
    session: SessionLike,
    eval_dict: Any,
    update_op: Any,
    log_every: int,
    feed_fn: Callable[..., Any] | None,
    max_steps: int | None,
) -> dict[str, Any]:
    results: Any = None
    feed = None
    fresh = False
    step = 0
    try:
        while max_steps is None or step < max_steps:
            step += 1
            feed, fresh = feed_fn() if feed_fn is not None else None, False
            if update_op is not None:
                session.run(update_op, feed_dict=feed)
            if update_op is None or step % log_every == 0:
                results, fresh = session.run(dict(eval_dict), feed_dict=feed), True
            if step % log_every == 0:
                logging.info("Results after %d steps: %s.", step, results)
    except (errors.OutOfRangeError, StopIteration) as problem:
        report = logging.info if max_steps is None else logging.warning
        report("Input is exhausted: %s.", problem)
        fresh = fresh or (update_op is None and results is not None)
    return results if fresh else session.run(dict(eval_dict), feed_dict=feed)


class _queue_runners:  # noqa: N801
    """Queue runners of a session, started and stopped."""

    def __init__(self, session: SessionLike) -> None:
        self._session, self._coordinator = session, tf.train.Coordinator()

    def __enter__(self) -> None:
        self._threads = tf.train.start_queue_runners(self._session, coord=self._coordinator)

    def __exit__(self, *problem: Any) -> None:
        self._coordinator.request_stop()
        if self._threads:
            self._coordinator.join(self._threads, stop_grace_period_secs=120)


@export("contrib.learn.graph_actions.run_feeds_iter")
def run_feeds_iter(
    output_dict: Mapping[str, Any], feed_dicts: Iterable[Any], restore_checkpoint_path: str | None = None
) -> Iterator[dict[str, Any]]:
    """The values of tensors for each feed, one after the other; variables are initialized, or restored.

    Args:
      output_dict: a dict of the tensors.
      feed_dicts: what to feed, a dict for each run.
      restore_checkpoint_path: the checkpoint with the values of variables; they are initialized if it is None.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     x = tf.placeholder(tf.float32, [])
    ...     [float(r["y"]) for r in tf.contrib.learn.graph_actions.run_feeds_iter({"y": x * 2}, [{x: 1}, {x: 2}])]
    [2.0, 4.0]
    """
    if not output_dict:
        raise ValueError(f"output_dict is invalid: {output_dict}.")
    if not feed_dicts:
        raise ValueError(f"feed_dicts is invalid: {feed_dicts}.")
    graph = next(iter(output_dict.values())).graph
    with graph.as_default(), tf.Session(graph=graph) as session:
        session.run([tf.local_variables_initializer(), tf.tables_initializer()])
        saver = _saver(graph)
        if restore_checkpoint_path and saver:
            logging.info("Loading model from checkpoint: %s.", restore_checkpoint_path)
            saver.restore(session, restore_checkpoint_path)
        elif not restore_checkpoint_path:
            session.run(tf.global_variables_initializer())
        with _queue_runners(session):
            for feed in feed_dicts:
                yield session.run(dict(output_dict), feed)


@export("contrib.learn.run_feeds", "contrib.learn.graph_actions.run_feeds")
def run_feeds(
    output_dict: Mapping[str, Any], feed_dicts: Iterable[Any], restore_checkpoint_path: str | None = None
) -> list[dict[str, Any]]:
    """The values of tensors for each feed, as a list.

    Args:
      output_dict: a dict of the tensors.
      feed_dicts: what to feed, a dict for each run.
      restore_checkpoint_path: the checkpoint with the values of variables; they are initialized if it is None.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     x = tf.placeholder(tf.float32, [])
    ...     [float(r["y"]) for r in tf.contrib.learn.run_feeds({"y": x + 1}, [{x: 1}])]
    [2.0]
    """
    return list(run_feeds_iter(output_dict, feed_dicts, restore_checkpoint_path))


@export("contrib.learn.run_n", "contrib.learn.graph_actions.run_n")
def run_n(
    output_dict: Mapping[str, Any],
    feed_dict: Mapping[Any, Any] | None = None,
    restore_checkpoint_path: str | None = None,
    n: int = 1,
) -> list[dict[str, Any]]:
    """The values of tensors, `n` times.

    Args:
      output_dict: a dict of the tensors.
      feed_dict: what to feed.
      restore_checkpoint_path: the checkpoint with the values of variables; they are initialized if it is None.
      n: the number of runs.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     len(tf.contrib.learn.run_n({"y": tf.constant(1.0)}, n=3))
    3
    """
    return run_feeds(output_dict, itertools.repeat(feed_dict, n), restore_checkpoint_path)


@export("contrib.learn.infer", "contrib.learn.graph_actions.infer")
def infer(
    restore_checkpoint_path: str | None, output_dict: Mapping[str, Any], feed_dict: Mapping[Any, Any] | None = None
) -> dict[str, Any]:
    """The values of tensors, with the variables of a checkpoint.

    Args:
      restore_checkpoint_path: the checkpoint with the values of variables; they are initialized if it is None.
      output_dict: a dict of the tensors.
      feed_dict: what to feed.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     float(tf.contrib.learn.infer(None, {"y": tf.constant(1.5)})["y"])
    1.5
    """
    return run_feeds(output_dict, [feed_dict], restore_checkpoint_path)[0]
