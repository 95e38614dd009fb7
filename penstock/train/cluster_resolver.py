"""Which machines a program runs on: from a `ClusterSpec`, or from the environment variable `TF_CONFIG`.

A resolver answers the questions that `tf.train.Server` and estimators ask: the cluster, the task, the address of the master.
"""

from __future__ import annotations

import json
import os
from typing import Any

from penstock._namespace import export, find
from penstock.train.cluster_spec import ClusterSpec


def format_master_url(master: str, rpc_layer: str | None = None) -> str:
    """An address with the way to talk to it before it."""
    return f"{rpc_layer}://{master}" if rpc_layer else master


@export("contrib.cluster_resolver.ClusterResolver", "distribute.cluster_resolver.ClusterResolver")
class ClusterResolver:
    """The base of resolvers.

    >>> import penstock as tf
    >>> isinstance(tf.contrib.cluster_resolver.TFConfigClusterResolver(), tf.contrib.cluster_resolver.ClusterResolver)
    True
    """

    task_type: Any = None
    task_id: Any = None
    rpc_layer: Any = None

    def cluster_spec(self) -> Any:
        """The machines as a `tf.train.ClusterSpec`."""
        raise NotImplementedError

    def master(self, task_type: str | None = None, task_id: int | None = None, rpc_layer: str | None = None) -> str:
        """The address of a task, of the resolver's own by default; empty for this process."""
        raise NotImplementedError

    def num_accelerators(
        self, task_type: str | None = None, task_id: int | None = None, config_proto: Any = None
    ) -> dict[str, int]:
        """How many accelerators of each kind a task has."""
        found: dict[str, int] = {}
        for device in find("config.experimental.list_logical_devices")():
            if device.device_type in ("GPU", "TPU"):
                found[device.device_type] = found.get(device.device_type, 0) + 1
        return found

    @property
    def environment(self) -> str:
        """Where the program runs; nothing is known of it here."""
        return ""


@export("contrib.cluster_resolver.SimpleClusterResolver", "distribute.cluster_resolver.SimpleClusterResolver")
class SimpleClusterResolver(ClusterResolver):
    """A cluster that the program tells of itself.

    Args:
      cluster_spec: the machines.
      master: the address of the master.
      task_type, task_id: which of the tasks this process is.
      environment: where the program runs.
      num_accelerators: how many accelerators each task has, by kind.
      rpc_layer: how to talk to them.

    Raises:
      TypeError: `cluster_spec` is no ClusterSpec.

    >>> import penstock as tf
    >>> spec = tf.train.ClusterSpec({"worker": ["a:1", "b:2"]})
    >>> tf.contrib.cluster_resolver.SimpleClusterResolver(spec).master("worker", 1, "grpc")
    'grpc://b:2'
    """

    def __init__(
        self,
        cluster_spec: Any,
        master: str = "",
        task_type: str | None = None,
        task_id: int | None = None,
        environment: str = "",
        num_accelerators: dict[str, int] | None = None,
        rpc_layer: str | None = None,
    ) -> None:
        if not isinstance(cluster_spec, ClusterSpec):
            raise TypeError("cluster_spec must be a ClusterSpec.")
        if not isinstance(master, str):
            raise TypeError("master must be a string.")
        self.task_type, self.task_id = task_type, task_id
        self._environment = environment
        self._num_accelerators = num_accelerators
        self.rpc_layer = rpc_layer
        self._cluster_spec = cluster_spec
        self._master = master

    def cluster_spec(self) -> Any:
        return self._cluster_spec

    def master(self, task_type: str | None = None, task_id: int | None = None, rpc_layer: str | None = None) -> str:
        if task_type is not None and task_id is not None:
            found = self._cluster_spec.task_address(task_type, task_id)
        else:
            found = self._master
        return format_master_url(found, rpc_layer or self.rpc_layer)

    def num_accelerators(
        self, task_type: str | None = None, task_id: int | None = None, config_proto: Any = None
    ) -> dict[str, int]:
        if self._num_accelerators:
            return self._num_accelerators
        return super().num_accelerators(task_type, task_id, config_proto)

    @property
    def environment(self) -> str:
        return self._environment


@export("contrib.cluster_resolver.TFConfigClusterResolver", "distribute.cluster_resolver.TFConfigClusterResolver")
class TFConfigClusterResolver(ClusterResolver):
    """The cluster that the environment variable `TF_CONFIG` tells of, in JSON.

    Args:
      task_type, task_id, rpc_layer, environment: instead of those of `TF_CONFIG`.

    >>> import os
    >>> import penstock as tf
    >>> os.environ["TF_CONFIG"] = '{"cluster": {"worker": ["a:1"]}, "task": {"type": "worker", "index": 0}}'
    >>> resolver = tf.contrib.cluster_resolver.TFConfigClusterResolver()
    >>> resolver.task_type, resolver.task_id, resolver.master()
    ('worker', 0, '')
    >>> del os.environ["TF_CONFIG"]
    """

    def __init__(
        self,
        task_type: str | None = None,
        task_id: int | None = None,
        rpc_layer: str | None = None,
        environment: str | None = None,
    ) -> None:
        self._given = {"type": task_type, "index": task_id, "rpc_layer": rpc_layer, "environment": environment}

    @staticmethod
    def _config() -> dict[str, Any]:
        return json.loads(os.environ.get("TF_CONFIG", "{}"))

    def _task(self, key: str) -> Any:
        given = self._given[key]
        return given if given is not None else self._config().get("task", {}).get(key)

    @property
    def task_type(self) -> Any:
        found = self._task("type")
        return None if found is None else str(found)

    @task_type.setter
    def task_type(self, value: Any) -> None:
        self._given["type"] = value

    @property
    def task_id(self) -> Any:
        found = self._task("index")
        return None if found is None else int(found)

    @task_id.setter
    def task_id(self, value: Any) -> None:
        self._given["index"] = value

    @property
    def rpc_layer(self) -> Any:
        given = self._given["rpc_layer"]
        return given if given is not None else self._config().get("rpc_layer")

    @rpc_layer.setter
    def rpc_layer(self, value: Any) -> None:
        self._given["rpc_layer"] = value

    @property
    def environment(self) -> Any:
        return self._given["environment"]

    def cluster_spec(self) -> ClusterSpec:
        return ClusterSpec(self._config().get("cluster", {}))

    def master(self, task_type: str | None = None, task_id: int | None = None, rpc_layer: str | None = None) -> str:
        spec = self.cluster_spec()
        jobs = spec.jobs
        if not jobs or (len(jobs) == 1 and spec.num_tasks(jobs[0]) == 1):
            return ""
        kind = task_type if task_type is not None else self.task_type
        index = task_id if task_id is not None else self.task_id
        layer = rpc_layer if rpc_layer is not None else self.rpc_layer
        return format_master_url(spec.task_address(kind, index), layer)


@export("contrib.cluster_resolver.UnionClusterResolver", "distribute.cluster_resolver.UnionResolver")
class UnionClusterResolver(ClusterResolver):
    """Several clusters as one: jobs of the same name have the tasks of all.

    Args:
      *args: the resolvers.
      **kwargs: `rpc_layer`, `task_type` and `task_id`, else those of the first.

    Raises:
      ValueError: there is none, or a keyword is not known.
      TypeError: one is no resolver.

    >>> import penstock as tf
    >>> one = tf.contrib.cluster_resolver.SimpleClusterResolver(tf.train.ClusterSpec({"worker": ["a:1"]}))
    >>> two = tf.contrib.cluster_resolver.SimpleClusterResolver(tf.train.ClusterSpec({"worker": ["b:2"]}))
    >>> tf.contrib.cluster_resolver.UnionClusterResolver(one, two).cluster_spec().as_dict()
    {'worker': ['a:1', 'b:2']}
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        options = {key: kwargs.pop(key, None) for key in ("rpc_layer", "task_type", "task_id")}
        if kwargs:
            raise ValueError(f"Unexpected kwargs provided {kwargs!r}")
        if not args:
            raise ValueError("At least one ClusterResolver is required.")
        for resolver in args:
            if not isinstance(resolver, ClusterResolver):
                raise TypeError("All arguments must be a sub-class of `ClusterResolver.`")
        self._resolvers = args
        for key, value in options.items():
            setattr(self, key, value if value is not None else getattr(args[0], key))

    def cluster_spec(self) -> ClusterSpec:
        merged: dict[str, Any] = {}
        for resolver in self._resolvers:
            for job, tasks in resolver.cluster_spec().as_dict().items():
                merged.setdefault(job, [])
                merged[job] += list(tasks) if isinstance(tasks, list) else [tasks[i] for i in sorted(tasks)]
        return ClusterSpec(merged)

    def master(self, task_type: str | None = None, task_id: int | None = None, rpc_layer: str | None = None) -> str:
        if task_type is not None and task_id is not None:
            return format_master_url(self.cluster_spec().task_address(task_type, task_id), rpc_layer or self.rpc_layer)
        return self._resolvers[0].master(rpc_layer=rpc_layer)

    @property
    def environment(self) -> str:
        return self._resolvers[0].environment
