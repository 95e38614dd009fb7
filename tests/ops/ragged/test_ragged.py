"""Ragged tensors have TensorFlow's values, gradients and errors, in both tiers."""

import pytest

from tests.ops.programs import _compare, ours

# `R(list)` is a ragged constant, `F(list)` a fed one, `P(value)` a fed placeholder of unknown size.
PRELUDE = """
feeds = {}
xs = []

def R(value, dtype=None, **rest):
    return tf.ragged.constant(value, dtype or None, **rest)

def F(value, ragged_rank=1, dtype=tf.float32, shape=()):
    rt = tf.ragged.placeholder(dtype, ragged_rank, shape)
    fed = tf.ragged.constant_value(value, dtype.as_numpy_dtype, ragged_rank=ragged_rank, inner_shape=shape)
    feeds[rt] = fed
    if dtype.is_floating:
        xs.append(rt.flat_values)
    return rt

def P(value, dtype=None):
    value = np.asarray(value, dtype)
    value = value.astype({"f": np.float32, "i": np.int64}.get(value.dtype.kind, value.dtype)) if dtype is None else value
    p = tf.placeholder(value.dtype, [None] * value.ndim)
    feeds[p] = value
    if value.dtype.kind == "f":
        xs.append(p)
    return p

def plain(value):
    if isinstance(value, (tf.ragged.RaggedTensorValue)):
        return ["ragged", plain(value.flat_values)] + [plain(s) for s in value.nested_row_splits]
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    return np.asarray(value) if not isinstance(value, bytes) else value

def evaluate(text):
    global feeds, xs
    feeds, xs = {}, []
    with tf.Graph().as_default(), tf.Session(config=CONFIG) as session:
        try:
            y = eval(text)
            grads = []
            flat = y.flat_values if isinstance(y, tf.RaggedTensor) else y
            if xs and isinstance(flat, tf.Tensor) and flat.dtype.is_floating:
                weights = tf.cast(tf.reshape(tf.range(1, tf.size(flat) + 1), tf.shape(flat)), flat.dtype)
                grads = [tf.convert_to_tensor(g) for g in tf.gradients(flat, xs, weights) if g is not None]
            return plain(session.run([y, grads], feeds))
        except Exception as error:
            kinds = {k.__name__ for k in type(error).__mro__}
            return ["error", next(k for k in ERRORS if k in kinds)]

CONFIG = tf.ConfigProto()
CONFIG.graph_options.rewrite_options.disable_meta_optimizer = True  # faster: every graph runs once
ERRORS = ["InvalidArgumentError", "TypeError", "ValueError", "IndexError"]
result = {}
for text in texts:
    result[text] = evaluate(text)
"""

R1 = "R([[3, 1, 4], [], [1, 5], [9]])"
F1 = "F([[3, 1, 4], [], [1, 5], [9]])"
F2 = "F([[[3, 1], [4]], [], [[1, 5, 9], [], [2]]], 2)"
FI = "F([[[3, 1], [4, 1]], [], [[5, 9]]], 1, shape=(2,))"
S2 = "R([['a', 'Bc'], [], ['def']])"

MAKING = [
    "tf.RaggedTensor.from_value_rowids([3, 1, 4, 1], [0, 0, 2, 2], nrows=4)",
    "tf.RaggedTensor.from_value_rowids(P([3.0, 1.0]), P([1, 3]))",
    "tf.RaggedTensor.from_value_rowids(P([3.0, 1.0]), P([1, 3]), P(5))",
    "tf.RaggedTensor.from_value_rowids([3, 1], [1, 0])",
    "tf.RaggedTensor.from_value_rowids(P([3, 1]), P([1, 0]))",
    "tf.RaggedTensor.from_value_rowids([3, 1], [0, 1], nrows=1)",
    "tf.RaggedTensor.from_value_rowids([3, 1], [0, 1], nrows=-1)",
    "tf.RaggedTensor.from_value_rowids([3, 1, 2], [0, 1])",
    "tf.RaggedTensor.from_row_splits(P([3.0, 1.0, 4.0]), [0, 2, 2, 3])",
    "tf.RaggedTensor.from_row_splits([3, 1, 4], P([0, 2, 2, 3]))",
    "tf.RaggedTensor.from_row_splits([3, 1, 4], P([0, 2, 2, 3], np.int32))",
    "tf.RaggedTensor.from_row_splits([3, 1, 4], P([0, 2, 1, 3]))",
    "tf.RaggedTensor.from_row_splits([3, 1, 4], P([0, 2, 2]))",
    "tf.RaggedTensor.from_row_splits([3, 1, 4], P([1, 2, 3]))",
    "tf.RaggedTensor.from_row_splits([3, 1, 4], [])",
    "tf.RaggedTensor.from_row_splits([3, 1, 4], [0.0, 3.0])",
    "tf.RaggedTensor.from_row_splits([3, 1, 4], [0, 3], validate='yes')",
    "tf.RaggedTensor.from_row_lengths([3, 1, 4], [2, 0, 1])",
    "tf.RaggedTensor.from_row_lengths(P([[3.0], [1.0]]), P([2, 0]))",
    "tf.RaggedTensor.from_row_lengths([3, 1, 4], P([2, 0]))",
    "tf.RaggedTensor.from_row_lengths([3, 1, 4], P([4, -1]))",
    "tf.RaggedTensor.from_row_starts([3, 1, 4], [0, 2, 2])",
    "tf.RaggedTensor.from_row_starts([3, 1, 4], P([0, 2, 5]))",
    "tf.RaggedTensor.from_row_limits([3, 1, 4], [2, 2, 3])",
    "tf.RaggedTensor.from_row_limits([3, 1, 4], P([2, 2, 4]))",
    "tf.RaggedTensor.from_nested_row_splits([3, 1, 4], [[0, 1, 2], [0, 2, 3]])",
    "tf.RaggedTensor.from_nested_row_lengths([3, 1, 4], [[1, 1], [2, 1]])",
    "tf.RaggedTensor.from_nested_value_rowids([3, 1, 4], [[0, 1], [0, 0, 1]])",
    "tf.RaggedTensor.from_nested_value_rowids([3, 1, 4], [[0, 1], [0, 0, 1]], [3, 2])",
    "tf.RaggedTensor.from_nested_value_rowids([3, 1, 4], [[0, 1], [0, 0, 1]], [3])",
    "tf.RaggedTensor(tf.constant([1]), tf.constant([0, 1]))",
    "tf.RaggedTensor.from_tensor([[5, 7, 0], [0, 3, 0]])",
    "tf.RaggedTensor.from_tensor(P([[5.0, 7.0, 0.0], [0.0, 3.0, 0.0]]), padding=0)",
    "tf.RaggedTensor.from_tensor(P([[5.0, 7.0, 0.0], [0.0, 3.0, 0.0]]), lengths=[2, 0])",
    "tf.RaggedTensor.from_tensor(P([[5.0, 7.0, 0.0], [0.0, 3.0, 0.0]]), lengths=P([9, -1]))",
    "tf.RaggedTensor.from_tensor(P(np.arange(24.0).reshape(2, 3, 4)), ragged_rank=2)",
    "tf.RaggedTensor.from_tensor(P(np.arange(24.0).reshape(2, 3, 4)), ragged_rank=1)",
    "tf.RaggedTensor.from_tensor([[[1, 1], [0, 0]], [[0, 1], [2, 2]]], padding=[0, 0])",
    "tf.RaggedTensor.from_tensor([[[1, 0], [0, 0]], [[0, 1], [2, 0]]], padding=0, ragged_rank=2)",
    "tf.RaggedTensor.from_tensor([[[5, 7], [0, 0]], [[0, 3], [9, 0]]], lengths=([1, 2], [2, 1, 1]))",
    "tf.RaggedTensor.from_tensor([[5, 7], [0, 3]], lengths=[1, 1], padding=0)",
    "tf.RaggedTensor.from_tensor([[5, 7], [0, 3]], ragged_rank=0)",
    "tf.RaggedTensor.from_tensor(np.zeros([2, 0, 3], np.float32), row_splits_dtype=tf.int32)",
    "tf.RaggedTensor.from_sparse(tf.SparseTensor([[0, 0], [0, 1], [2, 0]], [5, 6, 7], [4, 3]))",
    "tf.RaggedTensor.from_sparse(tf.SparseTensor([[0, 0], [0, 2]], [5, 6], [4, 3]))",
    "tf.RaggedTensor.from_sparse(tf.SparseTensor([[0]], [5], [4]))",
    "tf.RaggedTensor.from_sparse([[1]])",
    "tf.ragged.constant([[1, 2], [3], []])",
    "tf.ragged.constant([[[1.5]], []], tf.float64)",
    "tf.ragged.constant([[[1, 2]], [], [[3, 4], [5, 6]]], inner_shape=(2,))",
    "tf.ragged.constant([[[1, 2]], [], [[3, 4], [5, 6]]], ragged_rank=1)",
    "tf.ragged.constant([[[1, 2]], [], [[3, 4], [5]]], ragged_rank=1)",
    "tf.ragged.constant([[1, 2], [3, 4]], ragged_rank=0)",
    "tf.ragged.constant([1, 2])",
    "tf.ragged.constant(5)",
    "tf.ragged.constant(5, ragged_rank=1)",
    "tf.ragged.constant([[], []], tf.int32)",
    "tf.ragged.constant([[[]], []], tf.int32)",
    "tf.ragged.constant([1, [2]])",
    "tf.ragged.constant([[[]], [1]])",
    "tf.ragged.constant([['a', b'b'], []])",
    "tf.ragged.constant([[1], [2, 3]], row_splits_dtype=tf.int32)",
    "tf.ragged.range([3, 5, 2])",
    "tf.ragged.range([0, 5, 8], [3, 3, 12])",
    "tf.ragged.range([0, 5, 8], [3, 3, 12], [2, -1, 3])",
    "tf.ragged.range(P([0.0, 1.5]), 3.0, 0.7)",
    "tf.ragged.range(5)",
    "tf.ragged.range(P([1, 2]), P(4), dtype=tf.int64, row_splits_dtype=tf.int32)",
    "tf.ragged.range([1, 2], [3, 4], 0)",
    "tf.ragged.range(P([1, 2]), P([3, 4, 5]))",
    "tf.ragged.row_splits_to_segment_ids([0, 3, 3, 5, 6])",
    "tf.ragged.row_splits_to_segment_ids(P([0, 3, 3, 5, 6], np.int32), out_type=tf.int64)",
    "tf.ragged.row_splits_to_segment_ids([])",
    "tf.ragged.segment_ids_to_row_splits([0, 0, 2, 3])",
    "tf.ragged.segment_ids_to_row_splits(P([0, 0, 2, 3], np.int32), 6)",
]

ASKING = [
    f"{F1}.value_rowids()",
    f"{F2}.nested_value_rowids()",
    f"{F1}.nrows()",
    f"{F1}.nrows(out_type=tf.int32)",
    f"{F1}.row_starts()",
    f"{F1}.row_limits()",
    f"{F1}.row_lengths()",
    f"{F2}.row_lengths(axis=2)",
    f"{FI}.row_lengths(axis=2)",
    f"{F2}.row_lengths(axis=0)",
    f"{F2}.nested_row_lengths()",
    f"{F2}.bounding_shape()",
    f"{FI}.bounding_shape()",
    f"{F1}.bounding_shape(axis=0)",
    f"{F1}.bounding_shape(axis=1)",
    f"{F2}.bounding_shape(axis=[2, 1], out_type=tf.int32)",
    "R([[], []], tf.int32).bounding_shape()",
    f"{F1}.with_values(tf.range(6))",
    f"{R1}.with_values(tf.range(5))",
    f"{F2}.with_flat_values(tf.range(7))",
    f"{F2}.with_row_splits_dtype(tf.int32)",
    f"{F1}.with_row_splits_dtype(tf.float32)",
    f"{F1}.to_tensor()",
    f"{F1}.to_tensor(P(-1.0))",
    f"{F2}.to_tensor()",
    f"{F2}.to_tensor(7.0)",
    f"{FI}.to_tensor()",
    f"{FI}.to_tensor(P([-1.0, -2.0]))",
    f"{FI}.to_tensor([[1.0, 2.0]])",
    f"{S2}.to_tensor()",
    f"{S2}.to_tensor('-')",
    "R([[], []], tf.int32).to_tensor()",
    "tf.RaggedTensor.from_row_splits(P([1.0, 2.0]), [0, 2], validate=False).to_tensor()",
    f"{F1}.to_sparse()",
    f"{F2}.to_sparse()",
    f"{FI}.to_sparse()",
    f"tf.sparse_tensor_to_dense({F2}.to_sparse())",
    f"{F1}.to_list()",
    f"bool({F1})",
    f"tf.identity({F2})",
    f"[{F1}.shape.as_list(), {R1}.shape.as_list(), {FI}.shape.as_list(), {F2}.ragged_rank] and {R1}",
]

INDEXING = [
    f"{source}[{key}]"
    for source, keys in {
        F1: "0;1;-1;1:3;:-1;2:;5:;::2;::-1;...;:, 1:;:, :-1;:, -2:;:, ::2;:, ::-1;None;:, None;0, 1;0, 1:;tf.constant(2);"
        "P(1):;:, P(1):;:, :P(-1);:, 0;..., 0;1, 0;0:0;0, 0, 0;:, 1.5:;"
        "0.5;:, :0;:, 0:;:, 2:0:-1;:, -1:-3:-1;:, 1::-1;:, :-2:-1;:, 5:1:-2",
        F2: "0;0, 1;0, 1, 0;:, 1:;:, :, 1:;1:, :1, :1;..., 1:;2, 1:;:, None;:, 0;None, 0;2, ...;2, ..., :1;..., None",
        FI: "0;0, 1, 1;:, :, 0;..., 0;..., 1:;:, 1:, 0;:, :, None;2, 0",
        S2: "0;0, 1;:, :1",
    }.items()
    for key in keys.split(";")
]

ELEMENTWISE = [
    f"-{F1}",
    f"abs(-{F1})",
    f"tf.square({F2})",
    f"tf.cast({F1}, tf.int32)",
    f"tf.zeros_like({F2})",
    f"tf.ones_like({FI})",
    f"tf.clip_by_value({F1}, 2.0, 4.0)",
    f"tf.log({F1}, name='x')",
    f"tf.logical_not({F1} > 2.0)",
    f"~({F1} > 2.0)",
    f"tf.strings.length({S2})",
    f"tf.as_string({R1})",
    f"tf.strings.substr({S2}, 0, 1)",
    f"tf.strings.regex_replace({S2}, 'a', 'x')",
    f"tf.string_to_hash_bucket_fast({S2}, 10)",
    f"tf.strings.to_hash_bucket({S2}, num_buckets=10)",
    f"tf.string_join([{S2}, {S2}], separator='-')",
    f"tf.string_join([{S2}, 'z'])",
    f"tf.add_n([{F1}, {F1}, {F1}])",
    f"tf.add_n([{F1}, F([[1], [2, 3]])])",
    f"{F1} + {F1}",
    f"{F1} + 1.0",
    f"2.0 * {F1}",
    f"1.0 - {F1}",
    f"2.0 / {F1}",
    f"{F1} // 2.0",
    f"7.0 % {F1}",
    f"{F1} ** 2.0",
    f"2.0 ** {F1}",
    f"P(3.0) + {F1}",
    f"np.float32(3.0) * {F1}",
    f"{F1} * P([10.0])",
    f"{F1} * P([10.0, 20.0])",
    f"{F1} * P([[1.0], [2.0], [3.0], [4.0]])",
    f"P([[1.0], [2.0], [3.0], [4.0]]) - {F1}",
    f"{F1} * P([[1.0], [2.0], [3.0]])",
    f"{F1} * P([[1.0, 1.0], [2.0, 2.0], [3.0, 3.0], [4.0, 4.0]])",
    f"{F1} * P([[7.0]])",
    "F([[1.0, 2.0, 3.0]]) + P([[10.0], [20.0]])",
    "F([[1.0, 2.0, 3.0]]) + F([[10.0, 20.0, 30.0], [20.0, 1.0, 1.0]])",
    f"{F1} + F([[3, 1, 4], [], [1, 5], [9, 2]])",
    f"{F1} + R([[3.0, 1, 4], [], [1, 5], [9]], row_splits_dtype=tf.int32)",
    f"{F2} + P([[[1.0]], [[2.0]], [[3.0]]])",
    f"{F2} * P([2.0])",
    f"{F2} * P([[2.0]])",
    f"{F2} * {F2}",
    f"{FI} + P([1.0, 2.0])",
    f"{FI} + P([[1.0, 2.0]])",
    f"{FI} + P([[[1.0, 2.0]], [[3.0, 4.0]], [[5.0, 6.0]]])",
    f"{FI} + P([[[1.0]], [[3.0]], [[5.0]]])",
    f"{F1} + P(np.arange(8.0).reshape(2, 4, 1))",
    "F([[1.0, 2.0]]) + P(np.arange(6.0).reshape(2, 3, 1))",
    f"{F1} > 2.0",
    f"{F1} <= {F1}",
    f"tf.equal({F1}, 1.0)",
    f"tf.not_equal({R1}, [[3], [1], [5], [9]])",
    f"({F1} > 2.0) & ({F1} < 5.0)",
    f"({F1} > 2.0) | True",
    f"tf.logical_xor({F1} > 2.0, {F1} < 4.0)",
    f"tf.maximum({F1}, 2.0)",
    f"tf.squared_difference({F1}, 2.0)",
    f"tf.bitwise.bitwise_and({R1}, 1)",
    f"tf.add(1.0, y={F1})",
    f"tf.convert_to_tensor({F1})",
]

ARRAYS = [
    f"tf.concat([{F1}, {F1}], 0)",
    f"tf.concat([{F1}, {F1}, {F1}], axis=1)",
    f"tf.concat([{F1}, {F1}], -1)",
    f"tf.concat([{F2}, {F2}], 0)",
    f"tf.concat([{F2}, {F2}], 1)",
    f"tf.concat([{F2}, {F2}], 2)",
    f"tf.concat([{FI}, {FI}], 2)",
    f"tf.concat([{F1}, P([[1.0, 2.0]])], 0)",
    f"tf.concat([P([[1.0], [2.0], [3.0], [4.0]]), {F1}], 1)",
    f"tf.concat([{F1}, F([[1.0]])], 1)",
    f"tf.concat([{F2}, {FI}], 0)",
    f"tf.concat([{F1}], 0)",
    f"tf.concat([{F1}, {F2}], 0)",
    f"tf.concat([{F1}, {F1}], 2)",
    f"tf.stack([{F1}, {F1}])",
    f"tf.stack([{F1}, {F1}], axis=1)",
    f"tf.stack([{F1}, {F1}], axis=2)",
    f"tf.stack([{F1}, {F1}], axis=-1)",
    f"tf.stack([{F2}, {F2}], axis=3)",
    f"tf.ragged.stack([{F1}])",
    "tf.ragged.stack([[1, 2], [3], [4, 5, 6]]).with_row_splits_dtype(tf.int64)",
    "tf.ragged.stack([P([[1.0, 2.0]]), P([[3.0], [4.0]])])",
    "tf.ragged.stack([[1, 2], [3, 4]], axis=1)",
    "tf.ragged.stack([1, 2])",
    "tf.ragged.stack([])",
    f"tf.tile({F1}, [2, 1])",
    f"tf.tile({F1}, [1, 3])",
    f"tf.tile({F1}, P([2, 2]))",
    f"tf.tile({F2}, [2, 3, 2])",
    f"tf.tile({F2}, [1, 1, 2])",
    f"tf.tile({FI}, [2, 1, 2])",
    f"tf.tile({F1}, [0, 1])",
    "tf.tile(F([[], [[]]], 2), [1, 2, 2])",
    f"tf.gather({F1}, [3, 0, 0])",
    f"tf.gather({F1}, 2)",
    f"tf.gather({F2}, P([[2, 0], [1, 2]]))",
    f"tf.gather({F2}, 2)",
    f"tf.gather({FI}, [2, 0])",
    "tf.gather(P([10.0, 20.0, 30.0]), R([[0, 2], [], [1]]))",
    f"tf.gather({F1}, R([[0, 2], [], [1]]))",
    f"tf.gather({F1}, [4])",
    f"tf.gather({F1}, P([-1]))",
    f"tf.gather_nd({F1}, [[0, 1], [3, 0]])",
    f"tf.gather_nd({F1}, [[2], [0]])",
    f"tf.gather_nd({F2}, [[0, 0, 1], [2, 2, 0]])",
    f"tf.gather_nd({F2}, [[0, 0], [2, 2]])",
    f"tf.gather_nd({F2}, [2, 0])",
    f"tf.gather_nd({FI}, [[0, 1, 1], [2, 0, 0]])",
    f"tf.gather_nd({FI}, [[0, 1], [2, 0]])",
    f"tf.gather_nd({F1}, [[[0, 1]], [[3, 0]]])",
    f"tf.gather_nd({F1}, R([[[0, 1]], [[3, 0], [0, 0]]], ragged_rank=1))",
    f"tf.gather_nd({F1}, R([[0, 1], [2]]))",
    f"tf.gather_nd({F1}, np.zeros([2, 0], np.int32))",
    f"tf.batch_gather({F1}, R([[1, 0], [], [1], [0, 0]]))",
    "tf.batch_gather(F([[1.0, 2.0], [3.0]]), P([[1], [0]]))",
    f"tf.batch_gather({F1}, [2, 0])",
    "tf.batch_gather(P([[1.0, 2.0], [3.0, 4.0]]), R([[1, 0], [1]]))",
    f"tf.batch_gather({F2}, R([[[1], [0]], [], [[2, 0], [], []]]))",
    f"tf.expand_dims({F1}, 0)",
    f"tf.expand_dims({F1}, 1)",
    f"tf.expand_dims({F1}, axis=2)",
    f"tf.expand_dims({F2}, -1)",
    f"tf.expand_dims({F2}, 2)",
    f"tf.expand_dims({F1}, 4)",
    f"tf.squeeze(tf.expand_dims({F1}, 0), 0)",
    f"tf.squeeze(tf.expand_dims({F1}, 1), 1)",
    f"tf.squeeze(tf.expand_dims({F1}, 2), [2])",
    f"tf.squeeze({F1}, 1)",
    f"tf.squeeze({F1})",
    "tf.squeeze(F([[7.0]]), [0, 1])",
    f"tf.where({F1} > 2.0)",
    f"tf.where({F2} > 2.0)",
    f"tf.where({FI} > 2.0)",
    f"tf.where({F1} > 2.0, {F1}, -{F1})",
    f"tf.where([True, False, True, False], {F1}, -{F1})",
    f"tf.where({F1} > 2.0, {F1}, F([[1.0], [2.0]]))",
    f"tf.where({F1} > 2.0, {F1})",
    f"tf.size({F2})",
    f"tf.size({F2}, out_type=tf.int64)",
    f"tf.rank({FI})",
    f"tf.one_hot({R1}, 6)",
    f"tf.one_hot({R1}, 3, on_value=5, off_value=1)",
    f"tf.nn.embedding_lookup(P(np.arange(30.0).reshape(10, 3)), {R1})",
    f"tf.ragged.boolean_mask({F1}, [True, False, True, True])",
    f"tf.ragged.boolean_mask({F1}, {F1} > 2.0)",
    f"tf.ragged.boolean_mask({F2}, {F2} > 2.0)",
    f"tf.ragged.boolean_mask({F2}, R([[True, False], [], [False, True, True]]))",
    "tf.ragged.boolean_mask(P([[1.0, 2.0], [3.0, 4.0]]), [[True, False], [True, True]])",
    "tf.ragged.boolean_mask(P(np.arange(8.0).reshape(2, 2, 2)), np.arange(8).reshape(2, 2, 2) % 3 == 0)",
    "tf.ragged.boolean_mask(P(np.arange(8.0).reshape(2, 2, 2)), [[True, False], [True, True]])",
    f"tf.ragged.boolean_mask({FI}, R([[True, False], [], [True]]))",
    f"tf.ragged.boolean_mask({F1}, True)",
    f"tf.ragged.boolean_mask({F1}, R([[True], [False]]))",
    "tf.ragged.stack_dynamic_partitions(P([1.0, 2.0, 3.0, 4.0]), [3, 0, 2, 0], 5)",
    f"tf.ragged.stack_dynamic_partitions({F1}, [1, 0, 1, 0], 2)",
    f"tf.ragged.stack_dynamic_partitions({F1}, R([[1, 0, 1], [], [0, 0], [2]]), 3)",
    "tf.ragged.stack_dynamic_partitions(P([[1.0, 2.0], [3.0, 4.0]]), [[1, 0], [1, 1]], 2)",
    "tf.ragged.stack_dynamic_partitions(P([1.0, 2.0]), P([0, 5]), 5)",
    f"tf.dynamic_partition({F1}, [1, 0, 1, 0], 2)",
    f"tf.ragged.map_flat_values(tf.multiply, {F1}, 3.0)",
    f"tf.ragged.map_flat_values(tf.add, {F1}, y={F1})",
    f"tf.ragged.map_flat_values(tf.add, {F1}, F([[1.0], [2.0]]))",
    "tf.ragged.map_flat_values(tf.add, 1.0, 2.0)",
    "tf.map_fn(tf.reduce_sum, F([[1.0, 2.0], [], [3.0]]), tf.float32)",
    "tf.map_fn(lambda e: tf.reduce_sum(e[0]) * e[1], (F([[1.0, 2.0], [], [3.0]]), P([1.0, 2.0, 3.0])), tf.float32)",
    f"tf.map_fn(lambda r: r.nrows(), {F2}, tf.int64)",
]

REDUCING = (
    [
        f"tf.reduce_{kind}({source}{axis})"
        for kind in ("sum", "max", "mean")
        for source in (F1, F2, FI)
        for axis in (", 0", ", axis=1", ", [0, 1]")
    ]
    + [f"tf.reduce_{kind}({F1}{axis})" for kind in ("prod", "min", "mean") for axis in ("", ", 0", ", 1")]
    + [f"tf.reduce_sum({F2}, {axis})" for axis in ("2", "-1", "[1, 2]", "[0, 2]", "[0, 1, 2]", "tf.constant(1)", "[]")]
    + [
        f"tf.reduce_sum({FI}, 2)",
        f"tf.reduce_any({F1} > 3.0, 1)",
        f"tf.reduce_all({F1} > 0.0, 0)",
        f"tf.reduce_all({F1} > 0.0)",
        f"tf.reduce_sum({F1}, P(1, np.int32))",
        f"tf.reduce_sum({F1}, 2)",
        f"tf.unsorted_segment_sum({F1}, [1, 0, 1, 3], 5)",
        f"tf.unsorted_segment_max({F1}, [1, 0, 1, 3], 4)",
        f"tf.unsorted_segment_mean({F1}, [1, 0, 1, 3], 4)",
        f"tf.unsorted_segment_sqrt_n({F2}, [1, 0, 1], 2)",
        f"tf.unsorted_segment_prod({F1}, R([[0, 1, 0], [], [2, 2], [0]]), 3)",
        "tf.unsorted_segment_sum(P([1.0, 2.0]), R([[0], [1]]), 3)",
        f"tf.strings.reduce_join({S2}, axis=1)",
        f"tf.strings.reduce_join({S2}, axis=0, separator='-')",
    ]
)

STRINGS = [
    "tf.string_split(['hello world', 'a b c', ''], result_type='RaggedTensor')",
    "tf.strings.split(['hello world', 'a b c', ''], result_type='RaggedTensor')",
    "tf.strings.split([['hello world'], ['a b c']], result_type='RaggedTensor')",
    "tf.strings.split(R([['a b'], [], ['c', 'd e f']]), result_type='RaggedTensor')",
    "tf.strings.split(R([['a b'], [], ['c', 'd e f']]))",
    "tf.strings.split([['hello world'], ['a b c']])",
    "tf.strings.bytes_split(['hello', '', 'ab'])",
    "tf.strings.bytes_split([['hello'], ['ab']])",
    "tf.strings.bytes_split(R([['hello'], [], ['ab', 'c']]))",
    "tf.strings.bytes_split('abc')",
    "tf.strings.unicode_decode(['hé', '', 'abc'], 'UTF-8')",
    "tf.strings.unicode_decode([['hé'], ['abc']], 'UTF-8')",
    "tf.strings.unicode_decode(R([['hé'], [], ['abc', 'd']]), 'UTF-8')",
    "tf.strings.unicode_decode('abc', 'UTF-8')",
    "tf.strings.unicode_decode_with_offsets(['hé', 'é!'], 'UTF-8')",
    "tf.strings.unicode_split(['hé', '', 'abc'], 'UTF-8')",
    "tf.strings.unicode_split([['hé'], ['abc']], 'UTF-8')",
    "tf.strings.unicode_split('hé', 'UTF-8')",
    "tf.strings.unicode_split_with_offsets(['hé', 'é!'], 'UTF-8')",
    "tf.strings.unicode_encode(R([[104, 233], [], [97]]), 'UTF-8')",
    "tf.strings.unicode_encode(R([[[104, 233], []], [[97]]]), 'UTF-8')",
    "tf.strings.unicode_encode([[104, 233], [97, 98]], 'UTF-8')",
    "tf.strings.unicode_encode([104, 233], 'UTF-8')",
    "tf.strings.unicode_decode(R([[['a', 'bc']], []], ragged_rank=1), 'UTF-8')",
    "tf.strings.unicode_split(R([[['a', 'bc']], []], ragged_rank=1), 'UTF-8')",
    "tf.strings.unicode_encode(R([[[104, 233]], []], ragged_rank=1), 'UTF-8')",
    "tf.strings.split(R([[['a b', 'c']], []], ragged_rank=1), result_type='RaggedTensor')",
    "tf.strings.split(tf.ragged.constant_value([['a b'], []], object), result_type='RaggedTensor')",
    "tf.strings.unicode_decode(tf.ragged.constant_value([['a b'], []], object), 'UTF-8')",
    "tf.strings.bytes_split(tf.ragged.constant_value([['a b'], []], object))",
    "tf.strings.ngrams(tf.ragged.constant_value([['a', 'b'], []], object), 2)",
    "tf.strings.unicode_script(R([[97], [1041, 48]]))",
    "tf.strings.ngrams(R([['a', 'b', 'c'], ['d'], []]), 2)",
    "tf.strings.ngrams(R([['a', 'b', 'c'], ['d'], []]), [1, 2], pad_values='|')",
    "tf.strings.ngrams([['a', 'b', 'c'], ['d', 'e', 'f']], 2, separator='-')",
    "tf.strings.ngrams(['a', 'b', 'c'], 2)",
]

GROUPS = {
    "making": MAKING,
    "asking": ASKING,
    "indexing": INDEXING,
    "elementwise": ELEMENTWISE,
    "arrays": ARRAYS,
    "reducing": REDUCING,
    "strings": STRINGS,
}


# Compiling takes most of the time, so each kind of computation is compiled once: every seventh expression, errors too.
COMPILED = [text for texts in GROUPS.values() for text in texts][::7]


@pytest.fixture(scope="module")
def wanted(peer):
    """What TensorFlow makes of all expressions."""
    return peer.run(PRELUDE, texts=[text for texts in GROUPS.values() for text in texts])


@pytest.mark.parametrize("group", GROUPS)
def test_expressions_have_the_values_gradients_and_errors_of_tensorflow(wanted, group, monkeypatch):
    texts = GROUPS[group]
    _compare(ours(PRELUDE, monkeypatch, texts=texts), {text: wanted[text] for text in texts}, 1e-5, 1e-6, "result")


def test_compiled_expressions_have_the_values_gradients_and_errors_of_tensorflow(wanted, monkeypatch):
    monkeypatch.setenv("PENSTOCK_STRICT_COMPILE", "1")
    _compare(
        ours(PRELUDE, monkeypatch, "compile", texts=COMPILED),
        {text: wanted[text] for text in COMPILED},
        1e-5,
        1e-6,
        "result",
    )
