"""`RunConfig`: where an Estimator writes, how often, with which seed, and its place in a cluster as TF_CONFIG says."""

from __future__ import annotations

import copy
import json
import os
from collections.abc import Callable, Mapping
from typing import Any

from penstock import protos
from penstock._namespace import export
from penstock.platform import logging
from penstock.train.cluster_spec import ClusterSpec
from penstock.util.function_utils import fn_args

_USE_DEFAULT: Any = object()
_SAVE_CKPT_ERR = "`save_checkpoints_steps` and `save_checkpoints_secs` cannot be both set."
# name → (what a value that is not None must fulfil, the message if it does not)
_PROPERTIES: dict[str, tuple[Callable[[Any], bool] | None, str]] = {
    "model_dir": (bool, "model_dir should be non-empty"),
    "tf_random_seed": (lambda seed: isinstance(seed, int), "tf_random_seed must be integer."),
    "save_summary_steps": (lambda steps: steps >= 0, "save_summary_steps should be >= 0"),
    "save_checkpoints_steps": (lambda steps: steps >= 0, "save_checkpoints_steps should be >= 0"),
    "save_checkpoints_secs": (lambda secs: secs >= 0, "save_checkpoints_secs should be >= 0"),
    "session_config": (
        lambda config: isinstance(config, protos.ConfigProto),
        "session_config must be instance of ConfigProto",
    ),
    "keep_checkpoint_max": (lambda number: number >= 0, "keep_checkpoint_max should be >= 0"),
    "keep_checkpoint_every_n_hours": (lambda hours: hours > 0, "keep_checkpoint_every_n_hours should be > 0"),
    "log_step_count_steps": (lambda steps: steps > 0, "log_step_count_steps should be > 0"),
    "train_distribute": (None, ""),
    "device_fn": (
        lambda function: callable(function) and set(fn_args(function)) == {"op"},
        'device_fn must be callable with exactly one argument "op".',
    ),
    "protocol": (lambda protocol: protocol in ("grpc", "grpc+verbs"), "protocol should be grpc or grpc+verbs"),
    "eval_distribute": (None, ""),
    "experimental_distribute": (None, ""),
    "experimental_max_worker_delay_secs": (
        lambda delay: isinstance(delay, int),
        "experimental_max_worker_delay_secs must be an integer if set.",
    ),
    "session_creation_timeout_secs": (lambda secs: secs > 0, "session_creation_timeout_secs should be > 0"),
}


class TaskType:
    """The jobs that a task of a cluster can have."""

    MASTER = "master"
    PS = "ps"
    WORKER = "worker"
    CHIEF = "chief"
    EVALUATOR = "evaluator"


def get_default_session_config(device_filters: list[str] | None = None) -> Any:
    """The `ConfigProto` of an Estimator to which none is given."""
    options = protos.GraphOptions(
        rewrite_options=protos.RewriterConfig(meta_optimizer_iterations=protos.RewriterConfig.ONE)
    )
    return protos.ConfigProto(allow_soft_placement=True, graph_options=options, device_filters=device_filters)


def _reader(name: str, doc: str) -> Any:
    """A property that reads what `_set` or the constructor has stored."""
    return property(lambda self: getattr(self, f"_{name}"), doc=doc)


@export("estimator.RunConfig")
class RunConfig:
    """Settings of an Estimator's runs.

    The environment variable TF_CONFIG, JSON with `cluster` and `task`, gives the properties `cluster_spec`, `task_type`,
    `task_id`, `master`, `is_chief`, `num_ps_replicas` and `num_worker_replicas`. Without it, there is one worker.

    Args:
      model_dir: where checkpoints and events are written.
      tf_random_seed: the seed of the graphs.
      save_summary_steps: how often summaries are saved, in steps.
      save_checkpoints_steps: how often a checkpoint is saved, in steps.
      save_checkpoints_secs: the same in seconds, 600 by default.
      session_config: a `ConfigProto`.
      keep_checkpoint_max: how many checkpoints are kept; 0 for all.
      keep_checkpoint_every_n_hours: how often one is kept for good.
      log_step_count_steps: how often loss and speed are logged, in steps.
      train_distribute: a `tf.distribute.Strategy` to train with.
      device_fn: gives the device of an operation.
      protocol: "grpc".
      eval_distribute: a `tf.distribute.Strategy` to evaluate with.
      experimental_distribute: a `tf.contrib.distribute.DistributeConfig` that names both.
      experimental_max_worker_delay_secs: how long a worker waits before it begins, at most.
      session_creation_timeout_secs: how long a worker waits for its chief.

    Raises:
      ValueError: both ways of saving are set, a value is not allowed, or TF_CONFIG is wrong.

    >>> import penstock as tf
    >>> config = tf.estimator.RunConfig(tf_random_seed=1, save_checkpoints_steps=500)
    >>> config.save_checkpoints_secs, config.task_type, config.is_chief
    (None, 'worker', True)
    >>> config.replace(keep_checkpoint_max=2).keep_checkpoint_max
    2
    """

    cluster_spec = _reader("cluster_spec", "The `ClusterSpec`, empty if there is no cluster.")
    device_fn = _reader("device_fn", "The function that gives operations their devices, or None.")
    evaluation_master = _reader("evaluation_master", "The target of sessions for evaluation.")
    is_chief = _reader("is_chief", "Whether this task initializes, restores and saves the model.")
    master = _reader("master", "The target of sessions.")
    num_ps_replicas = _reader("num_ps_replicas", "How many parameter servers there are.")
    num_worker_replicas = _reader("num_worker_replicas", "How many workers there are, with the chief.")
    task_id = _reader("task_id", "The index of this task in its job.")
    global_id_in_cluster = _reader(
        "global_id_in_cluster",
        "The index of this task among all: the chief, then the others, then the parameter servers.",
    )
    experimental_max_worker_delay_secs = _reader(
        "experimental_max_worker_delay_secs", "How long a worker waits before it begins, at most."
    )
    task_type = _reader("task_type", "The job of this task.")
    tf_random_seed = _reader("tf_random_seed", "The seed of the graphs.")
    save_summary_steps = _reader("save_summary_steps", "How often summaries are saved, in steps.")
    save_checkpoints_secs = _reader("save_checkpoints_secs", "How often a checkpoint is saved, in seconds.")
    session_config = _reader("session_config", "The `ConfigProto` of sessions.")
    save_checkpoints_steps = _reader("save_checkpoints_steps", "How often a checkpoint is saved, in steps.")
    keep_checkpoint_max = _reader("keep_checkpoint_max", "How many checkpoints are kept.")
    session_creation_timeout_secs = _reader("session_creation_timeout_secs", "How long a worker waits for its chief.")
    keep_checkpoint_every_n_hours = _reader("keep_checkpoint_every_n_hours", "How often a checkpoint is kept for good.")
    log_step_count_steps = _reader("log_step_count_steps", "How often loss and speed are logged, in steps.")
    model_dir = _reader("model_dir", "Where checkpoints and events are written.")
    service = _reader("service", "The `service` of TF_CONFIG.")
    train_distribute = _reader("train_distribute", "The strategy to train with, or None.")
    eval_distribute = _reader("eval_distribute", "The strategy to evaluate with, or None.")
    protocol = _reader("protocol", "The protocol of servers.")

    _save_checkpoints_steps: int | None
    _save_checkpoints_secs: float | None

    def __init__(
        self,
        model_dir: str | os.PathLike[str] | None = None,
        tf_random_seed: int | None = None,
        save_summary_steps: int | None = 100,
        save_checkpoints_steps: int | None = _USE_DEFAULT,
        save_checkpoints_secs: float | None = _USE_DEFAULT,
        session_config: Mapping[Any, Any] | None = None,
        keep_checkpoint_max: int | None = 5,
        keep_checkpoint_every_n_hours: float | None = 10000,
        log_step_count_steps: int | None = 100,
        train_distribute: Any = None,
        device_fn: Callable[[Any], Any] | None = None,
        protocol: str | None = None,
        eval_distribute: Any = None,
        experimental_distribute: Any = None,
        experimental_max_worker_delay_secs: int | None = None,
        session_creation_timeout_secs: float = 7200,
    ) -> None:
        if save_checkpoints_secs is _USE_DEFAULT:
            save_checkpoints_secs = 600 if save_checkpoints_steps is _USE_DEFAULT else None
        if save_checkpoints_steps is _USE_DEFAULT:
            save_checkpoints_steps = None
        if save_checkpoints_steps is not None and save_checkpoints_secs is not None:
            raise ValueError(_SAVE_CKPT_ERR)
        tf_config = json.loads(os.environ.get("TF_CONFIG", "{}"))
        if tf_config:
            logging.info("TF_CONFIG environment variable: %s", tf_config)
        given = locals()
        given["model_dir"] = _model_dir(tf_config, None if model_dir is None else os.fspath(model_dir))
        _set(self, {name: given[name] for name in _PROPERTIES})
        self._distribute_coordinator_mode: str | None = None
        if any((train_distribute, eval_distribute, experimental_distribute)):
            self._take_strategies(tf_config)
        self._service = tf_config.get("service")
        if self._service is not None and not isinstance(self._service, dict):
            raise TypeError(f'If "service" is set in TF_CONFIG, it must be a dict. Given {type(self._service)}')
        if self._distribute_coordinator_mode is not None:
            return
        self._find_place(tf_config)
        if not self.session_config and self._cluster_spec:
            self._session_config = self._cluster_session_config()

    def _take_strategies(self, tf_config: Mapping[str, Any]) -> None:
        """Those of `experimental_distribute` count as if they were given themselves."""
        logging.info("Initializing RunConfig with distribution strategies.")
        for name in ("train_distribute", "eval_distribute"):
            given = getattr(vars(self)["_experimental_distribute"], name, None)
            if given is not None:
                if getattr(self, f"_{name}"):
                    raise ValueError(f"Either `{name}` or`experimental_distribute.{name}` can be set.")
                setattr(self, f"_{name}", given)
        cluster = ClusterSpec(tf_config.get("cluster", {}))
        remote = getattr(vars(self)["_experimental_distribute"], "remote_cluster", None)
        if vars(self)["_train_distribute"] and remote:
            if cluster:
                raise ValueError(
                    'Cannot set both "cluster_spec" of TF_CONFIG and `experimental_distribute.remote_cluster`'
                )
            self._leave_to_coordinator("standalone_client", ClusterSpec(remote))
        elif vars(self)["_train_distribute"] and cluster and "master" not in cluster.jobs:
            self._leave_to_coordinator("independent_worker", cluster)
        else:
            logging.info("Not using Distribute Coordinator.")

    def _leave_to_coordinator(self, mode: str, cluster: ClusterSpec) -> None:
        """The coordinator of `tf.distribute` says later which task this process has."""
        self._find_place({})
        self._cluster_spec = cluster
        self._distribute_coordinator_mode = mode
        logging.info(f"RunConfig initialized for Distribute Coordinator with {mode.upper()} mode")

    def _find_place(self, tf_config: Mapping[str, Any]) -> None:
        """Sets the properties that say which task of which cluster this process is."""
        self._cluster_spec = ClusterSpec(tf_config.get("cluster", {}))
        task = tf_config.get("task", {})
        if not self._cluster_spec:
            self._place_alone(tf_config, task)
            return
        chief = TaskType.CHIEF
        if TaskType.MASTER in self._cluster_spec.jobs:  # the older kind of cluster, in which the chief is a "master"
            if chief in self._cluster_spec.jobs:
                raise ValueError("If `master` node exists in `cluster`, job `chief` is not supported.")
            chief = TaskType.MASTER
        self._task_type, self._task_id = _checked_task(self._cluster_spec, task, chief)
        if self._task_type == TaskType.EVALUATOR:
            if chief == TaskType.MASTER:
                raise ValueError("If `master` node exists in `cluster`, task_type `evaluator` is not supported.")
            self._evaluation_master = tf_config.get("eval_session_master", "")
            self._cluster_spec = ClusterSpec({})  # it is no part of the training cluster
            self._master = ""
            self._num_ps_replicas = self._num_worker_replicas = 0
            self._global_id_in_cluster: int | None = None
            self._is_chief = False
            return
        jobs = self._cluster_spec.as_dict()
        self._evaluation_master = ""
        self._global_id_in_cluster = _global_id(self._cluster_spec, self._task_type, self._task_id, chief)
        self._master = _session_master(self._cluster_spec, self._task_type, self._task_id, tf_config)
        self._num_ps_replicas = len(jobs.get(TaskType.PS, []))
        self._num_worker_replicas = len(jobs.get(TaskType.WORKER, [])) + len(jobs.get(chief, []))
        self._is_chief = self._task_type == chief

    def _place_alone(self, tf_config: Mapping[str, Any], task: Mapping[str, Any]) -> None:
        self._task_type = task.get("type", TaskType.WORKER)
        self._task_id = int(task.get("index", 0))
        if self._task_type != TaskType.WORKER:
            raise ValueError('If "cluster" is not set in TF_CONFIG, task type must be WORKER.')
        if self._task_id != 0:
            raise ValueError('If "cluster" is not set in TF_CONFIG, task index must be 0.')
        self._global_id_in_cluster = 0
        self._master = tf_config.get("session_master", "")
        self._evaluation_master = tf_config.get("eval_session_master", "")
        self._is_chief = True
        self._num_ps_replicas = 0
        self._num_worker_replicas = 1

    def _cluster_session_config(self) -> Any:
        """The configuration in a cluster: workers talk with parameter servers only."""
        filters = {
            TaskType.MASTER: ["/job:ps", "/job:master"],
            TaskType.CHIEF: ["/job:ps", "/job:chief"],
            TaskType.WORKER: ["/job:ps", f"/job:worker/task:{self._task_id}"],
            TaskType.PS: ["/job:ps", "/job:worker", "/job:chief", "/job:master"],
        }.get(self._task_type)
        return None if filters is None else get_default_session_config(filters)

    def replace(self, **kwargs: Any) -> RunConfig:
        """A new `RunConfig` with other values of the constructor's arguments.

        Raises:
          ValueError: it is not one of those, or its value is not allowed.
        """
        return _set(copy.deepcopy(self), kwargs)


def _set(config: RunConfig, values: Mapping[str, Any]) -> RunConfig:
    """Sets and checks properties."""
    for name, value in values.items():
        if name not in _PROPERTIES:
            raise ValueError(f"Replacing {name} is not supported. Allowed properties are {list(_PROPERTIES)}.")
        setattr(config, f"_{name}", value)
    steps, secs = config._save_checkpoints_steps, config._save_checkpoints_secs
    if "save_checkpoints_steps" in values and "save_checkpoints_secs" in values:
        if steps is not None and secs is not None:
            raise ValueError(_SAVE_CKPT_ERR)
    elif values.get("save_checkpoints_steps") is not None:  # one way of saving ends the other
        config._save_checkpoints_secs = None
    elif values.get("save_checkpoints_secs") is not None:
        config._save_checkpoints_steps = None
    for name, (allowed, message) in _PROPERTIES.items():
        value = getattr(config, f"_{name}")
        if value is not None and allowed is not None and not allowed(value):
            raise ValueError(message)
    return config


def _model_dir(tf_config: Mapping[str, Any], model_dir: str | None) -> str | None:
    if model_dir == "":
        raise ValueError("model_dir should be non-empty.")
    given = tf_config.get("model_dir")
    if given == "":
        raise ValueError("model_dir in TF_CONFIG should be non-empty.")
    if given:
        if model_dir and given != model_dir:
            raise ValueError(
                "`model_dir` provided in RunConfig construct, if set, must have the same value as the model_dir in "
                f'TF_CONFIG. model_dir: {model_dir}\nTF_CONFIG["model_dir"]: {given}.\n'
            )
        logging.info("Using model_dir in TF_CONFIG: %s", given)
    return model_dir or given


def _checked_task(cluster: ClusterSpec, task: Mapping[str, Any], chief: str) -> tuple[str, int]:
    if chief not in cluster.jobs:
        raise ValueError(f'If "cluster" is set in TF_CONFIG, it must have one "{chief}" node.')
    if len(cluster.job_tasks(chief)) > 1:
        raise ValueError(f'The "cluster" in TF_CONFIG must have only one "{chief}" node.')
    kind, index = task.get("type"), task.get("index")
    if not kind:
        raise ValueError('If "cluster" is set in TF_CONFIG, task type must be set.')
    if index is None:
        raise ValueError('If "cluster" is set in TF_CONFIG, task index must be set.')
    index = int(index)
    if index < 0:
        raise ValueError("Task index must be non-negative number.")
    if kind == TaskType.EVALUATOR:
        return kind, index
    note = "Note that these values may be coming from the TF_CONFIG environment variable."
    if kind not in cluster.jobs:
        raise ValueError(f"{kind} is not a valid task_type in the cluster_spec:\n{cluster}\n\n{note}")
    if index >= len(cluster.job_tasks(kind)):
        raise ValueError(
            f"{index} is not a valid task_id for task_type {kind} in the cluster_spec:\n{cluster}\n\n{note}"
        )
    return kind, index


def _global_id(cluster: ClusterSpec, kind: str, index: int, chief: str) -> int:
    others = [job for job in sorted(cluster.jobs) if job not in (chief, TaskType.PS)]
    before = 0
    for job in [chief, *others, TaskType.PS]:
        if job == kind:
            break
        before += len(cluster.job_tasks(job))
    return before + index


def _session_master(cluster: ClusterSpec, kind: str, index: int, tf_config: Mapping[str, Any]) -> str:
    if "session_master" in tf_config:
        return tf_config["session_master"]
    if len(cluster.jobs) == 1 and len(cluster.job_tasks(cluster.jobs[0])) == 1:
        return ""  # alone: no server is needed
    return f"grpc://{cluster.job_tasks(kind)[index]}"
