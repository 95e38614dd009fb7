"""Scatters into large variables change them in place, and nobody sees it but by the clock."""

import numpy as np
import pytest

import penstock as tf

ROWS, WIDTH = 4096, 8
INTERPRETED = tf.ConfigProto(
    graph_options=tf.GraphOptions(optimizer_options=tf.OptimizerOptions(global_jit_level=tf.OptimizerOptions.OFF))
)


@pytest.fixture
def table():
    tf.reset_default_graph()
    variable = tf.Variable(np.arange(ROWS * WIDTH, dtype=np.float32).reshape(ROWS, WIDTH), name="table")
    with tf.Session(config=INTERPRETED) as sess:
        sess.run(variable.initializer)
        sess.run(tf.scatter_add(variable, [0], np.zeros((1, WIDTH), np.float32)))  # from here on, memory of its own
        yield variable, sess


def _memory(sess):
    (value,) = (v for key, v in sess._store.variables.items() if key.name == "table")
    return value.ctypes.data


def test_a_scatter_changes_the_memory_of_the_variable(table):
    variable, sess = table
    update = tf.scatter_sub(variable, [3, 5, 3], np.ones((3, WIDTH), np.float32))
    before, where = sess.run(variable), _memory(sess)
    sess.run(update.op)
    before[3] -= 2
    before[5] -= 1
    assert _memory(sess) == where
    np.testing.assert_array_equal(sess.run(variable), before)


@pytest.mark.parametrize("kind", [np.int32, np.int64])
@pytest.mark.parametrize("how", ["scatter_update", "scatter_add", "scatter_sub"])
def test_numbers_are_those_of_a_copy(table, how, kind):
    variable, sess = table
    random = np.random.RandomState(0)
    indices, rows = random.randint(0, ROWS, 100).astype(kind), random.randn(100, WIDTH).astype(np.float32)
    expected = sess.run(variable)
    for i, row in zip(indices, rows, strict=True):
        expected[i] = {"scatter_update": row, "scatter_add": expected[i] + row, "scatter_sub": expected[i] - row}[how]
    sess.run(getattr(tf, how)(variable, indices, rows).op)
    np.testing.assert_array_equal(sess.run(variable), expected)


def test_a_run_that_fails_later_gives_the_rows_back(table):
    variable, sess = table
    index = tf.placeholder(tf.int32, [])
    update = tf.scatter_add(variable, [7, 7], np.ones((2, WIDTH), np.float32))
    with tf.control_dependencies([update]):
        late = tf.gather(tf.constant([1.0, 2.0]), index)
    before = sess.run(variable)
    with pytest.raises(tf.errors.InvalidArgumentError):
        sess.run(late, {index: 9})
    np.testing.assert_array_equal(sess.run(variable), before)
    sess.run(late, {index: 1})
    assert sess.run(variable)[7, 0] == before[7, 0] + 2


def test_bad_indices_change_nothing(table):
    variable, sess = table
    before = sess.run(variable)
    with pytest.raises(tf.errors.InvalidArgumentError, match="is not in"):
        sess.run(tf.scatter_add(variable, [1, ROWS], np.ones((2, WIDTH), np.float32)).op)
    np.testing.assert_array_equal(sess.run(variable), before)


def test_what_was_read_before_keeps_its_value(table):
    variable, sess = table
    turned = tf.transpose(variable.read_value())  # a view of it
    with tf.control_dependencies([turned]):
        update = tf.scatter_add(variable, [7], np.ones((1, WIDTH), np.float32))
    before = sess.run(variable)
    seen, _ = sess.run([turned, update.op])
    np.testing.assert_array_equal(seen, before.T)
    assert sess.run(variable)[7, 0] == before[7, 0] + 1


def test_a_value_that_a_caller_has_stays_as_it_is(table):
    variable, sess = table
    fetched = sess.run(variable)
    kept = fetched.copy()
    sess.run(tf.scatter_add(variable, [7], np.ones((1, WIDTH), np.float32)).op)
    np.testing.assert_array_equal(fetched, kept)


def test_resource_variables_are_changed_in_place_too():
    with tf.Graph().as_default(), tf.Session(config=INTERPRETED) as sess:
        variable = tf.get_variable("table", [ROWS, WIDTH], use_resource=True, initializer=tf.zeros_initializer())
        update = variable.scatter_add(tf.IndexedSlices(tf.ones([2, WIDTH]), tf.constant([1, 2])))
        sess.run(variable.initializer)
        sess.run(update.op)
        where = _memory(sess)
        sess.run(update.op)
        assert _memory(sess) == where
        assert sess.run(variable)[:4, 0].tolist() == [0, 2, 2, 0]
