"""Supervisors: what they log and write, and how they stop, here and in TensorFlow."""

import textwrap

import pytest

import penstock as tf
from tests.train.training_programs import both, events, files, nodes

HELP = """
    said = []
    def tried(function):
        try:
            said.append(str(function()))
        except Exception as e:
            said.append(type(e).__name__ + ": " + getattr(e, "message", str(e)).split("[[")[0].split("\\n")[0].strip())
"""
PROGRAMS = {
    "a managed session with its services": """
    loss, train_op = model()
    sv = tf.train.Supervisor(logdir=folder, save_summaries_secs=1000, save_model_secs=1000)
    added = []
    def noted(function):
        def note(*args, **kwargs):
            function(*args, **kwargs)
            added.append(function)
        return note
    for name in ("add_summary", "add_session_log"):
        setattr(sv.summary_writer, name, noted(getattr(sv.summary_writer, name)))
    with sv.managed_session() as sess:
        until = time.time() + 60
        while len(added) < 4 and time.time() < until:  # let the services do their first turn at step 0
            time.sleep(0.01)
        said.append(len(added))
        for _ in range(3):
            sess.run(train_op)
        said.append(int(sess.run(sv.global_step)))
        sv.saver.save(sess, sv.save_path, global_step=sv.global_step)
        sv.stop(close_summary_writer=False)
    said.append([sv.is_chief, sv.should_stop(), sv.save_model_secs, sv.save_summaries_secs, sv.init_feed_dict])
    said.append([sv.init_op.name, sv.summary_op.name, sv.ready_op.name, str(sv.ready_for_local_init_op)])
    time.sleep(1.1)  # or TensorFlow's next event file has the same name
    with sv.managed_session(start_standard_services=False) as sess:
        said.append(int(sess.run(sv.global_step)))
        sv.summary_computed(sess, tf.Summary(value=[tf.Summary.Value(tag="mine", simple_value=2.0)]))
        sv.summary_computed(sess, sess.run(sv.summary_op), global_step=77)
    """,
    "errors come out of the block, the end of the input does not": """
    v = tf.Variable(1.0, name="v")
    sv = tf.train.Supervisor(logdir=None)
    def raises(error):
        with sv.managed_session() as sess:
            said.append(str(sess.run(v)))
            raise error
    for error in (ValueError("mine"), tf.errors.OutOfRangeError(None, None, "end"), tf.errors.AbortedError(None, None, "gone")):
        tried(lambda: raises(error))
        said.append(sv.should_stop())
    """,
    "loops": """
    v = tf.Variable(0, name="global_step")
    add = v.assign_add(1)
    sv = tf.train.Supervisor(logdir=None)
    with sv.managed_session() as sess:
        calls = []
        thread = sv.loop(0.01, lambda a, b: calls.append((a, b)), args=(1,), kwargs={"b": 2})
        while len(calls) < 3:
            time.sleep(0.01)
        sv.request_stop()
        said.append(calls[0])
    said.append(thread.is_alive())
    counts = []
    def step(sess, n, most=0):
        counts.append(int(sess.run(add)))
        if len(counts) == 2:
            raise tf.errors.AbortedError(None, None, "gone")
        if len(counts) >= n + most:
            sv.request_stop()
    tf.train.basic_train_loop(sv, step, args=(3,), kwargs={"most": 2})
    said.append(counts)
    """,
    "an error of a service": """
    v = tf.Variable(1.0, name="v")
    sv = tf.train.Supervisor(logdir=None)
    def fails(): raise ValueError("in a loop")
    def run():
        with sv.managed_session() as sess:
            sv.loop(10, fails)
            while not sv.should_stop():
                time.sleep(0.01)
    tried(run)
    """,
    "what is refused": """
    v = tf.Variable(1.0, name="v")
    tried(lambda: tf.train.Supervisor(is_chief=False))
    sv = tf.train.Supervisor(logdir=None, summary_op=None, init_op=None, local_init_op=None)
    tried(lambda: sv.prepare_or_wait_for_session())
    tried(lambda: sv.summary_computed(None, "x"))
    tried(lambda: sv.start_standard_services(None))
    said.append([sv.save_path, str(sv.summary_writer), str(sv.summary_op)])
    """,
    "queue runners": """
    n = tf.train.limit_epochs(tf.constant(7), num_epochs=2, name="limit")
    batch = tf.train.batch([n], batch_size=1)
    sv = tf.train.Supervisor(logdir=None)
    with sv.managed_session() as sess:
        while not sv.should_stop():
            said.append(str(sess.run(batch)))
    said.append("done")
    """,
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_supervisors_do_the_same(peer, tmp_path, name):
    source = textwrap.dedent(HELP) + textwrap.dedent(PROGRAMS[name]) + "result['said'] = said\n"
    ours, theirs = both(peer, tmp_path, source)
    assert ours["said"] == theirs["said"]
    assert ours["said"]
    assert sorted(ours["log"]) == sorted(theirs["log"])  # services are threads: in no order
    assert files(tmp_path / "here") == files(tmp_path / "peer")
    if "services" in name:
        here, there = tmp_path / "here", tmp_path / "peer"
        assert sorted(events(here), key=str) == sorted(events(there), key=str)
        assert nodes(here / "graph.pbtxt") == nodes(there / "graph.pbtxt")
        assert "model.ckpt-3" in (here / "checkpoint").read_text()


def test_the_names_of_0_5_still_work(tmp_path):
    with tf.Graph().as_default():
        step = tf.Variable(0, name="global_step")
        sv = tf.train.Supervisor(logdir=str(tmp_path))
        sess = sv.PrepareSession()
        assert sess.run(step) == 0 and not sv.ShouldStop()
        sv.RequestStop()
        sv.WaitForStop()
        sv.Stop()
        assert sv.ShouldStop()


# -- the programs of the seeds' reference (Supervisor, SessionManager, ClusterSpec), with a model in the place of dots --


def counting():
    step = tf.Variable(0, name="global_step", trainable=False)
    return step, step.assign_add(1)


def test_a_program_that_was_stopped_goes_on(tmp_path):
    for expected in ([1, 2, 3], [4, 5, 6]):
        with tf.Graph().as_default():
            _, my_train_op = counting()
            sv = tf.train.Supervisor(logdir=str(tmp_path))
            seen = []
            with sv.managed_session("") as sess:
                while not sv.should_stop():
                    seen.append(int(sess.run(my_train_op)))
                    if len(seen) == 3:
                        sv.saver.save(sess, sv.save_path, global_step=sv.global_step)
                        sv.request_stop()
            assert seen == expected


def test_replicas_of_one_process_use_one_server(tmp_path):
    server_def = tf.train.ServerDef(
        cluster=tf.train.ClusterSpec({"worker": ["localhost:4711"]}).as_cluster_def(),
        job_name="worker",
        protocol="grpc",
    )
    server = tf.train.Server(server_def)
    assert server.target == "grpc://localhost:4711"
    with tf.Graph().as_default(), tf.device("/job:worker/task:0"):
        _, my_train_op = counting()
        chief = tf.train.Supervisor(logdir=str(tmp_path), is_chief=True)
        with chief.managed_session(server.target) as sess:
            assert sess.run(my_train_op) == 1
            with tf.Graph().as_default(), tf.device("/job:worker/task:0"):
                _, my_train_op_2 = counting()
                sv = tf.train.Supervisor(logdir=str(tmp_path), is_chief=False)
                with sv.managed_session(server.target) as other:
                    assert other.run(my_train_op_2) == 2
            assert sess.run(my_train_op) == 3
    with pytest.raises(tf.errors.UnknownError):
        tf.train.Server(server_def)


def test_summaries_of_ones_own_every_100_steps(tmp_path):
    with tf.Graph().as_default():
        _, my_train_op = counting()
        my_summary_op = tf.summary.scalar("loss", tf.constant(0.5))
        sv = tf.train.Supervisor(logdir=str(tmp_path), summary_op=None)
        with sv.managed_session() as sess:
            for step in range(301):
                if sv.should_stop():
                    break
                if step % 100 == 0:
                    _, summ = sess.run([my_train_op, my_summary_op])
                    sv.summary_computed(sess, summ)
                else:
                    sess.run(my_train_op)
    steps = [s for s, kind, value in events(tmp_path) if kind == "summary" and value[0][0] == "loss"]
    assert steps == [1, 101, 201, 301]


def test_training_is_tried_again_after_a_preemption(tmp_path):
    tries = []

    def train():
        with tf.Graph().as_default():
            _, op = counting()
            sv = tf.train.Supervisor(logdir=str(tmp_path))
            with sv.managed_session() as sess:
                tries.append(sess.run(op))
                if len(tries) < 3:
                    raise tf.errors.AbortedError(None, None, "preempted")

    while True:
        try:
            train()
        except tf.errors.AbortedError:
            continue
        break
    assert len(tries) == 3


def test_a_session_manager_prepares_and_another_waits(tmp_path):
    server = tf.train.Server.create_local_server()
    with tf.Graph().as_default():
        step, train_op = counting()
        saver = tf.train.Saver()
        sm = tf.train.SessionManager(ready_op=tf.report_uninitialized_variables())
        sess = sm.prepare_session(server.target, tf.global_variables_initializer(), saver, str(tmp_path))
        assert sess.run(train_op) == 1
        path = saver.save(sess, str(tmp_path / "model"))
        waiting = sm.wait_for_session(server.target)
        assert waiting.run(step) == 1
        restored, ready = sm.recover_session("", saver, str(tmp_path))
        assert ready and restored.run(step) == 1
        restored, ready = sm.recover_session("", saver, checkpoint_filename_with_path=path)
        assert ready and restored.run(step) == 1
        with pytest.raises(ValueError, match="Can not provide both"):
            sm.recover_session("", saver, str(tmp_path), path)
