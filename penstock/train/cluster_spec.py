"""`ClusterSpec`: the processes of a cluster by job, as data, and the `ServerDef` of one of them."""

from __future__ import annotations

import numbers
from collections.abc import Mapping, Sequence
from typing import Any

from penstock import protos
from penstock._namespace import export
from penstock.util import compat


@export("train.ClusterSpec")
class ClusterSpec:
    """Jobs, each with the addresses of its tasks.

    Args:
      cluster: from names of jobs to lists of addresses, or to dictionaries from numbers of tasks to addresses; or a
        `ClusterDef`; or another `ClusterSpec`.

    Raises:
      TypeError: it is something else.

    >>> import penstock as tf
    >>> cluster = tf.train.ClusterSpec({"worker": ["w0:2222", "w1:2222"], "ps": {1: "ps1:2222"}})
    >>> cluster.task_address("worker", 1), cluster.num_tasks("ps"), cluster.job_tasks("ps")
    ('w1:2222', 1, [None, 'ps1:2222'])
    """

    def __init__(self, cluster: Any) -> None:
        self._cluster_spec: dict[str, dict[int, str]] = {}
        if isinstance(cluster, dict):
            for job, tasks in cluster.items():
                if isinstance(tasks, (list, tuple)):
                    self._cluster_spec[job] = dict(enumerate(tasks))
                elif isinstance(tasks, dict):
                    self._cluster_spec[job] = dict(tasks)
                else:
                    raise TypeError(
                        f"The tasks for job {job!r} must be a list or a dictionary from integers to strings."
                    )
            self._cluster_def = _cluster_def(self._cluster_spec)
            return
        if isinstance(cluster, protos.ClusterDef):
            self._cluster_def = cluster
        elif isinstance(cluster, ClusterSpec):
            self._cluster_def = protos.ClusterDef()
            self._cluster_def.MergeFrom(cluster.as_cluster_def())
        else:
            raise TypeError(
                "`cluster` must be a dictionary mapping one or more job names to lists of network addresses, or a "
                "`ClusterDef` protocol buffer"
            )
        for job_def in self._cluster_def.job:
            self._cluster_spec[job_def.name] = dict(job_def.tasks.items())

    def __bool__(self) -> bool:
        return bool(self._cluster_spec)

    def __eq__(self, other: object) -> bool:
        return self._cluster_spec == (other._cluster_spec if isinstance(other, ClusterSpec) else other)

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        items = sorted(self.as_dict().items())
        return "ClusterSpec({" + ", ".join(f"{job!r}: {tasks!r}" for job, tasks in items) + "})"

    def as_dict(self) -> dict[str, Any]:
        """From jobs to lists of addresses, or to dictionaries if not all numbers up to the last one are there."""
        found: dict[str, Any] = {}
        for job, tasks in self._cluster_spec.items():
            dense = bool(tasks) and max(tasks) + 1 == len(tasks)
            found[job] = self.job_tasks(job) if dense else dict(sorted(tasks.items()))
        return found

    def as_cluster_def(self) -> Any:
        """The cluster as a `ClusterDef`."""
        return self._cluster_def

    @property
    def jobs(self) -> list[str]:
        """The names of the jobs."""
        return list(self._cluster_spec)

    def _job(self, job_name: str) -> dict[int, str]:
        if job_name not in self._cluster_spec:
            raise ValueError(f"No such job in cluster: {job_name!r}")
        return self._cluster_spec[job_name]

    def num_tasks(self, job_name: str) -> int:
        """How many tasks a job has; ValueError if there is no such job."""
        return len(self._job(job_name))

    def task_indices(self, job_name: str) -> list[int]:
        """The numbers of a job's tasks; ValueError if there is no such job."""
        return sorted(self._job(job_name))

    def task_address(self, job_name: str, task_index: int) -> str:
        """The address of a task; ValueError if there is no such job or task."""
        job = self._job(job_name)
        if task_index not in job:
            raise ValueError(f"No task with index {task_index!r} in job {job_name!r}")
        return job[task_index]

    def job_tasks(self, job_name: str) -> list[str | None]:
        """The addresses of a job's tasks by number, None for numbers that are not there."""
        job = self._job(job_name)
        return [job.get(i) for i in range(max(job) + 1)]


def _cluster_def(spec: Mapping[str, Mapping[int, str]]) -> Any:
    found = protos.ClusterDef()
    for job, tasks in sorted(spec.items()):
        try:
            job_def = found.job.add(name=compat.as_text(job))
        except TypeError:
            raise TypeError(f"Job name {job!r} must be bytes or unicode") from None
        for i, address in sorted(tasks.items()):
            if not isinstance(i, numbers.Integral):
                raise TypeError(f"{i!r} has type {type(i).__name__}, but expected one of: int")
            try:
                job_def.tasks[i] = compat.as_text(address)
            except TypeError:
                raise TypeError(f"Task address {address!r} must be bytes or unicode") from None
    return found


def make_server_def(
    server_or_cluster_def: Any,
    job_name: str | None = None,
    task_index: int | None = None,
    protocol: str | None = None,
    config: object = None,
) -> Any:
    """A `ServerDef` from a `ServerDef` (what else is given overrides it) or anything that describes a cluster.

    Raises:
      TypeError: it describes none.
      ValueError: the job or the task is not given and there are several.
    """
    given = {"job_name": job_name, "task_index": task_index, "protocol": protocol}
    if isinstance(server_or_cluster_def, protos.ServerDef):
        found = protos.ServerDef()
        found.MergeFrom(server_or_cluster_def)
    else:
        try:
            cluster = ClusterSpec(server_or_cluster_def)
        except TypeError:
            raise TypeError(
                "Could not convert `server_or_cluster_def` to a `tf.train.ServerDef` or `tf.train.ClusterSpec`."
            ) from None
        job = _only(cluster.jobs, "job_name") if job_name is None else job_name
        task = _only(cluster.task_indices(job), "task_index") if task_index is None else task_index
        found = protos.ServerDef(cluster=cluster.as_cluster_def(), job_name=job, task_index=task, protocol="grpc")
    for field, value in given.items():
        if value is not None:
            setattr(found, field, value)
    if config is not None:
        found.default_session_config.MergeFrom(config)
    return found


def _only(items: Sequence[Any], argument: str) -> Any:
    if len(items) != 1:
        raise ValueError(f"Must specify an explicit `{argument}`.")
    return items[0]
