"""Inputs of other sizes on each replica, padded to one size; the computation is told which parts are real."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import penstock as tf
from penstock import protos
from penstock.graph.operation import Tensor
from penstock.graph.tensor_shape import TensorShape


def _unequal(inputs: Sequence[Sequence[Tensor]]) -> list[list[bool]]:
    """For each input, which dimensions may differ among replicas."""
    largest = [x.shape.as_list() for x in inputs[0]]
    unequal = [[False] * len(dims) for dims in largest]
    for replica in inputs[1:]:
        for number, x in enumerate(replica):
            dims = x.shape.as_list()
            for axis, size in enumerate(dims):
                if not size or size != largest[number][axis]:
                    unequal[number][axis] = True
            largest[number] = max(dims, largest[number])
    return unequal


def pad_all_inputs(inputs: list[list[Tensor]], shapes: Sequence[TensorShape]) -> tuple[list[list[Tensor]], list[Any]]:
    """Pads the inputs of each replica.

    Args:
      inputs: the inputs of each replica.
      shapes: the wanted shape of each input; where it is unknown, the largest size of all replicas is.

    Returns:
      The padded inputs, followed by the real sizes; and `PaddingMap`s that say which size belongs to which dimension.
    """
    padding_map = protos.find("tensorflow.tpu.PaddingMap")
    unequal = _unequal(inputs)
    sizes = [[tf.shape(x) for x in replica] for replica in inputs]
    largest = [tf.reduce_max(tf.stack(list(each)), axis=0) for each in zip(*sizes, strict=True)]
    maps, all_padded = [], []
    for number, replica in enumerate(inputs):
        padded: list[Tensor] = []
        real: list[Tensor] = []
        for index, x in enumerate(replica):
            size = sizes[number][index]
            if not any(unequal[index]):
                padded.append(x)
                continue
            for axis, differs in enumerate(unequal[index]):
                if differs:
                    if number == 0:
                        maps.append(
                            padding_map(arg_index=index, shape_index=axis, padding_arg_index=len(replica) + len(real))
                        )
                    real.append(tf.cast(size[axis], tf.uint32))
            wanted = shapes[index].as_list()
            paddings = [
                [0, (wanted[axis] or largest[index][axis]) - size[axis]] if differs else [0, 0]
                for axis, differs in enumerate(unequal[index])
            ]
            padded.append(_padded(x, paddings))
        all_padded.append(padded + real)
    return all_padded, maps


def _padded(x: Tensor, paddings: list[Any]) -> Tensor:
    if not x.shape.is_fully_defined():
        return tf.pad(x, paddings)
    # The result must not have a known shape, which would be taken for the real one.
    return tf.cond(tf.constant(True), lambda: tf.pad(x, paddings), lambda: x)
