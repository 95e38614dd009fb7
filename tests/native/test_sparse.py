"""Operations on sparse tensors in C: the results of NumPy's way to the last bit, and its errors for what is wrong."""

import gc
import sys
import threading

import numpy as np
import pytest

import penstock as tf
from penstock import native
from penstock.graph import registry
from penstock.ops.sparse import index_rows as sparse_rows
from penstock.ops.sparse import native as sparse_native

pytestmark = pytest.mark.skipif(native.wait() is None, reason="no C compiler")

COMPUTED = (np.float32, np.float64, np.int32, np.int64)
OTHERS = (np.bool_, np.int8, np.uint16, np.float16, np.complex64, np.complex128, object)
NUMBERS = tuple(dtype for dtype in COMPUTED + OTHERS if dtype not in (np.bool_, object))


def int64(*numbers):
    return np.array(numbers, np.int64)


def places(random, shape, count, repeated=False):
    """Rows of different places in order, or of any places in any order."""
    size = int(np.prod(shape))
    flat = random.randint(0, size, count) if repeated else np.sort(random.choice(size, count, replace=False))
    return np.stack(np.unravel_index(flat, shape), 1).astype(np.int64)


def numbers(random, dtype, *shape):
    """Small and large ones, so that sums of integers wrap around, with what floats have besides numbers."""
    if dtype is object:
        return np.array([b"%d" % i for i in range(int(np.prod(shape)))], object).reshape(shape)
    made = random.randint(-3, 4, shape) if random.rand() < 0.5 else random.randn(*shape) * 100
    made = np.asarray(made).astype(dtype)
    if made.dtype.kind == "f" and made.size and random.rand() < 0.5:
        made.reshape(-1)[random.randint(0, made.size, 2)] = random.choice([np.inf, -np.inf, np.nan, 1e4], 2)
    if made.dtype in (np.int32, np.int64) and made.size:
        made.reshape(-1)[random.randint(0, made.size, 3)] = [np.iinfo(made.dtype).min, np.iinfo(made.dtype).max, 7]
    return made


def run(name, *arguments, **attributes):
    """The results of an operation as a list of arrays, or the class and the text of its error."""
    try:
        with np.errstate(all="ignore"):
            found = registry.lookup(name).kernel(np, *arguments, **attributes)
    except Exception as error:
        return type(error), str(error)
    return [np.asarray(a) for a in (found if isinstance(found, tuple) else (found,))]


def assert_same(found, wanted):
    assert isinstance(found, list) == isinstance(wanted, list), (found, wanted)
    if not isinstance(found, list):
        assert found == wanted
        return
    for a, b in zip(found, wanted, strict=True):
        assert a.dtype == b.dtype and a.shape == b.shape
        if a.dtype == object:
            assert a.tolist() == b.tolist()
            continue
        numbers = a == a
        np.testing.assert_array_equal(numbers, b == b)
        assert a[numbers].tobytes() == b[numbers].tobytes()


class Called:
    """The kernels, of which it is noted what they answered."""

    def __init__(self, kernels):
        self._kernels, self.answers = kernels, {}

    def __getattr__(self, name):
        def call(*arguments):
            answer = getattr(self._kernels, name)(*arguments)
            self.answers.setdefault(name, []).append(answer)
            return answer

        return call


@pytest.fixture
def both(monkeypatch):
    """Runs an operation both ways, compares, and tells what the kernels answered and what came out."""
    kernels = sparse_native._kernels(sparse_native.MIN_ELEMENTS)
    assert kernels is not None

    def way(name, *arguments, **attributes):
        called = Called(kernels)
        monkeypatch.setattr(sparse_native, "_kernels", lambda count: called)
        found = run(name, *arguments, **attributes)
        monkeypatch.setattr(sparse_native, "_kernels", lambda count: None)
        wanted = run(name, *arguments, **attributes)
        assert_same(found, wanted)
        return called.answers, found

    return way


SHAPES = [(50,), (7, 60), (4, 5, 9), (2, 3, 2, 30)]


@pytest.mark.parametrize("dtype", COMPUTED + OTHERS)
@pytest.mark.parametrize("shape", SHAPES)
def test_values_are_put_into_a_dense_array_and_taken_out_of_a_part(both, shape, dtype):
    random = np.random.RandomState(0)
    native_types = dtype is not object
    for count in (0, 1, 40):
        rows, values = places(random, shape, count), numbers(random, dtype, count)
        default = np.asarray(numbers(random, dtype, 1)[0])
        answers, _ = both("SparseToDense", rows, int64(*shape), values, default, validate_indices=True)
        assert answers == ({"to_dense": [0]} if native_types else {})
        repeated = places(random, shape, count, repeated=True)
        both("SparseToDense", repeated, int64(*shape), values, default, validate_indices=False)
        both("SparseToDense", rows, int64(*shape), default, default, validate_indices=True)
        both("SparseReorder", rows, values, int64(*shape))
        both("SparseReorder", repeated, values, int64(*shape))
        start = int64(*[d // 3 for d in shape])
        answers, found = both("SparseSlice", rows, values, int64(*shape), start, start + 1)
        assert answers == ({"slice": [len(found[1])]} if native_types else {})
        both("SparseSlice", rows, values, int64(*shape), start - 2, int64(*shape))


@pytest.mark.parametrize("dtype", NUMBERS)
@pytest.mark.parametrize("shape", SHAPES)
def test_sums_and_products_with_dense_arrays(both, shape, dtype):
    random = np.random.RandomState(1)
    for count in (0, 1, 40):
        rows, values = places(random, shape, count, repeated=True), numbers(random, dtype, count)
        dense = numbers(random, dtype, *shape)
        answers, _ = both("SparseTensorDenseAdd", rows, values, int64(*shape), dense)
        assert answers == ({"add_at": [0]} if dtype in COMPUTED else {})
        for other in (dense, dense[..., :1], dense[0], dense.reshape(-1)[0]):
            for how in ("Mul", "Div", "Add"):
                if dtype not in (np.int8, np.uint16):
                    both(f"SparseDenseCwise{how}", rows, values, int64(*shape), np.array(other))
        for axes in ([], [0], [-1], list(range(len(shape)))):
            for keep in (False, True):
                answers, _ = both(
                    "SparseReduceSum", rows, values, int64(*shape), np.array(axes, np.int32), keep_dims=keep
                )
                assert answers == ({"add_at": [0]} if dtype in COMPUTED else {})


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64, np.complex64])
def test_a_sum_begins_with_zero_also_where_only_minus_zero_is_added(both, dtype):
    rows, values = np.repeat(np.arange(3, dtype=np.int64), 2).reshape(3, 2), np.array([-0.0, 1, -0.0], dtype)
    found = [both("SparseReduceSum", rows, values, int64(3, 3), np.int32([1]), keep_dims=False)[1][0]]
    b = np.array([[1], [-0.0], [1]], dtype)
    found.append(
        both("SparseTensorDenseMatMul", rows, values, int64(3, 3), b, adjoint_a=False, adjoint_b=False)[1][0][:, 0]
    )
    for sums in found:
        assert not np.signbit(sums.real).any() and sums[0] == sums[2] == 0


@pytest.mark.parametrize("dtype", COMPUTED)
@pytest.mark.parametrize("width", [0, 1, 3, 4, 8, 17])
def test_products_of_matrices_transposed_or_not(both, width, dtype):
    random = np.random.RandomState(2)
    for count in (0, 1, 60):
        rows, values = places(random, (9, 12), count, repeated=True), numbers(random, dtype, count)
        for turn_a in (False, True):
            for turn_b in (False, True):
                inner = 9 if turn_a else 12
                b = numbers(random, dtype, *((width, inner) if turn_b else (inner, width)))
                answers, _ = both(
                    "SparseTensorDenseMatMul", rows, values, int64(9, 12), b, adjoint_a=turn_a, adjoint_b=turn_b
                )
                assert answers == {"product": [0]}


@pytest.mark.parametrize("dtype", NUMBERS)
@pytest.mark.parametrize("shape", SHAPES)
def test_sums_of_two_sparse_tensors_and_their_gradients(both, shape, dtype):
    random = np.random.RandomState(3)
    real = np.zeros((), dtype).real.dtype
    for m, n in ((0, 0), (0, 5), (40, 0), (40, 33), (1, 45)):
        a, b = places(random, shape, m), places(random, shape, n)
        x, y = numbers(random, dtype, m), numbers(random, dtype, n)
        for threshold in (0, 2, -1):
            arguments = (a, x, int64(*shape), b, y, int64(*shape), np.array(threshold).astype(real))
            answers, found = both("SparseAdd", *arguments)
            assert answers == ({"sum": [len(found[1])]} if dtype in COMPUTED else {})
            grad = numbers(random, dtype, len(found[1]))
            both("SparseAddGrad", grad, a, b, found[0])
        both("SparseAdd", a[::-1].copy(), x, int64(*shape), b, y, int64(*shape), np.zeros((), real))
        both("SparseAdd", np.repeat(a, 2, 0), np.repeat(x, 2), int64(*shape), b, y, int64(*shape), np.zeros((), real))


@pytest.mark.parametrize("shape", SHAPES)
def test_a_gradient_finds_its_rows_in_any_order(both, shape):
    random = np.random.RandomState(4)
    table, asked = places(random, shape, 30), places(random, shape, 20, repeated=True)
    for dtype in (np.float32, np.complex128):
        grad = numbers(random, dtype, 30)
        for rows in (asked, np.repeat(places(random, shape, 20), 2, 0)):
            both("SparseSliceGrad", grad, rows, int64(*[0] * len(shape)), table)
            both("SparseSliceGrad", grad, rows, int64(*[1] * len(shape)), table[::-1].copy())


@pytest.mark.parametrize("dtype", COMPUTED + OTHERS)
@pytest.mark.parametrize("shape", SHAPES)
def test_concatenation_along_each_axis(both, shape, dtype):
    random = np.random.RandomState(5)
    for counts in ((0, 0), (20, 30), (20, 0, 30, 1)):
        for repeated in (False, True):
            rows = [places(random, shape, count, repeated) for count in counts]
            values = [numbers(random, dtype, count) for count in counts]
            for axis in (-1, 0, len(shape) - 1):
                answers, _ = both("SparseConcat", rows, values, [int64(*shape)] * len(counts), concat_dim=axis)
                assert answers["moved"][0] in (0, 1)


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_softmax_within_rows(both, dtype):
    random = np.random.RandomState(6)
    for shape in SHAPES[1:]:
        for count in (0, 1, 40):
            for repeated in (False, True):
                rows, values = places(random, shape, count, repeated), numbers(random, dtype, count)
                answers, _ = both("SparseSoftmax", rows, values, int64(*shape))
                assert answers == ({} if dtype == np.float16 else {"groups": [0, 0]})
    rows = places(random, (3, 4), 12)
    for special in (np.inf, -np.inf, np.nan):
        for at in range(4):
            values = np.ones(12, dtype)
            values[at] = special
            both("SparseSoftmax", rows, values, int64(3, 4))
    both("SparseSoftmax", rows, np.full(12, -np.inf, dtype), int64(3, 4))


def test_the_order_of_rows_is_that_of_a_stable_sort():
    random = np.random.RandomState(7)
    for count in (0, 1, 2, 31, 300, 5000):
        for high in (1, 2, 300, 2**31):
            for rank in (1, 2, 3):
                rows = random.randint(-high, high, (count, rank)).astype(np.int64)
                wanted = np.lexsort(rows.T[::-1])
                if high**rank < 2**60:
                    np.testing.assert_array_equal(sparse_native.order(rows), wanted)
                np.testing.assert_array_equal(sparse_rows.sorted_order(np, rows), wanted)
                assert sparse_native.in_order(rows[wanted])
                assert sparse_native.in_order(rows) == (wanted == np.arange(count)).all()


def test_rows_too_far_apart_for_one_number_are_sorted_by_numpy():
    low, high = np.iinfo(np.int64).min, np.iinfo(np.int64).max
    rows = np.array([[high, low], [low, high], [low, low], [high, high], [0, 0]], np.int64)
    assert sparse_native.order(rows) is None
    assert sparse_rows.sorted_order(np, rows).tolist() == [2, 1, 4, 0, 3]
    assert sparse_native.order(rows[:, :1].copy()) is None


LOW, HIGH = np.iinfo(np.int64).min, np.iinfo(np.int64).max
ROWS = np.array([[0, 1], [2, 0], [2, 3]], np.int64)
VALUES = np.float32([1, 2, 3])


@pytest.mark.parametrize(
    "rows",
    [
        int64([0, 1], [3, 0], [2, 3]),
        int64([0, 1], [2, 4], [2, 3]),
        int64([0, -1], [2, 0], [2, 3]),
        int64([LOW, HIGH], [2, 0], [HIGH, LOW]),
        int64([2, 3], [2, 0], [0, 1]),
        int64([0, 1], [0, 1], [2, 3]),
        int64([0, 1], [2, 3]),
        int64([0, 1, 0], [2, 0, 0], [2, 3, 0]),
        int64(0, 1, 2),
        np.zeros((3, 0), np.int64),
        np.zeros((3, 2, 1), np.int64),
        ROWS.astype(np.int32),
        ROWS.astype(">i8"),
        np.repeat(ROWS, 2, 1)[:, ::2],
    ],
    ids=lambda rows: f"{rows.dtype.str}{rows.tolist()}"[:40],
)
def test_rows_out_of_bounds_out_of_order_and_of_other_forms(both, rows):
    shape, b = int64(3, 4), np.ones((4, 2), np.float32)
    default = np.float32(0)
    for validate in (False, True):
        both("SparseToDense", rows, shape, VALUES, default, validate_indices=validate)
        both("SparseToDense", rows, shape, VALUES[0], default, validate_indices=validate)
    both("SparseTensorDenseMatMul", rows, VALUES, shape, b, adjoint_a=False, adjoint_b=False)
    both("SparseTensorDenseMatMul", rows, VALUES, shape, b[:3], adjoint_a=True, adjoint_b=False)
    both("SparseDenseCwiseMul", rows, VALUES, shape, b[:, 0].copy())
    both("SparseReduceSum", rows, VALUES, shape, np.int32([1]), keep_dims=False)
    both("SparseTensorDenseAdd", rows, VALUES, shape, np.ones((3, 4), np.float32))
    both("SparseReorder", rows, VALUES, shape)
    both("SparseSoftmax", rows, VALUES, shape)
    both("SparseSlice", rows, VALUES, shape, int64(1, 1), int64(1, 3))
    both("SparseConcat", [rows, ROWS], [VALUES, VALUES], [shape, shape], concat_dim=0)
    both("SparseAdd", rows, VALUES, shape, ROWS, VALUES, shape, default)
    both("SparseAdd", ROWS, VALUES, shape, rows, VALUES, shape, default)


@pytest.mark.parametrize(
    "shape",
    [int64(3), int64(3, 4, 5), int64(), np.int64(3), int64(-3, 4), int64(0, 4), int64(HIGH, HIGH), int64(HIGH, 4)],
    ids=str,
)
def test_shapes_that_do_not_fit(both, shape):
    shape, good = np.asarray(shape), int64(3, 4)
    both("SparseToDense", ROWS, shape, VALUES, np.float32(0), validate_indices=True)
    both("SparseReorder", ROWS, VALUES, shape)
    both("SparseSoftmax", ROWS, VALUES, shape)
    both("SparseTensorDenseAdd", ROWS, VALUES, shape, np.ones((3, 4), np.float32))
    both("SparseDenseCwiseMul", ROWS, VALUES, shape, np.ones(4, np.float32))
    both("SparseAdd", ROWS, VALUES, good, ROWS, VALUES, shape, np.float32(0))
    both("SparseAdd", ROWS, VALUES, shape, ROWS, VALUES, good, np.float32(0))
    both("SparseSlice", ROWS, VALUES, shape, int64(0, 0), int64(9, 9))
    both("SparseSlice", ROWS, VALUES, good, shape, int64(9, 9))
    both("SparseSlice", ROWS, VALUES, good, int64(1, 0), shape)
    both("SparseConcat", [ROWS, ROWS], [VALUES, VALUES], [good, shape], concat_dim=1)
    both("SparseConcat", [ROWS, ROWS], [VALUES, VALUES], [good, shape], concat_dim=0)
    if shape.ndim == 1 and (shape < 1 << 40).all():  # NumPy's own words for a lack of memory are not compared
        both(
            "SparseTensorDenseMatMul",
            ROWS,
            VALUES,
            shape,
            np.ones((4, 2), np.float32),
            adjoint_a=False,
            adjoint_b=False,
        )
        both("SparseReduceSum", ROWS, VALUES, shape, np.int32([0]), keep_dims=False)


def test_other_arguments_that_do_not_fit(both):
    shape, b = int64(3, 4), np.ones((4, 2), np.float32)
    for values in (VALUES[:2], VALUES.reshape(3, 1), VALUES.astype(np.float64), np.repeat(VALUES, 2)[::2]):
        both("SparseToDense", ROWS, shape, values, np.float32(0), validate_indices=True)
        both("SparseTensorDenseMatMul", ROWS, values, shape, b, adjoint_a=False, adjoint_b=False)
        both("SparseTensorDenseAdd", ROWS, values, shape, np.ones((3, 4), np.float64))
        both("SparseDenseCwiseMul", ROWS, values, shape, np.ones(4, np.float32))
        both("SparseSlice", ROWS, values, shape, int64(0, 0), int64(2, 2))
    both("SparseToDense", ROWS, shape, VALUES, np.float32([0]), validate_indices=True)
    both("SparseToDense", ROWS, shape, VALUES, np.float64(0), validate_indices=True)
    both("SparseToDense", ROWS, shape.astype(np.int32), VALUES, np.float32(0), validate_indices=True)
    both("SparseToDense", int64(1, 2), int64(4), b"x", b"", validate_indices=True)
    for other in (np.ones((3, 2), np.float32), np.ones(4, np.float32), np.ones((2, 4), np.float32).T):
        both("SparseTensorDenseMatMul", ROWS, VALUES, shape, other, adjoint_a=False, adjoint_b=False)
    for dense in (np.ones(3, np.float32), np.ones((2, 3, 4), np.float32), np.ones((4, 3), np.float32).T):
        both("SparseDenseCwiseMul", ROWS, VALUES, shape, dense)
        both("SparseTensorDenseAdd", ROWS, VALUES, shape, dense)
    for axis in (2, -3):
        both("SparseReduceSum", ROWS, VALUES, shape, np.int32([axis]), keep_dims=False)
        both("SparseConcat", [ROWS, ROWS], [VALUES, VALUES], [shape, shape], concat_dim=axis)
    both("SparseDenseCwiseDiv", ROWS, np.int32([1, 2, 3]), shape, np.int32([1, 0, 2, 0]))
    both("SparseAdd", ROWS, VALUES, shape, ROWS, VALUES, shape, np.float32([0, 1]))


@pytest.mark.parametrize("name", sparse_native._KINDS)
def test_a_kernel_that_is_given_anything_says_that_it_does_without(name):
    kernels = sparse_native._kernels(sparse_native.MIN_ELEMENTS)
    kinds = sparse_native._KINDS[name]
    for value in (None, 3, b"bytes", "text", [1, 2], np.float32(1), np.zeros((2, 2), object), np.zeros((0, 0, 0))):
        assert getattr(kernels, name)(*(0 if kind is sparse_native._LONG else value for kind in kinds)) == -1


def test_no_array_stays_open_and_no_reference_is_kept():
    rows, values = ROWS.copy(), VALUES.copy()
    before = sys.getrefcount(rows), sys.getrefcount(values)
    for order in (ROWS, ROWS[::-1].copy()):
        for _ in range(100):
            sparse_native.added(rows, values, int64(3, 4), order, values, int64(3, 4), np.float32(0))
            sparse_native.part(rows, values, int64(3, 4), int64(0), int64(1))
    gc.collect()
    assert (sys.getrefcount(rows), sys.getrefcount(values)) == before
    rows.resize((1, 2))  # is refused as long as somebody reads its memory
    assert rows.tolist() == [[0, 1]]


def test_threads_compute_at_once():
    random = np.random.RandomState(8)
    rows, values = places(random, (100, 1000), 30_000), np.ones(30_000, np.float32)
    wanted, found = sparse_native.to_dense(rows, int64(100, 1000), values, np.float32(0), True), []

    def work():
        for _ in range(5):
            found.append(sparse_native.to_dense(rows, int64(100, 1000), values, np.float32(0), True))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 20 and wanted.sum() == 30_000
    assert all((one == wanted).all() for one in found)


def test_what_is_fetched_is_the_callers_own():
    with tf.Graph().as_default(), tf.Session() as session:
        rows, values = tf.Variable(ROWS), tf.Variable(VALUES)
        ordered = tf.sparse_reorder(tf.SparseTensor(rows, values, [3, 4]))
        session.run(tf.global_variables_initializer())
        found = session.run(ordered)
        found.values[:] = 0
        found.indices[:] = 0
        assert session.run(values).tolist() == [1, 2, 3]
        assert session.run(rows).tolist() == ROWS.tolist()
