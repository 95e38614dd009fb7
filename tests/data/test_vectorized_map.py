"""tf.vectorized_map gives what tf.map_fn gives, without a loop where there are rules for what the function does."""

from __future__ import annotations

import numpy as np
import pytest

import penstock as tf

nest = tf.contrib.framework.nest
RANDOM = np.random.RandomState(0)
MATRICES, VECTORS = RANDOM.rand(6, 3, 4).astype(np.float32), RANDOM.rand(6, 4).astype(np.float32)

# name → (function of the matrix and the vector of a row, and of a matrix that is the same for all; whether it needs a loop)
FUNCTIONS = {
    "outer products": (lambda m, v, b: tf.tensordot(v, v, 0), False),
    "products with one matrix": (lambda m, v, b: tf.matmul(m, b), False),
    "products of rows": (lambda m, v, b: tf.matmul(m, m, transpose_b=True), False),
    "reductions": (lambda m, v, b: (tf.reduce_sum(m * v), {"m": tf.reduce_max(m, axis=-1)}), False),
    "a reduction of what is the same for all": (lambda m, v, b: tf.nn.relu(m - 0.5) + tf.reduce_mean(b), False),
    "halves of squares": (lambda m, v, b: tf.nn.l2_loss(v), False),
    "gradients": (lambda m, v, b: tf.gradients(tf.reduce_sum(tf.sin(v) ** 2), v)[0], False),
    "a constant": (lambda m, v, b: tf.constant(3.0), False),
    "the softmax": (lambda m, v, b: tf.nn.softmax(m), None),
    "cumulative sums": (lambda m, v, b: tf.cumsum(v), True),
    "conditionals": (lambda m, v, b: tf.cond(v[0] > 0.5, lambda: v * 2, lambda: -v), True),
    "singular values": (lambda m, v, b: tf.svd(m, compute_uv=False), True),
}


@pytest.mark.parametrize("what", FUNCTIONS)
@pytest.mark.parametrize("level", [-1, 1], ids=["interpreted", "compiled"])
def test_the_results_and_gradients_are_those_of_map_fn(what, level):
    function, looping = FUNCTIONS[what]
    config = tf.ConfigProto()
    config.graph_options.optimizer_options.global_jit_level = level
    with tf.Graph().as_default() as graph, tf.Session(config=config) as session:
        m, v = tf.constant(MATRICES), tf.constant(VECTORS)
        b = tf.constant(np.arange(8.0).reshape(4, 2).astype(np.float32))
        found = tf.vectorized_map(lambda row: function(*row, b), (m, v))
        loops = [op for op in graph.get_operations() if op.type.endswith("While")]
        if looping is not None:
            assert bool(loops) == looping
        expected = tf.map_fn(lambda row: function(*row, b), (m, v), nest.map_structure(lambda t: t.dtype, found))
        pairs = [nest.flatten(found), nest.flatten(expected)]
        for ours, theirs in zip(*pairs, strict=True):
            assert ours.shape.as_list() == [6, *theirs.shape.as_list()[1:]]
        results = session.run(pairs)
        pairs = [[t for t in side if t.op.type != "BroadcastTo"] for side in pairs] if what == "a constant" else pairs
        slopes = [tf.gradients(side, [m, v, b]) if side and what != "singular values" else [] for side in pairs]
        if what != "a constant":
            results = [a + b for a, b in zip(results, session.run([[g for g in s if g is not None] for s in slopes]))]
        for ours, theirs in zip(*results, strict=True):
            np.testing.assert_allclose(ours, theirs, rtol=1e-5, atol=1e-6)


def test_a_variable_made_in_the_function_is_made_once():
    with tf.Graph().as_default(), tf.Session() as session:
        rows = tf.placeholder(tf.float32, [None, 2])
        result = tf.vectorized_map(lambda x: x * tf.get_variable("w", initializer=3.0, use_resource=True), rows)
        assert len(tf.global_variables()) == 1
        session.run(tf.global_variables_initializer())
        assert session.run(result, {rows: [[1.0, 2.0]]}).tolist() == [[3.0, 6.0]]
        assert session.run(result, {rows: np.zeros((0, 2))}).shape == (0, 2)
