"""Monitored sessions and their hooks: the same program here and in TensorFlow logs, writes and counts the same."""

import os
import signal
import subprocess
import sys
import textwrap
import threading

import numpy as np
import pytest

import penstock as tf
from tests.subprocesses import ROOT
from tests.train.training_programs import both, events, files, nodes

TRAIN = """
    loss, train_op = model()
    class Tell(tf.train.CheckpointSaverListener):
        def begin(self): told.append("begin")
        def before_save(self, session, step): told.append(f"before {step}")
        def after_save(self, session, step): told.append(f"after {step}")
        def end(self, session, step): told.append(f"end {step}")
    told, losses = [], []
    hooks = [
        tf.train.StopAtStepHook(last_step=last),
        tf.train.LoggingTensorHook({"loss": loss, "a": x[0]}, every_n_iter=4),
        tf.train.LoggingTensorHook(["loss"], every_n_iter=100, at_end=True),
        tf.train.NanTensorHook(loss),
        tf.train.CheckpointSaverHook(os.path.join(folder, "second"), save_steps=7, listeners=[Tell()]),
        tf.train.ProfilerHook(save_steps=5, output_dir=os.path.join(folder, "profile")),
    ]
    os.makedirs(os.path.join(folder, "profile"), exist_ok=True)
    with tf.train.MonitoredTrainingSession(
        checkpoint_dir=folder, hooks=hooks, save_checkpoint_steps=4, save_summaries_steps=3, log_step_count_steps=5
    ) as sess:
        while not sess.should_stop():
            losses.append(sess.run([loss, train_op])[0])
    tf.summary.FileWriterCache.clear()
    result.update(losses=losses, told=told)
"""


SIDES = ("here", "peer")
PARTS = ("", "second", "profile")


@pytest.fixture(scope="module")
def trained(peer, tmp_path_factory):
    folder = tmp_path_factory.mktemp("train")
    first = both(peer, folder, TRAIN, last=10)
    seen = [(files(folder / side), {part: events(folder / side / part) for part in PARTS}) for side in SIDES]
    for path in folder.glob("**/*tfevents*"):  # TensorFlow may give the next one the same name
        path.unlink()
    second = both(peer, folder, TRAIN, last=17)
    return folder, first, seen, second


def test_training_logs_the_same_lines(trained):
    _, first, _, second = trained
    assert first[0]["log"] == first[1]["log"]
    assert second[0]["log"] == second[1]["log"]
    assert any("loss = " in line and "sec)" in line for line in first[0]["log"])
    assert "INFO:Saving checkpoints for 10 into FOLDER/model.ckpt." in first[0]["log"]
    assert any(line.startswith("INFO:Restoring parameters from FOLDER/model.ckpt-10") for line in second[0]["log"])


def test_training_takes_the_same_steps_and_continues_where_it_ended(trained):
    _, first, _, second = trained
    for ours, theirs, count in ((*first, 10), (*second, 7)):
        assert len(ours["losses"]) == count
        np.testing.assert_allclose(ours["losses"], theirs["losses"], rtol=1e-5)
        assert ours["told"] == theirs["told"]


def test_training_writes_the_same_files(trained):
    folder, _, seen, _ = trained
    assert seen[0][0] == seen[1][0]
    assert files(folder / "here") == files(folder / "peer")
    assert "./model.ckpt-17.index" in files(folder / "here")
    assert (folder / "here" / "checkpoint").read_text() == (folder / "peer" / "checkpoint").read_text().replace(
        str(folder / "peer"), str(folder / "here")
    )


def test_training_writes_the_same_events(trained):
    folder, _, seen, _ = trained
    for part in PARTS:
        assert seen[0][1][part] == seen[1][1][part]
        ours, theirs = (events(folder / side / part) for side in SIDES)
        assert ours == theirs
    tags = [(step, value[0][0]) for step, kind, value in seen[0][1][""] if kind == "summary"]
    assert tags == [(1, "loss_1"), (4, "loss_1"), (6, "global_step/sec"), (7, "loss_1"), (10, "loss_1")]


def test_training_writes_the_same_graph(trained):
    folder = trained[0]
    ours, theirs = (nodes(folder / side / "graph.pbtxt") for side in SIDES)
    assert ours == theirs


# -- the same sequences of events on both sides ------------------------------------------------------------------------

CALLS = """
    import re
    def show(value):  # as NumPy 1 prints scalars
        return re.sub(r"np\\.\\w+\\(([^()]*)\\)", r"\\1", str(value))
    class Say(tf.train.SessionRunHook):
        def __init__(self, name, asks=None, feeds=None, stop=None, fail=None):
            self.name, self.asks, self.feeds, self.stop, self.fail, self.runs = name, asks, feeds, stop, fail, 0
        def say(self, text):
            said.append(f"{self.name} {text}")
            if self.fail == text:
                self.fail = None
                raise error
        def begin(self): self.say("begin")
        def after_create_session(self, session, coord): self.say("created")
        def before_run(self, context):
            self.say("before")
            fetches, feeds, _ = context.original_args
            said.append((getattr(fetches, "name", str(fetches)), sorted(str(k) for k in feeds or {})))
            return tf.train.SessionRunArgs(self.asks, self.feeds)
        def after_run(self, context, values):
            self.runs += 1
            said.append(show(values.results))
            if self.runs == self.stop:
                context.request_stop()
            self.say("after")
        def end(self, session): self.say("end")
    said, error = [], tf.errors.AbortedError(None, None, "gone")
    def tried(function):
        try:
            said.append(str(function()))
        except Exception as e:
            said.append(type(e).__name__ + ": " + getattr(e, "message", str(e)).split("[[")[0].split("Original stack")[0].strip())
"""
LOOPS = {
    "a hook stops the loop": """
    a, b = tf.constant(1.0, name="a"), tf.placeholder(tf.float32, [], name="b")
    hooks = [Say("one", asks={"twice": b * 2.0, "both": [a, b]}, stop=2), Say("two", feeds={b: 5.0})]
    with tf.train.MonitoredSession(hooks=hooks) as sess:
        while not sess.should_stop():
            said.append(show(sess.run({"a": a})))
        tried(lambda: sess.run(a))
    tried(sess.close)
    said.append(sess.should_stop())
    """,
    "two hooks feed the same": """
    b = tf.placeholder(tf.float32, [], name="b")
    with tf.train.MonitoredSession(hooks=[Say("one", feeds={b: 1.0}), Say("two", feeds={b: 2.0})]) as sess:
        tried(lambda: sess.run(b))
    """,
    "a hook and the user feed the same": """
    b = tf.placeholder(tf.float32, [], name="b")
    with tf.train.MonitoredSession(hooks=[Say("one", feeds={b: 1.0})]) as sess:
        tried(lambda: sess.run(b, {b: 2.0}))
    """,
    "a preemption is recovered from": """
    v, w = tf.Variable(1.0, name="v"), tf.Variable(1.0, name="w")
    add = v.assign_add(1.0)
    with tf.train.MonitoredSession(hooks=[Say("one", asks=add, fail="after")]) as sess:
        said.append(str(sess.run(w.initializer)))
        said.append(str(sess.run(add)))
    """,
    "a preemption goes back to the last checkpoint": """
    step = tf.train.create_global_step()
    add = tf.assign_add(step, 1)
    class Preempts(tf.train.SessionRunHook):
        runs = 0
        def after_run(self, context, values):
            self.runs += 1
            if self.runs == 6:
                raise error
    with tf.train.MonitoredTrainingSession(
        checkpoint_dir=folder, hooks=[Preempts(), Say("one")], save_checkpoint_steps=4, log_step_count_steps=None
    ) as sess:
        for _ in range(7):
            said.append(str(sess.run(add)))
    tf.summary.FileWriterCache.clear()
    """,
    "waiting for others and several summaries": """
    step = tf.train.create_global_step()
    other = step.assign_add(2)
    one, two = tf.summary.scalar("one", 1.0), tf.summary.scalar("two", 2.0)
    class Counts(tf.train.SessionRunHook):
        def before_run(self, context):
            said.append(int(context.session.run(other)))
    hooks = [
        Counts(),
        tf.train.GlobalStepWaiterHook(2),
        tf.train.SummarySaverHook(save_steps=3, output_dir=folder, summary_op=[one, two]),
        tf.train.SummarySaverHook(save_secs=100, output_dir=folder, summary_op=one),
    ]
    with tf.train.MonitoredSession(hooks=hooks) as sess:
        for _ in range(3):
            said.append(str(sess.run(one)))
    tf.summary.FileWriterCache.clear()
    found = []
    for name in os.listdir(folder):
        for event in tf.train.summary_iterator(os.path.join(folder, name)):
            found.append((event.step, event.WhichOneof("what"), [v.tag for v in event.summary.value]))
    said.append(str(found))
    """,
    "a preemption while the session is made": """
    error = tf.errors.UnavailableError(None, None, "gone")
    v = tf.Variable(1.0, name="v")
    with tf.train.MonitoredSession(hooks=[Say("one", fail="created")]) as sess:
        said.append(str(sess.run(v)))
    """,
    "a singular session does not recover": """
    v = tf.Variable(1.0, name="v")
    def run():
        with tf.train.SingularMonitoredSession(hooks=[Say("one", fail="before")]) as sess:
            sess.run(v)
    tried(run)
    """,
    "another exception of a hook ends the session without end()": """
    error = ValueError("wrong")
    v = tf.Variable(1.0, name="v")
    def run():
        with tf.train.MonitoredSession(hooks=[Say("one", fail="after"), Say("two")]) as sess:
            sess.run(v)
    tried(run)
    """,
    "the end of the input is the end of the block": """
    n = tf.data.make_one_shot_iterator(tf.data.Dataset.range(2)).get_next()
    with tf.train.MonitoredSession(hooks=[Say("one", asks=n)]) as sess:
        while not sess.should_stop():
            said.append(str(sess.run(n)))
    """,
    "an error of a thread reaches run": """
    import threading
    v = tf.Variable(1.0, name="v")
    class Starts(tf.train.SessionRunHook):
        def after_create_session(self, session, coord):
            def work():
                with coord.stop_on_exception():
                    raise ValueError("in a thread")
            self.thread = threading.Thread(target=work)
            coord.register_thread(self.thread)
            self.thread.start()
    hook = Starts()
    def run():
        with tf.train.MonitoredSession(hooks=[hook]) as sess:
            hook.thread.join()
            said.append(sess.should_stop())
            said.append(str(sess.run(v)))
    tried(run)
    """,
    "queue runners feed the loop and their end ends it": """
    n = tf.train.limit_epochs(tf.constant(7), num_epochs=3, name="limit")
    batch = tf.train.batch([n], batch_size=1)
    with tf.train.MonitoredSession(hooks=[Say("one")]) as sess:
        while not sess.should_stop():
            said.append(str(sess.run(batch)))
    """,
    "step functions": """
    c = tf.placeholder(tf.float32, [], name="c")
    v, w = tf.add(c, 4.0), tf.add(c, 0.5)
    def step_fn(step_context):
        value = step_context.session.run(v, {c: 0.5})
        if len(said) > 12:
            step_context.request_stop()
        return value, step_context.run_with_hooks(w, {c: 0.1})
    with tf.train.MonitoredSession(hooks=[Say("one")]) as sess:
        while not sess.should_stop():
            said.append(str([float(x) for x in sess.run_step_fn(step_fn)]))
    tried(lambda: sess.run_step_fn(lambda other: None))
    """,
    "a scaffold's own pieces": """
    v = tf.Variable(1.0, name="v")
    w = tf.Variable(2.0, name="w", collections=[tf.GraphKeys.LOCAL_VARIABLES])
    x = tf.placeholder(tf.float32, [])
    def init_fn(scaffold, sess): said.append(("init", str(sess.run(v))))
    first = tf.train.Scaffold(init_op=v.assign(x), init_feed_dict={x: 9.0}, init_fn=init_fn)
    scaffold = tf.train.Scaffold(copy_from_scaffold=first)
    with tf.train.MonitoredSession(tf.train.ChiefSessionCreator(scaffold)) as sess:
        said.append(show(sess.run([v, w])))
        said.append([p.name for p in (scaffold.init_op, scaffold.local_init_op)])
        said.append(tf.get_default_graph().finalized)
    said.append(tf.get_default_graph().finalized)
    tried(lambda: tf.train.Scaffold(copy_from_scaffold=3))
    """,
    "a model that is not ready": """
    v = tf.Variable(1.0, name="v")
    w = tf.Variable(1.0, name="w")
    scaffold, ready = tf.train.Scaffold(init_op=v.initializer), tf.report_uninitialized_variables()
    tried(lambda: tf.train.MonitoredSession(tf.train.ChiefSessionCreator(scaffold)))
    manager = tf.train.SessionManager(ready_op=ready)
    tried(lambda: manager.prepare_session("", init_op=v.initializer))
    tried(lambda: manager.prepare_session(""))
    manager = tf.train.SessionManager(ready_op=ready, recovery_wait_secs=2.0)
    tried(lambda: manager.wait_for_session("", max_wait_secs=3.9))
    tried(lambda: manager.recover_session("")[1])
    tried(lambda: tf.train.SessionManager(ready_for_local_init_op=3))
    """,
    "hooks that say no": """
    loss = tf.constant(float("nan"), name="loss")
    def run(fail):
        with tf.train.MonitoredSession(hooks=[tf.train.NanTensorHook(loss, fail)]) as sess:
            sess.run(loss)
            said.append(sess.should_stop())
    tried(lambda: run(True))
    tried(lambda: run(False))
    for make in (
        lambda: tf.train.LoggingTensorHook(["a"]),
        lambda: tf.train.LoggingTensorHook(["a"], every_n_iter=0),
        lambda: tf.train.LoggingTensorHook(["a"], every_n_iter=1, every_n_secs=1),
        lambda: tf.train.StopAtStepHook(),
        lambda: tf.train.StopAtStepHook(1, 2),
        lambda: tf.train.CheckpointSaverHook("x"),
        lambda: tf.train.CheckpointSaverHook("x", save_secs=1, saver=1, scaffold=2),
        lambda: tf.train.StepCounterHook(every_n_steps=None),
        lambda: tf.train.SummarySaverHook(save_steps=1),
        lambda: tf.train.SecondOrStepTimer(1, 2),
        lambda: tf.train.StopAtStepHook(1).begin(),
        lambda: tf.train.GlobalStepWaiterHook(1).begin(),
        lambda: tf.train.LoggingTensorHook(["absent"], every_n_iter=1).begin(),
    ):
        tried(make)
    """,
    "logging and feeding": """
    b = tf.placeholder(tf.float32, [], name="b")
    c = tf.identity(b * 0.5, name="c")
    values = iter([1.0, 2.0, 3.0, 4.0, 5.0])
    hooks = [
        tf.train.FeedFnHook(lambda: {b: next(values)}),
        tf.train.LoggingTensorHook(["c", "b:0"], every_n_iter=2),
        tf.train.LoggingTensorHook({"c": c}, every_n_secs=100, formatter=lambda d: "is %s" % d["c"]),
    ]
    final = tf.train.FinalOpsHook([c], {b: 50.0})
    with tf.train.MonitoredSession(hooks=hooks + [final]) as sess:
        for _ in range(5):
            said.append(str(sess.run(c)))
    said.append(str([float(x) for x in final.final_ops_values]))
    """,
}


@pytest.mark.parametrize("name", LOOPS)
def test_sessions_and_hooks_act_in_the_same_order(peer, tmp_path, name):
    ours, theirs = both(
        peer, tmp_path, textwrap.dedent(CALLS) + textwrap.dedent(LOOPS[name]) + "result['said'] = said\n"
    )
    assert ours["said"] == theirs["said"]
    assert ours["said"]
    assert ours["log"] == theirs["log"]


# -- what needs no peer ------------------------------------------------------------------------------------------------

KILLED = """
import sys, penstock as tf
step = tf.train.get_or_create_global_step()
total = tf.get_variable("total", [], initializer=tf.zeros_initializer(), dtype=tf.int64)
with tf.control_dependencies([tf.assign_add(step, 1)]):
    train_op = tf.assign_add(total, step.read_value())
hook = tf.train.StopAtStepHook(last_step=int(sys.argv[2]))
with tf.train.MonitoredTrainingSession(checkpoint_dir=sys.argv[1], save_checkpoint_steps=5, hooks=[hook]) as sess:
    while not sess.should_stop():
        print(sess.run([step, train_op])[1], flush=True)
"""


def test_training_that_was_killed_goes_on_from_its_last_checkpoint(tmp_path):
    folder = str(tmp_path / "model")
    command = [sys.executable, "-c", KILLED, folder]
    env = dict(os.environ, PYTHONPATH=str(ROOT))
    process = subprocess.Popen([*command, "100000"], stdout=subprocess.PIPE, text=True, env=env)
    for line in process.stdout:
        if int(line) >= 300:  # 1 + 2 + ... + 24
            break
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    saved = int(tf.train.latest_checkpoint(folder).rpartition("-")[2])
    assert saved >= 20
    last = saved + 7
    done = subprocess.run([*command, str(last)], capture_output=True, text=True, env=env, timeout=300)
    assert [int(line) for line in done.stdout.split()] == [n * (n + 1) // 2 for n in range(saved + 1, last + 1)]
    assert tf.train.latest_checkpoint(folder).endswith(f"model.ckpt-{last}")


def test_a_worker_waits_for_its_chief_and_shares_its_variables():
    server = tf.train.Server.create_local_server()
    seen = []

    def work():
        with tf.Graph().as_default():
            v = tf.get_variable("v", [], initializer=tf.constant_initializer(3.0))
            scaffold = tf.train.Scaffold(
                ready_for_local_init_op=tf.report_uninitialized_variables(),
                local_init_op=tf.no_op(),
                ready_op=tf.no_op(),
            )
            creator = tf.train.WorkerSessionCreator(scaffold, server.target)
            creator._scaffold.finalize()
            creator._get_session_manager()._recovery_wait_secs = 0.02
            with tf.train.MonitoredSession(creator) as sess:
                seen.append(sess.run(v))

    worker = threading.Thread(target=work)
    worker.start()
    worker.join(0.2)
    assert worker.is_alive() and not seen
    with tf.Graph().as_default():
        v = tf.get_variable("v", [], initializer=tf.constant_initializer(5.0))
        with tf.train.MonitoredTrainingSession(server.target) as sess:
            worker.join()
            assert seen == [5.0] == [sess.run(v)]


def test_hooks_cost_little_and_hit_the_cache_of_plans():
    with tf.Graph().as_default():
        step = tf.train.create_global_step()
        train_op = tf.assign_add(step, 1)
        hooks = [tf.train.StopAtStepHook(last_step=1000), tf.train.NanTensorHook(tf.constant(1.0))]
        with tf.train.MonitoredSession(hooks=hooks) as sess:
            sess.run(train_op)
            plans = len(sess._tf_sess()._prepared)
            for _ in range(5):
                sess.run(train_op)
            assert len(sess._tf_sess()._prepared) == plans


def test_options_of_hooks_are_merged_and_metadata_reaches_all_of_them():
    class Traces(tf.train.SessionRunHook):
        def before_run(self, run_context):
            return tf.train.SessionRunArgs(None, options=self.options)

        def after_run(self, run_context, run_values):
            self.seen = run_values

    first, second = Traces(), Traces()
    first.options = tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE)
    second.options = tf.RunOptions(timeout_in_ms=50000, output_partition_graphs=True)
    with tf.Graph().as_default():
        x = tf.constant(1.0) * 2.0
        with tf.train.MonitoredSession(hooks=[first, second]) as sess:
            sess.run(x)
    assert second.seen.options.trace_level == tf.RunOptions.FULL_TRACE
    assert second.seen.options.timeout_in_ms == 50000
    assert first.seen.options.output_partition_graphs
    assert first.seen.run_metadata.step_stats.dev_stats


def test_a_scaffold_can_save_objects(tmp_path):
    """As in 1.15; TensorFlow 2's own copy of the class lost it."""
    folder, seen = str(tmp_path), []
    for last in (2, 4):
        with tf.Graph().as_default():
            v = tf.get_variable("v", [], initializer=tf.constant_initializer(1.0))
            step = tf.train.create_global_step()
            with tf.control_dependencies([v.assign_add(1.0)]):
                train_op = tf.assign_add(step, 1)
            scaffold = tf.train.Scaffold(saver=tf.train.Checkpoint(model=v, step=step))
            hooks = [tf.train.StopAtStepHook(last_step=last)]
            with tf.train.MonitoredTrainingSession(checkpoint_dir=folder, scaffold=scaffold, hooks=hooks) as sess:
                while not sess.should_stop():
                    seen.append(int(sess.run(train_op)))
                assert sess._tf_sess().run(v) == 1.0 + last
    assert seen == [1, 2, 3, 4]
    names = [name for name, _ in tf.train.list_variables(tf.train.latest_checkpoint(folder))]
    assert names == [
        "_CHECKPOINTABLE_OBJECT_GRAPH",
        "model/.ATTRIBUTES/VARIABLE_VALUE",
        "step/.ATTRIBUTES/VARIABLE_VALUE",
    ]
