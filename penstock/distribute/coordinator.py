"""Runs a training function in the task that a process has in a cluster: starts its server, sets up strategy and context.

`TF_CONFIG` or arguments tell of the cluster. Each process is a worker by itself, or one client runs all workers as threads.
"""

from __future__ import annotations

import copy
import json
import os
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from penstock import protos
from penstock._namespace import export, find
from penstock.distribute import tasks
from penstock.platform import logging
from penstock.train import worker_context
from penstock.train.monitored_session import ChiefSessionCreator, WorkerSessionCreator

if TYPE_CHECKING:
    from penstock.distribute.strategy import Strategy
    from penstock.protos import ConfigProto
    from penstock.train.coordinator import Coordinator
    from penstock.train.scaffold import Scaffold


_server = threading.local()


class CoordinatorMode:
    """Who runs the training function: one client for all workers, or each worker for itself."""

    STANDALONE_CLIENT = "standalone_client"
    INDEPENDENT_WORKER = "independent_worker"


class WorkerContext:
    """A task while its training function runs.

    Args:
      strategy: its strategy, set up for the task.
      cluster_spec: the cluster, or None.
      task_type, task_id: the task; None if one graph is made for all.
      session_config: the configuration of its sessions.
      rpc_layer: how the servers talk.
      worker_barrier: where workers wait for each other, if they are threads of one process.
    """

    def __init__(
        self,
        strategy: Strategy,
        cluster_spec: Any,
        task_type: str | None,
        task_id: int | None,
        session_config: ConfigProto | None = None,
        rpc_layer: str | None = "grpc",
        worker_barrier: Any = None,
    ) -> None:
        self._strategy, self._session_config, self._worker_barrier = strategy, session_config, worker_barrier
        self._cluster_spec = cluster_spec
        self.task_type, self.task_id = task_type, task_id
        jobs = cluster_spec.as_dict() if cluster_spec else {}
        self.num_workers = len(jobs.get("worker", ())) + len(jobs.get("chief", ()))
        self.is_chief = not cluster_spec or task_type in ("chief", "evaluator", None)
        self.is_chief = self.is_chief or ("chief" not in jobs and task_type == "worker" and task_id == 0)
        self.master_target = ""
        if cluster_spec:
            job = task_type or ("chief" if "chief" in jobs else "worker")
            address = cluster_spec.job_tasks(job)[task_id or 0 if task_type else 0]
            self.master_target = f"{rpc_layer}://{address}" if rpc_layer else address

    def __enter__(self) -> WorkerContext:
        if worker_context.current():
            raise ValueError("You cannot run distribute coordinator in a `worker_fn`.\t" + self._told())
        worker_context.enter(self)
        return self

    def __exit__(self, *unused: object) -> None:
        worker_context.enter(None)

    def _told(self) -> str:
        if not self._cluster_spec:
            return "[local]"
        return f"[cluster_spec: {self._cluster_spec!r}, task_type: {self.task_type!r}, task_id: {self.task_id!r}]"

    @property
    def trains_together(self) -> bool:
        """Whether workers meet in collective operations."""
        return bool(self._strategy) and getattr(self._strategy.extended, "trains_together", False)

    @property
    def cluster_spec(self) -> Any:
        """A copy of the cluster."""
        return copy.deepcopy(self._cluster_spec)

    @property
    def session_config(self) -> Any:
        """A copy of the configuration."""
        return copy.deepcopy(self._session_config)

    @property
    def distributed_mode(self) -> bool:
        """Whether the task trains in a cluster."""
        return bool(self._cluster_spec) and self.task_type != "evaluator"

    @property
    def has_barrier(self) -> bool:
        """Whether workers can wait for each other."""
        return self._worker_barrier is not None

    def wait_for_other_workers(self) -> None:
        """Waits until all workers of this process call it."""
        if self._worker_barrier:
            self._worker_barrier.wait()

    @property
    def experimental_should_init(self) -> bool:
        """Whether the task initializes variables."""
        return self._strategy.extended.experimental_should_init

    @property
    def should_checkpoint(self) -> bool:
        """Whether the task writes checkpoints."""
        return self._strategy.extended.should_checkpoint

    @property
    def should_save_summary(self) -> bool:
        """Whether the task writes summaries."""
        return self._strategy.extended.should_save_summary

    def session_creator(
        self,
        scaffold: Scaffold | None = None,
        config: Any = None,
        checkpoint_dir: str | None = None,
        checkpoint_filename_with_path: str | None = None,
        max_wait_secs: float = 7200,
    ) -> Any:
        """What makes the task's sessions: it initializes or restores the variables, or waits until the chief has done so."""
        settings = self._session_config
        if config:
            settings = copy.deepcopy(config)
            settings.MergeFrom(self._session_config)
        if not self._strategy or self._strategy.extended.experimental_should_init:
            logging.info("Creating chief session creator with config: %r", config)
            return ChiefSessionCreator(
                scaffold,
                master=self.master_target,
                config=settings,
                checkpoint_dir=checkpoint_dir,
                checkpoint_filename_with_path=checkpoint_filename_with_path,
            )
        logging.info("Creating worker session creator with config: %r", config)
        return WorkerSessionCreator(scaffold, master=self.master_target, config=settings, max_wait_secs=max_wait_secs)


def _run_worker(
    function: Callable,
    strategy: Strategy,
    cluster_spec: Any,
    task_type: str | None,
    task_id: int | None,
    session_config: ConfigProto,
    rpc_layer: str | None = "",
    worker_barrier: Any = None,
    coord: Coordinator | None = None,
) -> Any:
    """Calls a function in the context of a task, with a strategy of its own."""
    session_config, strategy = copy.deepcopy(session_config), copy.deepcopy(strategy)
    if task_type != "evaluator":
        assert strategy
        strategy.configure(session_config, cluster_spec, task_type, task_id)
    elif strategy:
        strategy.configure(session_config)
    context = WorkerContext(strategy, cluster_spec, task_type, task_id, session_config, rpc_layer, worker_barrier)
    with context:
        if coord is None:
            return function(strategy)
        with coord.stop_on_exception():
            return function(strategy)


def _started_server(
    cluster_spec: Any, task_type: str, task_id: int, session_config: ConfigProto, rpc_layer: str | None
) -> Any:
    """The server of a task, one for a thread; an evaluator's cluster is itself alone."""
    told = (cluster_spec.as_dict(), task_type, task_id, rpc_layer)
    if getattr(_server, "server", None) is not None:
        assert _server.told == told
        return _server.server
    target = cluster_spec.task_address(task_type, task_id)
    logging.info("Starting standard TensorFlow server, target = %r, session_config= %r", target, session_config)
    jobs = dict(cluster_spec.as_dict())
    if task_type == "evaluator":
        jobs = {"evaluator": jobs["evaluator"]}
    else:
        jobs.pop("evaluator", None)
    server = find("train.Server")(
        find("train.ClusterSpec")(jobs), task_type, task_id, protocol=rpc_layer, config=session_config
    )
    server.start()
    _server.server, _server.told = server, told
    return server


@export("contrib.distribute.run_standard_tensorflow_server")
def run_standard_tensorflow_server(session_config: ConfigProto | None = None) -> Any:
    """Starts the server of the task that `TF_CONFIG` tells of.

    Args:
      session_config: a `ConfigProto` for it.

    Returns:
      A `tf.train.Server` that runs.

    Raises:
      ValueError: `TF_CONFIG` lacks the cluster or the task.

    >>> import penstock as tf
    >>> tf.contrib.distribute.run_standard_tensorflow_server()
    Traceback (most recent call last):
    ...
    ValueError: "cluster" is not found in TF_CONFIG.
    """
    told = json.loads(os.environ.get("TF_CONFIG", "{}"))
    for key in ("cluster", "task"):
        if key not in told:
            raise ValueError(f'"{key}" is not found in TF_CONFIG.')
    if "type" not in told["task"]:
        raise ValueError('"task_type" is not found in the `task` part of TF_CONFIG.')
    cluster = find("train.ClusterSpec")(told["cluster"])
    leader = "chief" if "chief" in cluster.jobs else "worker"
    if leader not in cluster.jobs:
        raise ValueError("You must have `chief` or `worker` jobs in the `cluster_spec`.")
    session_config = session_config or protos.ConfigProto()
    session_config.experimental.collective_group_leader = f"/job:{leader}/replica:0/task:0"
    task = told["task"]
    return _started_server(
        cluster, task["type"], int(task.get("index", 0)), session_config, told.get("rpc_layer", "grpc")
    )


def run_distribute_coordinator(
    worker_fn: Callable,
    strategy: Strategy,
    eval_fn: Callable | None = None,
    eval_strategy: Any = None,
    mode: str = CoordinatorMode.STANDALONE_CLIENT,
    cluster_spec: Any = None,
    task_type: str | None = None,
    task_id: int | None = None,
    session_config: ConfigProto | None = None,
    rpc_layer: str | None = "grpc",
) -> Any:
    """Runs what this process has to do in a cluster.

    Args:
      worker_fn: trains; called with a strategy that is set up for the task.
      strategy: the strategy.
      eval_fn: evaluates; `worker_fn` by default.
      eval_strategy: the evaluator's strategy.
      mode: a `CoordinatorMode`.
      cluster_spec, task_type, task_id: the cluster and the task, else those of `TF_CONFIG`; without any, this process is alone.
      session_config: the configuration of sessions.
      rpc_layer: how the servers talk.

    Returns:
      What `worker_fn` returns, unless it ran in several threads.

    Raises:
      ValueError: mode or task are not known.
    """
    told = json.loads(os.environ.get("TF_CONFIG", "{}"))
    if not cluster_spec:
        cluster_spec = told.get("cluster", {})
        if told.get("task"):
            task_type = told["task"].get("type", task_type)
            task_id = int(told["task"].get("index", task_id))
    cluster_spec = find("train.ClusterSpec")(cluster_spec) if cluster_spec else None
    rpc_layer = told.get("rpc_layer", rpc_layer)
    session_config = session_config or protos.ConfigProto(allow_soft_placement=True)
    if not cluster_spec:
        logging.info("Running local Distribute Coordinator.")
        _run_worker(worker_fn, strategy, None, None, None, session_config, rpc_layer)
        if eval_fn:
            return _run_worker(eval_fn, eval_strategy, None, None, None, session_config, rpc_layer)
        logging.warning("Skipped evaluation since `eval_fn` is not passed in.")
        return None
    logging.info(
        f"Running Distribute Coordinator with mode = {mode!r}, cluster_spec = {cluster_spec.as_dict()!r}, task_type = "
        f"{task_type!r}, task_id = {task_id!r}, environment = {told.get('environment')!r}, rpc_layer = {rpc_layer!r}"
    )
    if mode not in (CoordinatorMode.STANDALONE_CLIENT, CoordinatorMode.INDEPENDENT_WORKER):
        raise ValueError(f"Unexpected coordinator mode: {mode!r}")
    if not eval_fn:
        logging.warning(
            '`eval_fn` is not passed in. The `worker_fn` will be used if an "evaluator" task exists in the cluster.'
        )
    if not eval_strategy:
        logging.warning("`eval_strategy` is not passed in. No distribution strategy will be used for evaluation.")
    evaluate = eval_fn or worker_fn
    if mode == CoordinatorMode.STANDALONE_CLIENT and task_type in ("client", None):
        return _run_client(worker_fn, strategy, evaluate, eval_strategy, cluster_spec, session_config, rpc_layer)
    assert task_type is not None and task_id is not None
    of_server = copy.deepcopy(session_config)
    if task_type != "evaluator":
        copy.deepcopy(strategy).configure(of_server, cluster_spec, task_type, task_id)
    elif eval_strategy:
        eval_strategy.configure(session_config=of_server)
    del of_server.device_filters[:]
    server = _started_server(cluster_spec, task_type, task_id, of_server, rpc_layer)
    if mode == CoordinatorMode.INDEPENDENT_WORKER:
        if task_type in ("chief", "worker"):
            if strategy.extended.experimental_between_graph:
                return _run_worker(worker_fn, strategy, cluster_spec, task_type, task_id, session_config, rpc_layer)
            if tasks.is_chief(cluster_spec, task_type, task_id):  # one graph for all, that the chief makes
                return _run_worker(worker_fn, strategy, cluster_spec, None, None, session_config, rpc_layer)
        elif task_type == "evaluator":
            return _run_worker(evaluate, eval_strategy, cluster_spec, task_type, task_id, session_config, rpc_layer)
        elif task_type != "ps":
            raise ValueError(f"Unexpected task_type: {task_type!r}")
    server.join()
    return None


def _run_client(
    worker_fn: Callable,
    strategy: Strategy,
    eval_fn: Callable,
    eval_strategy: Any,
    cluster_spec: Any,
    session_config: ConfigProto,
    rpc_layer: str | None,
) -> Any:
    """Runs all workers from this process, each in a thread, or one graph for all; the evaluator has a thread too."""
    coord = find("train.Coordinator")()
    jobs = cluster_spec.as_dict()

    def thread(function: Callable, its: Any, job: str, number: int, barrier: Any) -> threading.Thread:
        arguments = (function, its, cluster_spec, job, number, session_config, rpc_layer, barrier, coord)
        made = threading.Thread(target=_run_worker, args=arguments)
        made.start()
        return made

    threads = [thread(eval_fn, eval_strategy, "evaluator", 0, None)] if "evaluator" in jobs else []
    result = None
    if strategy.extended.experimental_between_graph:
        places = [(job, i) for job in ("chief", "worker") for i in range(len(jobs.get(job, ())))]
        barrier = threading.Barrier(len(places))
        threads += [thread(worker_fn, strategy, job, i, barrier) for job, i in places]
    else:
        result = _run_worker(worker_fn, strategy, cluster_spec, None, None, session_config, rpc_layer, coord=coord)
    coord.join(threads)
    return result
