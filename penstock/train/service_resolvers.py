"""Resolvers that ask somebody else which machines there are: Slurm's tools, the masters of Kubernetes, Google's Compute Engine.

The clients of Kubernetes and of Google are packages of their own; a program may also hand in any object that answers like them.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from typing import Any

from penstock._namespace import export
from penstock.train.cluster_resolver import ClusterResolver, format_master_url
from penstock.train.cluster_spec import ClusterSpec


class _OfTask(ClusterResolver):
    """A resolver whose master is the task that is asked for, else its own."""

    def master(self, task_type: str | None = None, task_id: int | None = None, rpc_layer: str | None = None) -> str:
        job = task_type if task_type is not None else self.task_type
        number = task_id if task_id is not None else self.task_id
        if job is None or number is None:
            return ""
        return format_master_url(self.cluster_spec().task_address(job, number), rpc_layer or self.rpc_layer)


@export("contrib.cluster_resolver.SlurmClusterResolver", "distribute.cluster_resolver.SlurmClusterResolver")
class SlurmClusterResolver(_OfTask):
    """The machines that Slurm has given to a job, found by its variables and by `scontrol show hostname`.

    Args:
      jobs: how many tasks each job has.
      port_base: the port of the first task on a machine; the next ones follow.
      gpus_per_node, gpus_per_task: how many GPUs a machine has, and a task gets.
      tasks_per_node: how many tasks a machine runs; `SLURM_NTASKS_PER_NODE` by default.
      auto_set_gpu: whether `cluster_spec` sets `CUDA_VISIBLE_DEVICES` for this task.
      rpc_layer: how tasks talk.

    Raises:
      RuntimeError: the numbers do not fit what Slurm gave.

    >>> import os
    >>> import penstock as tf
    >>> os.environ.update(SLURM_PROCID="1", SLURM_NTASKS="3", SLURM_NTASKS_PER_NODE="1")
    >>> resolver = tf.distribute.cluster_resolver.SlurmClusterResolver({"ps": 1, "worker": 2})
    >>> resolver.num_accelerators()
    {'GPU': 1}
    >>> for name in ("SLURM_PROCID", "SLURM_NTASKS", "SLURM_NTASKS_PER_NODE"):
    ...     del os.environ[name]
    """

    def __init__(
        self,
        jobs: Mapping[str, int],
        port_base: int = 8888,
        gpus_per_node: int = 1,
        gpus_per_task: int = 1,
        tasks_per_node: int | None = None,
        auto_set_gpu: bool = True,
        rpc_layer: str = "grpc",
    ) -> None:
        names = ("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE")  # mpirun's, if it has started the process
        if names[0] not in os.environ:
            names = ("SLURM_PROCID", "SLURM_NTASKS")
        self._rank, count = (int(os.environ[name]) for name in names)
        self._jobs = dict(sorted(jobs.items()))
        self._port_base = port_base
        if tasks_per_node is None:
            if "SLURM_NTASKS_PER_NODE" not in os.environ:
                raise RuntimeError("Neither `tasks_per_node` or SLURM_NTASKS_PER_NODE is set.")
            tasks_per_node = int(os.environ["SLURM_NTASKS_PER_NODE"])
        self._tasks_per_node = tasks_per_node
        self._gpus_per_node, self._gpus_per_task = gpus_per_node, gpus_per_task
        self._auto_set_gpu = auto_set_gpu
        self.task_type = self.task_id = None
        self.rpc_layer = rpc_layer
        if tasks_per_node * gpus_per_task > gpus_per_node:
            raise RuntimeError("Requested more GPUs per node then available.")
        if sum(self._jobs.values()) != count:
            raise RuntimeError("Requested more tasks then assigned tasks.")

    def _resolve_hostnames(self) -> list[str]:
        return subprocess.check_output(["scontrol", "show", "hostname"]).decode("utf-8").strip().split("\n")

    def cluster_spec(self) -> ClusterSpec:
        """The machines, asked for anew; which task this process is becomes known by it."""
        places = []
        for host in self._resolve_hostnames():
            firsts = range(0, self._gpus_per_node, self._gpus_per_task)
            for number, first in zip(range(self._tasks_per_node), firsts):
                gpus = ",".join(str(first + i) for i in range(self._gpus_per_task))
                places.append((f"{host}:{self._port_base + number}", gpus))
        found, start = {}, 0
        for job, count in self._jobs.items():
            found[job] = [address for address, _ in places[start : start + count]]
            if start <= self._rank < start + count:
                self.task_type, self.task_id = job, self._rank - start
            start += count
        if self._auto_set_gpu is True:
            os.environ["CUDA_VISIBLE_DEVICES"] = places[self._rank][1]
        return ClusterSpec(found)

    def get_task_info(self) -> tuple[str | None, int | None]:
        """Job and number of this process's task; None before `cluster_spec` was asked for."""
        return self.task_type, self.task_id

    def num_accelerators(
        self, task_type: str | None = None, task_id: int | None = None, config_proto: Any = None
    ) -> dict[str, int]:
        """The GPUs of a machine, as they were given."""
        return {"GPU": self._gpus_per_node}


@export("contrib.cluster_resolver.KubernetesClusterResolver", "distribute.cluster_resolver.KubernetesClusterResolver")
class KubernetesClusterResolver(_OfTask):
    """The machines of all pods of Kubernetes that have certain labels.

    Args:
      job_to_label_mapping: for each job the labels of its pods; `{'worker': ['job-name=tensorflow']}` by default.
      tf_server_port: the port of the servers.
      rpc_layer: how tasks talk.
      override_client: an object like `kubernetes.client.CoreV1Api()`, instead of one made by the package `kubernetes`.

    Raises:
      ImportError: there is neither the package nor an object.

    >>> import types
    >>> import penstock as tf
    >>> pod = types.SimpleNamespace(metadata=types.SimpleNamespace(name="a"),
    ...                             status=types.SimpleNamespace(phase="Running", host_ip="10.0.0.1"))
    >>> answer = types.SimpleNamespace(list_pod_for_all_namespaces=lambda label_selector: types.SimpleNamespace(items=[pod]))
    >>> resolver = tf.distribute.cluster_resolver.KubernetesClusterResolver(override_client=answer)
    >>> resolver.cluster_spec().as_dict()
    {'worker': ['10.0.0.1:8470']}
    """

    def __init__(
        self,
        job_to_label_mapping: Mapping[str, Sequence[str]] | None = None,
        tf_server_port: int = 8470,
        rpc_layer: str = "grpc",
        override_client: Any = None,
    ) -> None:
        if not override_client:
            self._connected()
        self._job_to_label_mapping = job_to_label_mapping or {"worker": ["job-name=tensorflow"]}
        self._tf_server_port = tf_server_port
        self._override_client = override_client
        self.task_type = self.task_id = None
        self.rpc_layer = rpc_layer

    @staticmethod
    def _connected() -> Any:
        try:
            from kubernetes import client, config  # type: ignore[import-not-found, unused-ignore]
        except ImportError:
            raise ImportError(
                "The Kubernetes Python client must be installed beforeusing the Kubernetes Cluster Resolver. To install "
                "theKubernetes Python client, run `pip install kubernetes` on your command line."
            ) from None
        config.load_kube_config()
        return client.CoreV1Api()

    def cluster_spec(self) -> ClusterSpec:
        """The machines, asked for anew.

        Raises:
          RuntimeError: a pod does not run.
        """
        client = self._override_client or self._connected()
        found: dict[str, list[str]] = {}
        for job, selectors in self._job_to_label_mapping.items():
            found[job] = []
            for selector in selectors:
                pods = client.list_pod_for_all_namespaces(label_selector=selector).items
                for pod in sorted(pods, key=lambda p: p.metadata.name):
                    if pod.status.phase != "Running":
                        raise RuntimeError(f'Pod "{pod.metadata.name}" is not running; phase: "{pod.status.phase}"')
                    found[job].append(f"{pod.status.host_ip}:{self._tf_server_port}")
        return ClusterSpec(found)


@export("contrib.cluster_resolver.GCEClusterResolver", "distribute.cluster_resolver.GCEClusterResolver")
class GCEClusterResolver(_OfTask):
    """The machines of an instance group of Google's Compute Engine.

    Args:
      project, zone, instance_group: which group.
      port: the port of the servers.
      task_type: the job that all of them have.
      task_id: which of them this is.
      rpc_layer: how tasks talk.
      credentials: of the package `oauth2client`; the default ones of the machine if "default".
      service: an object like `googleapiclient.discovery.build('compute', 'v1')`, instead of that.

    Raises:
      ImportError: there is neither the package nor an object.

    >>> import penstock as tf
    >>> class Answers:
    ...     def __init__(self, answer=None): self.answer = answer
    ...     def instanceGroups(self): return self
    ...     def instances(self): return self
    ...     def listInstances(self, **which): return Answers({"items": [{"instance": "zone/a"}]})
    ...     def get(self, **which): return Answers({"networkInterfaces": [{"networkIP": "10.0.0.1"}]})
    ...     def listInstances_next(self, **previous): return None
    ...     def execute(self): return self.answer
    >>> resolver = tf.distribute.cluster_resolver.GCEClusterResolver("p", "z", "g", 8470, credentials=None, service=Answers())
    >>> resolver.master()
    'grpc://10.0.0.1:8470'
    """

    def __init__(
        self,
        project: str,
        zone: str,
        instance_group: str,
        port: int,
        task_type: str = "worker",
        task_id: int = 0,
        rpc_layer: str = "grpc",
        credentials: Any = "default",
        service: Any = None,
    ) -> None:
        self._where = {"project": project, "zone": zone}
        self._instance_group, self._port = instance_group, port
        self._task_type, self.task_id, self.rpc_layer = task_type, task_id, rpc_layer
        self._service = service or _google_service("compute", credentials, _NO_GCE)

    @property
    def task_type(self) -> str:
        """The job, which stays what it is."""
        return self._task_type

    @task_type.setter
    def task_type(self, task_type: Any) -> None:
        raise RuntimeError("You cannot reset the task_type of the GCEClusterResolver after it has been created.")

    def cluster_spec(self) -> ClusterSpec:
        """The machines that run, asked for anew."""
        groups, found = self._service.instanceGroups(), []
        request = groups.listInstances(
            **self._where, instanceGroups=self._instance_group, body={"instanceState": "RUNNING"}, orderBy="name"
        )
        while request is not None:
            response = request.execute()
            for instance in response["items"]:
                name = instance["instance"].split("/")[-1]
                details = self._service.instances().get(**self._where, instance=name)
                if details is not None:
                    found.append(f"{details.execute()['networkInterfaces'][0]['networkIP']}:{self._port}")
            request = groups.listInstances_next(previous_request=request, previous_response=response)
        return ClusterSpec({self._task_type: sorted(found)})


_NO_GCE = "googleapiclient must be installed before using the GCE cluster resolver"


def _google_service(name: str, credentials: Any, without: str, **options: Any) -> Any:
    """A service of Google, by the packages `googleapiclient` and `oauth2client`."""
    try:
        from googleapiclient import discovery  # type: ignore[import-not-found, unused-ignore]
        from oauth2client.client import GoogleCredentials  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        raise ImportError(without) from None
    if credentials is None or credentials == "default":
        credentials = GoogleCredentials.get_application_default()
    return discovery.build(name, "v1", credentials=credentials, **options)
