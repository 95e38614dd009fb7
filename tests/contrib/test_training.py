"""tf.contrib.training: train operations, the loop, evaluation of checkpoints, hyperparameters."""

import json
import os

import numpy as np
import pytest

import penstock as tf
from tests.train.training_programs import both, events

ct = tf.contrib.training


def model():
    x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    w = tf.get_variable("w", [2, 1], initializer=tf.ones_initializer())
    return tf.reduce_sum(tf.square(tf.matmul(x, w)), name="loss"), w


# -- evaluation, which lives on in newer versions ----------------------------------------------------------------------

EVALUATE = """
    try:
        from tensorflow.python.training import evaluation
        once, Stop = evaluation._evaluate_once, evaluation._StopAfterNEvalsHook
        step_of = evaluation._get_or_create_eval_step
    except ImportError:
        once, Stop = tf.contrib.training.evaluate_once, tf.contrib.training.StopAfterNEvalsHook
        step_of = tf.contrib.training.get_or_create_eval_step
    v = tf.get_variable("v", [], initializer=tf.constant_initializer(3.0))
    path = os.path.join(folder, "model")
    with tf.Session() as sess:
        sess.run(v.assign(4.0))
        path = tf.train.Saver().save(sess, path)
    total = tf.get_variable("total", [], initializer=tf.zeros_initializer(), collections=[tf.GraphKeys.LOCAL_VARIABLES])
    add = total.assign_add(v)
    said = []
    for ops, n in ((add, 3), ([add], 25), ({"add": add}, 2)):
        value = once(path, eval_ops=ops, final_ops={"t": total, "step": step_of()}, hooks=[Stop(n)])
        said.append({k: float(x) for k, x in sorted(value.items())})
    said.append(float(once(path, final_ops=v * 2.0)))
    said.append(once(path, eval_ops=add, hooks=[Stop(30, log_progress=False)]))
    n = tf.data.make_one_shot_iterator(tf.data.Dataset.range(3)).get_next()
    said.append(float(once(path, eval_ops=[add, n], final_ops=total, hooks=[Stop(None)])))
    result["said"] = said
"""


def test_a_checkpoint_is_evaluated_the_same(peer, tmp_path):
    ours, theirs = both(peer, tmp_path, EVALUATE)
    assert ours["said"] == theirs["said"]
    assert ours["said"][0] == {"step": 3.0, "t": 12.0}

    def shown(lines):  # newer versions also say how long it took
        lines = [line for line in lines if "Inference Time" not in line]
        return [line.split(" at 2")[0] for line in lines]

    assert shown(ours["log"]) == shown(theirs["log"])
    assert "INFO:Evaluation [20/25]" in ours["log"] and "INFO:Evaluation [19/25]" not in ours["log"]


def test_checkpoints_are_evaluated_as_they_appear(tmp_path):
    folder, seen = str(tmp_path / "train"), []
    with tf.Graph().as_default():
        v = tf.get_variable("v", [], initializer=tf.zeros_initializer())
        saver = tf.train.Saver()
        sess = tf.Session()
        assign = v.assign(2.0)
        os.makedirs(folder)
        sess.run(v.assign(1.0))
        saver.save(sess, os.path.join(folder, "model"), global_step=1)

        class Next(tf.train.SessionRunHook):
            def end(self, session):
                seen.append(float(session.run(v)))
                if len(seen) == 1:
                    sess.run(assign)
                    saver.save(sess, os.path.join(folder, "model"), global_step=2)

        value = ct.evaluate_repeatedly(
            folder, final_ops=v * 10.0, hooks=[Next()], eval_interval_secs=0, max_number_of_evaluations=2
        )
    assert seen == [1.0, 2.0] and value == 20.0


def test_waiting_for_checkpoints_ends_when_it_is_told_to(tmp_path):
    answers = iter([False, True])
    assert ct.wait_for_new_checkpoint(str(tmp_path), timeout=0) is None
    assert list(ct.checkpoints_iterator(str(tmp_path), timeout=0)) == []
    assert list(ct.checkpoints_iterator(str(tmp_path), timeout=0, timeout_fn=lambda: next(answers))) == []
    assert next(answers, "asked twice") == "asked twice"


def test_summaries_are_written_at_the_end(tmp_path):
    with tf.Graph().as_default():
        step = tf.train.get_or_create_global_step()
        tf.summary.scalar("accuracy", tf.constant(0.5))
        with tf.train.MonitoredSession(hooks=[ct.SummaryAtEndHook(str(tmp_path))]) as sess:
            sess._tf_sess().run(step.initializer)
    tf.summary.FileWriterCache.clear()
    assert (0, "summary", [("accuracy", 0.5)]) in events(tmp_path)
    with pytest.raises(ValueError, match="One of log_dir or summary_writer"):
        ct.SummaryAtEndHook()


# -- training ----------------------------------------------------------------------------------------------------------


def test_a_train_op_gives_the_loss_runs_the_updates_and_counts_the_step():
    with tf.Graph().as_default():
        loss, w = model()
        updated = tf.get_variable("updated", [], initializer=tf.zeros_initializer(), trainable=False)
        tf.add_to_collection(tf.GraphKeys.UPDATE_OPS, updated.assign_add(1.0))
        train_op = ct.create_train_op(loss, tf.train.GradientDescentOptimizer(0.01), summarize_gradients=True)
        assert train_op.op.name == "train_op/control_dependency"
        assert tf.get_collection(tf.GraphKeys.TRAIN_OP)[-1] is train_op
        names = [s.op.name for s in tf.get_collection(tf.GraphKeys.SUMMARIES)]
        assert names == ["summarize_grads/w_gradient", "summarize_grads/w_gradient_norm"]
        with tf.train.MonitoredSession() as sess:
            losses = [sess.run(train_op) for _ in range(2)]
            assert sess.run([updated, tf.train.get_global_step()]) == [2.0, 2]
    x, w = np.array([[1.0, 2.0], [3.0, 4.0]]), np.ones([2, 1])
    for found in losses:
        np.testing.assert_allclose(found, np.sum((x @ w) ** 2), rtol=1e-5)
        w -= 0.01 * 2 * x.T @ (x @ w)


def test_a_train_op_fails_when_the_loss_is_not_finite():
    with tf.Graph().as_default():
        v = tf.get_variable("v", [], initializer=tf.zeros_initializer())
        train_op = ct.create_train_op(tf.log(v), tf.train.GradientDescentOptimizer(0.1))
        with (
            tf.train.MonitoredSession() as sess,
            pytest.raises(tf.errors.InvalidArgumentError, match="LossTensor is inf or nan"),
        ):
            sess.run(train_op)


def test_gradients_are_clipped_and_multiplied_dense_or_sparse():
    with tf.Graph().as_default(), tf.Session() as sess:
        v, w = tf.Variable([1.0, 2.0], name="v"), tf.Variable([1.0, 2.0], name="w")
        sparse = tf.IndexedSlices(tf.constant([3.0, 4.0]), tf.constant([0, 1]), tf.constant([2]))
        pairs = [(tf.constant([3.0, 4.0]), v), (sparse, w), (None, v)]
        clipped = ct.clip_gradient_norms_fn(1.0)(pairs)
        assert clipped[2] == (None, v)
        np.testing.assert_allclose(sess.run(clipped[0][0]), [0.6, 0.8], rtol=1e-6)
        np.testing.assert_allclose(sess.run(clipped[1][0]).values, [0.6, 0.8], rtol=1e-6)
        scaled = ct.multiply_gradients(pairs[:2], {v: 2.0, "w": 10.0})
        np.testing.assert_allclose(sess.run(scaled[0][0]), [6.0, 8.0])
        np.testing.assert_allclose(sess.run(scaled[1][0]).values, [30.0, 40.0])
        for bad, factors, text in (
            (tuple(pairs), {v: 1.0}, "must be a list"),
            (pairs, {}, "is empty"),
            (pairs, [v], "must be a dict"),
            ([(None, v)], {v: 1.0}, "Requested multiple of `None`"),
        ):
            with pytest.raises(ValueError, match=text):
                ct.multiply_gradients(bad, factors)


def test_the_loop_trains_and_saves(tmp_path):
    with tf.Graph().as_default():
        loss, _ = model()
        train_op = ct.create_train_op(loss, tf.train.GradientDescentOptimizer(0.01))
        found = ct.train(train_op, str(tmp_path), hooks=[tf.train.StopAtStepHook(num_steps=20)])
    assert found < 1.0
    assert tf.train.latest_checkpoint(str(tmp_path)).endswith("model.ckpt-20")
    with pytest.raises(ValueError, match="logdir cannot be None when save_summaries_steps"):
        ct.train(train_op, None)
    with pytest.raises(ValueError, match="logdir cannot be None when save_checkpoint_secs"):
        ct.train(train_op, None, save_summaries_steps=None)


# -- hyperparameters ---------------------------------------------------------------------------------------------------


def test_hyperparameters_keep_their_types():
    h = ct.HParams(rate=0.1, n=3, name="relu", on=True, sizes=[1, 2])
    assert h.parse("rate=1,n=7,name=tanh,on=false,sizes=[4 5,6]") is h
    assert h.values() == {"rate": 1.0, "n": 7, "name": "tanh", "on": False, "sizes": [4, 5, 6]}
    assert type(h.rate) is float and "n" in h and "m" not in h
    assert json.loads(h.to_json()) == h.values()
    h.parse_json('{"rate": 2, "sizes": [9]}').override_from_dict({"n": 1})
    assert str(h) == "rate=2.0,n=1,name=tanh,on=False,sizes=[9]"
    assert repr(h) == "HParams([('n', 1), ('name', 'tanh'), ('on', False), ('rate', 2.0), ('sizes', [9])])"
    assert (h.get("n"), h.get("m"), h.get("m", 5), h.get("sizes", [1])) == (1, None, 5, [9])
    h.del_hparam("n")
    assert "n" not in h and not hasattr(h, "n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("n=x", "Could not parse hparam 'n' of type 'int' with value 'x' in n=x"),
        ("n=1.5", "Could not parse hparam 'n'"),
        ("on=maybe", "Could not parse hparam 'on' of type 'bool'"),
        ("sizes=[1,x]", "Could not parse hparam 'sizes'"),
        ("n=1,n=2", "Multiple assignments to variable 'n' in n=1,n=2"),
        ("sizes[1]=[2]", "Assignment of a list to a list index."),
        ("m=1", "Unknown hyperparameter type for m"),
        ("=1", "Malformed hyperparameter value: =1"),
        ("n=[1]", "Must not pass a list for single-valued parameter: n"),
        ("sizes=1", "Must pass a list for multi-valued parameter: sizes."),
    ],
)
def test_hyperparameters_refuse_what_they_cannot_read(text, message):
    with pytest.raises(ValueError) as caught:
        ct.HParams(n=3, on=True, sizes=[1, 2]).parse(text)
    assert message in str(caught.value)


def test_hyperparameters_are_not_cast_to_something_else():
    h = ct.HParams(n=3, on=True, name="a", rate=0.5)
    for name, value in (("n", 1.5), ("n", True), ("on", 1), ("name", 3), ("rate", "x")):
        with pytest.raises(ValueError, match=f"Could not cast hparam '{name}'"):
            h.set_hparam(name, value)
    with pytest.raises(KeyError):
        h.set_hparam("absent", 1)
    with pytest.raises(ValueError, match="Hyperparameter name is reserved: parse"):
        h.add_hparam("parse", 1)
    with pytest.raises(ValueError, match="cannot be empty"):
        h.add_hparam("empty", [])
    with pytest.raises(ValueError, match="is incompatible with default"):
        h.get("n", "x")
    assert ct.parse_values("a[1]=3,a[0]=2,b=4", {"a": int}, ignore_unknown=True) == {"a": {1: 3, 0: 2}}


def test_hyperparameters_travel_in_a_meta_graph():
    h = ct.HParams(rate=0.5, n=3, name="relu", on=True, sizes=[1, 2], names=["a", "b"], rates=[0.5], flags=[True])
    assert ct.HParams(hparam_def=h.to_proto()).values() == h.values()
    with tf.Graph().as_default():
        tf.add_to_collection("hparams", h)
        meta = tf.train.export_meta_graph()
    with tf.Graph().as_default():
        tf.train.import_meta_graph(meta)
        assert tf.get_collection("hparams")[0].values() == h.values()
    with pytest.raises(ValueError, match="mutually exclusive"):
        ct.HParams(hparam_def=h.to_proto(), n=3)
