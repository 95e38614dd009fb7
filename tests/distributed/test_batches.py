"""Several tensors of a step in one call: what is there is answered with, and nothing is asked for or kept twice."""

import gc

import numpy as np

import penstock as tf
from penstock.distributed import batches, buffers, links, rpc, tensors
from penstock.distributed.rendezvous import Rendezvous
from tests.distributed.test_links import METHODS, until


class Eager(Rendezvous):
    """Where the first tensor comes while the asker is still asking for the others."""

    def receive(self, key, receive):
        super().receive(key, receive)
        if key == "a" and not getattr(self, "sent", False):
            self.sent = True
            self.send_all([("a", np.float32(1), tf.float32)])


def test_a_tensor_that_comes_while_others_are_asked_for_leaves_nothing_behind():
    step, answers = Eager(), []
    batches.Batch(step, ["a", "b", "c"], answers.append).begin()
    ((name, array),) = tensors.parse_named(answers[0].joined())
    assert (name, array) == ("0", 1)
    again = []
    batches.Batch(step, ["b", "c"], again.append).begin()
    assert not again
    step.send_all([("b", np.float32(2), tf.float32), ("c", np.ones(50_000, "f"), tf.float32)])
    found = dict(tensors.parse_named(again[0].joined()))
    assert found["0"] == 2 and found["1"].sum() == 50_000 and len(answers) == len(again) == 1


def test_large_tensors_of_an_answer_are_aligned_where_it_begins():
    step, answers = Rendezvous(), []
    step.send_all([(str(i), np.full(20_000 + i, i, "f"), tf.float32) for i in range(5)])
    batches.Batch(step, list("01234"), answers.append).begin()
    data = answers[0].joined()
    for name, array in tensors.parse_named(data):
        np.testing.assert_array_equal(array, np.full(20_000 + int(name), int(name), "f"))
        start = np.frombuffer(data, np.uint8).ctypes.data
        assert (array.ctypes.data - start) % 64 == 0


def test_a_step_that_is_over_holds_no_tensors(monkeypatch):
    monkeypatch.setenv(links.SWITCH, "1")
    workers, servers = tf.test.create_local_cluster(1, 1)
    with tf.Graph().as_default():
        with tf.device("/job:ps/task:0"):
            v = tf.Variable(tf.ones([1000, 1000]))
        with tf.device("/job:worker/task:0"):
            change = v * 0.5
        update = tf.assign_sub(v, change).op
        with tf.Session(workers[0].target) as sess:
            sess.run(v.initializer)
            sess.run(update)
            stub = rpc.Stub(servers[0].target.removeprefix("grpc://"), METHODS)
            until(lambda: stub.linked)
            gc.collect()
            gc.disable()
            try:
                for _ in range(6):
                    sess.run(update)
                until(lambda: len(buffers.buffers._lent) <= 2)
            finally:
                gc.enable()
