"""Sparse tensors have the values, operations, shapes, gradients and errors of TensorFlow's, in both tiers."""

import numpy as np
import pytest

import penstock as tf
from tests.ops import tiers
from tests.ops.expressions import agree
from tests.ops.programs import same, same_error

# A sparse tensor whose values are fed, and one of which everything is.
S = "tf.SparseTensor([[0, 1], [0, 3], [2, 0]], P([1.0, -2.0, 3.0]), [3, 4])"
T = "tf.SparseTensor([[0, 1], [1, 1], [2, 3]], P([4.0, 5.0, -6.0]), [3, 4])"
F = "tf.SparseTensor(P([[0, 1], [0, 3], [2, 0]], [None, 2], np.int64), P([1.0, -2.0, 3.0], [None]), P([3, 4], [2], np.int64))"
N = "tf.SparseTensor(np.zeros([0, 2], np.int64), P(np.zeros([0], np.float32)), [3, 4])"
PARTS = "(lambda s: [s.indices, s.values, s.dense_shape])"

CASES = [
    "tf.sparse_to_dense(P([[0, 1], [1, 0]]), P([2, 2]), P([7.0, 8.0]), P(1.0))",
    "tf.sparse_to_dense(np.zeros([0, 2], np.int64), [2, 3], P(np.zeros([0], np.float32)))",
    "tf.sparse_to_dense([[1]], [2], ['a'], 'b')",
    "tf.sparse_to_dense([[1], [1], [0]], [2], [1, 2, 3], validate_indices=False)",
    f"tf.sparse_tensor_to_dense({S})",
    f"tf.sparse_tensor_to_dense({F}, -1.0)",
    f"tf.sparse_tensor_to_dense({N})",
    f"{PARTS}(tf.sparse_reorder(tf.SparseTensor([[2, 0], [0, 1], [0, 0]], P([1.0, 2.0, 3.0]), [3, 3])))",
    f"{PARTS}(tf.sparse_reorder({F}))",
    f"{PARTS}(tf.sparse_reshape({S}, [2, -1]))",
    f"{PARTS}(tf.sparse_reshape({F}, P([2, 3, -1], [3], np.int64)))",
    f"{PARTS}(tf.sparse_reshape({F}, [12]))",
    f"{PARTS}(tf.sparse_transpose({F}, [1, 0]))",
    f"{PARTS}(tf.sparse_add({S}, {T}))",
    f"{PARTS}(tf.sparse_add({S}, {T}, 3.0))",
    f"{PARTS}(tf.sparse_add({F}, {N}))",
    f"tf.sparse_add({S}, P(np.ones([3, 4])))",
    f"tf.sparse_add(P(np.ones([3, 4])), {F})",
    f"tf.sparse_tensor_dense_matmul({S}, P(np.arange(8.0).reshape(4, 2)))",
    f"tf.sparse_tensor_dense_matmul({S}, P(np.arange(6.0).reshape(2, 3)), adjoint_a=True, adjoint_b=True)",
    f"tf.sparse_tensor_dense_matmul({F}, P(np.arange(8.0).reshape(4, 2), [None, None]))",
    f"tf.sparse_tensor_dense_matmul({N}, P(np.arange(8.0).reshape(4, 2)))",
    f"{PARTS}({S} * P(np.arange(12.0).reshape(3, 4)))",
    f"{PARTS}({S} * P([1.0, 2.0, 3.0, 4.0]))",
    f"{PARTS}({F} / P([[2.0], [3.0], [4.0]]))",
    f"{PARTS}(tf.sparse_softmax({S}))",
    f"{PARTS}(tf.sparse_softmax({F}))",
    f"tf.sparse_reduce_sum({S})",
    f"tf.sparse_reduce_sum({S}, 1)",
    f"tf.sparse_reduce_sum({F}, [0], keepdims=True)",
    f"tf.sparse_reduce_sum({F}, [0, -1])",
    f"tf.sparse_reduce_sum({N}, 1)",
    f"{PARTS}(tf.sparse_concat(1, [{S}, {T}]))",
    f"{PARTS}(tf.sparse_concat(0, [{S}, {T}, {F}]))",
    f"{PARTS}(tf.sparse_concat(-1, [{S}, tf.SparseTensor([[4, 0]], P([9.0]), [5, 2])], expand_nonconcat_dim=True))",
    f"{PARTS}(tf.sparse_slice({S}, [0, 1], [2, 3]))",
    f"{PARTS}(tf.sparse_slice({F}, [1, 0], P([9, 2], [2], np.int64)))",
    f"{PARTS}(tf.sparse_slice({S}, [5, 0], [1, 1]))",
    f"{PARTS}(tf.sparse_fill_empty_rows({S}, P(9.0))[0])",
    f"tf.sparse_fill_empty_rows({F}, P(9.0))[1]",
    f"{PARTS}(tf.sparse_fill_empty_rows({N}, P(9.0))[0])",
    f"{PARTS}(tf.sparse_retain({S}, [True, False, True]))",
    f"{PARTS}(tf.sparse_reset_shape({S}, [4, 5]))",
    f"{PARTS}(tf.sparse.eye(2, 3))",
    f"{PARTS}(tf.sparse_merge(tf.SparseTensor([[0, 0], [1, 0], [1, 1]], [3, 2, 0], [2, 2]), "
    "tf.SparseTensor([[0, 0], [1, 0], [1, 1]], P([1.0, 2.0, 3.0]), [2, 2]), 4))",
    "tf.sparse_to_indicator(tf.SparseTensor([[0, 0], [1, 0], [1, 1]], [3, 2, 0], [2, 2]), 4)",
    f"tf.serialize_sparse({S})",
    f"tf.serialize_many_sparse({S})",
    "tf.serialize_sparse(tf.SparseTensor([[1]], ['a string'], [4]))",
    f"{PARTS}(tf.deserialize_many_sparse(tf.serialize_many_sparse({S}), tf.float32))",
    f"{PARTS}(tf.deserialize_many_sparse(tf.stack([tf.serialize_sparse({S}), tf.serialize_sparse({T})]), tf.float32, 3))",
    f"{PARTS}(tf.deserialize_many_sparse(tf.serialize_many_sparse(tf.SparseTensor([[1, 1]], ['a'], [2, 2])), tf.string))",
]

# TensorFlow has no gradients of these.
NO_GRADIENTS = [
    "tf.sparse_to_dense([1, 3], [5], P(7.0), 1.0)",
    "tf.sparse_to_dense(2, [3], P(5.0))",
    f"{PARTS}({S} / P(2.0, []))",
    f"{PARTS}(tf.sparse_maximum({S}, {T}))",
    f"{PARTS}(tf.sparse_minimum({S}, {T}))",
    f"tf.sparse_reduce_max({S}, 1)",
    f"tf.sparse_reduce_max({S}, 0, keepdims=True)",
    f"tf.sparse_reduce_max({F})",
    f"{PARTS}(tf.sparse_reduce_sum_sparse({S}, 1))",
    f"{PARTS}(tf.sparse_reduce_sum_sparse({S}, 0, keepdims=True))",
    f"{PARTS}(tf.sparse_reduce_max_sparse({F}, -1))",
    f"[{PARTS}(s) for s in tf.sparse_split(sp_input={S}, num_split=3, axis=1)]",
    f"[{PARTS}(s) for s in tf.sparse_split(sp_input={S}, num_split=2, axis=0)]",
]

# TensorFlow 2 makes other operations here than 1.15 did.
OTHER_NAMES = [
    f"{PARTS}(tf.sparse.expand_dims({S}))",
    f"{PARTS}(tf.sparse.expand_dims({S}, 0))",
    f"{PARTS}(tf.sparse_transpose({S}))",
    f"{PARTS}(tf.sparse_reset_shape({S}))",
    f"{PARTS}(tf.sparse_reset_shape({F}, [4, 5]))",
    f"{PARTS}(tf.sparse.from_dense(P([[0.0, 3.0], [4.0, 0.0]])))",
    f"{PARTS}(tf.sparse.from_dense(['a', '', 'b']))",
]


@pytest.mark.parametrize("expression", CASES)
def test_an_expression_gives_what_tensorflow_gives(peer, monkeypatch, expression):
    agree(peer, monkeypatch, expression)


@pytest.mark.parametrize("expression", OTHER_NAMES)
def test_values_are_those_of_tensorflow(peer, monkeypatch, expression):
    agree(peer, monkeypatch, expression, names=False)


@pytest.mark.parametrize("expression", NO_GRADIENTS)
def test_what_has_no_gradient_gives_what_tensorflow_gives(peer, monkeypatch, expression):
    agree(peer, monkeypatch, expression, grads=False)


ROWS = np.asarray([[0, 1], [0, 3], [2, 0]])
OTHER_ROWS = np.asarray([[0, 1], [1, 1], [2, 3]])
DIMS = np.asarray([3, 4])
NUMBERS = ["float32", "float64", "int32", "int64", "uint8", "int16", "int8", "complex64", "complex128"]


def _of_types(*kinds):
    for dtype in kinds:
        for rows, other, size in ((ROWS, OTHER_ROWS, 3), (ROWS[:0], OTHER_ROWS[:0], 0)):
            yield dtype, rows, other, np.arange(1, size + 1).astype(dtype), np.arange(2, size + 2).astype(dtype)


def _kernel_cases():
    for dtype, rows, _, values, _ in _of_types(*NUMBERS, "bfloat16", "float16", "bool", "object"):
        default = np.asarray(b"x" if dtype == "object" else 1, values.dtype)
        if dtype == "object":
            values = np.asarray([b"a", b"b", b"c"][: len(values)], object)
        sp = dict(sparse_indices=rows, output_shape=DIMS, sparse_values=values, default_value=default)
        yield "SparseToDense", sp, {}
        yield "SparseReorder", dict(input_indices=rows[::-1], input_values=values, input_shape=DIMS), {}
        yield "SparseFillEmptyRows", dict(indices=rows, values=values, dense_shape=DIMS, default_value=default), {}
        parts = dict(indices=rows, values=values, shape=DIMS)
        yield "SparseSlice", dict(**parts, start=np.asarray([0, 1]), size=np.asarray([3, 2])), {}
        many = dict(indices=[rows, rows], values=[values, values], shapes=[DIMS, DIMS])
        yield "SparseConcat", many, dict(concat_dim=1)
    for dtype, rows, other, values, more in _of_types(*NUMBERS):
        sp = dict(sp_indices=rows, sp_values=values, sp_shape=DIMS, dense=np.arange(1, 13).reshape(3, 4).astype(dtype))
        for kind in ("SparseDenseCwiseMul", "SparseDenseCwiseDiv", "SparseDenseCwiseAdd"):
            yield kind, sp, {}
        a = dict(a_indices=rows, a_values=values, a_shape=DIMS)
        b = dict(b_indices=other, b_values=more, b_shape=DIMS)
        thresh = np.zeros((), np.abs(values).dtype)
        yield "SparseAdd", dict(**a, **b, thresh=thresh), {}
        yield "SparseTensorDenseAdd", dict(**a, b=np.ones([3, 4], dtype)), {}
        back = dict(backprop_val_grad=values, a_indices=rows, b_indices=other, sum_indices=rows)
        yield "SparseAddGrad", back, {}
        start = np.asarray([0, 1])
        sliced = dict(
            backprop_val_grad=values[:2], input_indices=rows, input_start=start, output_indices=rows[:2] - start
        )
        yield "SparseSliceGrad", sliced, {}
        places = np.asarray([2, 0])[: len(values)]
        yield "SparseFillEmptyRowsGrad", dict(reverse_index_map=places, grad_values=values), {}
        if dtype in ("float32", "float64", "int32", "complex64", "complex128"):
            yield "SparseTensorDenseMatMul", dict(**a, b=np.ones([4, 2], dtype)), {}
            yield "SparseTensorDenseMatMul", dict(**a, b=np.ones([2, 3], dtype)), dict(adjoint_a=True, adjoint_b=True)
        reduced = dict(input_indices=rows, input_values=values, input_shape=DIMS, reduction_axes=np.int32([1]))
        yield "SparseReduceSum", reduced, dict(keep_dims=True)
        yield "SparseReduceSumSparse", reduced, {}
        yield "SparseReduceSum", {**reduced, "reduction_axes": np.zeros([0], np.int32)}, {}
        if not dtype.startswith("complex"):
            yield "SparseReduceMax", reduced, {}
            yield "SparseReduceMaxSparse", reduced, dict(keep_dims=True)
            yield "SparseSparseMaximum", dict(**a, **b), {}
            yield "SparseSparseMinimum", dict(**a, **b), {}
        if dtype in ("float32", "float64"):
            yield "SparseSoftmax", dict(sp_indices=rows, sp_values=values, sp_shape=DIMS), {}
    yield "SparseReshape", dict(input_indices=ROWS, input_shape=DIMS, new_shape=np.asarray([2, -1])), {}
    yield (
        "SparseReshape",
        dict(input_indices=ROWS[:0], input_shape=np.asarray([0, 4]), new_shape=np.asarray([4, 0])),
        {},
    )


def test_kernels_of_all_types_agree_with_tensorflow_in_both_tiers(peer):
    cases = list(_kernel_cases())
    ours = tiers.both(*cases)
    theirs = [(kind, inputs, tiers.complete(kind, attrs)) for kind, inputs, attrs in cases]
    answers = peer.run(tiers.PEER, cases=theirs)["answers"]
    for (kind, inputs, _), mine, wanted in zip(cases, ours, answers, strict=True):
        types = {k: getattr(v, "dtype", v) for k, v in inputs.items()}
        if isinstance(wanted, str) and "No OpKernel was registered" in wanted:
            continue  # a type that we have and TensorFlow's CPU has not; both tiers have agreed about it
        assert not isinstance(wanted, str), f"{kind}{types}: {wanted}"
        for a, b in zip(mine, wanted, strict=True):
            if a.dtype == object:
                a, b = (np.asarray(x, "S") for x in (a, b))
            tiers.close(a, b, f"{kind}{types}")


@pytest.mark.parametrize("dtype", ["int32", "string", "bool"])
def test_parts_of_a_split_tensor_are_those_of_tensorflow(peer, monkeypatch, dtype):
    values = {"int32": "[1, 2, 3]", "string": "['a', 'b', 'c']", "bool": "[True, False, True]"}[dtype]
    sparse = f"tf.SparseTensor([[0, 1], [0, 3], [2, 0]], {values}, [3, 4])"
    agree(peer, monkeypatch, f"[{PARTS}(s) for s in tf.sparse_split(sp_input={sparse}, num_split=3, axis=-1)]")


RUN = "s = tf.Session(); i = tf.placeholder(tf.int64, [None, 2]); d = tf.placeholder(tf.int64, [None]); "
SP = "t = tf.SparseTensor(i, [1.0, 2.0], d); "
ERRORS = [
    (f"{RUN}{SP}s.run(tf.sparse_tensor_to_dense(t), {{i: [[0, 1], [0, 9]], d: [2, 2]}})", "is out of bounds"),
    (
        f"{RUN}{SP}s.run(tf.sparse_tensor_to_dense(t), {{i: [[0, 1], [0, 1]], d: [2, 2]}})",
        "indices[1] = [0,1] is repeated",
    ),
    (
        f"{RUN}{SP}s.run(tf.sparse_tensor_to_dense(t), {{i: [[0, 1], [0, 0]], d: [2, 2]}})",
        "indices[1] = [0,0] is out of order",
    ),
    (
        f"{RUN}{SP}s.run(tf.sparse_tensor_to_dense(t, validate_indices=False), {{i: [[0, 1], [0, 9]], d: [2, 2]}})",
        "not valid",
    ),
    (
        f"{RUN}{SP}s.run(tf.sparse_add(t, tf.zeros([2, 3])), {{i: [[0, 1], [0, 0]], d: [2, 2]}})",
        "no broadcasting is supported",
    ),
    (f"{RUN}{SP}s.run(tf.sparse_add(t, t), {{i: [[0, 1], [0, 0]], d: [2, 2, 2]}})", ""),
    (
        f"{RUN}{SP}u = tf.SparseTensor(i, [1.0, 2.0], [2, 3]); "
        "s.run(tf.sparse_add(t, u).values, {i: [[0, 0], [0, 1]], d: [2, 2]})",
        "",
    ),
    (
        f"{RUN}{SP}s.run(tf.sparse_tensor_dense_matmul(t, tf.ones([3, 2])), {{i: [[0, 0], [0, 1]], d: [2, 2]}})",
        "inner dimension",
    ),
    (
        f"{RUN}{SP}s.run(tf.sparse_tensor_dense_matmul(t, tf.ones([2, 2])), {{i: [[0, 0], [0, 7]], d: [2, 2]}})",
        "out of bounds (>=2)",
    ),
    (
        f"{RUN}{SP}s.run((t * tf.ones([3])).values, {{i: [[0, 0], [0, 1]], d: [2, 2]}})",
        "broadcasts dense to sparse only",
    ),
    (
        f"{RUN}{SP}s.run(tf.sparse_reshape(t, [3, -1]).indices, {{i: [[0, 0], [0, 1]], d: [2, 2]}})",
        "requires a multiple of 3",
    ),
    (
        f"{RUN}{SP}s.run(tf.sparse_reshape(t, [3]).indices, {{i: [[0, 0], [0, 1]], d: [2, 2]}})",
        "the requested shape has 3",
    ),
    (
        f"{RUN}{SP}s.run(tf.sparse_reduce_sum(t, 5), {{i: [[0, 0], [0, 1]], d: [2, 2]}})",
        "Invalid reduction dimension 5",
    ),
    (
        f"{RUN}{SP}s.run(tf.sparse_fill_empty_rows(t, 1.0)[1], {{i: [[0, 0], [5, 1]], d: [2, 2]}})",
        "indices(1, 0) is invalid: 5 >= 2",
    ),
    (
        f"{RUN}{SP}s.run(tf.sparse_concat(5, [t, t]).values, {{i: [[0, 0], [1, 1]], d: [2, 2]}})",
        "oncat dimension must be in range",
    ),
    (
        f"{RUN}{SP}s.run(tf.sparse_split(sp_input=t, num_split=3, axis=0)[0].values, {{i: [[0, 0], [1, 1]], d: [2, 2]}})",
        "num_split",
    ),
    (
        f"{RUN}{SP}s.run(tf.sparse_maximum(t, tf.SparseTensor(i, [1.0, 2.0], [9, 9])), {{i: [[0, 0], [1, 1]], d: [2, 2]}})",
        "do not match",
    ),
    ("tf.sparse_add([1], [2])", "At least one input should be SparseTensor"),
    ("tf.sparse_reorder([1])", "Input must be a SparseTensor."),
    (
        "tf.sparse_reshape(tf.SparseTensor([[0]], [1], [4]), [3])",
        "Cannot reshape a tensor with 4 elements to shape [3]",
    ),
    ("tf.sparse_split(tf.SparseTensor([[0]], [1], [4]), 2, 0)", "Keyword arguments are required for this function."),
    ("tf.sparse_to_dense([[1, 2]], [[3]], [1])", "rank 1 but is rank 2"),
    ("tf.sparse_reset_shape(tf.SparseTensor([[0]], [1], [4]), [3])", "Requested new_shape should have dimension sizes"),
    ("tf.Session().run(tf.deserialize_many_sparse([['a', 'b', 'c']], tf.float32).values)", ""),
]


@pytest.mark.parametrize(("program", "text"), ERRORS)
def test_an_error_is_that_of_tensorflow(peer, monkeypatch, program, text):
    same_error(peer, program, monkeypatch, part=text)


def test_an_error_of_a_compiled_program_is_that_of_the_interpreter(monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", "compile")
    with tf.Graph().as_default(), tf.Session() as sess:
        rows = tf.placeholder(tf.int64, [2, 1])
        dense = tf.sparse_to_dense(rows, [3], [1.0, 2.0])
        assert sess.run(dense, {rows: [[0], [2]]}).tolist() == [1, 0, 2]
        with pytest.raises(tf.errors.InvalidArgumentError, match="is out of bounds"):
            sess.run(dense, {rows: [[0], [3]]})


def test_sparse_tensors_are_kept_in_a_map_and_taken_once(peer, monkeypatch):
    same(
        peer,
        """
        try:
            from penstock.ops.sparse import serialization as module
            add, many, take = (getattr(module, f"{w}_tensors_map") for w in
                               ("add_sparse_to", "add_many_sparse_to", "take_many_sparse_from"))
        except ImportError:
            from tensorflow.python.ops import sparse_ops as module
            add, many, take = (getattr(module, f"_{w}_tensors_map") for w in
                               ("add_sparse_to", "add_many_sparse_to", "take_many_sparse_from"))
        s = tf.SparseTensor([[0, 1], [2, 0]], [1.0, 2.0], [3, 4])
        with tf.Session() as sess:
            handle = add(s, shared_name="one")
            numbers = [sess.run(handle), sess.run(handle)]
            p = tf.placeholder(tf.int64, [None])
            taken = tuple(sess.run(take(handle.op, p, rank=3), {p: [1, 0]}))
            handles = many(s, shared_name="two")
            rows = tuple(sess.run(take(handles.op, handles, rank=2)))
            try:
                sess.run(take(handle.op, p), {p: [0]})
            except tf.errors.InvalidArgumentError as error:
                lost = "Unable to find SparseTensor: 0" in str(error)
        result = dict(numbers=numbers, taken=taken, rows=rows, lost=lost)
        """,
        monkeypatch,
    )


def test_variants_hold_sparse_tensors_as_strings_do():
    with tf.Graph().as_default(), tf.Session() as sess:
        sparse = tf.SparseTensor([[0, 1], [2, 0]], ["a", "b"], [3, 4])
        held = tf.serialize_many_sparse(sparse, out_type=tf.variant)
        indices, values, shape = tf.raw_ops.DeserializeSparse(serialized_sparse=held, dtype=tf.string)
        back = sess.run([indices, values, shape])
    assert [x.tolist() for x in back] == [[[0, 1], [2, 0]], [b"a", b"b"], [3, 4]]


WORDS = "tf.SparseTensor([[0, 0], [0, 1], [2, 0]], ['a', 'bc', 'def'], [3, 2])"
NUMBERED = "tf.SparseTensor([[0, 0], [1, 0], [2, 0], [2, 1]], [7, -1, 12, 5], [3, 2])"
DENSE = "tf.constant([['x'], ['y'], ['z']])"
CROSSES = [
    f"{PARTS}(tf.sparse.cross([{WORDS}, {DENSE}]))",
    f"{PARTS}(tf.sparse.cross([{WORDS}, {NUMBERED}, {DENSE}]))",
    f"{PARTS}(tf.sparse.cross([tf.constant([[1, 2], [3, 4]]), tf.constant([['a', 'b'], ['c', 'd']])]))",
    f"{PARTS}(tf.sparse.cross_hashed([{WORDS}, {DENSE}]))",
    f"{PARTS}(tf.sparse.cross_hashed([{WORDS}, {NUMBERED}, {DENSE}], num_buckets=100, hash_key=3))",
]


@pytest.mark.parametrize("expression", CROSSES)
def test_crosses_of_features_are_those_of_tensorflow(peer, monkeypatch, expression):
    agree(peer, monkeypatch, expression, names=False, shapes=False)


def test_axes_that_are_not_there_are_found_when_a_sum_is_run():
    given = tf.SparseTensorValue([[0, 1]], [1.0], [2, 2])
    for function in (tf.sparse_reduce_sum, tf.sparse_reduce_max, tf.sparse_reduce_sum_sparse):
        with tf.Graph().as_default(), tf.Session() as sess:
            made = function(tf.SparseTensor.from_value(given), 2)
            with pytest.raises(tf.errors.InvalidArgumentError, match="Invalid reduction dimension 2"):
                sess.run(made)


def test_arguments_of_a_wrong_rank_are_found_when_the_graph_is_made():
    with tf.Graph().as_default():
        with pytest.raises(ValueError, match="rank 2"):
            tf.deserialize_many_sparse(["a", "b", "c"], tf.int32)
        with pytest.raises(ValueError, match="Dimensions 1 and 2 are not compatible"):
            tf.sparse_transpose(tf.SparseTensor([[0, 1]], [1.0], [2, 2]), [0])
