"""`replica_device_setter`: a device function that puts variables onto parameter servers and the rest onto workers."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from penstock._namespace import export
from penstock.graph.device import DeviceSpec
from penstock.platform import logging
from penstock.train.cluster_spec import ClusterSpec

if TYPE_CHECKING:
    from penstock.graph.operation import Operation, Tensor

STANDARD_PS_OPS = (
    "Variable",
    "VariableV2",
    "AutoReloadVariable",
    "MutableHashTable",
    "MutableHashTableV2",
    "MutableHashTableOfTensors",
    "MutableHashTableOfTensorsV2",
    "MutableDenseHashTable",
    "MutableDenseHashTableV2",
    "VarHandleOp",
    "BoostedTreesEnsembleResourceHandleOp",
    "BoostedTreesQuantileStreamResourceHandleOp",
    "ResourceConditionalAccumulator",
)


@export("train.replica_device_setter", "replica_device_setter")
def replica_device_setter(
    ps_tasks: int = 0,
    ps_device: str = "/job:ps",
    worker_device: str = "/job:worker",
    merge_devices: bool = True,
    cluster: Any = None,
    ps_ops: Sequence[str] | None = None,
    ps_strategy: Callable[[Any], int] | None = None,
) -> Callable[[Any], str] | None:
    """A function for `tf.device` that gives variables to the parameter servers in turn, and all else to the worker.

    Args:
      ps_tasks: how many parameter servers there are; taken from `cluster` if that is given.
      ps_device: their device.
      worker_device: the device of the worker.
      merge_devices: whether fields that an inner `tf.device` leaves open are filled in.
      cluster: a `ClusterSpec`, a `ClusterDef` or a dictionary.
      ps_ops: the types of operations that go to parameter servers; variables and tables by default.
      ps_strategy: chooses the task for such an operation; each in turn by default.

    Returns:
      The function; None if there are no parameter servers.

    Raises:
      TypeError: `cluster` is something else, or `ps_strategy` is no function.

    >>> import penstock as tf
    >>> cluster = {"ps": ["ps0:2222", "ps1:2222"], "worker": ["worker0:2222"]}
    >>> with tf.Graph().as_default(), tf.device(tf.train.replica_device_setter(cluster=cluster)):
    ...     print([tf.Variable(0.0).device for _ in range(3)], tf.constant(1.0).device)
    ['/job:ps/task:0', '/job:ps/task:1', '/job:ps/task:0'] /job:worker
    """
    if cluster is not None:
        job = DeviceSpec.from_string(ps_device).job
        tasks = ClusterSpec(cluster).as_dict().get(job)
        if tasks is None:
            return None
        ps_tasks = len(tasks)
    if ps_tasks == 0:
        return None
    kinds = frozenset(STANDARD_PS_OPS if ps_ops is None else ps_ops)
    if not merge_devices:
        logging.warning("DEPRECATION: It is recommended to set merge_devices=true in replica_device_setter")
    if ps_strategy is None:
        turns = itertools.cycle(range(ps_tasks))
        ps_strategy = lambda op: next(turns)  # noqa: E731
    if not callable(ps_strategy):
        raise TypeError("ps_strategy must be callable")
    choose = ps_strategy

    def device_function(op: Operation | Tensor) -> str:
        if not merge_devices and op.device:
            return op.device
        current = DeviceSpec.from_string(op.device or "")
        kind = op.type if hasattr(op, "type") else op.op
        spec = DeviceSpec.from_string(worker_device or "")
        if ps_device and kind in kinds:
            spec = DeviceSpec.from_string(ps_device)
            if spec.job and current.job in (None, "", spec.job):
                spec = spec.replace(task=choose(op))
        return spec.make_merged_spec(current).to_string()

    return device_function
