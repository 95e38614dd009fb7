"""tf.contrib.slim trains, evaluates, reads datasets and restores, under the names that its programs import."""

import os

import numpy as np
import pytest

import penstock as tf
from tests.subprocesses import python
from tests.train.training_programs import events

slim = tf.contrib.slim


def model():
    x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    w = tf.get_variable("w", [2, 1], initializer=tf.ones_initializer())
    loss = tf.reduce_sum(tf.square(tf.matmul(x, w)))
    tf.summary.scalar("loss", loss)
    return loss, w


def test_training_goes_on_from_its_checkpoint_and_is_then_evaluated(tmp_path):
    folder = str(tmp_path / "train")
    losses = []
    for steps in (3, 5):
        with tf.Graph().as_default():
            loss, w = model()
            train_op = slim.learning.create_train_op(loss, tf.train.GradientDescentOptimizer(0.01))
            losses.append(slim.learning.train(train_op, folder, number_of_steps=steps, save_summaries_secs=1000))
    x, w = np.array([[1.0, 2.0], [3.0, 4.0]]), np.ones([2, 1])
    wanted = []
    for _ in range(5):
        wanted.append(np.sum((x @ w) ** 2))
        w -= 0.01 * 2 * x.T @ (x @ w)
    np.testing.assert_allclose(losses, [wanted[2], wanted[4]], rtol=1e-4)
    path = tf.train.latest_checkpoint(folder)
    assert path.endswith("model.ckpt-5")
    with tf.Graph().as_default():
        loss, weights = model()
        tf.train.create_global_step()
        value, update = slim.metrics.streaming_mean(loss)
        found = slim.evaluation.evaluate_once(
            "", path, str(tmp_path / "eval"), num_evals=2, eval_op=update, final_op=[value, weights]
        )
    np.testing.assert_allclose(found[1], w, rtol=1e-4)
    np.testing.assert_allclose(found[0], np.sum((x @ w) ** 2), rtol=1e-3)
    tf.summary.FileWriterCache.clear()
    ((step, _, [(tag, value)]),) = [event for event in events(tmp_path / "eval") if event[1] == "summary"]
    assert (step, tag) == (5, "loss") and value == pytest.approx(float(found[0]), rel=1e-2)


def test_every_new_checkpoint_is_evaluated(tmp_path):
    with tf.Graph().as_default(), tf.Session() as session:
        v = tf.get_variable("v", initializer=3.0)
        session.run(v.initializer)
        tf.train.Saver().save(session, str(tmp_path / "model"), global_step=1)
        value = slim.evaluation.evaluation_loop(
            "", str(tmp_path), None, final_op=v * 2.0, eval_interval_secs=0, max_number_of_evaluations=1
        )
    assert value == 6.0


def test_gradients_are_multiplied_then_clipped():
    with tf.Graph().as_default():
        v = tf.get_variable("v", initializer=tf.constant([3.0, 4.0]))
        train_op = slim.learning.create_train_op(
            tf.reduce_sum(tf.square(v)) / 2.0,
            tf.train.GradientDescentOptimizer(1.0),
            gradient_multipliers={"v": 10.0},
            clip_gradient_norm=1.0,
            summarize_gradients=True,
        )
        with tf.train.MonitoredSession() as session:
            assert session.run(train_op) == 12.5
            np.testing.assert_allclose(session.run(v), [2.4, 3.2], rtol=1e-5)


def test_a_session_can_be_wrapped_and_a_step_replaced():
    seen = []

    def wrapper(session):
        seen.append("wrapped")
        return session

    def step(session, train_op, global_step, settings):
        seen.append(sorted(settings))
        return slim.learning.train_step(session, train_op, global_step, settings)

    with tf.Graph().as_default():
        loss, _ = model()
        train_op = slim.learning.create_train_op(loss, tf.train.GradientDescentOptimizer(0.01))
        slim.learning.train(train_op, None, train_step_fn=step, session_wrapper=wrapper, number_of_steps=1)
    assert seen == ["wrapped", ["should_log", "should_stop", "summary_writer"]]


def test_traces_are_written(tmp_path):
    with tf.Graph().as_default():
        loss, _ = model()
        train_op = slim.learning.create_train_op(loss, tf.train.GradientDescentOptimizer(0.01))
        slim.learning.train(train_op, str(tmp_path), number_of_steps=2, trace_every_n_steps=1)
    assert any(name.startswith("tf_trace-") for name in os.listdir(tmp_path))


def test_training_ends_with_its_input(tmp_path):
    with tf.Graph().as_default():
        x = tf.train.limit_epochs(tf.constant(2.0), 3)
        v = tf.get_variable("v", initializer=1.0)
        train_op = slim.learning.create_train_op(v * x, tf.train.GradientDescentOptimizer(0.5))
        assert slim.learning.train(train_op, str(tmp_path)) == -2.0
    assert tf.train.latest_checkpoint(str(tmp_path)).endswith("-3")


def test_bad_arguments_are_told():
    train_op = tf.constant(0.0)
    for settings, text in (
        ({"train_op": None}, "train_op cannot be None"),
        ({"saver": 1}, "Cannot provide saver"),
        ({"summary_op": None}, "Cannot provide summary_op"),
        ({"trace_every_n_steps": 1}, "Cannot provide trace"),
        ({"number_of_steps": 0}, "positive number"),
        ({"sync_optimizer": [3]}, "SyncReplicasOptimizer"),
    ):
        with pytest.raises(ValueError, match=text):
            slim.learning.train(**{"train_op": train_op, "logdir": None, **settings})
    with pytest.raises(ValueError, match="logdir must be present"):
        slim.learning.train_step(None, None, None, {"should_trace": 1})


# -- data ----------------------------------------------------------------------------------------------------------------


def write(path, number):
    with tf.Graph().as_default(), tf.Session() as session, tf.python_io.TFRecordWriter(path) as writer:
        for i in range(number):
            pixels = np.full([4, 5, 3], 10 * i, np.uint8)
            example = tf.train.Example()
            feature = example.features.feature
            feature["image/encoded"].bytes_list.value.append(session.run(tf.image.encode_png(pixels)))
            feature["image/format"].bytes_list.value.append(b"png")
            feature["label"].int64_list.value.append(i)
            for k, key in enumerate(("ymin", "xmin", "ymax", "xmax")):
                feature[f"box/{key}"].float_list.value.extend([0.1 * k] * i)
            feature["indices"].int64_list.value.extend([0, 2])
            feature["values"].float_list.value.extend([1.0, float(i)])
            writer.write(example.SerializeToString())


def test_a_dataset_provides_images_boxes_and_tensors(tmp_path):
    write(str(tmp_path / "data-0"), 3)
    handlers = slim.tfexample_decoder
    decoder = handlers.TFExampleDecoder(
        {
            "image/encoded": tf.FixedLenFeature([], tf.string),
            "image/format": tf.FixedLenFeature([], tf.string),
            "label": tf.FixedLenFeature([1], tf.int64),
            **{f"box/{key}": tf.VarLenFeature(tf.float32) for key in ("ymin", "xmin", "ymax", "xmax")},
            "indices": tf.VarLenFeature(tf.int64),
            "values": tf.VarLenFeature(tf.float32),
        },
        {
            "image": handlers.Image(),
            "label": handlers.Tensor("label", shape=[]),
            "boxes": handlers.BoundingBox(prefix="box/"),
            "row": handlers.SparseTensor(shape=[4], densify=True),
            "either": handlers.BackupHandler(
                handlers.BoundingBox(prefix="box/"), handlers.Tensor("values", shape=[1, 2])
            ),
            "twice": handlers.ItemHandlerCallback("label", lambda found: found["label"] * 2),
        },
    )
    dataset = slim.dataset.Dataset(str(tmp_path / "data-*"), tf.TFRecordReader, decoder, 3, {}, num_classes=3)
    with tf.Graph().as_default(), tf.Session() as session:
        provider = slim.dataset_data_provider.DatasetDataProvider(dataset, shuffle=False, num_epochs=1)
        items = ["image", "label", "boxes", "row", "either", "twice", "record_key"]
        tensors = provider.get(items)
        assert tensors[0].shape.as_list() == [None, None, 3] and provider.num_samples() == 3
        with pytest.raises(ValueError, match="Item \\[nothing\\] is invalid"):
            provider.get(["nothing"])
        session.run(tf.local_variables_initializer())
        with slim.queues.QueueRunners(session):
            for i in range(3):
                found = dict(zip(items, session.run(tensors), strict=True))
                assert found["image"].shape == (4, 5, 3) and (found["image"] == 10 * i).all()
                assert found["label"] == i and found["twice"].tolist() == [2 * i]
                np.testing.assert_allclose(found["boxes"], np.tile([0.0, 0.1, 0.2, 0.3], [i, 1]), rtol=1e-5)
                assert found["row"].tolist() == [1.0, 0.0, float(i), 0.0]
                assert found["either"].tolist() == ([[1.0, 0.0]] if i == 0 else found["boxes"].tolist())
            with pytest.raises(tf.errors.OutOfRangeError):
                session.run(tensors)
            with pytest.raises(slim.queues.NestedQueueRunnerError), slim.queues.QueueRunners(session):
                pass


def test_several_readers_read_every_record_once(tmp_path):
    for n in range(3):
        write(str(tmp_path / f"data-{n}"), 2)
    with tf.Graph().as_default(), tf.Session() as session:
        keys, _ = slim.parallel_reader.parallel_read(
            str(tmp_path / "data-*"), tf.TFRecordReader, num_epochs=1, num_readers=3, seed=1
        )
        session.run(tf.local_variables_initializer())
        with slim.queues.QueueRunners(session):
            found = {session.run(keys) for _ in range(6)}
        assert len(found) == 6
    with pytest.raises(ValueError, match="No data files found"):
        slim.parallel_reader.get_data_files(str(tmp_path / "none-*"))


def test_variables_come_from_a_checkpoint(tmp_path):
    with tf.Graph().as_default(), tf.Session() as session:
        v = slim.variable("a/v", initializer=tf.constant([1.0, 2.0]))
        w = slim.model_variable("a/w", [2], initializer=tf.zeros_initializer())
        session.run(tf.global_variables_initializer())
        path = tf.train.Saver([v]).save(session, str(tmp_path / "model"))
        session.run(*slim.assign_from_checkpoint(path, {"a/v": w}))
        assert session.run(w).tolist() == [1.0, 2.0]
    with tf.Graph().as_default(), tf.Session() as session:
        v = slim.variable("a/v", [2], initializer=tf.zeros_initializer())
        w = slim.variable("a/w", [2], initializer=tf.zeros_initializer())
        session.run(tf.global_variables_initializer())
        assign, feeds = slim.assign_from_checkpoint(path, [v])
        session.run(assign, feeds)
        assert session.run(v).tolist() == [1.0, 2.0]
        slim.assign_from_checkpoint_fn(path, [v, w], ignore_missing_vars=True)(session)
        assert session.run(w).tolist() == [0.0, 0.0]
        assert slim.assign_from_checkpoint_fn(path, [w], ignore_missing_vars=True) is None
        with pytest.raises(ValueError, match="missing variable"):
            slim.assign_from_checkpoint(path, [w])
        with pytest.raises(ValueError, match="must be unchanged"):
            slim.assign_from_checkpoint(path, {"a/v": slim.variable("x", [3])})
        assert slim.filter_variables([v, w], exclude_patterns=["v"]) == [w]


IMPORTS = """
import penstock; penstock.install()
import tensorflow as tf
import tensorflow.contrib.slim as slim
from tensorflow.contrib import slim as again
from tensorflow.contrib.slim.nets import resnet_v1, vgg
from tensorflow.contrib.slim.python.slim.nets import resnet_v2
from tensorflow.contrib.slim.python.slim.learning import train
from tensorflow.contrib.slim.python.slim.data import parallel_reader
from tensorflow.contrib.layers.python.layers import utils
from tensorflow.contrib.framework.python.ops import arg_scope
from tensorflow.contrib.opt.python.training.weight_decay_optimizers import AdamWOptimizer
assert slim is again and slim is tf.contrib.slim and train is slim.learning.train
assert resnet_v1.resnet_v1_50 is slim.nets.resnet_v1.resnet_v1_50 and callable(resnet_v2.resnet_v2_50)
assert parallel_reader.parallel_read is slim.parallel_reader.parallel_read and callable(utils.convert_collection_to_dict)
assert slim.optimize_loss is tf.contrib.layers.optimize_loss and slim.losses is tf.contrib.losses
assert "conv2d" in dir(slim) and AdamWOptimizer is tf.contrib.opt.AdamWOptimizer
print("imported")
"""


def test_programs_import_slim_as_they_did():
    done = python("-c", IMPORTS)
    assert done.stdout.strip() == "imported", done.stderr


def test_models_are_analyzed(capsys):
    with tf.Graph().as_default() as graph:
        v = tf.get_variable("v", [2, 3])
        assert slim.model_analyzer.analyze_vars([v], print_info=True) == (6, 24)
        assert slim.model_analyzer.analyze_ops(graph, print_info=True) > 6
    shown = capsys.readouterr().out
    assert "v:0 (float32_ref 2x3) [6, bytes: 24]" in shown and "Total size of variables: 6" in shown
