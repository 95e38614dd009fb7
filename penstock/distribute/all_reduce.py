"""All-reduce between the devices of one graph: gradients are packed, added up in some order, and handed to every device."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from penstock._namespace import export, find
from penstock.distribute.cross_device import (
    CrossDeviceOps,
    ReductionToOneDevice,
    all_devices_match,
    devices_match,
    get_device_map_from,
)
from penstock.distribute.reduce_op import ReduceOp
from penstock.distribute.values import DistributedValues, Mirrored, identity, regroup
from penstock.graph import dtypes
from penstock.graph.composite import IndexedSlices
from penstock.graph.device import DeviceSpec
from penstock.graph.graph import colocate_with, device, name_scope
from penstock.graph.operation import Tensor
from penstock.platform import logging

# One list of tensors for each device; tensors at the same place belong together.
ByDevice = list[list[Any]]


# -- sparse and dense -------------------------------------------------------------------------------------------------


def is_sparse(value: Any) -> bool:
    """Whether all parts of a value are slices."""
    if isinstance(value, DistributedValues):
        return all(isinstance(v, IndexedSlices) for v in value.values)
    return isinstance(value, IndexedSlices)


def apart_by_sparsity(values: Sequence[Any], dense: Callable, sparse: Callable) -> list[Any]:
    """Calls one function with all dense values and another with all sparse ones; the results are in the values' order."""
    found: dict[int, Any] = {}
    for wanted, function in ((False, dense), (True, sparse)):
        places = [i for i, v in enumerate(values) if is_sparse(v) is wanted]
        if places:
            found.update(zip(places, function([values[i] for i in places])))
    return [found[i] for i in range(len(values))]


def by_device(values: Sequence[Any]) -> ByDevice:
    """The parts of distributed values that are on the same devices, device by device."""
    devices = values[0].devices
    assert all(v.devices == devices for v in values)
    return [list(parts) for parts in zip(*(v.values for v in values))]


def mirrored(reduced: ByDevice, like: Any, reduce_op: ReduceOp | str, workers: int = 1) -> list[Any]:
    """Sums that each device has, as mirrored values; means if that is wanted."""
    device_map, _ = get_device_map_from(like)
    count = device_map.num_replicas_in_graph * workers
    made = []
    for parts in zip(*reduced):
        if reduce_op is ReduceOp.MEAN:
            parts = tuple(_mean(part, count) for part in parts)
        made.append(regroup(device_map, parts, wrap_class=Mirrored))
    return made


def _mean(total: Any, count: int) -> Any:
    with device(total.device):
        if isinstance(total, IndexedSlices):
            return IndexedSlices(total.values / count, total.indices, total.dense_shape)
        return total / count


# -- packing ----------------------------------------------------------------------------------------------------------


def _flat(tensor: Tensor) -> Tensor:
    return find("reshape")(tensor, [-1])


class _Packs:
    """All tensors of a device as so many vectors of about the same length."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._like: list[tuple[Any, Any]] = []

    def pack(self, grads: ByDevice) -> ByDevice:
        """The vectors of each device."""
        packed = []
        for ours in grads:
            with colocate_with(ours[0]):
                whole = find("concat")([_flat(g) for g in ours], 0)
                shapes = [find("shape")(g) for g in ours]
                sizes = [find("size")(g) for g in ours]
                self._like.append((shapes, sizes))
                total: Any = find("size")(whole)
                if all(g.shape.is_fully_defined() for g in ours):
                    total = sum(g.shape.num_elements() for g in ours)
                each = total // self._count
                lengths = [each] * (self._count - 1) + [total - each * (self._count - 1)]
                packed.append(find("split")(whole, lengths))
        return packed

    def unpack(self, packed: ByDevice) -> ByDevice:
        """The tensors again."""
        found = []
        for parts, (shapes, sizes) in zip(packed, self._like):
            with colocate_with(parts[0]):
                pieces = find("split")(find("concat")(parts, 0), sizes)
                found.append([find("reshape")(piece, shape) for piece, shape in zip(pieces, shapes)])
        return found


class _SmallTogether:
    """Small tensors that follow each other as one vector; the others as they are."""

    def __init__(self, max_bytes: int, max_group: int) -> None:
        self._max_bytes, self._max_group = max_bytes, max_group
        self._groups: list[list[int]] = []
        self._alone: list[int] = []

    def _plan(self, ours: list[Any]) -> None:
        small = [g.dtype == dtypes.float32 and 4 * g.shape.num_elements() <= self._max_bytes for g in ours]
        run: list[int] = []
        for i in range(len(ours) + 1):
            if i < len(ours) and small[i] and len(run) <= self._max_group:
                run.append(i)
                continue
            (self._groups.append(run) if len(run) > 1 else self._alone.extend(run))
            run = [i] if i < len(ours) and small[i] else []
            if i < len(ours) and not small[i]:
                self._alone.append(i)
        self._alone.sort()

    def pack(self, grads: ByDevice) -> ByDevice:
        """The vectors, then the tensors that were left alone."""
        self._plan(grads[0])
        self._shapes = [g.shape for g in grads[0]]
        packed = []
        for ours in grads:
            vectors = []
            for group in self._groups:
                with name_scope("pack"), device(ours[group[0]].device):
                    vectors.append(find("concat")([_flat(ours[i]) for i in group], 0))
            packed.append(vectors + [ours[i] for i in self._alone])
        return packed

    def unpack(self, packed: ByDevice) -> ByDevice:
        """The tensors again."""
        found = []
        for ours in packed:
            whole: dict[int, Any] = dict(zip(self._alone, ours[len(self._groups) :]))
            for vector, group in zip(ours, self._groups):
                with device(vector.device), name_scope("unpack"):
                    pieces = find("split")(vector, [self._shapes[i].num_elements() for i in group])
                    whole.update((i, find("reshape")(p, self._shapes[i])) for i, p in zip(group, pieces))
            found.append([whole[i] for i in range(len(whole))])
        return found


# -- orders of adding up ----------------------------------------------------------------------------------------------


def _sum_on_first(grads: ByDevice, devices: Sequence[str]) -> ByDevice:
    """Each tensor is added up on the first device and copied to the others."""
    found: ByDevice = [[] for _ in devices]
    for parts in zip(*grads):
        with device(devices[0]):
            total = find("add_n")(list(parts))
        for mine, where in zip(found, devices):
            with device(where):
                mine.append(identity(total))
    return found


def _sum_in_two_groups(grads: ByDevice, devices: Sequence[str]) -> ByDevice:
    """Each half of the devices adds up, then the two sums are; which devices do it changes from tensor to tensor."""
    count, half = len(devices), len(devices) // 2
    found: ByDevice = [[] for _ in devices]
    for i, parts in enumerate(zip(*grads)):
        first = i % count
        second = (first + half) % count
        begins = (0, half) if first < half else (half, 0)
        totals = []
        for main, begin in zip((first, second), begins):
            with device(devices[main]):
                totals.append(find("add_n")(list(parts[begin : begin + half])))
        with device(devices[first]):
            total = find("add_n")(totals)
            from_first = identity(total)
        with device(devices[second]):
            from_second = identity(total)
        for j, where in enumerate(devices):
            with device(where):
                found[j].append(identity(from_first if (first < half) == (j < half) else from_second))
    return found


# -- the ways ---------------------------------------------------------------------------------------------------------


@export("contrib.distribute.AllReduceCrossDeviceOps")
class AllReduceCrossDeviceOps(CrossDeviceOps):
    """Adds up the gradients of all devices and gives each the sum.

    Args:
      all_reduce_alg: "nccl" (there is no NCCL here: the first device adds up) or "hierarchical_copy".
      num_packs: into how many vectors all gradients are packed; 0 for none.
      agg_small_grads_max_bytes, agg_small_grads_max_group: without packs, which gradients are put together, and how many.

    >>> import penstock as tf
    >>> way = tf.contrib.distribute.AllReduceCrossDeviceOps("hierarchical_copy")
    >>> tf.distribute.MirroredStrategy(["/cpu:0", "/cpu:1"], cross_device_ops=way).num_replicas_in_sync
    2
    """

    def __init__(
        self,
        all_reduce_alg: str = "nccl",
        num_packs: int = 1,
        agg_small_grads_max_bytes: int = 0,
        agg_small_grads_max_group: int = 10,
    ) -> None:
        self._all_reduce_alg = all_reduce_alg
        self._num_packs = num_packs
        self._agg_small_grads_max_bytes = agg_small_grads_max_bytes
        self._agg_small_grads_max_group = agg_small_grads_max_group
        self._simple_cross_replica_ops = ReductionToOneDevice()
        super().__init__()

    def reduce_implementation(self, reduce_op: Any, per_replica_value: Any, destinations: Any) -> Any:
        """An all-reduce if the value is on its destinations, else by one device."""
        if devices_match(per_replica_value, destinations):
            return self._batch_all_reduce(reduce_op, [per_replica_value])[0]
        return self._simple_cross_replica_ops.reduce(reduce_op, per_replica_value, destinations)

    def batch_reduce_implementation(self, reduce_op: ReduceOp | str, value_destination_pairs: Any) -> list[Any]:
        """All at once, if all are on the same devices."""
        if all_devices_match(value_destination_pairs):
            return self._batch_all_reduce(reduce_op, [v for v, _ in value_destination_pairs])
        return [self.reduce_implementation(reduce_op, v, d) for v, d in value_destination_pairs]

    def _batch_all_reduce(self, reduce_op: Any, per_replica_values: Sequence[Any]) -> list[Any]:
        return apart_by_sparsity(
            per_replica_values, lambda v: self._dense(reduce_op, v), lambda v: self._sparse(reduce_op, v)
        )

    def _packer(self) -> Any:
        if self._num_packs > 0:
            return _Packs(self._num_packs)
        if self._agg_small_grads_max_bytes > 0 and self._agg_small_grads_max_group > 0:
            return _SmallTogether(self._agg_small_grads_max_bytes, self._agg_small_grads_max_group)
        return None

    def _dense(self, reduce_op: Any, values: Sequence[Any]) -> list[Any]:
        logging.log_first_n(
            logging.INFO,
            f"batch_all_reduce: {len(values)} all-reduces with algorithm = {self._all_reduce_alg}, num_packs = "
            f"{self._num_packs}, agg_small_grads_max_bytes = {self._agg_small_grads_max_bytes} and "
            f"agg_small_grads_max_group = {self._agg_small_grads_max_group}",
            10,
        )
        packer = self._packer()
        grads = by_device(values)
        add_up = _sum_on_first if self._all_reduce_alg == "nccl" else _sum_in_two_groups
        reduced = add_up(packer.pack(grads) if packer else grads, values[0].devices)
        return mirrored(packer.unpack(reduced) if packer else reduced, values[0], reduce_op)

    def _sparse(self, reduce_op: Any, values: Sequence[Any]) -> list[Any]:
        logging.log_first_n(logging.WARN, f"Efficient allreduce is not supported for {len(values)} IndexedSlices", 10)
        return self._simple_cross_replica_ops.batch_reduce(reduce_op, [(v, v) for v in values])


@export("distribute.NcclAllReduce")
class NcclAllReduce(AllReduceCrossDeviceOps):
    """What programs for NVIDIA's GPUs ask for. There is no NCCL here: the first device adds up, with the same result.

    Args:
      num_packs: into how many vectors all gradients are packed; 0 for none.

    Raises:
      ValueError: it is negative.

    >>> import penstock as tf
    >>> tf.distribute.MirroredStrategy(["/cpu:0", "/cpu:1"], tf.distribute.NcclAllReduce()).num_replicas_in_sync
    2
    """

    def __init__(self, num_packs: int = 1) -> None:
        if num_packs < 0:
            raise ValueError(f"NCCL all-reduce requires num_packs >= 0, but {num_packs} is specified")
        super().__init__(all_reduce_alg="nccl", num_packs=num_packs)


@export("distribute.HierarchicalCopyAllReduce")
class HierarchicalCopyAllReduce(AllReduceCrossDeviceOps):
    """Adds up in two halves of the devices and then the two sums, as machines with eight connected GPUs like it.

    Args:
      num_packs: into how many vectors all gradients are packed; 0 for none.

    Raises:
      ValueError: it is negative.

    >>> import penstock as tf
    >>> strategy = tf.distribute.MirroredStrategy(["/cpu:0", "/cpu:1"], tf.distribute.HierarchicalCopyAllReduce())
    >>> strategy.num_replicas_in_sync
    2
    """

    def __init__(self, num_packs: int = 1) -> None:
        if num_packs < 0:
            raise ValueError(f"HierarchicalCopy requires num_packs >= 0, but {num_packs} is specified")
        super().__init__(all_reduce_alg="hierarchical_copy", num_packs=num_packs)


# -- several workers of one graph -------------------------------------------------------------------------------------


class AllReduceSpecTuple(NamedTuple):
    """How tensors up to a size are reduced, in how many shards."""

    alg: str
    shards: int
    limit: int


def _completed(spec: Any, given: Any) -> AllReduceSpecTuple:
    if not isinstance(spec, tuple):
        raise ValueError(f"A tuple is expected for all-reduce spec: {given!r}")
    if not spec or len(spec) > 3:
        raise ValueError(f"Too many elements in the all-reduce spec tuple: {spec!r}")
    return AllReduceSpecTuple(*spec, *(1, -1)[len(spec) - 1 :])


_WAYS = ("nccl", "xring", "nccl/xring", "nccl/rechd", "nccl/pscpu", "pscpu/pscpu", "pscpu", "psgpu")


def _shuffled(parts: Sequence[Any], helpers: Sequence[str], shards: int) -> list[Any]:
    """The sum of tensors on the device of each: cut in shards, each shard added up by one of the helpers."""
    shape = parts[0].shape
    flat = []
    for part in parts:
        with device(part.device):
            flat.append(find("split")(_flat(part), _lengths(shape.num_elements(), shards)))
    totals = []
    for shard, pieces in enumerate(zip(*flat)):
        with device(helpers[shard % len(helpers)]):
            totals.append(find("add_n")(list(pieces)))
    found = []
    for part in parts:
        with device(part.device):
            found.append(find("reshape")(find("concat")(totals, 0), shape))
    return found


def _lengths(size: int, shards: int) -> list[int]:
    each = math.ceil(size / shards)
    return [max(0, min(each, size - i * each)) for i in range(shards)]


def _shuffled_twice(parts: Sequence[Any], helpers: Sequence[str], shards: int) -> list[Any]:
    """As `_shuffled`, first between the devices of each worker, then between the workers."""
    groups: dict[str, list[int]] = {}
    for i, part in enumerate(parts):
        spec = DeviceSpec.from_string(part.device)
        groups.setdefault(f"{spec.job}/{spec.task}", []).append(i)
    heads = []
    for places, helper in zip(groups.values(), helpers):
        with device(helper):
            heads.append(find("add_n")([parts[i] for i in places]))
    totals = _shuffled(heads, helpers[:shards], shards)
    found: dict[int, Any] = {}
    for places, total in zip(groups.values(), totals):
        for i in places:
            with device(parts[i].device):
                found[i] = identity(total)
    return [found[i] for i in range(len(parts))]


@export("contrib.distribute.MultiWorkerAllReduce")
class MultiWorkerAllReduce(AllReduceCrossDeviceOps):
    """Adds up the gradients of devices of several workers that one graph uses.

    Args:
      worker_devices: the workers, such as "/job:worker/task:0".
      num_gpus_per_worker: how many GPUs each has.
      all_reduce_spec: the way, or a tuple of the way, in how many shards, and up to which size; or a list of such tuples.
      num_packs, agg_small_grads_max_bytes, agg_small_grads_max_group: as for `AllReduceCrossDeviceOps`.

    Raises:
      ValueError: a specification is no such tuple.

    >>> import penstock as tf
    >>> way = tf.contrib.distribute.MultiWorkerAllReduce(["/job:worker/task:0", "/job:worker/task:1"], 0)
    >>> isinstance(way, tf.distribute.CrossDeviceOps)
    True
    """

    def __init__(
        self,
        worker_devices: Sequence[str],
        num_gpus_per_worker: int,
        all_reduce_spec: Any = ("pscpu/pscpu", 2, -1),
        num_packs: int = 0,
        agg_small_grads_max_bytes: int = 0,
        agg_small_grads_max_group: int = 10,
    ) -> None:
        self._worker_devices = worker_devices
        self._num_gpus_per_worker = num_gpus_per_worker
        super().__init__(
            num_packs=num_packs,
            agg_small_grads_max_bytes=agg_small_grads_max_bytes,
            agg_small_grads_max_group=agg_small_grads_max_group,
        )
        specs: Any = all_reduce_spec
        if isinstance(specs, str):
            specs = [(specs,)]
        elif isinstance(specs, tuple):
            specs = [specs]
        self._all_reduce_spec = [_completed(spec, all_reduce_spec) for spec in specs]

    def _batch_all_reduce(self, reduce_op: Any, per_replica_values: Sequence[Any]) -> list[Any]:
        logging.log_first_n(
            logging.INFO,
            f"Distributed batch_all_reduce: {len(per_replica_values)} all-reduces with allreduce_spec = "
            f"{self._all_reduce_spec!r}, num_packs = {self._num_packs}, agg_small_grads_max_bytes = "
            f"{self._agg_small_grads_max_bytes}, and agg_small_grads_max_group = {self._agg_small_grads_max_group}",
            10,
        )
        grads = by_device(per_replica_values)
        for ours in grads:
            for grad in ours:
                if not grad.shape.is_fully_defined():
                    raise ValueError(f"Shape is unknown for node {grad!r}")
        left = list(range(len(grads[0])))
        found: dict[int, list[Any]] = {}
        for spec in self._all_reduce_spec:
            mine = [i for i in left if spec.limit < 0 or grads[0][i].shape.num_elements() <= spec.limit]
            left = [i for i in left if i not in mine]
            if mine:
                packer = self._packer()
                part = [[ours[i] for i in mine] for ours in grads]
                reduced = self._summed(spec, packer.pack(part) if packer else part)
                whole = packer.unpack(reduced) if packer else reduced
                found.update((i, [ours[k] for ours in whole]) for k, i in enumerate(mine))
        assert not left
        ordered = [[found[i][d] for i in range(len(found))] for d in range(len(grads))]
        return mirrored(ordered, per_replica_values[0], reduce_op)

    def _summed(self, spec: AllReduceSpecTuple, grads: ByDevice) -> ByDevice:
        if spec.alg not in _WAYS:
            raise ValueError("unsupported all_reduce alg: ", spec.alg)
        kind = "gpu" if spec.alg == "psgpu" else "cpu"
        count = max(1, self._num_gpus_per_worker) if kind == "gpu" else 1
        helpers = [f"{worker}/{kind}:{i}" for i in range(count) for worker in self._worker_devices]
        columns = []
        for parts in zip(*grads):
            with name_scope("allreduce"):
                if "/" in spec.alg:
                    columns.append(_shuffled_twice(parts, helpers, spec.shards))
                else:
                    columns.append(_shuffled(parts, helpers, spec.shards))
        return [list(ours) for ours in zip(*columns)]


def choose_the_best(devices: Sequence[str]) -> CrossDeviceOps:
    """The way that fits devices: by one of them, unless all are GPUs."""
    specs = [DeviceSpec.from_string(d) for d in devices]
    if any(spec.device_type == "CPU" and spec.device_index for spec in specs):
        missing = ",".join(devices)
        logging.warning(f"Some requested devices in `tf.distribute.Strategy` are not visible to TensorFlow: {missing}")
        return ReductionToOneDevice()
    if any(spec.device_type != "GPU" for spec in specs):
        logging.warning("There is non-GPU devices in `tf.distribute.Strategy`, not using nccl allreduce.")
        return ReductionToOneDevice()
    return NcclAllReduce(num_packs=1)
