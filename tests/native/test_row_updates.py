"""Rows read, updated and summed up, and hashes of crosses in C: the numbers of the formulas, with and without the kernels."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import penstock as tf
from penstock import native
from penstock.ops.arrays import unique as uniques
from penstock.ops.backend import native_calls
from penstock.ops.sparse import cross as sparse_cross
from penstock.ops.training import optimizer_updates as training_ops
from penstock.ops.training import row_updates_native as row_kernels

pytestmark = pytest.mark.skipif(native.wait() is None, reason="no C compiler")

LR, L1, L2, SHRINKAGE = (np.float32(x) for x in (0.1, 0.3, 0.05, 0.2))
RULES = {
    "adagrad": (2, training_ops._adagrad, (LR,), (), {"update_slots": True}),
    "adagrad that leaves its slot": (2, training_ops._adagrad, (LR,), (), {"update_slots": False}),
    "adagrad v2": (2, training_ops._adagrad_v2, (LR, np.float32(1e-3)), (), {"update_slots": True}),
    "ftrl": (3, training_ops._ftrl, (), (LR, L1, L2, np.float32(-0.5)), {}),
    "ftrl v2": (3, training_ops._ftrl_v2, (), (LR, L1, L2, SHRINKAGE, np.float32(-0.5)), {}),
}


def given(count, width, rows=20, seed=0):
    random = np.random.RandomState(seed)
    variables = [random.randn(rows, width), random.rand(rows, width) + 0.1, random.randn(rows, width)]
    return [v.astype(np.float32) for v in variables], random.randn(count, width).astype(np.float32)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("width", [1, 7])
@pytest.mark.parametrize("kind", [np.int32, np.int64])
def test_the_bits_of_the_formula_row_after_row(rule, width, kind):
    count, formula, before, after, attrs = RULES[rule]
    variables, grad = given(9, width)
    indices = np.asarray([3, 0, 3, 19, 7, 3, 0, 1, 2], kind)
    wanted = [v.copy() for v in variables[:count]]
    for i, g in zip(indices, grad, strict=True):
        new = formula(np, *(w[i] for w in wanted), *before, g, *after, **attrs)
        for w, n in zip(wanted, new, strict=True):
            w[i] = n
    which, scalars = training_ops._ROW_KERNELS[formula]
    packed = scalars(*before, *after, **attrs)
    made = row_kernels.update(np, which, tuple(variables[:count]), grad, indices, packed, summed=False)
    for m, w in zip(made, wanted, strict=True):
        np.testing.assert_array_equal(m, w)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("count", [0, 1, 300])
def test_the_gradients_of_equal_indices_are_added_in_their_order(rule, count):
    number, formula, before, after, attrs = RULES[rule]
    variables, grad = given(count, 3)
    indices = np.random.RandomState(1).randint(0, 20, count)
    which, scalars = training_ops._ROW_KERNELS[formula]
    packed = scalars(*before, *after, **attrs)
    made = row_kernels.update(np, which, tuple(variables[:number]), grad, indices, packed, summed=True)
    sums = np.zeros((20, 3), np.float32)
    np.add.at(sums, indices, grad)
    rows = np.unique(indices)
    wanted = row_kernels.update(np, which, tuple(variables[:number]), sums[rows], rows, packed, summed=False)
    for m, w in zip(made, wanted, strict=True):
        np.testing.assert_array_equal(m, w)


def test_indices_out_of_range_change_nothing():
    variables, grad = given(4, 2)
    indices = np.asarray([-1, 20, np.iinfo(np.int64).min, np.iinfo(np.int64).max])
    for summed in (False, True):
        made = row_kernels.update(
            np, row_kernels.FTRL, tuple(variables), grad, indices, [0.1, 0, 0, 0, 0, -0.5], summed
        )
        for m, v in zip(made, variables, strict=True):
            np.testing.assert_array_equal(m, v)


@pytest.mark.parametrize("shape", [(9, 20), (9, 3, 8), (1, 2000), (3000, 300)])
@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.complex128, np.int8, np.float16, np.bool_])
@pytest.mark.parametrize("kind", [np.int32, np.int64])
def test_rows_are_read_as_xla_reads_them(shape, dtype, kind):
    random = np.random.RandomState(0)
    table = random.randint(0, 100, shape).astype(dtype)
    indices = random.randint(-3, shape[0] + 3, (40, 5)).astype(kind)  # the nearest row if there is none
    with jax.enable_x64(True):
        found = jax.jit(lambda t, i: row_kernels.read(jnp, t, i))(table, indices)
    assert found.dtype == dtype
    np.testing.assert_array_equal(found, table[indices.clip(0, shape[0] - 1)])


def test_few_numbers_and_narrow_rows_are_left_to_xla():
    wide, narrow = jnp.zeros((100, 64)), jnp.zeros((100, 2))
    assert row_kernels.read(jnp, wide, jnp.zeros(100, np.int32)) is not None
    for table, indices in [(wide, 3), (wide, 0), (narrow, 5000), (wide[:0], 100)]:
        assert row_kernels.read(jnp, table, jnp.zeros(indices, np.int32)) is None
    assert row_kernels.read(jnp, wide, jnp.zeros(100, np.uint8)) is None


@pytest.mark.parametrize("width", [0, 1, 15, 16, 17, 64, 1000])
def test_sums_of_rows_times_a_vector(width):
    random = np.random.RandomState(width)
    matrix, vector = random.randn(5, width).astype(np.float32), random.randn(width).astype(np.float32)
    found = np.full(5, np.nan, np.float32)
    native_calls.call("dots", matrix, vector, 5, width, found)
    exact = matrix.astype(np.float64) @ vector.astype(np.float64)
    bound = (width + 1) * 2.0**-24 * (np.abs(matrix).astype(np.float64) @ np.abs(vector))
    assert (np.abs(found - exact) <= bound).all()


OPTIMIZERS = {
    "adagrad": lambda: tf.train.AdagradOptimizer(0.1),
    "ftrl": lambda: tf.train.FtrlOptimizer(0.1, l1_regularization_strength=0.01),
    "ftrl with shrinkage": lambda: tf.train.FtrlOptimizer(0.1, l2_shrinkage_regularization_strength=0.1),
    "ftrl with another power": lambda: tf.train.FtrlOptimizer(0.1, learning_rate_power=-0.4),
    "momentum": lambda: tf.train.MomentumOptimizer(0.1, 0.9),
}


def trained(optimizer, resource, fed):
    with tf.Graph().as_default(), tf.Session() as sess:
        table = tf.Variable(np.random.RandomState(0).randn(30, 4).astype(np.float32), use_resource=resource)
        ids = tf.placeholder(tf.int64, [None])
        loss = tf.reduce_sum(tf.square(tf.nn.embedding_lookup(table, ids) - 1.0) * [[1.0, 2.0, 3.0, 4.0]])
        step = OPTIMIZERS[optimizer]().minimize(loss)
        sess.run(tf.global_variables_initializer())
        losses = [sess.run([loss, step], {ids: batch})[0] for batch in fed]
        return losses, sess.run(tf.global_variables())


@pytest.mark.parametrize("optimizer", OPTIMIZERS)
@pytest.mark.parametrize("resource", [False, True])
def test_training_is_the_same_in_both_tiers_with_and_without_the_kernels(optimizer, resource, monkeypatch):
    fed = np.random.RandomState(2).randint(0, 30, (6, 40))
    monkeypatch.setenv("PENSTOCK_TIER", "interpret")
    losses, variables = trained(optimizer, resource, fed)
    monkeypatch.setenv("PENSTOCK_TIER", "compile")
    for with_c in (True, False):
        monkeypatch.setattr(
            row_kernels, "ready", (lambda xp, dtype: native_calls.ready(xp)) if with_c else lambda *a: False
        )
        again, found = trained(optimizer, resource, fed)
        np.testing.assert_allclose(again, losses, rtol=1e-5)
        for a, b in zip(found, variables, strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-5)


def test_a_bad_index_is_an_error_and_changes_nothing(monkeypatch):
    monkeypatch.setenv("PENSTOCK_TIER", "compile")
    with tf.Graph().as_default(), tf.Session() as sess:
        table = tf.Variable(tf.ones([5, 2]), use_resource=True)
        rows = tf.placeholder(tf.int32, [3])
        step = tf.train.AdagradOptimizer(0.1).apply_gradients(
            [(tf.IndexedSlices(tf.ones([3, 2]), rows, [5, 2]), table)]
        )
        sess.run(tf.global_variables_initializer())
        sess.run(step, {rows: [1, 1, 2]})
        before = sess.run(tf.global_variables())
        with pytest.raises(tf.errors.InvalidArgumentError, match="out of range"):
            sess.run(step, {rows: [1, 5, 2]})
        for a, b in zip(before, sess.run(tf.global_variables()), strict=True):
            np.testing.assert_array_equal(a, b)
        assert before[0][3, 0] == 1 and before[0][1, 0] != before[0][2, 0]


def test_unique_rows_that_somebody_else_reads_are_not_left_to_the_update():
    with tf.Graph().as_default():
        table = tf.Variable(tf.ones([5, 2]), use_resource=True)
        grad = tf.IndexedSlices(tf.ones([3, 2]), tf.constant([1, 1, 2]), [5, 2])
        tf.train.AdagradOptimizer(0.1).apply_gradients([(grad, table)])
        (unique,) = [op for op in tf.get_default_graph().get_operations() if op.type == "Unique"]
        assert uniques.left_to_update(unique)
        tf.identity(unique.outputs[0])
        assert not uniques.left_to_update(unique)


def test_a_row_that_numpy_is_left_to_sum_up():
    grad, indices = np.asarray([[1.0], [2.0], [4.0]], np.float32), np.asarray([7, 3, 7])
    sums, rows = training_ops._summed(grad, indices)
    assert rows.tolist() == [7, 3] and sums.tolist() == [[5.0], [2.0]]


@pytest.mark.parametrize("depth", [1, 2, 4])
def test_crosses_have_the_hashes_of_numpy(depth):
    random = np.random.RandomState(depth)
    columns = [random.randint(-(2**63), 2**63 - 1, 50).view(np.uint64) for _ in range(depth)]
    for key, limit in ((sparse_cross._DEFAULT_KEY, 1000), (-5, 2**63 - 1), (0, 1)):
        wanted = np.int64(key).view(np.uint64)
        for column in columns:
            wanted = sparse_cross._joined_hash(wanted, column)
        made = row_kernels.cross(columns, key, limit)
        np.testing.assert_array_equal(made, (wanted % np.uint64(limit)).astype(np.int64))
