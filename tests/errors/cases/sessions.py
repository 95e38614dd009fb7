"""Monitored sessions, hooks, savers, summaries, queues: bad arguments and failures while running."""

# ruff: noqa: E501 - a table: one row is one case

import os

import numpy as np

from tests.errors.side import folder, run, tf, written

train = tf.train


def _step():
    return tf.assign_add(train.get_or_create_global_step(), 1)


def _monitored(fetch, hooks=(), **options):
    with train.MonitoredTrainingSession(hooks=list(hooks), **options) as s:
        return s.run(fetch)


class Failing(train.SessionRunHook):
    """A hook that fails where it is told to."""

    def __init__(self, where):
        self.where = where

    def _at(self, place):
        if self.where == place:
            raise ZeroDivisionError(place)

    def begin(self):
        self._at("begin")

    def after_create_session(self, session, coord):
        self._at("create")

    def before_run(self, context):
        self._at("before")
        return 3 if self.where == "number" else None

    def after_run(self, context, values):
        self._at("after")

    def end(self, session):
        self._at("end")


class Fetching(train.SessionRunHook):
    """A hook that asks for something."""

    def __init__(self, fetches, feed=None):
        self.arguments = train.SessionRunArgs(fetches, feed)

    def before_run(self, context):
        return self.arguments


class Adding(train.SessionRunHook):
    """A hook that changes the graph when it is too late."""

    def before_run(self, context):
        tf.constant(1)


def _failing(where):
    return _monitored(_step(), [Failing(where)])


def _feeds_twice():
    p = tf.placeholder_with_default(1, [])
    step = _step()
    return _monitored([p, step], [Fetching(p, {p: 2}), Fetching(p, {p: 3})])


def _checkpoint(**variables):
    """A checkpoint of these variables."""
    with tf.Graph().as_default(), tf.Session() as s:
        kept = {k: tf.get_variable(k, initializer=v) for k, v in variables.items()}
        s.run(tf.global_variables_initializer())
        return train.Saver(kept).save(s, os.path.join(folder(), "c"))


def _restored(path, **variables):
    with tf.Session() as s:
        kept = {k: tf.get_variable(k, initializer=v) for k, v in variables.items()}
        train.Saver(kept).restore(s, path)


def _saved(path, **options):
    with tf.Session() as s:
        tf.get_variable("v", initializer=1.0)
        saver = train.Saver()
        s.run(tf.global_variables_initializer())
        return saver.save(s, path, **options)


def _after_close():
    s = train.MonitoredSession()
    s.close()
    return s.run(tf.constant(1))


def _queue_of(*values, **options):
    q = tf.FIFOQueue(3, [tf.int32], **options)
    return run([q.enqueue(v) for v in values] + [q.size()])


def _closed():
    q = tf.FIFOQueue(3, [tf.int32])
    with tf.Session() as s:
        s.run(q.close())
        s.run(q.enqueue(1))


def _drained():
    q = tf.FIFOQueue(3, [tf.int32])
    with tf.Session() as s:
        s.run(q.close())
        s.run(q.dequeue())


def _timed_out():
    q = tf.FIFOQueue(3, [tf.int32])
    with tf.Session() as s:
        s.run(q.dequeue(), options=tf.RunOptions(timeout_in_ms=50))


def _two_init_from(path):
    v = tf.get_variable("v", [2])
    train.init_from_checkpoint(path, {"v": v})
    return run(v)


def _no_init():
    tf.get_variable("v", [2])
    step = _step()
    scaffold = train.Scaffold(init_op=tf.no_op(), ready_op=tf.report_uninitialized_variables())
    return _monitored(step, scaffold=scaffold)


def _runner_fails():
    q = tf.FIFOQueue(3, [tf.int32])
    train.add_queue_runner(train.QueueRunner(q, [q.enqueue(tf.constant(4) // tf.constant(0))]))
    return _monitored(q.dequeue())


def _summary(path):
    w = tf.summary.FileWriter(path)
    w.add_summary(tf.Summary())
    w.flush()
    w.close()


CASES = {
    "hook fails in begin": lambda: _failing("begin"),
    "hook fails in after_create_session": lambda: _failing("create"),
    "hook fails in before_run": lambda: _failing("before"),
    "hook fails in after_run": lambda: _failing("after"),
    "hook fails in end": lambda: _failing("end"),
    "hook returns a number": lambda: _failing("number"),
    "hook fetches text": lambda: _monitored(_step(), [Fetching("nothing:0")]),
    "hook feeds what is fed": _feeds_twice,
    "hook changes the graph": lambda: _monitored(_step(), [Adding()]),
    "hook is a number": lambda: _monitored(_step(), [3]),
    "run after close": _after_close,
    "variables stay uninitialized": _no_init,
    "queue runner fails": _runner_fails,
    "fetch a number": lambda: _monitored(3),
    "feed a string": lambda: tf.Session().run(tf.constant(1), {"x": 1}),
    "feed another shape": lambda: run(tf.constant(1), {tf.placeholder(tf.float32, [2]): [1.0]}),
    "feed text": lambda: run(tf.constant(1), {tf.placeholder(tf.float32, []): "a"}),
    "feed a tensor": lambda: run(tf.constant(1), {tf.placeholder(tf.float32, []): tf.constant(1.0)}),
    "feed nothing": lambda: run(tf.placeholder(tf.float32, [2], name="p") + 1),
    "use of an uninitialized variable": lambda: tf.Session().run(tf.Variable(1.0, name="v")),
    "StopAtStepHook: nothing": lambda: train.StopAtStepHook(),
    "StopAtStepHook: both": lambda: train.StopAtStepHook(1, 2),
    "StopAtStepHook: no global step": lambda: _monitored(tf.constant(1), [train.StopAtStepHook(2)]),
    "LoggingTensorHook: nothing": lambda: train.LoggingTensorHook(["a"]),
    "LoggingTensorHook: both": lambda: train.LoggingTensorHook(["a"], every_n_iter=1, every_n_secs=1),
    "LoggingTensorHook: zero": lambda: train.LoggingTensorHook(["a"], every_n_iter=0),
    "LoggingTensorHook: unknown tensor": lambda: _monitored(_step(), [train.LoggingTensorHook(["a"], every_n_iter=1)]),
    "CheckpointSaverHook: nothing": lambda: train.CheckpointSaverHook("x"),
    "CheckpointSaverHook: both": lambda: train.CheckpointSaverHook("x", 1, 1),
    "CheckpointSaverHook: saver and scaffold": lambda: train.CheckpointSaverHook(
        "x", save_steps=1, saver=3, scaffold=3
    ),
    "CheckpointSaverHook: no global step": lambda: _monitored(
        tf.constant(1), [train.CheckpointSaverHook(folder(), save_steps=1)]
    ),
    "CheckpointSaverHook: below a file": lambda: _monitored(_step(), checkpoint_dir=os.path.join(written(b"x"), "y")),
    "SummarySaverHook: nothing": lambda: train.SummarySaverHook(save_steps=1),
    "SummarySaverHook: both": lambda: train.SummarySaverHook(1, summary_op=3, scaffold=3),
    "SummarySaverHook: no interval": lambda: train.SummarySaverHook(summary_op=3),
    "StepCounterHook: both": lambda: train.StepCounterHook(1, 1),
    "NanTensorHook": lambda: _monitored(_step(), [train.NanTensorHook(tf.constant(np.nan))]),
    "ProfilerHook: nothing": lambda: train.ProfilerHook(),
    "SecondOrStepTimer: both": lambda: train.SecondOrStepTimer(1, 1),
    "FinalOpsHook: unknown": lambda: _monitored(_step(), [train.FinalOpsHook("nothing")]),
    "GlobalStepWaiterHook: no global step": lambda: _monitored(tf.constant(1), [train.GlobalStepWaiterHook(2)]),
    "global step twice": lambda: [train.create_global_step(), train.create_global_step()],
    "global step of floats": lambda: [
        tf.add_to_collection("global_step", tf.Variable(1.5, name="global_step")),
        train.get_global_step(),
    ],
    "global step is a vector": lambda: train.assert_global_step(tf.Variable([1, 2])),
    "Saver: no variables": lambda: train.Saver(),
    "Saver: a number": lambda: train.Saver([3]),
    "Saver: one name twice": lambda: train.Saver([v for v in [tf.Variable(1, name="a")] for _ in range(2)]),
    "Saver: missing folder": lambda: _saved("/no/such/folder/v"),
    "Saver: below a file": lambda: _saved(os.path.join(written(b"x"), "v")),
    "Saver: empty name": lambda: _saved(""),
    "Saver: no session": lambda: [tf.Variable(1), train.Saver().save(None, "x")],
    "Saver: step of text": lambda: _saved(os.path.join(folder(), "v"), global_step="a"),
    "Saver: latest filename with folder": lambda: _saved(os.path.join(folder(), "v"), latest_filename="a/b"),
    "Saver: latest filename is the checkpoint": lambda: _saved("v", latest_filename="v"),
    "Saver: keep negative": lambda: [tf.Variable(1), train.Saver(max_to_keep=-1)],
    "restore: missing": lambda: _restored(os.path.join(folder(), "no"), v=1.0),
    "restore: nothing": lambda: _restored(None, v=1.0),
    "restore: another name": lambda: _restored(_checkpoint(v=1.0), w=1.0),
    "restore: another shape": lambda: _restored(_checkpoint(v=[1.0]), v=[1.0, 2.0]),
    "restore: another type": lambda: _restored(_checkpoint(v=1.0), v=1),
    "restore: no checkpoint": lambda: _restored(written(b"this is not a checkpoint"), v=1.0),
    "init_from_checkpoint: another shape": lambda: _two_init_from(_checkpoint(v=[1.0])),
    "init_from_checkpoint: missing": lambda: _two_init_from(os.path.join(folder(), "no")),
    "init_from_checkpoint: another name": lambda: _two_init_from(_checkpoint(w=[1.0, 2.0])),
    "load_checkpoint: missing": lambda: train.load_checkpoint(os.path.join(folder(), "no")),
    "load_variable: unknown": lambda: train.load_variable(_checkpoint(v=1.0), "w"),
    "list_variables: missing": lambda: train.list_variables(os.path.join(folder(), "no")),
    "import_meta_graph: missing": lambda: train.import_meta_graph("/no/such.meta"),
    "import_meta_graph: damaged": lambda: train.import_meta_graph(written(b"no graph", "x.meta")),
    "summary: below a file": lambda: _summary(os.path.join(written(b"x"), "y")),
    "summary: scalar of a vector": lambda: run(tf.summary.scalar("a", [1.0, 2.0])),
    "summary: scalar of text": lambda: tf.summary.scalar("a", "x"),
    "summary: image of rank 3": lambda: tf.summary.image("a", tf.zeros([2, 3, 3])),
    "summary: image of two channels": lambda: run(tf.summary.image("a", tf.zeros([2, 3, 3, 2]))),
    "summary: histogram of NaN": lambda: run(tf.summary.histogram("a", [np.nan])),
    "summary: histogram of text": lambda: tf.summary.histogram("a", ["x"]),
    "summary: graph is a number": lambda: tf.summary.FileWriter(folder(), 3),
    "summary: audio of rank 1": lambda: tf.summary.audio("a", tf.zeros([3]), 8000),
    "queue: shapes without dequeue_many": lambda: tf.FIFOQueue(3, [tf.int32]).dequeue_many(2),
    "queue: another type": lambda: _queue_of("a"),
    "queue: another shape": lambda: _queue_of([1, 2], shapes=[[]]),
    "queue: two components for one": lambda: tf.FIFOQueue(3, [tf.int32]).enqueue((1, 2)),
    "queue: enqueue after close": _closed,
    "queue: dequeue after close": _drained,
    "queue: time limit": _timed_out,
    "queue: shapes and types differ": lambda: tf.FIFOQueue(3, [tf.int32], shapes=[[], []]),
    "queue: negative minimum": lambda: run(tf.RandomShuffleQueue(3, -1, [tf.int32]).size()),
    "queue: names differ": lambda: tf.FIFOQueue(3, [tf.int32], names=["a", "b"]),
    "queue: missing name": lambda: tf.FIFOQueue(3, [tf.int32], names=["a"]).enqueue({"b": 1}),
    "padding queue: without shapes": lambda: tf.PaddingFIFOQueue(3, [tf.int32], None),
    "batch: nothing": lambda: train.batch([], 2),
    "batch: unknown shape": lambda: train.batch([tf.placeholder(tf.float32)], 2),
    "batch: size zero": lambda: train.batch([tf.constant(1)], 0),
    "shuffle_batch: minimum above capacity": lambda: train.shuffle_batch([tf.constant(1)], 2, 5, 5),
    "batch_join: types differ": lambda: train.batch_join([[tf.constant(1)], [tf.constant(1.0)]], 2),
    "string_input_producer: nothing": lambda: train.string_input_producer([]),
    "slice_input_producer: nothing": lambda: train.slice_input_producer([]),
    "range_input_producer: epochs zero": lambda: train.range_input_producer(3, num_epochs=0),
    "shuffle_batch: enqueue_many of a scalar": lambda: train.batch([tf.constant(1)], 2, enqueue_many=True),
    "Supervisor: folder below a file": lambda: train.Supervisor(
        logdir=os.path.join(written(b"x"), "y")
    ).prepare_or_wait_for_session(),
    "table: not initialized": lambda: tf.Session().run(
        tf.contrib.lookup.index_table_from_tensor(["a"]).lookup(tf.constant(["a"]))
    ),
    "table: another key type": lambda: tf.contrib.lookup.index_table_from_tensor(["a"]).lookup(tf.constant([1])),
    "table: keys twice": lambda: run(tf.contrib.lookup.index_table_from_tensor(["a", "a"]).lookup(tf.constant(["a"]))),
    "table: nothing": lambda: tf.contrib.lookup.index_table_from_tensor(None),
    "table: missing file": lambda: run(tf.contrib.lookup.index_table_from_file("/no/such").lookup(tf.constant(["a"]))),
}
