"""Embedding lookups give what TensorFlow gives, from one table and from shards, with gradients for the tables."""

import numpy as np
import pytest

import penstock as tf
from tests.ops.programs import same, same_error

TABLE = np.random.RandomState(0).normal(size=(11, 3)).astype(np.float32)


@pytest.mark.parametrize("strategy", ["mod", "div"])
def test_lookups_in_shards_are_those_in_one_table(strategy, peer, monkeypatch):
    source = f"""
    ids = tf.constant([[0, 10, 3], [4, 4, 7]])
    whole = tf.Variable(table)
    parts = np.split(table, [4, 8]) if "{strategy}" == "div" else [table[i::3] for i in range(3)]
    parts = [tf.Variable(p) for p in parts]
    a = tf.nn.embedding_lookup(whole, ids)
    b = tf.nn.embedding_lookup(parts, ids, partition_strategy="{strategy}")
    c = tf.nn.embedding_lookup(parts, ids, partition_strategy="{strategy}", max_norm=1.0)
    d = tf.nn.embedding_lookup(whole, ids, max_norm=0.5)
    grads = [tf.convert_to_tensor(g) for g in tf.gradients(b * b, parts) + tf.gradients(a * a * a, [whole])]
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        result = {{"values": sess.run([a, b, c, d]), "grads": sess.run(grads), "shapes": [x.shape.as_list() for x in (a, b)]}}
    """
    wanted = same(peer, source, monkeypatch, table=TABLE)
    np.testing.assert_array_equal(wanted["values"][0], wanted["values"][1])


def test_partitioned_variables_are_looked_up_part_by_part(peer, monkeypatch):
    source = """
    with tf.variable_scope("v", partitioner=tf.fixed_size_partitioner(3)):
        v = tf.get_variable("table", initializer=tf.constant(table))
    y = tf.nn.embedding_lookup(v, [0, 5, 10, 2], partition_strategy="div")
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        result = {"y": sess.run(y)}
    """
    same(peer, source, monkeypatch, table=TABLE)


def test_resource_variables_are_gathered_without_reading_all(peer, monkeypatch):
    source = """
    v = tf.get_variable("table", initializer=tf.constant(table), use_resource=True)
    y = tf.nn.embedding_lookup(v, [1, 1, 2])
    g = tf.gradients(y, v)[0]
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        assert "ResourceGather" in [op.type for op in y.graph.get_operations()]
        result = {"y": sess.run(y), "indices": sess.run(g.indices)}
    """
    same(peer, source, monkeypatch, table=TABLE)


SPARSE = """
ids = tf.SparseTensor(indices=[[0, 0], [0, 1], [1, 0], [2, 0], [2, 3]], values=tf.constant([1, 3, 0, 1, 10], tf.int64),
                      dense_shape=[3, 4])
weights = tf.SparseTensor(ids.indices, tf.constant([1.0, 2.0, 0.5, 1.0, 3.0]), ids.dense_shape)
t = tf.constant(table)
"""


def test_sparse_lookups_combine_rows(peer, monkeypatch):
    source = SPARSE + (
        """
made = {}
for combiner in ("sum", "mean", "sqrtn"):
    made[combiner] = tf.nn.embedding_lookup_sparse(t, ids, None, combiner=combiner)
    made["weighted " + combiner] = tf.nn.embedding_lookup_sparse(t, ids, weights, combiner=combiner, max_norm=1.5)
    made["grad " + combiner] = tf.convert_to_tensor(tf.gradients(made["weighted " + combiner] ** 2, t)[0])
made["half"] = tf.nn.embedding_lookup_sparse(tf.cast(t, tf.float16), ids, None, combiner="sum")
with tf.Session() as sess:
    result = sess.run(made)
"""
    )
    wanted = same(peer, source.replace('made["half"]', '# made["half"]'), monkeypatch, table=TABLE)
    np.testing.assert_allclose(wanted["sum"][0], TABLE[1] + TABLE[3], rtol=1e-6)
    same_error(
        peer,
        SPARSE + "tf.nn.embedding_lookup_sparse(t, ids, None, combiner='max')",
        monkeypatch,
        "combiner",
        table=TABLE,
    )
    same_error(
        peer,
        SPARSE + "tf.nn.embedding_lookup_sparse(t, [1], None, combiner='sum')",
        monkeypatch,
        "sp_ids must be",
        table=TABLE,
    )


def test_safe_lookups_leave_out_what_is_invalid(peer, monkeypatch):
    source = """
    ids = tf.SparseTensor([[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 1, 0], [1, 1, 1]],
                          tf.constant([1, -1, 2, 3, 4], tf.int64), [2, 2, 2])
    weights = tf.SparseTensor(ids.indices, tf.constant([1.0, 2.0, 0.0, 1.0, 3.0]), ids.dense_shape)
    t = tf.constant(table)
    made = [tf.nn.safe_embedding_lookup_sparse([t], ids, w, combiner=c, default_id=d)
            for w in (None, weights) for c in ("sum", "mean") for d in (None, 5)]
    with tf.Session() as sess:
        result = {"values": sess.run(made), "shapes": [m.shape.as_list() for m in made]}
    """
    same(peer, source, monkeypatch, table=TABLE)


def test_arguments_are_checked(peer, monkeypatch):
    same_error(peer, "tf.nn.embedding_lookup(None, [1])", monkeypatch, "params must be specified")
    same_error(peer, "tf.nn.embedding_lookup([], [1])", monkeypatch, "")
    source = "tf.nn.embedding_lookup([tf.zeros([2, 2])] * 2, [1], partition_strategy='odd')"
    same_error(peer, source, monkeypatch, "nrecognized")
    with tf.Graph().as_default(), tf.Session() as sess:
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"indices\[1\] = 2 is not in \[0, 2\)"):
            sess.run(tf.nn.embedding_lookup(tf.zeros([2, 2]), tf.placeholder_with_default([0, 2], [2])))


@pytest.mark.parametrize("optimizer", ["GradientDescent", "Adagrad", "Momentum", "Adam", "Ftrl"])
def test_sparse_lookups_train_in_one_program_whatever_the_number_of_unique_ids(optimizer, monkeypatch):
    """Compiled, the unique ids are padded to a size that does not depend on the data; nobody can tell."""

    def train(tier):
        monkeypatch.setenv("PENSTOCK_TIER", tier)
        random = np.random.RandomState(0)
        with tf.Graph().as_default(), tf.Session() as session:
            ids = tf.placeholder(tf.int64, [None])
            rows = np.stack([np.arange(12) // 2, np.arange(12) % 2], 1)
            sparse = tf.SparseTensor(rows, ids, [6, 2])
            table = tf.Variable(np.linspace(-1, 1, 40, dtype=np.float32).reshape(10, 4))
            weights = tf.Variable(np.linspace(-1, 1, 10, dtype=np.float32).reshape(10, 1))
            deep = tf.nn.embedding_lookup_sparse(table, sparse, None, combiner="mean")
            wide = tf.nn.embedding_lookup_sparse(weights, sparse, None, combiner="sum")
            loss = tf.reduce_mean(tf.square(tf.reduce_sum(tf.tanh(deep), 1, keepdims=True) + wide - 0.5))
            step = getattr(tf.train, f"{optimizer}Optimizer")(0.1, *([0.9] if optimizer == "Momentum" else []))
            step = step.minimize(loss)
            session.run(tf.global_variables_initializer())
            losses = []
            for high in (10, 2, 5, 1, 10):
                losses.append(session.run([loss, step], {ids: random.randint(0, high, 12)})[0])
            segments = [s for p in session._prepared.values() for s in p.bound.segments if len(s.steps) > 20]
            return losses, session.run([table, weights]), [len(s.policy.programs) for s in segments]

    losses, values, _ = train("interpret")
    compiled_losses, compiled_values, programs = train("compile")
    np.testing.assert_allclose(compiled_losses, losses, rtol=1e-5)
    for a, b in zip(compiled_values, values):
        np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-6)
    assert programs == [1]


@pytest.mark.parametrize("tier", ["interpret", "compile"])
def test_the_norm_of_a_sparse_lookups_gradient_counts_equal_ids_once(tier, monkeypatch):
    """As in 1.15: the rows of equal ids are added up in the gradient itself, so `clip_by_global_norm` sees their sum."""
    monkeypatch.setenv("PENSTOCK_TIER", tier)
    with tf.Graph().as_default(), tf.Session() as sess:
        table = tf.get_variable("table", [5, 2], initializer=tf.ones_initializer())
        ids = tf.SparseTensor([[0, 0], [0, 1], [1, 0]], tf.constant([3, 3, 1], tf.int64), [2, 2])
        found = tf.nn.embedding_lookup_sparse(table, ids, None, combiner="sum")
        optimizer = tf.train.AdagradOptimizer(0.1)
        ((gradient, variable),) = optimizer.compute_gradients(tf.reduce_sum(found))
        (clipped,), norm = tf.clip_by_global_norm([gradient], 100.0)
        train = optimizer.apply_gradients([(clipped, variable)])
        sess.run(tf.global_variables_initializer())
        for _ in range(3):
            assert sess.run([train, norm])[1] == pytest.approx(10**0.5, rel=1e-6)  # (2, 2) and (1, 1)
