"""Operators that move elements, make tensors, or look at shapes."""

from __future__ import annotations

from typing import Any

import numpy as np

import penstock as tf
from penstock.lite.builtins import Node, activated, register


@register("RESHAPE")
def _reshape(node: Node) -> Any:
    shape = node.input(1)
    if shape is None:
        new = node.option("new_shape", ())
        shape = [] if list(new) == [0] else [int(n) for n in new]  # older files say a scalar so
    else:
        shape = tf.reshape(shape, [-1])  # some files have it as a row
    return tf.reshape(node.inputs[0], shape)


@register("SQUEEZE")
def _squeeze(node: Node) -> Any:
    return tf.squeeze(node.inputs[0], [int(n) for n in node.option("squeeze_dims", ())] or None)


@register("EXPAND_DIMS")
def _expand_dims(node: Node) -> Any:
    return tf.expand_dims(node.inputs[0], tf.reshape(node.inputs[1], []))


@register("TRANSPOSE")
def _transpose(node: Node) -> Any:
    return tf.transpose(node.inputs[0], node.inputs[1])


@register("CONCATENATION")
def _concatenation(node: Node) -> Any:
    return activated(node, tf.concat(node.inputs, node.option("axis")))


@register("PACK")
def _pack(node: Node) -> Any:
    return tf.stack(node.inputs, node.option("axis"))


@register("UNPACK")
def _unpack(node: Node) -> Any:
    return tf.unstack(node.inputs[0], node.option("num"), node.option("axis"))


@register("SPLIT")
def _split(node: Node) -> Any:
    return tf.split(node.inputs[1], node.option("num_splits"), tf.reshape(node.inputs[0], []))


@register("SPLIT_V")
def _split_v(node: Node) -> Any:
    x, sizes, axis = node.inputs
    return tf.raw_ops.SplitV(value=x, size_splits=sizes, axis=tf.reshape(axis, []), num_split=node.option("num_splits"))


@register("SLICE")
def _slice(node: Node) -> Any:
    return tf.slice(*node.inputs)


@register("STRIDED_SLICE")
def _strided_slice(node: Node) -> Any:
    masks = {
        name: node.option(name) for name in "begin_mask end_mask ellipsis_mask new_axis_mask shrink_axis_mask".split()
    }
    return tf.strided_slice(*node.inputs, **masks)


@register("PAD", "PADV2")
def _pad(node: Node) -> Any:
    fill: Any = node.input(2)
    if fill is None:
        zero = node.sources[0].q.zero if node.sources[0].integer else 0
        fill = tf.constant(zero, node.inputs[0].dtype)
    return tf.raw_ops.PadV2(input=node.inputs[0], paddings=node.inputs[1], constant_values=tf.reshape(fill, []))


@register("MIRROR_PAD")
def _mirror_pad(node: Node) -> Any:
    return tf.pad(node.inputs[0], node.inputs[1], "SYMMETRIC" if node.option("mode") else "REFLECT")


@register("TILE")
def _tile(node: Node) -> Any:
    return tf.tile(*node.inputs)


@register("GATHER")
def _gather(node: Node) -> Any:
    x, indices = node.inputs
    return tf.gather(x, indices, axis=node.option("axis"), batch_dims=node.option("batch_dims"))


@register("EMBEDDING_LOOKUP")
def _embedding_lookup(node: Node) -> Any:
    ids, table = node.inputs
    rows = tf.gather(table, ids)
    place = node.sources[1]
    if place.integer and node.results[0].dtype == np.float32:
        return tf.cast(rows, tf.float32) * place.q.scale
    return rows


@register("GATHER_ND")
def _gather_nd(node: Node) -> Any:
    return tf.gather_nd(*node.inputs)


@register("SCATTER_ND")
def _scatter_nd(node: Node) -> Any:
    return tf.scatter_nd(*node.inputs)


@register("SHAPE")
def _shape(node: Node) -> Any:
    return tf.shape(node.inputs[0], out_type=node.results[0].dtype.type)


@register("RANK")
def _rank(node: Node) -> Any:
    return tf.rank(node.inputs[0])


@register("FILL")
def _fill(node: Node) -> Any:
    return tf.fill(node.inputs[0], tf.reshape(node.inputs[1], []))


@register("RANGE")
def _range(node: Node) -> Any:
    return tf.range(*[tf.reshape(x, []) for x in node.inputs])


@register("ONE_HOT")
def _one_hot(node: Node) -> Any:
    indices, depth, on, off = node.inputs
    depth, on, off = (tf.reshape(x, []) for x in (depth, on, off))
    return tf.raw_ops.OneHot(indices=indices, depth=depth, on_value=on, off_value=off, axis=node.option("axis"))


@register("BROADCAST_TO")
def _broadcast_to(node: Node) -> Any:
    return tf.broadcast_to(*node.inputs)


@register("REVERSE_V2")
def _reverse(node: Node) -> Any:
    return tf.reverse(*node.inputs)


@register("REVERSE_SEQUENCE")
def _reverse_sequence(node: Node) -> Any:
    x, lengths = node.inputs
    return tf.reverse_sequence(x, lengths, seq_axis=node.option("seq_dim"), batch_axis=node.option("batch_dim"))


@register("UNIQUE")
def _unique(node: Node) -> Any:
    return tf.unique(node.inputs[0], out_idx=node.results[1].dtype.type)


@register("WHERE")
def _where(node: Node) -> Any:
    return tf.where(node.inputs[0])


@register("SPARSE_TO_DENSE")
def _sparse_to_dense(node: Node) -> Any:
    indices, shape, values, default = node.inputs
    return tf.sparse_to_dense(indices, shape, values, default, validate_indices=False)


@register("MATRIX_DIAG")
def _matrix_diag(node: Node) -> Any:
    return tf.matrix_diag(node.inputs[0])


@register("MATRIX_SET_DIAG")
def _matrix_set_diag(node: Node) -> Any:
    return tf.matrix_set_diag(*node.inputs)


@register("SEGMENT_SUM")
def _segment_sum(node: Node) -> Any:
    return tf.segment_sum(*node.inputs)


@register("SPACE_TO_DEPTH")
def _space_to_depth(node: Node) -> Any:
    return tf.space_to_depth(node.inputs[0], node.option("block_size"))


@register("DEPTH_TO_SPACE")
def _depth_to_space(node: Node) -> Any:
    return tf.depth_to_space(node.inputs[0], node.option("block_size"))


@register("SPACE_TO_BATCH_ND")
def _space_to_batch(node: Node) -> Any:
    return tf.space_to_batch_nd(*node.inputs)


@register("BATCH_TO_SPACE_ND")
def _batch_to_space(node: Node) -> Any:
    return tf.batch_to_space_nd(*node.inputs)
