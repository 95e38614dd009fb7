"""Operations for which 1.15.5 had kernels on GPUs only: those of NCCL, and measures of memory.

Graphs with them can be built, differentiated, read and written. A run that needs one fails with 1.15's error, as there is no GPU;
1.15 refuses such a graph as a whole, also for runs of its other parts.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from penstock.graph import opdef
from penstock.graph import shape_rules as rule
from penstock.graph.build import apply
from penstock.graph.device import canonical_name
from penstock.graph.graph import device
from penstock.graph.operation import Operation, Tensor
from penstock.graph.registry import gradient, op
from penstock.ops.control.without_kernels import refuse

_numbers = itertools.count()  # of the groups of one process


@op("NcclAllReduce", shape=rule.same, host=True)
@op("NcclReduce", shape=rule.same, host=True)
@op("NcclBroadcast", shape=rule.same, host=True)
def _without_gpus(xp, *inputs, ctx):
    refuse(ctx.op)


_MEASURE = opdef.parse_signature([], ["out: int64"], [], is_stateful=True)


@op("BytesInUse", shape=rule.scalar, host=True, sig=_MEASURE)
@op("MaxBytesInUse", shape=rule.scalar, host=True, sig=_MEASURE)
def _without_gpu(xp, *, ctx):
    refuse(ctx.op, "device='GPU'")


@op("BytesLimit", shape=rule.scalar, host=True, sig=_MEASURE)
def _unlimited(xp):
    return np.int64(-1)  # the allocator of 1.15's CPU knows of no limit


# ---- NCCL ----


def _check_device(tensor: Tensor, expected: str | None = None) -> None:
    if not canonical_name(tensor.device):
        raise ValueError("Device assignment required for nccl collective ops")
    if expected and expected != tensor.device:
        raise ValueError(f"Expected device {expected}, got {tensor.device}")


def _all_reduce(reduction: str, tensors: Sequence[Tensor]) -> list[Tensor]:
    if not tensors:
        raise ValueError("Must pass >0 tensors to all reduce operations")
    group = f"c{next(_numbers)}"
    reduced = []
    for tensor in tensors:
        _check_device(tensor)
        with device(tensor.device):
            reduced.append(
                apply("NcclAllReduce", input=tensor, reduction=reduction, num_devices=len(tensors), shared_name=group)
            )
    return reduced


def all_sum(tensors: Sequence[Tensor]) -> list[Tensor]:
    """The sum of tensors on several GPUs, on each of them. All results must be used in a run, or it waits for ever."""
    return _all_reduce("sum", tensors)


def all_prod(tensors: Sequence[Tensor]) -> list[Tensor]:
    """The product of tensors on several GPUs, on each of them."""
    return _all_reduce("prod", tensors)


def all_min(tensors: Sequence[Tensor]) -> list[Tensor]:
    """The smallest values of tensors on several GPUs, on each of them."""
    return _all_reduce("min", tensors)


def all_max(tensors: Sequence[Tensor]) -> list[Tensor]:
    """The largest values of tensors on several GPUs, on each of them."""
    return _all_reduce("max", tensors)


def reduce_sum(tensors: Sequence[Tensor]) -> Tensor:
    """The sum of tensors on several GPUs, on the current one.

    Raises:
      ValueError: if there are no tensors, one has no device, or none is on the current device.
    """
    if not tensors:
        raise ValueError("Must pass >0 tensors to reduce operations")
    for tensor in tensors:
        _check_device(tensor)
    total = apply("NcclReduce", input=list(tensors), reduction="sum")
    if all(tensor.device != total.device for tensor in tensors):
        raise ValueError("One input tensor must be assigned to current device")
    return total


def broadcast(tensor: Tensor) -> Tensor:
    """A tensor that operations on other GPUs may take as an input, sent by NCCL."""
    _check_device(tensor)
    with device(tensor.device):
        return apply("NcclBroadcast", input=tensor, shape=tensor.shape)


@gradient("NcclAllReduce")
def _all_sum_grad(node: Operation, grad: Tensor) -> Tensor:
    if node.get_attr("reduction") != b"sum":
        raise LookupError("No gradient defined for NcclAllReduce except sum.")
    _check_device(grad, node.device)
    with device(node.device):
        return apply(
            "NcclAllReduce",
            input=grad,
            reduction="sum",
            num_devices=node.get_attr("num_devices"),
            shared_name=node.get_attr("shared_name").decode() + "_grad",
        )


@gradient("NcclReduce")
def _reduce_sum_grad(node: Operation, grad: Tensor) -> list[Tensor]:
    if node.get_attr("reduction") != b"sum":
        raise LookupError("No gradient defined for NcclReduce except sum.")
    _check_device(grad, node.device)
    with device(node.device):
        return [apply("NcclBroadcast", input=grad, shape=grad.shape)] * len(node.inputs)


@gradient("NcclBroadcast")
def _broadcast_grad(node: Operation, grad: Tensor) -> Tensor:
    parts = list(grad.op.inputs)  # of the sum that gradients add up to, which NCCL makes instead
    for part in parts:
        _check_device(part)
    with device(node.device):
        return apply("NcclReduce", input=parts, reduction="sum")
