"""`RunConfig` of tf.contrib.learn: that of tf.estimator with the arguments and the reading of TF_CONFIG of its time."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from typing import Any

from penstock import protos
from penstock._namespace import export
from penstock.estimator import run_config as core
from penstock.train.cluster_spec import ClusterSpec

_USE_DEFAULT = 0
# What does not make a run another one.
_NOT_IN_UID = (
    "tf_random_seed",
    "save_summary_steps",
    "save_checkpoints_steps",
    "save_checkpoints_secs",
    "session_config",
    "keep_checkpoint_max",
    "keep_checkpoint_every_n_hours",
    "log_step_count_steps",
)


@export("contrib.learn.Environment")
class Environment:
    """Where a task runs.

    >>> import penstock as tf
    >>> tf.contrib.learn.Environment.LOCAL
    'local'
    """

    CLOUD = "cloud"
    GOOGLE = "google"
    LOCAL = "local"


@export("contrib.learn.TaskType")
class TaskType:
    """The jobs of a cluster.

    >>> import penstock as tf
    >>> tf.contrib.learn.TaskType.WORKER
    'worker'
    """

    MASTER = "master"
    PS = "ps"
    WORKER = "worker"


def _environment() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(os.environ.get("TF_CONFIG") or "{}")
    return found


@export("contrib.learn.ClusterConfig")
class ClusterConfig:
    """The place of this process in a cluster, as the environment variable TF_CONFIG tells.

    Args:
      master: the address of the session; that of this task in the cluster if None.
      evaluation_master: the address of the session of evaluations.

    >>> import penstock as tf
    >>> tf.contrib.learn.ClusterConfig().is_chief
    True
    """

    def __init__(self, master: str | None = None, evaluation_master: str | None = None) -> None:
        config = _environment()
        self._task_type = config.get("task", {}).get("type")
        self._task_id = self.get_task_id()
        self._cluster_spec = ClusterSpec(config.get("cluster", {}))
        self._master = self._address() if master is None else master
        jobs = self._cluster_spec.as_dict() if self._cluster_spec else {}
        self._num_ps_replicas = len(jobs.get(TaskType.PS, []))
        self._num_worker_replicas = len(jobs.get(TaskType.WORKER, [])) + len(jobs.get(TaskType.MASTER, []))
        self._environment = config.get("environment", Environment.LOCAL)
        chief = TaskType.MASTER if self._environment == Environment.CLOUD else TaskType.WORKER
        self._is_chief = self._task_type in (None, chief) and self._task_id == 0
        self._evaluation_master = evaluation_master or ""

    def _address(self) -> str:
        cluster, kind, index = self._cluster_spec, self._task_type, self._task_id
        if not cluster or not kind or (len(cluster.jobs) == 1 and len(cluster.job_tasks(cluster.jobs[0])) == 1):
            return ""
        note = "\n\nNote that these values may be coming from the TF_CONFIG environment variable."
        if kind not in cluster.jobs:
            raise ValueError(f"{kind} is not a valid task_type in the cluster_spec:\n{cluster}{note}")
        addresses = cluster.job_tasks(kind)
        if not 0 <= index < len(addresses):
            raise ValueError(
                f"{index} is not a valid task_id for task_type {kind} in the cluster_spec:\n{cluster}{note}"
            )
        return f"grpc://{addresses[index]}"

    cluster_spec = property(lambda self: self._cluster_spec, doc="The addresses of all tasks.")
    environment = property(lambda self: self._environment, doc="Where this task runs.")
    evaluation_master = property(lambda self: self._evaluation_master, doc="The address for evaluations.")
    is_chief = property(lambda self: self._is_chief, doc="Whether this task writes checkpoints.")
    master = property(lambda self: self._master, doc="The address of the session.")
    num_ps_replicas = property(lambda self: self._num_ps_replicas, doc="How many parameter servers there are.")
    num_worker_replicas = property(lambda self: self._num_worker_replicas, doc="How many workers there are.")
    task_id = property(lambda self: self._task_id, doc="The number of this task.")
    task_type = property(lambda self: self._task_type, doc="The job of this task, or None.")

    @staticmethod
    def get_task_id() -> int:
        """The number of this task, 0 if TF_CONFIG does not say."""
        return int(_environment().get("task", {}).get("index") or 0)


@export("contrib.learn.RunConfig")
class RunConfig(ClusterConfig, core.RunConfig):
    """Settings of the runs of an Estimator of tf.contrib.learn.

    Args:
      master: the address of the session.
      num_cores: for `tf_config`; 0 for all.
      log_device_placement: for `tf_config`.
      gpu_memory_fraction: for `tf_config`.
      tf_random_seed: the seed of every graph; random if None.
      save_summary_steps: steps between summaries.
      save_checkpoints_secs: seconds between checkpoints; 600 unless steps are given.
      save_checkpoints_steps: steps between checkpoints.
      keep_checkpoint_max: how many checkpoints are kept.
      keep_checkpoint_every_n_hours: how often one is kept for good.
      log_step_count_steps: steps between reports of the speed.
      protocol: of servers.
      evaluation_master: the address of the session of evaluations.
      model_dir: where the model is.
      session_config: a `tf.ConfigProto`.
      session_creation_timeout_secs: how long a session may take to be ready.

    >>> import penstock as tf
    >>> tf.contrib.learn.RunConfig(save_checkpoints_steps=10).save_checkpoints_secs is None
    True
    """

    def __init__(
        self,
        master: str | None = None,
        num_cores: int = 0,
        log_device_placement: bool = False,
        gpu_memory_fraction: float = 1,
        tf_random_seed: int | None = None,
        save_summary_steps: int | None = 100,
        save_checkpoints_secs: float | None = _USE_DEFAULT,
        save_checkpoints_steps: int | None = None,
        keep_checkpoint_max: int | None = 5,
        keep_checkpoint_every_n_hours: float | None = 10000,
        log_step_count_steps: int | None = 100,
        protocol: str | None = None,
        evaluation_master: str = "",
        model_dir: str | None = None,
        session_config: Mapping[Any, Any] | None = None,
        session_creation_timeout_secs: float = 7200,
    ) -> None:
        ClusterConfig.__init__(self, master=master, evaluation_master=evaluation_master)
        if save_checkpoints_secs == _USE_DEFAULT:
            save_checkpoints_secs = 600 if save_checkpoints_steps is None else None
        given = locals()
        for name in core._PROPERTIES:
            setattr(self, f"_{name}", given.get(name))
        self._model_dir = core._model_dir(_environment(), model_dir)
        self._service = None
        self._global_id_in_cluster = None
        self._tf_config = protos.ConfigProto(
            log_device_placement=log_device_placement,
            inter_op_parallelism_threads=num_cores,
            intra_op_parallelism_threads=num_cores,
            gpu_options=protos.GPUOptions(per_process_gpu_memory_fraction=gpu_memory_fraction),
        )

    tf_config = property(lambda self: self._tf_config, doc="The session's configuration made of the older arguments.")

    def uid(self, whitelist: Sequence[str] | None = None) -> str:
        """A text that is the same for configurations that make the same run."""
        left_out = {f"_{name}" for name in (_NOT_IN_UID if whitelist is None else whitelist)}
        state = {key: value for key, value in vars(self).items() if key not in left_out and not key.startswith("__")}
        if "_cluster_spec" in state:
            state["_cluster_spec"] = dict(sorted(state["_cluster_spec"].as_dict().items()))
        return ", ".join(f"{key}={value!r}" for key, value in sorted(state.items()))
