"""`tf.train.Checkpoint` saves objects as TensorFlow does, and restores what TensorFlow saved."""

import os

import numpy as np
import pytest

import penstock as tf

# A model of objects; the same text runs on both sides.
PROGRAM = """
class Part(Base):
    def __init__(self, start):
        self.w = tf.Variable([start, start + 1.0], name="anything")
        self.pieces = [tf.Variable(start + 2.0), {"deep.er/x": tf.Variable([[start + 3.0]])}]

def build(start):
    x = tf.ones([3, 2])
    part = Part(start)
    layer = tf.layers.Dense(4, kernel_initializer=tf.constant_initializer(start + 5.0))
    loss = tf.reduce_sum(layer(x * part.w)) + part.pieces[0] ** 2
    optimizer = tf.train.AdamOptimizer(0.1)
    step = tf.train.get_or_create_global_step()
    train = optimizer.minimize(loss, global_step=step, var_list=[part.w, part.pieces[0], *layer.trainable_variables])
    checkpoint = tf.train.Checkpoint(part=part, layer=layer, optimizer=optimizer, step=step)
    variables = dict(w=part.w, piece=part.pieces[0], deep=part.pieces[1]["deep.er/x"], kernel=layer.kernel, bias=layer.bias,
                     step=step, m=optimizer.get_slot(part.w, "m"), v=optimizer.get_slot(layer.kernel, "v"),
                     beta=optimizer._get_beta_accumulators()[0])
    return checkpoint, train, variables
"""
SAVE = """
checkpoint, train, variables = build(1.0)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(3):
        sess.run(train)
    path = checkpoint.save(folder + "/ckpt", session=sess)
    values = sess.run(variables)
"""
RESTORE = """
with tf.variable_scope("elsewhere"):
    checkpoint, train, variables = build(-20.0)
with tf.Session() as sess:
    status = checkpoint.restore(path)
    status.assert_consumed()
    status.initialize_or_restore(sess)
    values = sess.run(variables)
    count = sess.run(checkpoint.save_counter)
"""


def run(text, **more):
    space = {"tf": tf, "Base": tf.contrib.checkpoint.Checkpointable, **more}
    exec(PROGRAM + text, space)
    return space


def same(a, b):
    assert a.keys() == b.keys()
    for key, value in a.items():
        np.testing.assert_allclose(value, b[key], rtol=1e-6, err_msg=key)


def test_values_come_back_into_objects_of_another_program(tmp_path):
    with tf.Graph().as_default():
        saved = run(SAVE, folder=str(tmp_path))
    assert saved["path"] == str(tmp_path / "ckpt-1") == tf.train.latest_checkpoint(str(tmp_path))
    with tf.Graph().as_default():
        found = run(RESTORE, path=saved["path"])
    same(found["values"], saved["values"])
    assert found["count"] == 1


def test_tensorflow_writes_the_same_keys_and_reads_our_values_and_we_read_its(tmp_path, peer):
    ours, theirs = str(tmp_path / "ours"), str(tmp_path / "theirs")
    os.mkdir(theirs)
    with tf.Graph().as_default():
        saved = run(SAVE, folder=ours)
    found = peer.run(
        "from tensorflow.python.trackable.autotrackable import AutoTrackable as Base\n"
        "space = dict(tf=tf, Base=Base, path=path)\n"
        "exec(program + restore, space)\n"
        "result = {'values': space['values'], 'count': space['count']}\n"
        "tf.reset_default_graph()\n"
        "space = dict(tf=tf, Base=Base, folder=folder)\n"
        "exec(program + save, space)\n"
        "result.update(saved=space['values'], path=space['path'])",
        program=PROGRAM,
        save=SAVE,
        restore=RESTORE,
        path=saved["path"],
        folder=theirs,
    )
    same(found["values"], saved["values"])
    assert found["count"] == 1
    with tf.Graph().as_default():
        back = run(RESTORE, path=found["path"])
    same(back["values"], found["saved"])
    keys = [dict(tf.train.list_variables(path)) for path in (saved["path"], found["path"])]
    assert keys[0] == keys[1]


def test_objects_made_after_restore_get_their_values_when_it_runs(tmp_path):
    with tf.Graph().as_default(), tf.Session() as sess:
        root = tf.train.Checkpoint(a=tf.Variable(1.0), b=tf.Variable([2.0, 3.0]))
        sess.run(tf.global_variables_initializer())
        path = root.save(str(tmp_path / "ckpt"))
    with tf.Graph().as_default(), tf.Session() as sess:
        root = tf.train.Checkpoint(a=tf.Variable(0.0))
        status = root.restore(path)
        with pytest.raises(AssertionError, match=r"Unresolved object in checkpoint \(root\)\.b"):
            status.assert_consumed()
        root.b = tf.Variable([0.0, 0.0])
        status.assert_consumed().run_restore_ops()
        assert sess.run(root.b).tolist() == [2.0, 3.0]
        root.c = tf.Variable(7.0)
        with pytest.raises(AssertionError, match="not bound to checkpointed values"):
            status.assert_existing_objects_matched()
        status.initialize_or_restore()
        assert sess.run([root.a, root.c]) == [1.0, 7.0]


def test_without_a_checkpoint_variables_are_initialized():
    with tf.Graph().as_default(), tf.Session() as sess:
        root = tf.train.Checkpoint(a=tf.Variable(4.0))
        status = root.restore(None)
        with pytest.raises(AssertionError, match="save_path=None"):
            status.assert_consumed()
        status.initialize_or_restore(sess)
        assert sess.run(root.a) == 4.0


def test_a_checkpoint_of_a_saver_is_matched_by_names(tmp_path):
    with tf.Graph().as_default(), tf.Session() as sess:
        v = tf.Variable(5.0, name="v")
        sess.run(v.initializer)
        path = tf.train.Saver().save(sess, str(tmp_path / "model"))
    with tf.Graph().as_default(), tf.Session() as sess:
        root = tf.train.Checkpoint(a=tf.Variable(0.0, name="v"))
        root.restore(path).run_restore_ops(sess)
        assert sess.run(root.a) == 5.0
        root.b = tf.Variable(0.0, name="other")
        with pytest.raises(AssertionError, match="Object not restored"):
            root.restore(path).assert_consumed()


def test_saving_again_adds_no_operations(tmp_path):
    with tf.Graph().as_default() as graph, tf.Session() as sess:
        root = tf.train.Checkpoint(a=tf.Variable(1.0))
        sess.run(tf.global_variables_initializer())
        root.save(str(tmp_path / "ckpt"))
        count = len(graph.get_operations())
        assert root.save(str(tmp_path / "ckpt")).endswith("ckpt-2")
        assert len(graph.get_operations()) == count


def test_a_manager_keeps_the_latest_and_remembers_them(tmp_path):
    folder = str(tmp_path / "checkpoints")
    with tf.Graph().as_default(), tf.Session() as sess:
        root = tf.train.Checkpoint(a=tf.Variable(1.0))
        manager = tf.train.CheckpointManager(root, folder, max_to_keep=2)
        assert manager.latest_checkpoint is None and manager.checkpoints == []
        sess.run(tf.global_variables_initializer())
        for _ in range(3):
            manager.save()
        assert manager.save(checkpoint_number=tf.constant(40)) == f"{folder}/ckpt-40"
        again = tf.train.CheckpointManager(root, folder, max_to_keep=2)
        assert again.checkpoints == manager.checkpoints == [f"{folder}/ckpt-3", f"{folder}/ckpt-40"]
        assert again.latest_checkpoint == tf.train.latest_checkpoint(folder) == f"{folder}/ckpt-40"
    assert sorted(name for name in os.listdir(folder) if name.endswith(".index")) == ["ckpt-3.index", "ckpt-40.index"]
    with pytest.raises(ValueError, match="positive integer"):
        tf.train.CheckpointManager(root, folder, max_to_keep=0)


def test_mistakes_are_told(tmp_path):
    with tf.Graph().as_default():
        with pytest.raises(ValueError, match="expecting a trackable object"):
            tf.train.Checkpoint(a=3)
        with pytest.raises(tf.errors.NotFoundError):
            tf.train.Checkpoint(a=tf.Variable(1.0)).restore(str(tmp_path / "none"))
        with pytest.raises(RuntimeError, match="needs a session"):
            tf.train.Checkpoint(a=tf.Variable(1.0)).save(str(tmp_path / "x"))


def test_a_damaged_graph_of_objects_is_data_loss(tmp_path):
    from penstock.protos import TrackableObjectGraph

    graph = TrackableObjectGraph()
    graph.nodes.add().children.add(node_id=99, local_name="a")
    for data in (b"\xff\xff\xff", graph.SerializeToString()):
        with tf.Graph().as_default(), tf.Session() as sess:
            text = tf.Variable(np.array(data, object), dtype=tf.string, name="text", validate_shape=False)
            sess.run(text.initializer)
            path = tf.train.Saver({"_CHECKPOINTABLE_OBJECT_GRAPH": text}).save(sess, str(tmp_path / "bad"))
            with pytest.raises(tf.errors.DataLossError):
                tf.train.Checkpoint(a=tf.Variable(1.0)).restore(path)


def test_what_shall_not_be_saved_is_an_attribute_as_any_other():
    """As in 1.15.5: the wrapper is gone once it is assigned."""
    checkpoint = tf.contrib.checkpoint
    with tf.Graph().as_default():
        model, kept, left_out = checkpoint.Checkpointable(), tf.Variable(1.0), tf.Variable(2.0)
        model.kept, model.left_out = kept, checkpoint.NoDependency(left_out)
        assert model.left_out is left_out
        assert checkpoint.list_objects(model) == [model, kept]
        model.left_out = left_out
        assert checkpoint.list_objects(model) == [model, kept, left_out]
