"""What a master leaves out of a run between tasks: the values and the order stay, and nothing waits for what comes later."""

import numpy as np
import pytest

import penstock as tf
from penstock.distributed.stages import Partition

PS0, PS1, WORKER = "/job:ps/task:0", "/job:ps/task:1", "/job:worker/task:0"


@pytest.fixture
def target():
    workers, servers = tf.test.create_local_cluster(1, 2)
    yield workers[0].target
    assert servers  # they live as long as the test


@pytest.fixture
def sess(target):
    with tf.Graph().as_default(), tf.Session(target) as sess:
        yield sess


def variables():
    found = []
    for i, device in enumerate((PS0, PS1)):
        with tf.device(device):
            found.append(tf.Variable(np.zeros(3, "f"), name=f"v{i}"))
    return found


def partitions(sess, fetches, feed_dict=None):
    """What a run makes, and the partition of each task."""
    metadata = tf.RunMetadata()
    found = sess.run(fetches, feed_dict, tf.RunOptions(output_partition_graphs=True), metadata)
    graphs = {}
    for graph in metadata.partition_graphs:
        (device,) = {node.device for node in graph.node}
        graphs[device.split("/device")[0].replace("/replica:0", "")] = graph
    return found, graphs


def transfers(graphs):
    return sorted(
        n.name for g in graphs.values() for n in g.node if n.op == "_Recv" and not n.attr["client_terminated"].b
    )


def test_constants_are_made_where_they_are_needed(sess):
    a, b = variables()
    with tf.device(WORKER):
        rate, large = tf.constant(0.5), tf.constant(np.ones(1000, "f"))
        waits = tf.identity(tf.constant(2.0))
    changes = [tf.assign_add(a, [rate] * 3).op, tf.assign_add(b, a * rate + large[:3] * waits).op]
    sess.run(tf.global_variables_initializer())
    _, graphs = partitions(sess, changes[0])
    assert list(graphs) == [PS0]
    _, graphs = partitions(sess, changes[1])
    assert not [n.name for n in graphs[WORKER].node if n.name == rate.op.name]
    assert any(name.startswith(large.op.name + "_") for name in transfers(graphs))
    np.testing.assert_array_equal(sess.run(b), [2.25] * 3)
    assert sess.run(rate) == 0.5 and sess.run([rate, changes[0]], {rate: 4.0})[0] == 4.0
    np.testing.assert_array_equal(sess.run(a), [4.5] * 3)


def test_a_group_on_a_third_task_is_not_told(sess):
    a, b = variables()
    with tf.device(WORKER):
        both = tf.group(tf.assign_add(a, [1.0] * 3), tf.assign_add(b, [1.0] * 3))
    sess.run(tf.global_variables_initializer())
    found, graphs = partitions(sess, both)
    assert found is None and sorted(graphs) == [PS0, PS1] and not transfers(graphs)
    np.testing.assert_array_equal(sess.run(a) + sess.run(b), [2.0] * 3)


@pytest.mark.parametrize("reader", [PS0, PS1, WORKER])
def test_what_waits_for_a_group_waits_for_all_its_members(sess, reader):
    a, b = variables()
    with tf.device(WORKER):
        inner = tf.group(tf.assign_add(a, [1.0] * 3), tf.assign_add(b, [1.0] * 3), name="inner")
        outer = tf.group(inner, tf.assign_add(b, [1.0] * 3), name="outer")
    with tf.device(reader), tf.control_dependencies([outer]):
        total = a.read_value() + b.read_value()
    sess.run(tf.global_variables_initializer())
    for i in range(1, 20):
        np.testing.assert_array_equal(sess.run(total), [3.0 * i] * 3)


def test_a_step_counter_waits_for_the_updates_themselves(sess):
    a, b = variables()
    with tf.device(PS0):
        count = tf.Variable(0)
    with tf.device(WORKER):
        updates = tf.group(tf.assign_add(a, [1.0] * 3), tf.assign_add(b, [1.0] * 3), name="updates")
    with tf.device(PS0), tf.control_dependencies([updates]):
        counted = tf.assign_add(count, 1).op
    sess.run(tf.global_variables_initializer())
    _, graphs = partitions(sess, counted)
    assert sorted(graphs) == [PS0, PS1] and len(transfers(graphs)) == 1
    assert sess.run(count) == sess.run(a)[0] == sess.run(b)[0] == 1


def test_signals_from_one_task_are_one(sess):
    a, b = variables()
    with tf.device(PS0):
        more = [tf.Variable(1.0) for _ in range(4)]
    updates = [tf.assign_add(v, 1.0).op for v in more]
    with tf.device(PS1), tf.control_dependencies(updates):
        counted = tf.assign_add(b, [1.0] * 3)
    sess.run(tf.global_variables_initializer())
    _, graphs = partitions(sess, counted.op)
    assert len(transfers(graphs)) == 1
    assert sess.run(more) == [2.0] * 4 and sess.run(b)[0] == 1


def test_a_worker_computes_gradients_of_many_variables_at_once(sess):
    found = []
    for i in range(10):
        with tf.device((PS0, PS1)[i % 2]):
            found.append(tf.Variable(np.full(3, i, "f")))
    with tf.device(WORKER):
        loss = tf.add_n([tf.reduce_sum(tf.square(v)) for v in found])
        train = tf.train.GradientDescentOptimizer(0.25).minimize(loss)
    sess.run(tf.global_variables_initializer())
    _, graphs = partitions(sess, [loss, train])
    assert len(Partition(graphs[WORKER]).stages) == 1
    assert [len(Partition(graphs[ps]).stages) for ps in (PS0, PS1)] == [2, 2]
    np.testing.assert_array_equal(sess.run(found), [np.full(3, i / 2, "f") for i in range(10)])


def test_what_waits_for_a_queue_holds_nothing_else_up(sess):
    """The worker's part of one tensor must not wait for another that comes only because of it."""
    a, b = variables()
    with tf.device(PS1):
        queue = tf.FIFOQueue(1, [tf.float32], [[3]])
        late = queue.dequeue() + b
    with tf.device(WORKER):
        early = a.read_value() + 1.0
        last = late * 2.0
    with tf.device(PS1):
        put = queue.enqueue([early])
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        found, _ = sess.run([last, put], options=tf.RunOptions(timeout_in_ms=60_000))
        np.testing.assert_array_equal(found, [2.0] * 3)


def test_runs_in_parts_take_their_feeds_one_after_the_other(sess):
    with tf.device(PS0):
        x = tf.placeholder(tf.float32, [])
        first = x + 1.0
    with tf.device(PS1):
        y = tf.placeholder(tf.float32, [])
        second = y + 1.0
    with tf.device(WORKER):
        doubled, both = first * 2.0, first * second
    handle = sess.partial_run_setup([doubled, both], [x, y])
    assert sess.partial_run(handle, doubled, {x: 2.0}) == 6.0
    assert sess.partial_run(handle, both, {y: 4.0}) == 15.0
    assert sess.run([doubled, both], {x: 1.0, y: 1.0}) == [4.0, 4.0]
