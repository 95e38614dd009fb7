"""A cluster in one process (the sockets are real): sessions on servers, placement, transfers, errors, shared state."""

import threading
import time

import numpy as np
import pytest

import penstock as tf


@pytest.fixture(scope="module")
def servers():
    return tf.test.create_local_cluster(num_workers=2, num_ps=2)


@pytest.fixture
def cluster(servers):
    workers, ps = servers
    tf.Session.reset(workers[0].target)
    with tf.Graph().as_default():
        yield workers, ps


@pytest.fixture(params=["in process", "over the network"])
def target(request, cluster, monkeypatch):
    """The target of a worker; over the network, as a client in another process would reach it."""
    if request.param == "over the network":
        from penstock.distributed import client

        monkeypatch.setattr(client.server, "find_master", lambda target: None)
    return cluster[0][0].target


def variable(value, task, name="v"):
    with tf.device(f"/job:ps/task:{task}"):
        return tf.Variable(value, name=name)


def test_a_training_step_over_two_parameter_servers_is_that_of_one_process(target):
    x = np.float32(np.random.RandomState(0).rand(6, 3))

    def losses(session_target, devices):
        with tf.Graph().as_default():
            with tf.device(devices):
                w = tf.get_variable("w", initializer=np.ones([3, 2], np.float32))
                b = tf.get_variable("b", initializer=np.zeros([2], np.float32))
                step = tf.train.create_global_step()
                data = tf.placeholder(tf.float32, [None, 3])
                loss = tf.reduce_mean(tf.square(tf.matmul(data, w) + b - 0.5))
                train = tf.train.AdamOptimizer(0.1).minimize(loss, global_step=step)
            with tf.Session(session_target) as sess:
                sess.run(tf.global_variables_initializer())
                return [sess.run([loss, train, step], {data: x})[0] for _ in range(5)] + [sess.run(step)]

    setter = tf.train.replica_device_setter(cluster={"ps": ["a:1", "b:1"], "worker": ["c:1", "d:1"]})
    np.testing.assert_allclose(losses(target, setter), losses("", ""), rtol=1e-6)


def test_clients_of_different_masters_see_the_same_variables(cluster):
    workers, ps = cluster
    v = variable(1.0, 1)
    with tf.Session(workers[0].target) as first, tf.Session(ps[0].target) as second:
        first.run(v.assign(5.0))
        assert second.run(v) == 5.0
        second.run(v.assign_add(1.0))
        assert first.run(v) == 6.0


def test_variables_in_containers_are_reset_apart(cluster):
    target = cluster[0][0].target
    with tf.device("/job:ps/task:0"):
        with tf.container("kept"):
            kept = tf.Variable(1.0, name="kept")
        with tf.container("lost"):
            lost = tf.Variable(2.0, name="lost")
    with tf.Session(target) as sess:
        sess.run(tf.global_variables_initializer())
    tf.Session.reset(target, ["lost"])
    with tf.Session(target) as sess:
        assert sess.run(kept) == 1.0
        with pytest.raises(tf.errors.FailedPreconditionError):
            sess.run(lost)


def test_devices_of_all_tasks_are_listed(target):
    tf.constant(0)
    with tf.Session(target) as sess:
        names = [d.name for d in sess.list_devices()]
    wanted = [f"/job:{job}/replica:0/task:{i}/device:CPU:0" for job in ("ps", "worker") for i in (0, 1)]
    assert sorted(n for n in names if "device:CPU" in n) == wanted
    assert names[0].startswith("/job:worker/replica:0/task:0/")


def test_a_device_that_is_not_there_is_refused_in_the_words_of_1_15(target):
    with tf.device("/job:ps/task:7"):
        c = tf.constant(1.0, name="lonely")
    with tf.Session(target) as sess, pytest.raises(tf.errors.InvalidArgumentError) as raised:
        sess.run(c)
    text = str(raised.value)
    assert "Cannot assign a device for operation lonely: node lonely (defined at " in text
    assert (
        "was explicitly assigned to /job:ps/task:7 but available devices are [ /job:ps/replica:0/task:0/device:CPU:0, "
        in text
    )


def test_soft_placement_changes_the_device_and_not_the_task(target):
    with tf.device("/job:ps/task:1/gpu:0"):
        v = tf.Variable(3.0)
    with tf.Session(target) as sess, pytest.raises(tf.errors.InvalidArgumentError):
        sess.run(v.initializer)
    metadata = tf.RunMetadata()
    options = tf.RunOptions(output_partition_graphs=True)
    with tf.Session(target, config=tf.ConfigProto(allow_soft_placement=True)) as sess:
        sess.run(v.initializer)
        assert sess.run(v, options=options, run_metadata=metadata) == 3.0
    assert {n.device for g in metadata.partition_graphs for n in g.node} == {"/job:ps/replica:0/task:1/device:CPU:0"}


def test_nodes_that_contradict_each_other_cannot_be_colocated(cluster):
    v = variable(1.0, 0)
    with tf.device("/job:ps/task:1"):
        update = tf.assign(v, 2.0)
    update.op._set_device("/job:ps/task:1")
    with (
        tf.Session(cluster[0][0].target) as sess,
        pytest.raises(tf.errors.InvalidArgumentError, match="incompatible tasks"),
    ):
        sess.run(update)


def test_errors_name_the_task_the_operation_and_the_line(target):
    v = variable(1.0, 1, "never_set")
    with tf.Session(target) as sess, pytest.raises(tf.errors.FailedPreconditionError) as raised:
        sess.run(v * 2.0)
    assert raised.value.message.startswith(
        "From /job:ps/replica:0/task:1:\nAttempting to use uninitialized value never_set"
    )
    assert raised.value.op.name == "never_set/read"
    assert "test_cluster.py" in raised.value.message


def test_after_an_error_the_session_goes_on(target):
    v = variable([1.0, 2.0], 0)
    i = tf.placeholder(tf.int32, [])
    with tf.device("/job:worker/task:1"):
        picked = tf.gather(v, i) * 2.0
    with tf.Session(target) as sess:
        sess.run(v.initializer)
        with pytest.raises(tf.errors.InvalidArgumentError, match="indices"):
            sess.run(picked, {i: 9})
        assert sess.run(picked, {i: 1}) == 4.0


def test_control_edges_cross_tasks(target):
    v, w = variable(1.0, 0, "v"), variable(0.0, 1, "w")
    with tf.control_dependencies([v.assign(10.0)]):
        with tf.device("/job:ps/task:1"):
            copied = tf.assign(w, v.read_value())
    with tf.Session(target) as sess:
        sess.run(tf.global_variables_initializer())
        for _ in range(5):
            sess.run(v.initializer)
            sess.run(copied.op)
            assert sess.run(w) == 10.0


def test_two_tasks_that_wait_for_each_other_in_turn_do_not_hang(target):
    x = tf.placeholder(tf.float32, [])
    value = x
    for hop in range(8):
        with tf.device(f"/job:{('worker', 'ps')[hop % 2]}/task:{hop // 2 % 2}"):
            value = value * 2.0 + 1.0
    with tf.Session(target) as sess:
        assert sess.run(value, {x: 1.0}) == 511.0


def test_strings_booleans_empty_and_large_tensors_cross_tasks(target):
    values = [np.array([[b"a", b"\xff\0b"]], object), np.array([True, False]), np.zeros([0, 3], np.float32)]
    values += [np.arange(300_000, dtype=np.int64), np.float16([1.5, 2.5]), np.complex64([1 + 2j]), np.uint8([3, 255])]
    with tf.Session(target) as sess:
        for value in values:
            fed = tf.placeholder(tf.as_dtype(np.dtype(value.dtype)) if value.dtype != object else tf.string)
            with tf.device("/job:ps/task:1"):
                there = tf.identity(fed)
            with tf.device("/job:worker/task:1"):
                back = tf.identity(there)
            found = sess.run(back, {fed: value})
            assert found.dtype == value.dtype
            np.testing.assert_array_equal(found, value)


def test_a_graph_that_grows_is_sent_in_parts(target):
    v = variable(1.0, 0)
    with tf.Session(target) as sess:
        sess.run(v.initializer)
        for i in range(3):
            assert sess.run(v + float(i)) == 1.0 + i


def test_queues_on_other_tasks_wait_and_deliver(cluster):
    workers, ps = cluster
    with tf.device("/job:ps/task:0"):
        queue = tf.FIFOQueue(10, tf.float32, shapes=[[]], shared_name="numbers")
    fed = tf.placeholder(tf.float32, [])
    enqueue, dequeue = queue.enqueue(fed), queue.dequeue()
    with tf.Session(workers[0].target) as taker, tf.Session(workers[1].target) as giver:
        found = []
        thread = threading.Thread(target=lambda: found.append(taker.run(dequeue)))
        thread.start()
        time.sleep(0.2)
        assert not found
        giver.run(enqueue, {fed: 7.0})
        thread.join(20)
        assert found == [7.0]


def test_a_step_ends_with_its_time_limit(target):
    with tf.device("/job:ps/task:1"):
        empty = tf.FIFOQueue(10, tf.float32).dequeue()
    with tf.Session(target) as sess:
        for options in ({"options": tf.RunOptions(timeout_in_ms=300)},):
            with pytest.raises(tf.errors.DeadlineExceededError):
                sess.run(empty, **options)
    with tf.Session(target, config=tf.ConfigProto(operation_timeout_in_ms=300)) as sess:
        with pytest.raises(tf.errors.DeadlineExceededError):
            sess.run(empty)


def test_closing_a_session_ends_what_it_waits_for(target):
    with tf.device("/job:ps/task:1"):
        empty = tf.FIFOQueue(10, tf.float32).dequeue()
    sess = tf.Session(target)
    said = []

    def wait():
        try:
            sess.run(empty)
        except Exception as error:
            said.append(type(error))

    thread = threading.Thread(target=wait)
    thread.start()
    time.sleep(0.5)
    sess.close()
    thread.join(20)
    assert said == [tf.errors.CancelledError]
    with pytest.raises(RuntimeError, match="Attempted to use a closed Session."):
        sess.run(empty)


def test_partial_runs_go_on_where_they_were(target):
    a, b = tf.placeholder(tf.float32, []), tf.placeholder(tf.float32, [])
    with tf.device("/job:ps/task:0"):
        double = a * 2.0
    with tf.device("/job:worker/task:1"):
        product = double * b
    with tf.Session(target) as sess:
        for _ in range(2):
            handle = sess.partial_run_setup([double, product], [a, b])
            assert sess.partial_run(handle, double, {a: 3.0}) == 6.0
            assert sess.partial_run(handle, product, {b: 5.0}) == 30.0
        handle = sess.partial_run_setup([double, product], [a, b])
        with pytest.raises(tf.errors.InvalidArgumentError, match="can't be computed from the feeds"):
            sess.partial_run(handle, product, {a: 1.0})


def test_callables_take_feeds_by_position(target):
    x = tf.placeholder(tf.float32, [])
    with tf.device("/job:ps/task:1"):
        y = x * 3.0
    with tf.Session(target) as sess:
        triple = sess.make_callable(y, [x])
        assert [triple(float(i)) for i in range(3)] == [0.0, 3.0, 6.0]


def test_random_numbers_of_a_session_begin_anew_in_the_next(cluster):
    with tf.device("/job:ps/task:0"):
        r = tf.random_uniform([3], seed=5)
    drawn = []
    for _ in range(2):
        with tf.Session(cluster[0][0].target) as sess:
            drawn.append(sess.run([r])[0].tolist() + sess.run(r).tolist())
    assert drawn[0] == drawn[1]
    assert drawn[0][:3] != drawn[0][3:]
    with tf.Graph().as_default(), tf.Session() as sess:
        np.testing.assert_array_equal(sess.run(tf.random_uniform([3], seed=5)), np.float32(drawn[0][:3]))


def test_loops_and_conditionals_run_on_one_task(target):
    v = variable(2.0, 1)
    n = tf.placeholder(tf.int32, [])
    with tf.device("/job:worker/task:1"):
        power = tf.while_loop(lambda i, x: i < n, lambda i, x: (i + 1, x * v.read_value()), [0, 1.0])[1]
        chosen = tf.cond(power > 10.0, lambda: power * v, lambda: -power)
    with tf.Session(target) as sess:
        sess.run(v.initializer)
        assert sess.run([power, chosen], {n: 4}) == [16.0, 32.0]
        assert sess.run(chosen, {n: 2}) == -4.0


def test_steps_tell_what_ran_where(target):
    v = variable(2.0, 1)
    with tf.device("/job:worker/task:0"):
        y = v * 2.0
    metadata = tf.RunMetadata()
    with tf.Session(target) as sess:
        sess.run(v.initializer)
        sess.run(y, options=tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE), run_metadata=metadata)
    by_device = {d.device: {n.node_name for n in d.node_stats} for d in metadata.step_stats.dev_stats}
    assert y.op.name in by_device["/job:worker/replica:0/task:0/device:CPU:0"]


def test_a_second_server_at_the_same_address_is_refused(cluster):
    address = cluster[0][0].target.removeprefix("grpc://")
    with pytest.raises(tf.errors.UnknownError, match="Could not start gRPC server"):
        tf.train.Server({"other": [address]})


def test_a_server_listens_at_its_address_and_nowhere_else():
    import socket

    server = tf.train.Server({"one": ["127.0.0.1:0"]})
    port = int(server.target.rpartition(":")[2])
    socket.create_connection(("127.0.0.1", port), 5).close()
    with pytest.raises(OSError):
        socket.create_connection(("127.0.0.2", port), 1).close()
