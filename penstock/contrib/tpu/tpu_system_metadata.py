"""What TPUs a master has."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

import penstock as tf
from penstock import protos
from penstock.graph import errors
from penstock.graph.device import DeviceSpec
from penstock.platform import logging

if TYPE_CHECKING:
    from penstock.protos import ClusterDef


_TPU = re.compile(r".*task:(\d+)/.*device:TPU:(\d+)$")
_WORKER_JOB, _COORDINATOR_JOB = "tpu_worker", "coordinator"
_LOCAL_MASTERS = ("", "local")
_TRIES = 12 * 24  # of five minutes each: a day
_QUERY_MS = 5 * 60 * 1000


class _TPUSystemMetadata(NamedTuple):
    num_cores: int
    num_hosts: int
    num_of_cores_per_host: int
    topology: Any
    devices: tuple[Any, ...]


def _devices(master: str, cluster_def: ClusterDef) -> list[Any]:
    for number in range(1, _TRIES + 2):
        logging.info("Querying Tensorflow master (%s) for TPU system metadata.", master)
        try:
            with (
                tf.Graph().as_default(),
                tf.Session(master, config=get_session_config_with_timeout(_QUERY_MS, cluster_def)) as sess,
            ):
                return sess.list_devices()
        except errors.DeadlineExceededError:
            text = (
                "Failed to connect to the Tensorflow master. The TPU worker may not be ready (still scheduling) or the "
                f"Tensorflow master address is incorrect: got ({master})."
            )
            logging.warning("%s\nRetrying (%d/%d).", text, number, _TRIES)
    raise ValueError(text)


def _query_tpu_system_metadata(
    master_address: str, cluster_def: ClusterDef | None = None, query_topology: bool = False
) -> _TPUSystemMetadata:
    """Asks a master for its TPUs.

    Args:
      master_address: its address.
      cluster_def: a `ClusterDef` of all tasks.
      query_topology: whether to make the TPUs ready and ask how they are connected.

    Raises:
      RuntimeError: if the topology is asked for and there are no TPUs, or hosts have other numbers of them.
      ValueError: if the master does not answer.
    """
    devices = _devices(master_address, cluster_def)
    hosts: dict[str, int] = {}
    for device in devices:
        if found := _TPU.match(device.name):
            hosts[found[1]] = hosts.get(found[1], 0) + 1
    if len(set(hosts.values())) > 1:
        raise RuntimeError(f"TPU cores on each host is not same. This should not happen!. devices: {devices}")
    topology = None
    if query_topology:
        if not hosts:
            raise RuntimeError(
                f"Cannot find any TPU cores in the system (master address {master_address}). This usually means the master "
                f"address is incorrect or the TPU worker has some problems. Available devices: {devices}"
            )
        topology = _topology(master_address, cluster_def)

    def order(device: Any) -> tuple[Any, ...]:
        spec = DeviceSpec.from_string(device.name)
        return spec.job, spec.replica, spec.task, spec.device_type, spec.device_index

    found_system = _TPUSystemMetadata(
        num_cores=sum(hosts.values()),
        num_hosts=len(hosts),
        num_of_cores_per_host=next(iter(hosts.values()), 0),
        topology=topology,
        devices=tuple(sorted(devices, key=order)),
    )
    if hosts:
        logging.info("Found TPU system: %s", found_system)
    else:
        logging.info("Failed to find TPU: %s", found_system)
    return found_system


def _topology(master: str, cluster_def: ClusterDef) -> bytes:
    from penstock.contrib.tpu import tpu

    logging.info("Initializing TPU system (master: %s) to fetch topology for model parallelism.", master)
    config = get_session_config_with_timeout(_QUERY_MS, cluster_def)
    with tf.Graph().as_default(), tf.Session(master, config=config) as sess:
        return sess.run(tpu.initialize_system())


def get_session_config_with_timeout(timeout_in_secs: int, cluster_def: ClusterDef) -> Any:
    """Settings of a session that gives up after so many milliseconds, whatever the argument's name says."""
    return protos.ConfigProto(operation_timeout_in_ms=timeout_in_secs, cluster_def=cluster_def)


def master_job(master: str, cluster_def: ClusterDef) -> str | None:
    """The job whose tasks have the TPUs, None for a master in this process.

    Raises:
      ValueError: if it does not follow from the cluster.
    """
    if master in _LOCAL_MASTERS:
        return None
    if not cluster_def or not cluster_def.job:
        return _WORKER_JOB
    jobs = {job.name for job in cluster_def.job}
    if _WORKER_JOB in jobs:
        raise ValueError("Currently, tpu_worker is not an allowed job name.")
    if len(jobs) == 2:
        jobs.discard(_COORDINATOR_JOB)
    if len(jobs) == 1:
        return jobs.pop()
    raise ValueError("Could not infer TPU job name. Please specify a tpu_job_name as part of your TPUConfig.")
