"""Matrices are factorized as in 1.15.5, from whose runs the values are."""

import numpy as np
import pytest

import penstock as tf
import penstock.ops.training.wals  # noqa: F401 - declares its operations, whichever test comes first
from tests.contrib.programs.wals import PROGRAMS
from tests.contrib.recorded import same_as_recorded


@pytest.mark.parametrize("title", PROGRAMS)
def test_factors_and_losses_are_those_of_tensorflow(title, monkeypatch):
    tiers = ("interpret", "compile") if title == "plain" else ("interpret",)
    # Normal equations square the condition of the factors.
    same_as_recorded("wals", title, PROGRAMS[title], monkeypatch, tiers, rtol=1e-4, atol=1e-5)


def test_the_loss_is_that_of_the_definition():
    r = np.random.RandomState(0)
    dense = (r.normal(size=[6, 4]) * (r.uniform(size=[6, 4]) < 0.7)).astype(np.float32)
    dense[:, 0] = 1.0
    dense[0] = 2.0
    at = np.argwhere(dense)
    with tf.Graph().as_default(), tf.Session() as session:
        model = tf.contrib.factorization.WALSModel(6, 4, 2, 0.2, 0.3, row_weights=2.0, col_weights=[1, 2, 3, 4])
        a = tf.SparseTensor(at.astype(np.int64), dense[tuple(at.T)], dense.shape)
        u, _, loss, cost, total = model.update_row_factors(a)
        session.run([tf.local_variables_initializer(), model.initialize_op])
        for op in (model.worker_init, model.row_update_prep_gramian_op, model.initialize_row_update_op):
            session.run(op)
        u, loss, cost, total, v = session.run([u, loss, cost, total, model.col_factors[0]])
    weights = 0.2 + (dense != 0) * 2.0 * np.array([1, 2, 3, 4])
    np.testing.assert_allclose(loss, (weights * (dense - u @ v.T) ** 2).sum(), rtol=1e-4)
    np.testing.assert_allclose(cost, 0.3 * ((u**2).sum() + (v**2).sum()), rtol=1e-5)
    np.testing.assert_allclose(total, weights.sum(), rtol=1e-5)
    for i in range(6):  # no other factors are better
        lhs = (v * weights[i, :, None]).T @ v + 0.3 * np.eye(2)
        np.testing.assert_allclose(lhs @ u[i], (weights[i] * dense[i]) @ v, rtol=1e-3, atol=1e-4)


def test_new_rows_and_columns_are_projected():
    W = tf.contrib.factorization.WALSMatrixFactorization
    at = np.argwhere(np.ones([4, 3]))
    values = (np.outer([1, 2, 3, 4], [1.0, 0.5, 2.0])).astype(np.float32)

    def input_fn(rows=None):
        def features():
            whole = [
                tf.SparseTensor(np.argwhere(m).astype(np.int64), m.ravel(), m.shape) for m in (values, values.T.copy())
            ]
            given = {W.INPUT_ROWS: whole[0], W.INPUT_COLS: whole[1]}
            if rows is not None:
                given |= {W.PROJECT_ROW: tf.constant(rows), W.PROJECTION_WEIGHTS: tf.constant(1.0)}
                given = {k: tf.train.limit_epochs(v, 1) if k == W.PROJECTION_WEIGHTS else v for k, v in given.items()}
            return given, None

        return features

    assert len(at) == 12
    model = W(4, 3, 1, unobserved_weight=0.0, max_sweeps=4, row_init=np.ones([4, 1], np.float32))
    model.fit(input_fn=input_fn(), steps=20)
    (u,), (v,) = model.get_row_factors(), model.get_col_factors()
    np.testing.assert_allclose(u @ v.T, values, rtol=1e-4)
    projections = model.get_projections(input_fn(True))
    np.testing.assert_allclose([next(projections) for _ in range(4)], u, rtol=1e-3)


@pytest.mark.parametrize("weights", [-1.0, "many"])
def test_wrong_weights_are_refused(weights):
    with pytest.raises((ValueError, AssertionError)):
        tf.contrib.factorization.WALSModel(3, 3, 2, row_weights=weights)


def test_weights_are_given_for_both_sides_or_for_none():
    with pytest.raises(ValueError, match="both be None"):
        tf.contrib.factorization.WALSModel(3, 3, 2, row_weights=None)


@pytest.mark.parametrize("indices", [[[0, 5]], [[7, 0]], [[-1, 0]]])
def test_places_outside_of_the_matrices_are_refused(indices):
    from penstock.graph.build import apply

    with tf.Graph().as_default(), tf.Session() as session:
        a, b = tf.zeros([3, 2]), tf.zeros([4, 2])
        made = apply("MaskedMatmul", a=a, b=b, mask_indices=np.array(indices), transpose_a=False, transpose_b=True)
        with pytest.raises(tf.errors.InvalidArgumentError, match="out of range"):
            session.run(made)


def test_products_at_no_place_are_none():
    from penstock.graph.build import apply

    with tf.Graph().as_default(), tf.Session() as session:
        none = np.zeros([0, 2], np.int64)
        made = apply(
            "MaskedMatmul",
            a=tf.zeros([2, 3]),
            b=tf.zeros([2, 4]),
            mask_indices=none,
            transpose_a=True,
            transpose_b=False,
        )
        assert session.run(made).shape == (0,)
