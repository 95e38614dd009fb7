"""The operations of ragged tensors give what TensorFlow's kernels give, and refuse what they refuse."""

import numpy as np
import pytest

import penstock as tf
from tests.ops.programs import _compare, ours
from tests.ops.ragged import test_ragged

TO_DENSE = (
    "tf.raw_ops.RaggedTensorToTensor(shape={}, values={}, default_value={}, row_partition_tensors={}, "
    "row_partition_types={})"
)
SPLITS = "[tf.constant([0, 2, 2, 5], tf.int64)]"


def to_dense(shape, values="P([1.0, 2.0, 3.0, 4.0, 5.0])", default="P(-1.0)", tensors=SPLITS, types="['ROW_SPLITS']"):
    return TO_DENSE.format(shape, values, default, tensors, types)


def gathered(splits, values, indices, rank):
    return (
        f"tf.raw_ops.RaggedGather(params_nested_splits={splits}, params_dense_values={values}, indices={indices}, "
        f"OUTPUT_RAGGED_RANK={rank})"
    )


CASES = [
    "tf.raw_ops.RaggedRange(starts=[0, 5], limits=[3, 3], deltas=[1, -1])",
    "tf.raw_ops.RaggedRange(starts=0, limits=[3, 0, -2], deltas=2, Tsplits=tf.int32)",
    "tf.raw_ops.RaggedRange(starts=P(0, np.float64), limits=P([1, 2], np.float64), deltas=P(0.1, np.float64))",
    "tf.raw_ops.RaggedRange(starts=P([], np.int64), limits=P([], np.int64), deltas=P(1))",
    "tf.raw_ops.RaggedRange(starts=P(0), limits=P(0), deltas=P(0))",
    "tf.raw_ops.RaggedRange(starts=P([[1]]), limits=P(0), deltas=P(1))",
    "tf.raw_ops.RaggedRange(starts=[[1]], limits=0, deltas=1)",
    "tf.raw_ops.RaggedRange(starts=[1], limits=[0, 2], deltas=1)",
    gathered("[P([0, 2, 2, 3])]", "P([1, 2, 3])", "[2, 0]", 1),
    gathered("[P([0, 2, 2, 3], np.int32)]", "tf.constant(['a', 'b', 'c'])", "P([[2, 0], [0, 1]])", 2),
    gathered("[P([0, 2, 2, 3])]", "P(np.zeros([3, 0]))", "P([0], np.int32)", 1),
    gathered("[P([0, 2, 3]), P([0, 1, 1, 3])]", "P([1, 2, 3])", "1", 1),
    gathered("[P([0, 2, 2, 3])]", "P([1, 2, 3])", "P([3])", 1),
    gathered("[P([0, 2, 2, 4])]", "P([1, 2, 3])", "P([0])", 1),
    gathered("[P([0, 2, 1, 3])]", "P([1, 2, 3])", "P([0])", 1),
    gathered("[P([-1, 2, 2, 3])]", "P([1, 2, 3])", "P([0])", 1),
    "tf.raw_ops.RaggedTensorToSparse(rt_nested_splits=[P([0, 2, 2, 3])], rt_dense_values=P([1, 2, 3]))",
    "tf.raw_ops.RaggedTensorToSparse(rt_nested_splits=[P([0, 0], np.int32)], rt_dense_values=P([], np.float32))",
    "tf.raw_ops.RaggedTensorToSparse(rt_nested_splits=[P([0, 1, 2]), P([0, 0, 2])], rt_dense_values=P(np.ones([2, 2, 3])))",
    "tf.raw_ops.RaggedTensorToSparse(rt_nested_splits=[P([1, 2, 2, 3])], rt_dense_values=P([1, 2, 3]))",
    "tf.raw_ops.RaggedTensorToSparse(rt_nested_splits=[P([0, 2, 2, 4])], rt_dense_values=P([1, 2, 3]))",
    "tf.raw_ops.RaggedTensorToSparse(rt_nested_splits=[P([0, 2, 1, 3])], rt_dense_values=P([1, 2, 3]))",
    "tf.raw_ops.RaggedTensorToSparse(rt_nested_splits=[P([0, 2]), P([0, 3])], rt_dense_values=P([1, 2, 3]))",
    to_dense("-1"),
    to_dense("[-1, -1]"),
    to_dense("[2, -1]"),
    to_dense("[-1, 1]"),
    to_dense("[4, 4]"),
    to_dense("P([4, 1])"),
    to_dense("[4, 4, 4]"),
    to_dense("P([4, 4, 4])"),
    to_dense("-1", "P([[1.0, 2.0]] * 5)", "P([3.0, 4.0])"),
    to_dense("-1", "P([[1.0, 2.0]] * 5)", "P(3.0)"),
    to_dense("-1", default="P([[1.0]])"),
    to_dense("-1", tensors="[4, P([0, 0, 2, 2, 2], np.int32)]", types="['FIRST_DIM_SIZE', 'VALUE_ROWIDS']"),
    to_dense("[3, 2]", tensors="[4, P([0, 0, 2, 2, 2], np.int32)]", types="['FIRST_DIM_SIZE', 'VALUE_ROWIDS']"),
    to_dense("-1", tensors="[P([0, 1, 3]), P([0, 2, 2, 5])]", types="['ROW_SPLITS', 'ROW_SPLITS']"),
    to_dense("[2, 1, 2]", tensors="[P([0, 1, 3]), P([0, 2, 2, 5])]", types="['ROW_SPLITS', 'ROW_SPLITS']"),
    to_dense("-1", tensors="[P([0, 0, 2, 2, 2])]", types="['VALUE_ROWIDS']"),
    to_dense("-1", tensors="[P([], np.int64)]"),
    to_dense("-1", "tf.constant(list('abcde'))", "'z'"),
    "tf.raw_ops.RaggedTensorFromVariant(encoded_ragged=tf.raw_ops.RaggedTensorToVariant(rt_nested_splits=[P([0, 2, 3])], "
    "rt_dense_values=P([1, 2, 3]), batched_input=False), input_ragged_rank=1, output_ragged_rank=1, Tvalues=tf.int64, "
    "Tsplits=tf.int64)",
    "tf.raw_ops.RaggedTensorFromVariant(encoded_ragged=tf.gather(tf.raw_ops.RaggedTensorToVariant("
    "rt_nested_splits=[P([0, 2, 3])], rt_dense_values=P([1, 2, 3]), batched_input=True), [1, 0]), input_ragged_rank=0, "
    "output_ragged_rank=1, Tvalues=tf.int64, Tsplits=tf.int64)",
    "tf.raw_ops.RaggedTensorFromVariant(encoded_ragged=tf.stack([tf.raw_ops.RaggedTensorToVariant("
    "rt_nested_splits=[P([0, 2, 3])], rt_dense_values=P([1, 2, 3]), batched_input=False)] * 2), input_ragged_rank=-1, "
    "output_ragged_rank=2, Tvalues=tf.int64, Tsplits=tf.int64)",
    "tf.raw_ops.RaggedTensorFromVariant(encoded_ragged=tf.raw_ops.RaggedTensorToVariant(rt_nested_splits=[P([0, 2, 3])], "
    "rt_dense_values=P([1, 2, 3]), batched_input=False), input_ragged_rank=1, output_ragged_rank=1, Tvalues=tf.float32, "
    "Tsplits=tf.int64)",
    "tf.raw_ops.RaggedTensorFromVariant(encoded_ragged=tf.raw_ops.RaggedTensorToVariant(rt_nested_splits=[P([0, 2, 3])], "
    "rt_dense_values=P([1, 2, 3]), batched_input=False), input_ragged_rank=1, output_ragged_rank=2, Tvalues=tf.int64, "
    "Tsplits=tf.int64)",
]


def test_operations_give_what_those_of_tensorflow_give(peer, monkeypatch):
    wanted = peer.run(test_ragged.PRELUDE, texts=CASES)
    _compare(ours(test_ragged.PRELUDE, monkeypatch, texts=CASES), wanted, 1e-5, 1e-6, "result")


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("tier", ["interpret", "compile"])
def test_gradients_of_conversions_and_rows_agree_with_differences(dtype, tier, monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", tier)
    start = np.array([[1.0, -2.0], [0.5, 3.0], [2.0, 1.0], [4.0, -1.0]], dtype)
    with tf.Graph().as_default(), tf.Session():
        x, default = tf.constant(start), tf.constant(np.array([2.0, -1.0], dtype))
        ragged = tf.RaggedTensor.from_nested_row_lengths(x, [[2, 0, 1], [1, 0, 3]])
        for y in (
            ragged.to_tensor(default) ** 2,
            tf.gather(ragged, [2, 0, 0]).flat_values ** 2,
            ragged.to_sparse().values ** 2,
            tf.reduce_sum(ragged, 1).flat_values ** 2,
        ):
            shape = tf.Session().run(tf.shape(y)).tolist()
            for source in (x, default) if y.op.inputs[0].op.type == "RaggedTensorToTensor" else (x,):
                error = tf.test.compute_gradient_error(source, source.shape.as_list(), y, shape, delta=1e-2)
                assert error < (5e-3 if dtype == np.float32 else 1e-6)
