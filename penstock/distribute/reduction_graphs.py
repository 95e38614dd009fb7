"""Graphs that reduce tensors of several devices and give the result to each: as a ring, by halving and doubling, by shuffling.

A builder takes one tensor for each device, all of one shape, and a function that adds two of them (or what else reduces). Which
device computes what follows from the devices of the tensors. This is 1.15's `python.distribute.all_reduce`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import penstock as tf
from penstock.graph.device import DeviceSpec
from penstock.graph.graph import colocate_with, control_dependencies, device
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape
from penstock.graph.typing import ShapeLike
from penstock.ops.control import gpu_only as nccl

Tensors = list[Tensor]
_Two = Callable[[Tensor, Tensor], Tensor]
_Many = Callable[[Tensors], Tensor]
_One = Callable[[Tensor], Tensor] | None
_Upper = Callable[[Tensors], Tensors]


# ---- tensors as vectors ----


def _flat(tensors: Sequence[Tensor]) -> tuple[Tensors, TensorShape]:
    """The tensors as vectors, and the shape they all had."""
    if not tensors:
        raise ValueError("tensors cannot be empty")
    shape = tensors[0].shape
    for tensor in tensors:
        shape = shape.merge_with(tensor.shape)
    if not shape.is_fully_defined():
        raise ValueError("Tensors must have statically known shape.")
    return (list(tensors) if len(shape) == 1 else _shaped(tensors, [-1])), shape


def _shaped(tensors: Sequence[Tensor], shape: ShapeLike) -> Tensors:
    shaped = []
    for tensor in tensors:
        with colocate_with(tensor):
            shaped.append(tf.reshape(tensor, shape))
    return shaped


def _restored(tensors: Tensors, shape: TensorShape) -> Tensors:
    return tensors if len(shape) == 1 else _shaped(tensors, shape)


def _length(tensor: Tensor) -> int:
    if len(tensor.shape) != 1:
        raise ValueError("input tensor must be 1D")
    return int(tensor.shape[0])


def _padded_pieces(tensor: Tensor, pieces: int) -> tuple[Tensors, int]:
    """So many pieces of one length, and how many zeros stand at the end of the last ones for that."""
    length = _length(tensor)
    with colocate_with(tensor):
        if length % pieces == 0:
            return tf.split(tensor, pieces), 0
        each = 1 + length // pieces
        if (pieces - 1) * each >= length:  # the last piece would have nothing of its own
            padding = pieces - length if pieces > length else pieces * each % length
            return tf.split(tf.concat([tensor, tf.zeros([padding], dtype=tensor.dtype)], 0), pieces), padding
        last = length - (pieces - 1) * each
        parts = tf.split(tensor, [each] * (pieces - 1) + [last])
        parts[-1] = tf.concat([parts[-1], tf.zeros([each - last], dtype=tensor.dtype)], 0)
        return parts, each - last


def _without_padding(tensors: Tensors, padding: int) -> Tensors:
    cut = []
    for tensor in tensors:
        with colocate_with(tensor):
            cut.append(tf.slice(tensor, [0], [_length(tensor) - padding]))
    return cut


def _pieces(tensor: Tensor, pieces: int) -> Tensors:
    """So many pieces; the last has what is left."""
    length = _length(tensor)
    each = length // pieces
    with colocate_with(tensor):
        if length == pieces * each:
            return tf.split(tensor, pieces)
        return tf.split(tensor, [each] * (pieces - 1) + [length - (pieces - 1) * each])


# ---- a ring ----


def _rings(workers: int, rings: int, order: Sequence[int]) -> tuple[list[list[int]], list[list[int]]]:
    """For each ring: which device comes before each device in it, and at what place each stands.

    Every ring goes through the devices of one worker after the other, from another one of them on.
    """
    devices = len(order)
    if workers * devices == 0:
        return [], []
    if rings > devices:
        raise ValueError(f"num_subchunks {rings} must be <= num_gpus {devices}")
    turn = max(1, devices // rings)
    before, places = [], []
    for ring in range(rings):
        rotated = [*order[ring * turn :], *order[: ring * turn]]
        line = [worker * devices + i for worker in range(workers) for i in rotated]
        place = {at: i for i, at in enumerate(line)}
        places.append([place.get(i, -1) for i in range(len(line))])
        before.append([line[place[i] - 1] if i in place else -1 for i in range(len(line))])
    return before, places


def build_ring_all_reduce(
    input_tensors: Sequence[Tensor],
    num_workers: int,
    num_subchunks: int,
    gpu_perm: Sequence[int],
    red_op: _Two,
    un_op: _One = None,
) -> Tensors:
    """The reduction of tensors on each of their devices, which hand on parts of it in rings.

    Args:
      input_tensors: one for each device, of one shape: those of the first worker, then those of the next.
      num_workers: how many workers they are on.
      num_subchunks: how many rings work at the same time, at most as many as a worker has devices.
      gpu_perm: the order of a worker's devices in a ring.
      red_op: reduces two tensors.
      un_op: what is done with the result, if anything.

    Returns:
      The reduction, once on each device.

    Raises:
      ValueError: if there are fewer than two tensors, or their shapes differ or are not known.
    """
    if len(input_tensors) < 2:
        raise ValueError("input_tensors must be length 2 or longer")
    vectors, shape = _flat(input_tensors)
    before, places = _rings(num_workers, num_subchunks, gpu_perm)
    count = len(vectors)
    devices = [vector.device for vector in vectors]
    chunks, padding = [], 0
    for vector in vectors:
        with device(vector.device):
            parts, padding = _padded_pieces(vector, count * num_subchunks)
            chunks.append(parts)

    def turn(tick: int, ahead: int, place: Callable[[int], Any], step: Callable[[Tensor, Tensor], Tensor]) -> None:
        """Each device makes something of a chunk of its own and of what the one before it has there."""
        made = []
        for i in range(count):
            with place(i):
                for ring in range(num_subchunks):
                    segment = (places[ring][i] + count - (ahead + tick)) % count
                    chunk = segment * num_subchunks + ring
                    made.append((i, chunk, step(chunks[before[ring][i]][chunk], chunks[i][chunk])))
        for i, chunk, value in made:
            chunks[i][chunk] = value

    for tick in range(count - 1):
        turn(tick, 2, lambda i: device(devices[i]), red_op)
    if un_op:
        for i, parts in enumerate(chunks):
            with colocate_with(parts[0]):
                chunks[i] = [un_op(part) for part in parts]
    for tick in range(count - 1):
        turn(tick, 1, lambda i: colocate_with(chunks[i][0]), lambda theirs, ours: tf.identity(theirs))
    whole = []
    for parts in chunks:
        with colocate_with(parts[0]):
            whole.append(tf.concat(parts, 0))
    if padding > 0:
        whole = _without_padding(whole, padding)
    return _restored(whole, shape)


# ---- by halving and doubling ----


def build_recursive_hd_all_reduce(input_tensors: Sequence[Tensor], red_op: _Two, un_op: _One = None) -> Tensors:
    """The reduction of tensors on each of their devices, which exchange halves with ever farther ones, then put them together.

    Args:
      input_tensors: one for each device, of one shape. Their number is a power of 2, by which the number of elements is divided.
      red_op: reduces two tensors.
      un_op: what is done with the result, if anything.

    Returns:
      The reduction, once on each device.

    Raises:
      ValueError: if the number is no power of 2, the elements cannot be divided, or shapes differ or are not known.
    """
    devices = [tensor.device for tensor in input_tensors]
    parts, shape = _flat(input_tensors)
    hops = len(devices).bit_length() - 1
    if len(devices) != 2**hops:
        raise ValueError("num_devices must be a power of 2")

    def pairs(span: int) -> list[tuple[int, int]]:
        return [(i, i + span) for i in range(len(devices)) if i % (2 * span) < span]

    for hop in range(hops):
        for left, right in pairs(2**hop):
            ours, theirs = tf.split(parts[left], 2), tf.split(parts[right], 2)
            with device(devices[left]):
                parts[left] = red_op(ours[0], theirs[0])
            with device(devices[right]):
                parts[right] = red_op(ours[1], theirs[1])
    if un_op:
        parts = [un_op(part) for part in parts]
    for hop in reversed(range(hops)):
        for left, right in pairs(2**hop):
            both = [parts[left], parts[right]]
            for at in (left, right):
                with device(devices[at]):
                    parts[at] = tf.concat(both, 0)
    return _restored(parts, shape)


# ---- by shuffling ----


def _gathered(vectors: Tensors, gather_devices: Sequence[str], red_op: _Many, un_op: _One = None) -> Tensors:
    """A part of the reduction on each of some devices."""
    shards = []
    for vector in vectors:
        with colocate_with(vector):
            shards.append(_pieces(vector, len(gather_devices)))
    reduced = []
    for at, place in enumerate(gather_devices):
        with device(place):
            part = red_op([shard[at] for shard in shards])
            reduced.append(un_op(part) if un_op else part)
    return reduced


def _scattered(shards: Tensors, devices: Sequence[str]) -> Tensors:
    """The shards put together on each device."""
    whole = []
    for place in devices:
        with device(place):
            whole.append(tf.concat(shards, 0))
    return whole


def build_shuffle_all_reduce(
    input_tensors: Sequence[Tensor], gather_devices: Sequence[str], red_op: _Many, un_op: _One = None
) -> Tensors:
    """The reduction of tensors on each of their devices; some devices reduce a part each, as parameter servers do.

    Args:
      input_tensors: one for each device, of one shape.
      gather_devices: the names of the devices that reduce.
      red_op: reduces a list of tensors.
      un_op: what is done with the result, if anything.

    Returns:
      The reduction, once on each device.
    """
    vectors, shape = _flat(input_tensors)
    devices = [vector.device for vector in vectors]
    return _restored(_scattered(_gathered(vectors, gather_devices, red_op, un_op), devices), shape)


# ---- within workers, then between them ----


def _by_task(tensors: Tensors) -> list[Tensors]:
    """Tensors task by task."""
    tasks: dict[tuple[str, int, int], Tensors] = {}
    for tensor in tensors:
        spec = DeviceSpec.from_string(tensor.device)
        assert spec.task is not None, f"failed to parse device {tensor.device}"
        tasks.setdefault((spec.job or "localhost", spec.replica or 0, spec.task), []).append(tensor)
    return list(tasks.values())


def _unless_alone(reduce: _Upper, un_op: _One) -> _Upper:
    def upper(tensors: Tensors) -> Tensors:
        if len(tensors) > 1:
            return reduce(tensors)
        if not un_op:
            return tensors
        with colocate_with(tensors[0]):
            return [un_op(tensors[0])]

    return upper


def build_nccl_all_reduce(input_tensors: Sequence[Tensor], red_op: _Two, un_op: _One = None) -> Tensors:
    """The sum of tensors on each of their GPUs, by NCCL. It can be built, but not run, without GPUs.

    Args:
      input_tensors: one for each GPU, of one shape.
      red_op: `tf.add`; nothing else is supported.
      un_op: what is done with the result, if anything.

    Raises:
      ValueError: for another `red_op`.
    """
    if red_op != tf.add:
        raise ValueError("red_op not supported by NCCL all-reduce: ", red_op)
    reduced = nccl.all_sum(input_tensors)
    if not un_op:
        return reduced
    done = []
    for tensor in reduced:
        with colocate_with(tensor):
            done.append(un_op(tensor))
    return done


def _nccl_hybrid(input_tensors: Sequence[Tensor], red_op: _Two, upper: _Upper) -> Tensors:
    vectors, shape = _flat(input_tensors)
    tasks = _by_task(vectors)
    firsts = []
    for task in tasks:
        sums = build_nccl_all_reduce(task, red_op)
        with control_dependencies(sums), device(sums[0].device):  # NCCL waits until all of them are used
            firsts.append(tf.identity(sums[0]))
    whole = []
    for task, reduced in zip(tasks, upper(firsts), strict=True):
        with device(task[0].device):
            sent = nccl.broadcast(tf.identity(reduced))
        for tensor in task:
            with device(tensor.device):
                whole.append(tf.identity(sent))
    return _restored(whole, shape)


def build_nccl_then_ring(input_tensors: Sequence[Tensor], subdiv: int, red_op: _Two, un_op: _One = None) -> Tensors:
    """By NCCL within workers, in rings between them."""

    def ring(tensors: Tensors) -> Tensors:
        return build_ring_all_reduce(tensors, len(tensors), subdiv, [0], red_op, un_op)

    return _nccl_hybrid(input_tensors, red_op, _unless_alone(ring, un_op))


def build_nccl_then_recursive_hd(input_tensors: Sequence[Tensor], red_op: _Two, un_op: _One = None) -> Tensors:
    """By NCCL within workers, by halving and doubling between them."""
    return _nccl_hybrid(input_tensors, red_op, lambda x: build_recursive_hd_all_reduce(x, red_op, un_op))


def build_nccl_then_shuffle(
    input_tensors: Sequence[Tensor],
    gather_devices: Sequence[str],
    nccl_red_op: _Two,
    shuffle_red_op: _Many,
    un_op: _One = None,
) -> Tensors:
    """By NCCL within workers, by shuffling between them."""
    return _nccl_hybrid(
        input_tensors, nccl_red_op, lambda x: build_shuffle_all_reduce(x, gather_devices, shuffle_red_op, un_op)
    )


def _shuffle_hybrid(
    input_tensors: Sequence[Tensor], gather_devices: Sequence[str], red_op: _Many, upper: _Upper
) -> Tensors:
    vectors, shape = _flat(input_tensors)
    tasks = _by_task(vectors)
    if len(gather_devices) != len(tasks):
        raise ValueError("For shuffle hybrid, gather_devices must contain one device per worker. ")
    sums = [_gathered(task, [place], red_op)[0] for task, place in zip(tasks, gather_devices, strict=True)]
    whole = []
    for task, reduced in zip(tasks, upper(sums), strict=True):
        whole += _scattered([reduced], [tensor.device for tensor in task])
    return _restored(whole, shape)


def build_shuffle_then_ring(
    input_tensors: Sequence[Tensor],
    gather_devices: Sequence[str],
    subdiv: int,
    red_n_op: _Many,
    red_op: _Two,
    un_op: _One = None,
) -> Tensors:
    """By shuffling within workers, in rings between them."""

    def ring(tensors: Tensors) -> Tensors:
        return build_ring_all_reduce(tensors, len(tensors), subdiv, [0], red_op, un_op)

    return _shuffle_hybrid(input_tensors, gather_devices, red_n_op, _unless_alone(ring, un_op))


def build_shuffle_then_shuffle(
    input_tensors: Sequence[Tensor],
    first_gather_devices: Sequence[str],
    second_gather_devices: Sequence[str],
    red_op: _Many,
    un_op: _One = None,
) -> Tensors:
    """By shuffling within workers, and by shuffling between them."""

    def shuffle(tensors: Tensors) -> Tensors:
        return build_shuffle_all_reduce(tensors, second_gather_devices, red_op, un_op)

    return _shuffle_hybrid(input_tensors, first_gather_devices, red_op, _unless_alone(shuffle, un_op))
