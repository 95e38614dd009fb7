"""`TPUClusterResolver`: the addresses of Cloud TPUs, by their names or as they are given.

It only finds them: no TPU is used here.
"""

from __future__ import annotations

import os
import re
import urllib.error
import urllib.request
from typing import Any

from penstock._namespace import export, find
from penstock.graph import errors
from penstock.platform import logging
from penstock.train.cluster_resolver import ClusterResolver, format_master_url
from penstock.train.cluster_spec import ClusterSpec
from penstock.train.service_resolvers import _google_service

_METADATA = "http://metadata.google.internal/computeMetadata/v1"
_DEVICE = re.compile(r".*task:(?P<host>\d+)/.*device:TPU:(?P<core>\d+)$")
_TRIES = 120
_NO_CLIENT = (
    "googleapiclient and oauth2client must be installed before using the TPU cluster resolver. Execute: `pip install --upgrade "
    "google-api-python-client` and `pip install --upgrade oauth2client` to install with pip."
)


def _metadata(path: str, timeout: float | None = None) -> Any:
    request = urllib.request.Request(f"{_METADATA}{path}", headers={"Metadata-Flavor": "Google"})
    return urllib.request.urlopen(request, timeout=timeout)


def is_running_in_gce() -> bool:
    """Whether the machine is one of Google's: whether it has their metadata service."""
    try:
        return _metadata("", timeout=1).info().get("Metadata-Flavor") == "Google"
    except urllib.error.URLError:
        return False


@export("contrib.cluster_resolver.TPUClusterResolver", "distribute.cluster_resolver.TPUClusterResolver")
class TPUClusterResolver(ClusterResolver):
    """Where a Cloud TPU is.

    Args:
      tpu: its name, or its address if it begins with 'grpc://'; by default that of `TPU_NAME` or of Kubernetes.
      zone, project: where it is; Google's machines know their own.
      job_name: the job of its tasks.
      coordinator_name, coordinator_address: a job for this process too.
      credentials: of the package `oauth2client`.
      service: an object like `googleapiclient.discovery.build('tpu', 'v1')`, instead of that.
      discovery_url: where that service describes itself.

    Raises:
      ImportError: a name is given, and there is neither the package nor an object.
      ValueError: there is no name.

    >>> import penstock as tf
    >>> resolver = tf.distribute.cluster_resolver.TPUClusterResolver("grpc://10.0.0.1:8470")
    >>> resolver.master(), resolver.cluster_spec().as_dict()
    ('grpc://10.0.0.1:8470', {'worker': ['10.0.0.1:8470']})
    """

    def __init__(
        self,
        tpu: Any = None,
        zone: str | None = None,
        project: str | None = None,
        job_name: str = "worker",
        coordinator_name: str | None = None,
        coordinator_address: str | None = None,
        credentials: Any = "default",
        service: Any = None,
        discovery_url: str | None = None,
    ) -> None:
        if isinstance(tpu, list):
            if not tpu:
                raise ValueError("At least one TPU must be specified.")
            if len(tpu) != 1:
                raise NotImplementedError("Using multiple TPUs in a single session is not yet implemented")
            tpu = tpu[0]
        of_kubernetes = os.environ.get("KUBE_GOOGLE_CLOUD_TPU_ENDPOINTS")
        if tpu is None:
            tpu = of_kubernetes if of_kubernetes is not None else os.environ.get("TPU_NAME")
        if tpu is None:
            raise ValueError("Please provide a TPU Name to connect to.")
        self._tpu = tpu.decode() if isinstance(tpu, bytes) else tpu
        if not self._tpu and is_running_in_gce():
            raise RuntimeError("You need to specify a TPU Name if you are running in the Google Cloud environment.")
        self.task_type, self.task_id = job_name, 0
        self._environment, self.rpc_layer = "", "grpc"
        self._by_name = True
        if self._tpu in ("", "local") or self._tpu.startswith(("localhost:", "/bns", "uptc://")):
            self._environment, self.rpc_layer, self._by_name = "google", None, False
            name, _, port = self._tpu.rpartition(":")
            if name.startswith("/bns") and port.isdigit():
                self._tpu = name
        elif self._tpu.startswith("grpc://"):
            self._tpu, self._by_name = self._tpu[len("grpc://") :], False
        self._service, self._credentials = service, credentials
        self._discovery_url = os.environ.get("TPU_API_DISCOVERY_URL") or discovery_url
        if self._by_name:
            self._service_of_tpus()
            project = project or _metadata("/project/project-id").read().decode()
            zone = zone or _metadata("/instance/zone").read().decode().split("/")[-1]
        self._project, self._zone = project, zone
        self._coordinator_name, self._coordinator_address = coordinator_name, coordinator_address
        if coordinator_name and not coordinator_address and (self._by_name or of_kubernetes is not None):
            self._start_local_server()

    def _service_of_tpus(self) -> Any:
        if self._service:
            return self._service
        options = {"discoveryServiceUrl": self._discovery_url} if self._discovery_url else {}
        return _google_service("tpu", self._credentials, _NO_CLIENT, cache_discovery=False, **options)

    def _start_local_server(self) -> None:
        """A server for this process, on the address that the machine has in its network."""
        address = _metadata("/instance/network-interfaces/0/ip").read().decode()
        self._server = find("train.Server")({"local": [f"{address}:0"]}, protocol="grpc", start=True)
        self._coordinator_address = f"{address}:{self._server.target.rpartition(':')[2]}"

    def _found(self) -> Any:
        """What Google's service says of the TPU."""
        name = f"projects/{self._project}/locations/{self._zone}/nodes/{self._tpu}"
        try:
            return self._service_of_tpus().projects().locations().nodes().get(name=name).execute()
        except Exception as error:
            raise ValueError(
                f"Could not lookup TPU metadata from name '{self._tpu.encode()!r}'. Please doublecheck the tpu argument in the "
                f"TPUClusterResolver constructor. Exception: {error}"
            ) from error

    def cluster_spec(self) -> Any:
        """The hosts of the TPU, asked for anew; None for one inside of Google.

        Raises:
          RuntimeError: it is not ready.
        """
        if self._by_name:
            told = self._found()
            if told.get("state", "READY") != "READY":
                raise RuntimeError(f'TPU "{self._tpu}" is not yet ready; state: "{told["state"]}"')
            hosts = [f"{e['ipAddress']}:{e['port']}" for e in told.get("networkEndpoints", [told])]
        elif self.rpc_layer is None:
            return None
        else:
            hosts = [host.removeprefix(f"{self.rpc_layer}://") for host in self._tpu.split(",")]
        jobs = {self.task_type: hosts}
        if self._coordinator_address:
            jobs[self._coordinator_name] = [self._coordinator_address]
        return ClusterSpec(jobs)

    def master(self, task_type: str | None = None, task_id: int | None = None, rpc_layer: str | None = None) -> str:
        """The address for sessions: of a task, by default of the first."""
        if not self._by_name:
            return format_master_url(self._tpu.split(",")[0], rpc_layer or self.rpc_layer)
        if task_type is None or task_id is None:
            task_type, task_id = self.task_type, self.task_id
        return format_master_url(self.cluster_spec().task_address(task_type, task_id), rpc_layer or self.rpc_layer)

    def get_master(self) -> str:
        """The address for sessions."""
        return self.master()

    def get_job_name(self) -> str | None:
        """The job, unless the address was given."""
        return self.task_type if self._by_name or is_running_in_gce() else None

    def num_accelerators(
        self, task_type: str | None = None, task_id: int | None = None, config_proto: Any = None
    ) -> dict[str, int]:
        """How many cores each host has, as the master says.

        Raises:
          RuntimeError: it cannot be reached, or hosts differ.
        """
        for tried in range(1, _TRIES + 2):
            try:
                with find("Graph")().as_default(), find("Session")(self.master(), config=config_proto) as session:
                    names = [device.name for device in session.list_devices()]
                break
            except errors.DeadlineExceededError:
                told = (
                    "Failed to connect to master. The TPU might not be ready (e.g. still scheduling) or the master address is "
                    f"incorrect: got ({self.master()})"
                )
                if tried > _TRIES:
                    raise RuntimeError(told) from None
                logging.warning(told)
                logging.warning("Retrying (%d/%d)...", tried, _TRIES)
        hosts: dict[str, list[str]] = {}
        for found in filter(None, map(_DEVICE.match, names)):
            hosts.setdefault(found["host"], []).append(found["core"])
        counts = {len(cores) for cores in hosts.values()}
        if len(counts) > 1:
            raise RuntimeError(f"TPU cores on each device is not the same. This should never happen. Devices: {hosts}")
        return {"TPU": counts.pop() if counts else 0}

    @property
    def environment(self) -> str:
        """'google' inside of Google, else ''."""
        return self._environment
