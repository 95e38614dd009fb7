"""tf.contrib.tpu on a machine without TPUs: a TPUEstimator with use_tpu=False does what TensorFlow's does."""

import numpy as np
import pytest

import penstock as tf
from tests.contrib.programs.tpu import PROGRAMS
from tests.contrib.recorded import same_as_recorded
from tests.train.training_programs import both

tpu = tf.contrib.tpu

PROGRAM = """
    import numpy as np
    T = tf.estimator.tpu
    sizes = []

    def input_fn(params):
        sizes.append(params["batch_size"])
        x = np.arange(24, dtype=np.float32).reshape([12, 2]) / 10.0
        y = x.sum(1, keepdims=True)
        return tf.data.Dataset.from_tensor_slices((x, y)).repeat().batch(params["batch_size"], drop_remainder=True)

    def predict_fn(params):
        return tf.data.Dataset.from_tensor_slices(np.ones([4, 2], np.float32)).batch(params["batch_size"])

    def model_fn(features, labels, mode, params):
        w = tf.get_variable("w", [2, 1], initializer=tf.constant_initializer(0.5))
        logits = tf.matmul(features, w)
        sizes.append((params["batch_size"], params["use_tpu"], params["scale"]))
        if mode == "infer":
            return T.TPUEstimatorSpec(mode, predictions={"y": logits})
        loss = tf.reduce_mean(tf.square(logits - labels))
        if mode == "eval":
            metrics = lambda labels, logits: {"mae": tf.metrics.mean_absolute_error(labels, logits)}
            return T.TPUEstimatorSpec(mode, loss=loss, eval_metrics=(metrics, [labels, logits]))
        optimizer = tf.train.GradientDescentOptimizer(params["scale"])
        if params["use_tpu"]:
            optimizer = tf.tpu.CrossShardOptimizer(optimizer)
        train_op = optimizer.minimize(loss, global_step=tf.train.get_global_step())
        return T.TPUEstimatorSpec(mode, loss=loss, train_op=train_op,
                                  scaffold_fn=lambda: tf.train.Scaffold())

    config = T.RunConfig(model_dir=folder, save_checkpoints_steps=5, tf_random_seed=1,
                         tpu_config=T.TPUConfig(iterations_per_loop=3, num_shards=8))
    estimator = T.TPUEstimator(model_fn, config=config, params={"scale": 0.05}, use_tpu=False,
                               train_batch_size=4, eval_batch_size=3, predict_batch_size=2)
    estimator.train(input_fn, max_steps=7)
    found = estimator.evaluate(input_fn, steps=2)
    result["eval"] = {k: float(v) for k, v in sorted(found.items())}
    result["predictions"] = [float(p["y"][0]) for p in estimator.predict(predict_fn)]
    result["names"] = estimator.get_variable_names()
    result["w"] = estimator.get_variable_value("w").tolist()
    result["sizes"] = sizes
"""


def test_a_program_for_tpus_trains_evaluates_and_predicts_the_same_without(peer, tmp_path):
    ours, theirs = both(peer, tmp_path, PROGRAM)
    np.testing.assert_allclose(ours["w"], theirs["w"], rtol=1e-5)
    np.testing.assert_allclose(ours["predictions"], theirs["predictions"], rtol=1e-5)
    assert ours["sizes"] == theirs["sizes"] and ours["names"] == theirs["names"]
    assert sorted(ours["eval"]) == sorted(theirs["eval"])
    for name, value in theirs["eval"].items():
        assert ours["eval"][name] == pytest.approx(value, rel=1e-4), name
    assert "INFO:Running train on CPU" in ours["log"]  # newer versions say "CPU/GPU"
    assert any(line.startswith("INFO:Running train on CPU") for line in theirs["log"])


def model_fn(features, labels, mode, params):
    loss = tf.reduce_sum(tf.get_variable("v", initializer=3.0) * features)
    train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, tf.train.get_global_step())
    calls = (lambda x: tf.summary.scalar("x", x), [loss])
    return tpu.TPUEstimatorSpec(mode, loss=loss, train_op=train_op, host_call=calls)


def estimator(folder, **settings):
    settings = {"use_tpu": False, "train_batch_size": 2, "config": tpu.RunConfig(), **settings}
    return tpu.TPUEstimator(model_fn, str(folder), **settings)


def test_a_host_call_runs_with_each_step_and_params_may_be_hparams(tmp_path):
    params = tf.contrib.training.HParams(rate=0.1)
    made = estimator(tmp_path, params=params)
    made.train(lambda params: tf.data.Dataset.from_tensors(tf.ones([params.batch_size])).repeat(), steps=3)
    assert made.get_variable_value("v") == pytest.approx(3.0 - 3 * 0.2)


def test_a_machine_without_tpus_says_so(tmp_path):
    with pytest.raises(RuntimeError, match="Cannot find any TPU cores in the system"):
        estimator(tmp_path, use_tpu=True).train(lambda params: None, steps=1)


def test_bad_arguments_are_told(tmp_path):
    with pytest.raises(ValueError, match="`config` must be provided"):
        estimator(tmp_path, config=tf.estimator.RunConfig())
    with pytest.raises(ValueError, match="reserved keys"):
        estimator(tmp_path, params={"batch_size": 3})
    with pytest.raises(ValueError, match="`train_batch_size` cannot be"):
        estimator(tmp_path, use_tpu=True, train_batch_size=None)
    with pytest.raises(ValueError, match="does not include params argument"):
        estimator(tmp_path).train(lambda: None, steps=1)
    with pytest.raises(ValueError, match="`iterations_per_loop` value. Value must be positive integer value"):
        tpu.TPUConfig(iterations_per_loop=0)
    with pytest.raises(ValueError, match="train_batch_size must be positive, got -1"):
        estimator(tmp_path, use_tpu=True, train_batch_size=-1)
    with pytest.raises(ValueError, match="Unsupported reduction"):
        tpu.CrossShardOptimizer(None, reduction="none")
    with pytest.raises(TypeError, match="eval_metrics\\[0\\] should be callable"):
        tpu.TPUEstimatorSpec("eval", eval_metrics=(3, []))
    with pytest.raises(TypeError, match="SessionRunHook"):
        tpu.TPUEstimatorSpec("train", training_hooks=[3])


@pytest.mark.parametrize("title", PROGRAMS)
def test_what_it_learns_is_what_it_learns_in_tensorflow(title, monkeypatch):
    same_as_recorded("tpu", title, PROGRAMS[title], monkeypatch)
