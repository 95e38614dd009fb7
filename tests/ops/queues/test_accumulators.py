"""Accumulators of gradients, compared with TensorFlow."""

import textwrap

import pytest

import penstock as tf
from tests.ops.queues.test_queues import assert_same, in_thread
from tests.same_program import run_here

PROGRAMS = {
    "mean": """
        a = tf.ConditionalAccumulator(tf.float32, [2])
        for step in range(2):
            for v in (1.0, 2.0, 6.0):
                sess.run(a.apply_grad([v, v * 10], local_step=step))
        n = sess.run(a.num_accumulated())
        first = sess.run(a.take_grad(1))
        result = {"n": n, "first": first, "after": sess.run(a.num_accumulated())}
    """,
    "old gradients do not count": """
        a = tf.ConditionalAccumulator(tf.float32, [])
        sess.run(a.set_global_step(3))
        for step in (1, 3, 5):
            sess.run(a.apply_grad(float(step), local_step=step))
        result = {"n": sess.run(a.num_accumulated()), "v": sess.run(a.take_grad(2))}
    """,
    "sum": """
        a = tf.ConditionalAccumulator(tf.float64, reduction_type="SUM")
        for v in (1.0, 2.0):
            sess.run(a.apply_grad(np.full([2, 2], v)))
        result = {"v": sess.run(a.take_grad(2))}
    """,
    "sparse": """
        a = tf.SparseConditionalAccumulator(tf.float32, [5, 2])
        sess.run(a.apply_grad([0, 3], np.array([[1, 1], [2, 2]], np.float32), [5, 2]))
        sess.run(a.apply_grad([3, 4], np.array([[4, 4], [8, 8]], np.float32), [5, 2]))
        t = sess.run(a.take_grad(2))
        sess.run(a.apply_indexed_slices_grad(tf.IndexedSlices(tf.ones([1, 2]), tf.constant([2], tf.int64)), 1))
        result = {"t": list(t), "u": sess.run(a.take_indexed_slices_grad(1).values)}
    """,
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_as_in_tensorflow(name, peer):
    source = "sess = tf.Session(config=CONFIG)\n" + textwrap.dedent(PROGRAMS[name])
    here, there = run_here(source), peer.run(source, CONFIG=None)
    for key in here:
        assert_same(here[key], there[key])


def test_taking_waits_for_enough_gradients_and_ends_with_the_session():
    with tf.Graph().as_default():
        a = tf.ConditionalAccumulator(tf.float32, [])
        give, take = a.apply_grad(3.0, local_step=10), a.take_grad(2)
        sess = tf.Session()
        waiting = in_thread(lambda: sess.run(take))
        sess.run(give)
        assert waiting.thread.is_alive()
        sess.run(give)
        assert waiting() == 3.0
        waiting = in_thread(lambda: sess.run(take))
        sess.close()
        with pytest.raises(tf.errors.CancelledError):
            waiting()


def test_wrong_gradients_are_refused():
    with tf.Graph().as_default(), tf.Session() as sess:
        a = tf.ConditionalAccumulator(tf.float32)
        sess.run(a.apply_grad([1.0, 2.0]))
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"Shape mismatch: expected \[2\], got \[3\]"):
            sess.run(a.apply_grad([1.0, 2.0, 3.0]))
        with pytest.raises(tf.errors.InvalidArgumentError, match="num_required must be positive"):
            sess.run(a.take_grad(0))
        with pytest.raises(ValueError):
            tf.ConditionalAccumulator(tf.float32, [2]).apply_grad([1.0])


def test_a_sparse_accumulator_compares_the_dimensions_that_its_shape_names(peer):
    source = """
    result = {}
    def tried(name, shape, *gradients):
        a = tf.SparseConditionalAccumulator(tf.float32, shape)
        with tf.Session(config=CONFIG) as sess:
            try:
                for indices, values, dims in gradients:
                    values = np.array(values, np.float32)
                    sess.run(a.apply_grad(np.array(indices, np.int64), values, dims))
                result[name] = [x.tolist() for x in sess.run(a.take_grad(len(gradients)))]
            except Exception as e:
                result[name] = getattr(e, "message", str(e)).split("[[")[0].strip().splitlines()[-1]
    row = [[1.0, 2.0]]
    tried("scalar shape", (), ([1], row, [3, 2]), ([1], row, [3, 2]))
    tried("shape", (3, 2), ([1], row, None), ([2], row, [3, 2]))
    tried("rank of shape", (3, 2), ([1], row, [3]))
    tried("dim of shape", (3, 2), ([1], row, [4, 2]))
    tried("index", (3, 2), ([3], row, None))
    tried("rank of values", (3, 2), ([1], [1.0], None))
    tried("dim of values", (3, 2), ([1], [[1.0]], None))
    tried("second rank", None, ([1], row, None), ([1], [1.0], None))
    tried("second dim", None, ([1], row, None), ([1], [[1.0]], None))
    tried("count", None, ([1, 2], row, None))
    tried("nothing", (3, 2), (np.zeros([0]), np.zeros([0, 2]), None))
    """
    assert run_here(source) == peer.run(source, CONFIG=None)
