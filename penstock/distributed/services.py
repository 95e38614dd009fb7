"""The two services that every server of a cluster has, as tables of methods, and the tasks and devices of a cluster by name."""

from __future__ import annotations

import re
from typing import Any

from penstock.distributed import rpc
from penstock.graph import errors

_MASTER = (
    "CreateSession ExtendSession PartialRunSetup RunStep CloseSession ListDevices Reset MakeCallable RunCallable "
    "ReleaseCallable"
)
_WORKER = (
    "GetStatus CreateWorkerSession DeleteWorkerSession RegisterGraph DeregisterGraph RunGraph CleanupGraph CleanupAll "
    "RecvTensor MarkRecvFinished Logging Tracing RecvBuf CompleteGroup CompleteInstance GetStepSequence"
)


def master_methods() -> dict[str, rpc.Method]:
    """What clients ask a master."""
    return rpc.table("tensorflow.MasterService", "tensorflow", tuple(_MASTER.split()))


def worker_methods() -> dict[str, rpc.Method]:
    """What masters ask a worker, and workers each other."""
    return rpc.table("tensorflow.WorkerService", "tensorflow", tuple(_WORKER.split()))


def transfer_methods() -> dict[str, rpc.Method]:
    """What only workers of ours ask each other: many tensors in one call. The messages are those of RunGraph."""
    method = rpc.Method(
        "penstock.TransferService", "RecvTensors", "tensorflow.RunGraphRequest", "tensorflow.RunGraphResponse"
    )
    return {method.name: method}


# -- names --------------------------------------------------------------------------------------------------------------

_TASK = re.compile(r"/job:([^/:]+)/replica:(\d+)/task:(\d+)")


def task_name(job: str, task: int) -> str:
    """The name of a task, with which the names of its devices begin."""
    return f"/job:{job}/replica:0/task:{task}"


def task_of(device: str) -> str:
    """The name of the task that has a device."""
    found = _TASK.match(device)
    if found is None:
        raise errors.InvalidArgumentError(None, None, f"Not the full name of a device: {device!r}")
    return found.group(0)


def addresses(cluster_def: Any) -> dict[str, str]:
    """The address of each task of a `ClusterDef`, by its name."""
    return {task_name(job.name, i): address for job in cluster_def.job for i, address in sorted(job.tasks.items())}


def from_task(task: str, error: BaseException) -> BaseException:
    """An error with the name of the task that it comes from, as 1.15 tells it."""
    if not isinstance(error, errors.OpError) or (error.message or "").startswith("From /job:"):
        return error
    code = error.error_code if error.error_code is not None else errors.UNKNOWN
    return errors.make_error(None, None, f"From {task}:\n{error.message}", code)


def unsigned(incarnation: int) -> int:
    """An incarnation from an attribute, where it is a signed number."""
    return incarnation & 0xFFFFFFFFFFFFFFFF


def signed(incarnation: int) -> int:
    """An incarnation as an attribute holds it."""
    return incarnation - (1 << 64) if incarnation >= 1 << 63 else incarnation


def rendezvous_key(send_device: str, incarnation: int, recv_device: str, tensor_name: str) -> str:
    """Under which name a tensor goes from one device to another in a step."""
    return f"{send_device};{unsigned(incarnation):016x};{recv_device};{tensor_name};0:0"
