"""SdcaOptimizer, SdcaOptimizerV2, SdcaShrinkL1, SdcaFprint against TensorFlow: single examples to float accuracy, batches (which
TensorFlow visits in a random order) after so many passes that the order no longer matters.
"""

from __future__ import annotations

import inspect

import numpy as np
import pytest

import penstock as tf

LOSSES = ["logistic_loss", "squared_loss", "hinge_loss", "smooth_hinge_loss", "poisson_loss"]


def batch(count):
    random = np.random.RandomState(count)
    rows = np.repeat(np.arange(count), 2)
    features = np.stack([random.permutation(5)[:2] for _ in range(count)]).ravel() * 10
    labels = random.randint(0, 2, count).astype(np.float32)
    return dict(
        sparse_example_indices=[rows.astype(np.int64), np.arange(count, dtype=np.int64)],
        sparse_feature_indices=[features.astype(np.int64), random.randint(0, 3, count).astype(np.int64)],
        sparse_feature_values=[random.rand(2 * count).astype(np.float32)],
        dense_features=[random.randn(count, 3).astype(np.float32)],
        example_weights=(random.rand(count) + 0.5).astype(np.float32),
        example_labels=labels,
        sparse_indices=[np.arange(5, dtype=np.int64) * 10, np.arange(3, dtype=np.int64)],
    )


def run(tf, loss, count, passes, l1, adaptive=False, partitions=1):
    with tf.Graph().as_default(), tf.Session() as session:
        given = batch(count)
        sparse = [tf.placeholder(tf.float32, [n]) for n in (5, 3)]
        dense = [tf.placeholder(tf.float32, [3])]
        state = tf.placeholder(tf.float32, [count, 4])
        step = tf.raw_ops.SdcaOptimizerV2(
            sparse_weights=sparse,
            dense_weights=dense,
            example_state_data=state,
            loss_type=loss,
            l1=l1,
            l2=2.0,
            num_loss_partitions=partitions,
            num_inner_iterations=1,
            adaptive=adaptive,
            **given,
        )
        values = [np.zeros(5, np.float32), np.zeros(3, np.float32), np.zeros(3, np.float32)]
        states = np.zeros((count, 4), np.float32)
        for _ in range(passes):
            made = session.run(step, dict(zip([*sparse, *dense, state], [*values, states])))
            states = made[0]
            deltas = [*made[1], *made[2]]
            values = [v + d for v, d in zip(values, deltas)]
        return states, values


PROGRAM = inspect.getsource(batch) + inspect.getsource(run)


@pytest.fixture(scope="module")
def theirs(peer):
    code = (
        PROGRAM
        + """
result = {}
for loss in losses:
    loss = str(loss)
    for count, passes, l1 in ((1, 3, 0.25), (12, 150, 0.0), (12, 150, 0.3)):
        states, values = run(tf, loss, count, passes, l1)
        result[f"{loss} {count} {l1}"] = np.concatenate([states.ravel(), *values])
with tf.Graph().as_default(), tf.Session() as session:
    texts = [b"x" * n for n in range(300)]
    result["prints"] = session.run(tf.raw_ops.SdcaFprint(input=texts))
"""
    )
    return peer.run(code, losses=np.array(LOSSES))


@pytest.mark.parametrize("loss", LOSSES)
def test_three_steps_of_one_example_are_tensorflows(theirs, loss):
    states, values = run(tf, loss, 1, 3, 0.25)
    np.testing.assert_allclose(
        np.concatenate([states.ravel(), *values]), theirs[f"{loss} 1 0.25"], rtol=2e-5, atol=1e-6
    )


@pytest.mark.parametrize("loss", [loss for loss in LOSSES if loss != "hinge_loss"])  # which has many best duals
@pytest.mark.parametrize("l1", [0.0, 0.3])
def test_batches_end_where_tensorflow_ends(theirs, loss, l1):
    for adaptive in (False, True):
        states, values = run(tf, loss, 12, 150, l1, adaptive)
        found = np.concatenate([states.ravel(), *values])
        np.testing.assert_allclose(found, theirs[f"{loss} 12 {l1}"], rtol=2e-3, atol=2e-4)


@pytest.mark.parametrize("loss", LOSSES)
def test_the_loss_and_its_dual_meet(loss):
    states, values = run(tf, loss, 12, 300, 0.0)
    squares = sum(float(v @ v) for v in values)
    primal, dual = states[:, 1].sum() + squares, -states[:, 2].sum() - squares
    assert primal == pytest.approx(dual, rel=2e-3)


def test_fingerprints_of_all_lengths_are_tensorflows(theirs):
    with tf.Session() as session:
        found = session.run(tf.train.sdca_fprint([b"x" * n for n in range(300)]))
    np.testing.assert_array_equal(found, theirs["prints"])


@pytest.mark.parametrize("level", [-1, 1])
def test_weights_shrink_toward_zero(level):
    config = tf.ConfigProto()
    config.graph_options.optimizer_options.global_jit_level = level
    with tf.Graph().as_default(), tf.Session(config=config) as session:
        a, b = (tf.Variable(v, use_resource=False) for v in ([3.0, -0.5], [[-2.0]]))
        shrink = tf.train.sdca_shrink_l1([a, b], 2.0, 2.0)
        session.run(tf.global_variables_initializer())
        session.run(shrink)
        assert session.run([a, b])[0].tolist() == [2.0, 0.0]
        assert session.run(b).tolist() == [[-1.0]]


def test_what_does_not_fit_is_refused():
    def step(loss="logistic_loss", labels=(1.0,), state=(1, 4), dense=((1.0,),), weights=(0.0,), features=()):
        sparse = [[0], [0], list(features)] if features else None
        return tf.train.sdca_optimizer(
            [sparse[0]] if sparse else [],
            [sparse[2]] if sparse else [],
            [],
            [dense],
            [1.0] * len(labels),
            list(labels),
            [[7]] if sparse else [],
            [[0.0]] if sparse else [],
            [list(weights)],
            tf.zeros(state),
            loss,
            0.0,
            1.0,
            1,
            1,
            False,
        )

    with tf.Graph().as_default(), tf.Session() as session:
        session.run(step())
        session.run(step(features=[7]))
        for bad in (
            {"labels": (2.0,)},
            {"loss": "poisson_loss", "labels": (-1.0,)},
            {"state": (2, 4)},
            {"dense": ((1.0, 2.0),)},
            {"dense": ((1.0,), (1.0,))},
            {"features": [8]},
        ):
            with pytest.raises(tf.errors.InvalidArgumentError):
                session.run(step(**bad))
