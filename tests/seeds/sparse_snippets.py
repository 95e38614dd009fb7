"""What the reference says of sparse tensors, parsing, edit distances and solving: (line of the seed, expression, result).

The text draws these inputs and results instead of printing them; `sparse(shape, {place: value})` and `parts` stand for the
drawings. `parts` gives a sparse tensor's indices, values and shape.
"""

import math

import numpy as np

import penstock as tf


def sparse(shape, found, dtype=None):
    """A sparse tensor, drawn as {place: value}."""
    return tf.SparseTensor([list(place) for place in found], tf.constant(list(found.values()), dtype), list(shape))


def parts(tensor):
    return [tensor.indices, tensor.values, tensor.dense_shape]


def drawn(shape, found):
    """What `parts` of a sparse tensor should be."""
    values = [v.encode() if isinstance(v, str) else v for v in found.values()]
    return [[list(place) for place in found], values, list(shape)]


def example(**features):
    """A serialized Example; an empty list leaves the kind of the feature open, as in the text."""
    made = {}
    for name, values in features.items():
        first = values[0] if values else None
        if isinstance(first, str):
            made[name] = tf.train.Feature(bytes_list=tf.train.BytesList(value=[v.encode() for v in values]))
        elif isinstance(first, int):
            made[name] = tf.train.Feature(int64_list=tf.train.Int64List(value=values))
        elif isinstance(first, float):
            made[name] = tf.train.Feature(float_list=tf.train.FloatList(value=values))
        else:
            made[name] = tf.train.Feature()
    return tf.train.Example(features=tf.train.Features(feature=made)).SerializeToString()


SCOPE = {"sparse": sparse, "parts": parts, "example": example}

FOUR = {(0, 1): "a", (0, 3): "b", (2, 0): "c", (3, 1): "d"}
CUBE = {(0, 0, 1): "a", (0, 1, 0): "b", (0, 2, 2): "c", (1, 0, 3): "d"}
ABC, DE = {(0, 2): "a", (1, 0): "b", (1, 1): "c"}, {(0, 1): "d", (0, 2): "e"}
JOINED = {(0, 2): "a", (0, 4): "d", (0, 5): "e", (1, 0): "b", (1, 1): "c"}
X = "sparse([2, 3], {(0, 0): 1, (0, 2): 1, (1, 1): 1})"
IDS = {(0, 0, 0): 0, (0, 1, 0): 10, (1, 0, 3): 103, (1, 1, 2): 150, (1, 1, 3): 149, (1, 1, 4): 150, (1, 2, 1): 121}
IS_TRUE = [(0, 0, 0), (0, 1, 10), (1, 0, 103), (1, 1, 149), (1, 1, 150), (1, 2, 121)]
SUMS = "sparse([3, 2], {(0, 1): 1.0, (1, 0): 0.05, (1, 1): 3.0, (2, 0): 5.0, (2, 1): -0.1})"
OTHERS = "sparse([3, 2], {(0, 1): 1.0, (1, 0): 0.05, (1, 1): -3.0, (2, 0): 1.0, (2, 1): -0.1})"
VECTORS = (
    "[example(ids=[0], values=[-3.0]), example(ids=[1, 4, 3], values=[1.0, 1.0, 4.0]), "
    "example(ids=[0, 3], values=[5.0, 9.0])]"
)
PARSED = f"tf.parse_example({VECTORS}, {{'ids': tf.VarLenFeature(tf.int64), 'values': tf.VarLenFeature(tf.float32)}})"
KW = "[example(kw=['knit', 'big'], gps=[]), example(kw=['emmy'], dank=[42], gps=[])]"
KINDS = "{'kw': tf.VarLenFeature(tf.string), 'dank': tf.VarLenFeature(tf.int64), 'gps': tf.VarLenFeature(tf.float32)}"
AGES = "[example(age=[0], gender=['f']), example(age=[], gender=['f'])]"
DENSE = "{'age': tf.FixedLenFeature([], tf.int64, default_value=-1), 'gender': tf.FixedLenFeature([], tf.string)}"
HYPOTHESIS = "tf.SparseTensor([[0, 0, 0], [1, 0, 0]], ['a', 'b'], [2, 1, 1])"
TRUTH = "tf.SparseTensor([[0, 1, 0], [1, 0, 0], [1, 0, 1], [1, 1, 0]], ['a', 'b', 'c', 'a'], [2, 2, 2])"
PARAMS = np.arange(200, dtype=np.float32).reshape(10, 20)
ROWS_OF = "np.arange(200, dtype=np.float32).reshape(10, 20)"
PLACES = [(0, 0), (0, 1), (1, 0), (2, 3)]
SP_IDS = f"sparse([3, 4], {dict(zip(PLACES, [1, 3, 0, 1], strict=True))}, tf.int64)"
SP_WEIGHTS = f"sparse([3, 4], {dict(zip(PLACES, [2.0, 0.5, 1.0, 3.0], strict=True))})"
A, FIVE = "[[3., 1.], [1., 3.]]", "[[1., 2., 3., 4., 5.], [11., 22., 33., 44., 55.]]"


def _indicator():
    dense = np.zeros([2, 3, 200], bool)
    for place in IS_TRUE:
        dense[place] = True
    return dense


DRAWN = [
    (15841, "tf.transpose([[[1, 2, 3], [4, 5, 6]], [[7, 8, 9], [10, 11, 12]]], perm=[0, 2, 1])",
     [[[1, 4], [2, 5], [3, 6]], [[7, 10], [8, 11], [9, 12]]]),
    (16046, f"tf.matmul({A}, tf.cholesky_solve(tf.cholesky({A}), [[2.], [22.]]))", [[2.0], [22.0]]),
    (16051, f"tf.matmul({A}, tf.cholesky_solve(tf.cholesky({A}), {FIVE}))",
     [[1.0, 2.0, 3.0, 4.0, 5.0], [11.0, 22.0, 33.0, 44.0, 55.0]]),
    (16079, f"tf.matmul([{A}] * 10, tf.batch_cholesky_solve(tf.batch_cholesky([{A}] * 10), [[[2.], [22.]]] * 10))",
     [[[2.0], [22.0]]] * 10),
    (17225, f"tf.edit_distance({HYPOTHESIS}, {TRUTH}, normalize=True)", [[math.inf, 1.0], [0.5, 1.0]]),
    (17783, "tf.where([[True, False], [True, False]])", [[0, 0], [1, 0]]),
    (18903, "tf.sparse_tensor_to_dense(tf.SparseTensor(indices=[[0, 0], [1, 2]], values=[1, 2], shape=[3, 4]))",
     [[1, 0, 0, 0], [0, 0, 2, 0], [0, 0, 0, 0]]),
    (19012, "tf.sparse_to_dense(2, [4], 7)", [0, 0, 7, 0]),
    (19015, "tf.sparse_to_dense([1, 3], [4], [5, 6], default_value=-1)", [-1, 5, -1, 6]),
    (19018, "tf.sparse_to_dense([[0, 1], [1, 0]], [2, 2], [8, 9])", [[0, 8], [9, 0]]),
    (19075, "tf.sparse_tensor_to_dense(sparse([3, 5], {(0, 1): 'a', (0, 3): 'b', (2, 0): 'c'}), default_value='x')",
     [[b"x", b"a", b"x", b"b", b"x"], [b"x"] * 5, [b"c", b"x", b"x", b"x", b"x"]]),
    # The text's own shape, [2, 3, 4], has no room for its place [1, 1, 4].
    (19124, f"tf.sparse_to_indicator(sparse([2, 3, 5], {IDS}, tf.int64), 200)", _indicator()),
    (19178, f"parts((lambda p: tf.sparse_merge(p['ids'], p['values'], 6))({PARSED}))",
     drawn([3, 6], {(0, 0): -3.0, (1, 1): 1.0, (1, 3): 4.0, (1, 4): 1.0, (2, 0): 5.0, (2, 3): 9.0})),
    (19233, f"parts(tf.sparse_concat(1, [sparse([2, 3], {ABC}), sparse([2, 4], {DE})]))", drawn([2, 7], JOINED)),
    (19260,
     "parts(tf.sparse_concat(1, [sparse([3, 3], {(0, 2): 'a', (1, 0): 'b', (2, 1): 'c'}), "
     f"sparse([2, 4], {DE})], expand_nonconcat_dim=True))",
     drawn([3, 7], {(0, 2): "a", (0, 4): "d", (0, 5): "e", (1, 0): "b", (2, 1): "c"})),
    (19310, "parts(tf.sparse_reorder(sparse([4, 5], {(0, 3): 'b', (0, 1): 'a', (3, 1): 'd', (2, 0): 'c'})))",
     drawn([4, 5], FOUR)),
    (19346, f"parts(tf.sparse_split(1, 2, sparse([2, 7], {JOINED}))[0])", drawn([2, 4], ABC)),
    (19350, f"parts(tf.sparse_split(1, 2, sparse([2, 7], {JOINED}))[1])", drawn([2, 3], {(0, 0): "d", (0, 1): "e"})),
    (19384, f"parts(tf.sparse_retain(sparse([4, 5], {FOUR}), [True, False, False, True]))",
     drawn([4, 5], {(0, 1): "a", (3, 1): "d"})),
    (19424, f"parts(tf.sparse_reset_shape(sparse([2, 3, 5], {CUBE}), [2, 3, 6]))", drawn([2, 3, 6], CUBE)),
    (19426, f"parts(tf.sparse_reset_shape(sparse([2, 3, 5], {CUBE})))", drawn([2, 3, 4], CUBE)),
    (19461, f"parts(tf.sparse_fill_empty_rows(sparse([5, 6], {FOUR}), 'default_value')[0])",
     drawn([5, 6], dict(sorted({**FOUR, (1, 0): "default_value", (4, 0): "default_value"}.items())))),
    (19517, f"tf.sparse_reduce_sum({X})", 3),
    (19518, f"tf.sparse_reduce_sum({X}, 0)", [1, 1, 1]),
    (19519, f"tf.sparse_reduce_sum({X}, 1)", [2, 1]),
    (19519, f"tf.sparse_reduce_sum({X}, -1)", [2, 1]),
    (19520, f"tf.sparse_reduce_sum({X}, 1, keep_dims=True)", [[2], [1]]),
    (19521, f"tf.sparse_reduce_sum({X}, [0, 1])", 3),
    (19557, f"tf.sparse_add({SUMS}, {OTHERS}).values", [2.0, 0.1, 0.0, 6.0, -0.2]),
    (19558, f"tf.sparse_add({SUMS}, {OTHERS}, thresh=0.11).values", [2.0, 6.0, -0.2]),
    (19559, f"tf.sparse_add({SUMS}, {OTHERS}, thresh=0.21).values", [2.0, 6.0]),
    (19603,
     "parts(tf.sparse_softmax(sparse([2, 2, 2], {(0, 0, 1): np.e, (0, 1, 0): 1.0, (1, 0, 0): np.e, (1, 1, 0): np.e, "
     "(1, 1, 1): np.e})))",
     drawn([2, 2, 2], {(0, 0, 1): 1.0, (0, 1, 0): 1.0, (1, 0, 0): 1.0, (1, 1, 0): 0.5, (1, 1, 1): 0.5})),
    (20841,
     "parts(tf.parse_example([example(ft=[1.0, 2.0]), example(), example(ft=[3.0])], "
     "{'ft': tf.VarLenFeature(tf.float32)})['ft'])",
     drawn([3, 2], {(0, 0): 1.0, (0, 1): 2.0, (2, 0): 3.0})),
    (20877, f"parts(tf.parse_example({KW}, {KINDS})['kw'])",
     drawn([2, 2], {(0, 0): "knit", (0, 1): "big", (1, 0): "emmy"})),
    (20881, f"parts(tf.parse_example({KW}, {KINDS})['dank'])", drawn([2, 1], {(1, 0): 42})),
    (20887, f"tf.parse_example({KW}, {KINDS})['gps'].dense_shape", [2, 0]),
    # The text puts each number in brackets; features of shape [] have none.
    (20921, f"tf.parse_example({AGES}, {DENSE})['age']", [0, -1]),
    (20922, f"tf.parse_example({AGES}, {DENSE})['gender']", [b"f", b"f"]),
    (22860, f"tf.nn.embedding_lookup_sparse(tf.constant({ROWS_OF}), {SP_IDS}, {SP_WEIGHTS}, combiner='mean')",
     np.stack([(PARAMS[1] * 2.0 + PARAMS[3] * 0.5) / np.float32(2.5), PARAMS[0], PARAMS[1]])),
    (24534, "tf.global_norm([tf.constant([3.0]), None, tf.constant([[0.0, 4.0]])])", 5.0),
]  # fmt: skip
