"""Contrib's small functions over sparse tensors: from dense ones, from indicators, envelopes, flattened inner dimensions."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.framework.scoped_arguments import add_arg_scope
from penstock.contrib.layers import utils
from penstock.graph import dtypes
from penstock.graph.composite import SparseTensor
from penstock.graph.convert import convert_to_tensor
from penstock.graph.graph import control_dependencies, name_scope
from penstock.graph.typing import CollectionsLike, TensorOrVariable
from penstock.ops.state.variable_scope import variable_scope

if TYPE_CHECKING:
    from penstock.graph.dtypes import DType
    from penstock.graph.operation import Tensor


def _ignored(dtype: DType, ignore_value: Any = None) -> Any:
    if ignore_value is None:
        ignore_value = "" if dtype == dtypes.string else dtype.as_numpy_dtype()
    return tf.cast(ignore_value, dtype, name="ignore_value")


def dense_to_sparse_tensor(dense_tensor: Any, ignore_value: Any = None) -> SparseTensor:
    """A dense tensor as a sparse one, without the values that are `ignore_value` ('' or zero by default)."""
    with name_scope("DenseToSparseTensor"):
        dense = convert_to_tensor(dense_tensor)
        indices = tf.where(tf.not_equal(dense, _ignored(dense.dtype, ignore_value)), name="indices")
        return SparseTensor(
            indices=indices,
            values=tf.gather_nd(dense, indices, name="values"),
            dense_shape=tf.shape(dense, out_type=dtypes.int64, name="dense_shape"),
        )


@export("contrib.layers.dense_to_sparse")
@add_arg_scope
def dense_to_sparse(
    tensor: TensorOrVariable, eos_token: Any = 0, outputs_collections: CollectionsLike | None = None, scope: Any = None
) -> Any:
    """A dense tensor as a sparse one, without the values that are `eos_token`.

    Args:
      tensor: the dense tensor.
      eos_token: the value that marks the end of a sequence.
      outputs_collections: collections for the result.
      scope: a scope for the operations.

    >>> import penstock as tf
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     sess.run(tf.contrib.layers.dense_to_sparse([[1, 0, 2]])).values.tolist()
    [1, 2]
    """
    with variable_scope(scope, "dense_to_sparse", [tensor]) as entered:
        tensor = convert_to_tensor(tensor)
        indices = tf.where(tf.not_equal(tensor, tf.constant(eos_token, tensor.dtype)))
        made = SparseTensor(indices, tf.gather_nd(tensor, indices), tf.shape(tensor, out_type=dtypes.int64))
        return utils.collect_named_outputs(outputs_collections, entered.name, made)


def indicators_to_sparse_ids(indicators: Any, ignore_value: Any = None, dtype: DType = dtypes.int64) -> SparseTensor:
    """The positions of the ones in many-hot vectors, as a sparse tensor.

    Raises:
      ValueError: `dtype` is not an integer type.
    """
    if not dtype.is_integer:
        raise ValueError(f"Invalid dtype {dtype} not integer.")
    with name_scope(None, "indicators_to_sparse_ids", (indicators, ignore_value)):
        indicators = convert_to_tensor(indicators, name="indicators")
        missing = tf.equal(indicators, _ignored(indicators.dtype, ignore_value), name="missing")
        zeros = tf.zeros_like(indicators, dtype=dtypes.int64, name="zeros")
        binary = tf.where(
            missing, zeros, tf.ones_like(indicators, dtype=dtypes.int64, name="ones"), name="binary_indicators"
        )
        # The number of the indicator in its row, from one on.
        counted = tf.where(missing, zeros, tf.cumsum(binary, axis=-1), "row_index_indicators")
        longest = tf.reshape(tf.reduce_max(counted), shape=(1,), name="result_last_dim")
        sparse = dense_to_sparse_tensor(counted, ignore_value=0)
        return SparseTensor(
            indices=tf.concat((sparse.indices[:, :-1], tf.reshape(sparse.values - 1, (-1, 1))), axis=1, name="indices"),
            values=tf.cast(sparse.indices[:, -1], dtype=dtype, name="values"),
            dense_shape=tf.concat((sparse.dense_shape[0:-1], longest), axis=0, name="dense_shape"),
        )


def sparse_row_envelope(
    sparse_input: SparseTensor, row_axis: int = 0, col_axis: int = 1, name: str | None = None
) -> Tensor:
    """How far each row of a sparse tensor reaches.

    Raises:
      ValueError: the axes are not two different integers.
    """
    if not (isinstance(row_axis, int) and isinstance(col_axis, int)):
        raise ValueError("`row_axis` and `col_axis` must be integers.")
    if row_axis == col_axis:
        raise ValueError("Row and column can not be the same axis.")
    with name_scope(name, "sparse_row_envelope", [sparse_input]):
        rows, columns = sparse_input.indices[:, row_axis], sparse_input.indices[:, col_axis]
        count = tf.cast(sparse_input.dense_shape[row_axis], dtypes.int32)
        reach = tf.unsorted_segment_max(columns + 1, rows, count, name=name)
        zeros = tf.zeros_like(reach)
        return tf.where(reach > zeros, reach, zeros)


@add_arg_scope
def inner_flatten(
    inputs: object, new_rank: int, output_collections: CollectionsLike | None = None, scope: Any = None
) -> Any:
    """Flattens the inner dimensions of a dense or sparse tensor, so that its rank is `new_rank`."""
    with name_scope(scope, "InnerFlatten", [inputs, new_rank]) as entered:
        if isinstance(inputs, SparseTensor):
            flat = _sparse_flattened(inputs, new_rank)
        else:
            flat = _dense_flattened(convert_to_tensor(inputs), new_rank)
    return utils.collect_named_outputs(output_collections, entered, flat)


def _sparse_flattened(inputs: SparseTensor, new_rank: int) -> SparseTensor:
    rank = inputs.dense_shape.get_shape().as_list()[0]
    if rank is not None and rank < new_rank:
        raise ValueError(
            f"Inputs has rank less than new_rank. {inputs} must have rank at least {new_rank}. Received rank {rank}, "
            f"shape {inputs.get_shape()}"
        )
    outer, inner = inputs.dense_shape[: new_rank - 1], inputs.dense_shape[new_rank - 1 :]
    return tf.sparse_reshape(inputs, tf.concat((outer, [tf.reduce_prod(inner)]), 0))


def _dense_flattened(inputs: Any, new_rank: int) -> Any:
    check = tf.assert_rank_at_least(inputs, new_rank, message="inputs has rank less than new_rank")
    with control_dependencies([check]):
        outer = tf.strided_slice(tf.shape(inputs), [0], [new_rank - 1])
        flat = tf.reshape(inputs, tf.concat((outer, [-1]), 0))
    if inputs.shape.dims is not None:
        known = inputs.shape.as_list()
        inner = known[new_rank - 1 :]
        flat.set_shape([*known[: new_rank - 1], None if None in inner else math.prod(inner)])
    return flat
