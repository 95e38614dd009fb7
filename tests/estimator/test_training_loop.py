"""`train_and_evaluate` with exporters, early stopping and warm starts: the same evaluations, exports and lines as TensorFlow."""

import json
import re

import numpy as np
import pytest

import penstock as tf
from penstock.estimator import exporters
from tests.train.training_programs import both, events, files

MODEL = """
    est = tf.estimator
    tf.disable_resource_variables() if hasattr(tf, "disable_resource_variables") else None
    def model_fn(features, labels, mode):
        w = tf.get_variable("w", [2, 1], initializer=tf.constant_initializer([[0.5], [-0.25]]))
        predictions = tf.matmul(features["x"], w)
        if mode == est.ModeKeys.PREDICT:
            return est.EstimatorSpec(mode, predictions={"y": predictions})
        loss = tf.losses.mean_squared_error(labels, predictions)
        train_op = tf.train.MomentumOptimizer(0.02, 0.5).minimize(loss, tf.train.get_global_step())
        return est.EstimatorSpec(mode, loss=loss, train_op=train_op, eval_metric_ops={
            "mae": tf.metrics.mean_absolute_error(labels, predictions)})
    rows = np.array([[1.0, 2.0], [3.0, 4.0], [0.5, -1.0], [2.0, 0.0]], np.float32)
    answers = np.array([[1.0], [2.0], [-1.0], [3.0]], np.float32)
    def input_fn():
        return tf.data.Dataset.from_tensor_slices(({"x": rows}, answers)).batch(4)
    def endless():
        return input_fn().repeat()
    def receiver():
        x = tf.placeholder(tf.float32, [None, 2], name="x")
        return est.export.ServingInputReceiver({"x": x}, {"x": x})
    def make(folder=folder, steps=10, **more):
        return est.Estimator(model_fn, folder, est.RunConfig(
            save_checkpoints_steps=steps, tf_random_seed=1, save_summary_steps=10, log_step_count_steps=10), **more)
"""
LOOP = (
    MODEL
    + """
    said = []
    class Tell(est.Exporter):
        name = "tell"
        def export(self, estimator, export_path, checkpoint_path, eval_result, is_the_final_export):
            said.append([export_path[len(folder):], checkpoint_path[len(folder):], sorted(eval_result),
                         bool(is_the_final_export)])
            return len(said)
    # Exports are called by the second; here by a number.
    clock = [1500000000]
    class Time:
        def __getattr__(self, name): return getattr(time, name)
        def time(self):
            clock[0] += 1
            return float(clock[0])
    if hasattr(tf, "contrib"):
        from penstock.estimator import saved_models as module
    else:
        from tensorflow.python.saved_model.model_utils import export_utils as module
    module.time = Time()
    exporters = [Tell(), est.FinalExporter("final", receiver), est.LatestExporter("latest", receiver, exports_to_keep=2),
                 est.BestExporter("best", receiver, exports_to_keep=1)]
    try:
        spec = est.EvalSpec(endless, steps=2, name="dev", exporters=exporters, throttle_secs=0)
        metrics, results = est.train_and_evaluate(make(), est.TrainSpec(endless, max_steps=40), spec)
        result["again"] = est.train_and_evaluate(make(), est.TrainSpec(endless, max_steps=40), spec)[0]
    finally:
        module.time = time
    result.update(metrics=metrics, results=[type(r).__name__ for r in results], said=said)

    model = make(os.path.join(folder, "early"))
    least = 0.75 * model.evaluate(input_fn)["loss"]
    stop = est.experimental.stop_if_no_decrease_hook(model, "loss", 15, run_every_secs=None, run_every_steps=1)
    lower = est.experimental.stop_if_lower_hook(model, "loss", least, run_every_secs=None, run_every_steps=1)
    evaluate = est.experimental.InMemoryEvaluatorHook(model, input_fn, every_n_iter=7)
    model.train(endless, hooks=[evaluate, lower, stop], max_steps=100)
    result["stopped"] = [int(model.get_variable_value("global_step")), model.get_variable_names()]

    warm = make(os.path.join(folder, "warm"), warm_start_from=os.path.join(folder, "model.ckpt-40"))
    result["warm"] = warm.evaluate(input_fn)
    warm.train(endless, steps=1)
    result["warm step"] = int(warm.get_variable_value("global_step"))
    from_model = make(os.path.join(folder, "warm2"), warm_start_from=est.WarmStartSettings(folder, "nothing"))
    result["cold"] = from_model.evaluate(input_fn)
    tf.summary.FileWriterCache.clear()
"""
)
SIDES = ("here", "peer")


@pytest.fixture(scope="module")
def loop(peer, tmp_path_factory):
    folder = tmp_path_factory.mktemp("loop")
    return folder, both(peer, folder, LOOP)


def comparable(log):
    unlike = "Using config|(Starting|Finished) evaluation|Inference Time|It seems that global step|SavedModel written"
    # With reference variables it is a race in TensorFlow whether the step is read before or after it is counted.
    return [
        re.sub(r", step = \d+|stopping at global step \d+", "", line) for line in log if not re.search(unlike, line)
    ]


def test_the_loop_logs_the_same_lines(loop):
    ours, theirs = (comparable(side["log"]) for side in loop[1])
    assert ours == theirs
    assert "INFO:Running training and evaluation locally (non-distributed)." in ours
    assert any(line.startswith("INFO:Requesting early ") for line in ours)


def test_the_loop_evaluates_and_exports_the_same(loop):
    ours, theirs = loop[1]
    assert ours["said"] == theirs["said"]
    assert [entry[3] for entry in ours["said"]] == [False, False, False, True]
    assert ours["results"] == theirs["results"] == ["int", "bytes", "bytes", "bytes"]
    assert ours["metrics"] == pytest.approx(theirs["metrics"], rel=1e-5)
    assert ours["again"] is None and theirs["again"] is None


def test_the_loop_leaves_the_same_files(loop):
    ours, theirs = (files(loop[0] / side) for side in SIDES)
    assert ours == theirs
    kept = {name.split("/")[2] for name in ours if name.startswith("export/latest/")}
    assert len(kept) == 2 and all(len(name) == 10 for name in kept)
    for part in ("eval_dev", "early/eval"):
        ours, theirs = (events(loop[0] / side / part) for side in SIDES)
        assert ours == theirs


def test_training_stops_early_at_the_same_step(loop):
    ours, theirs = loop[1]
    assert ours["stopped"] == theirs["stopped"]
    assert 0 < ours["stopped"][0] < 100
    assert "signal_early_stopping/STOP" in ours["stopped"][1]


def test_warm_starts_take_the_same_values(loop):
    ours, theirs = loop[1]
    for name in ("warm", "cold"):
        assert ours[name] == pytest.approx(theirs[name], rel=1e-5)
    assert (
        ours["warm"]["loss"] == pytest.approx(ours["metrics"]["loss"]) and ours["warm"]["loss"] < ours["cold"]["loss"]
    )
    assert ours["warm step"] == theirs["warm step"] == 1


# -- what needs no peer ------------------------------------------------------------------------------------------------


def model_fn(features, labels, mode):
    w = tf.get_variable("w", initializer=0.0)
    loss = tf.reduce_mean(tf.square(w * features - labels))
    train_op = tf.train.GradientDescentOptimizer(0.1).minimize(loss, tf.train.get_global_step())
    return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=train_op)


def one_batch():
    return tf.data.Dataset.from_tensors((1.0, 2.0))


def test_an_evaluator_task_evaluates_what_others_train(tmp_path, monkeypatch):
    model = tf.estimator.Estimator(model_fn, str(tmp_path))
    model.train(lambda: one_batch().repeat(), steps=5)
    cluster = {"chief": ["a:1"], "worker": ["b:1"], "ps": ["c:1"]}
    monkeypatch.setenv("TF_CONFIG", json.dumps({"cluster": cluster, "task": {"type": "evaluator", "index": 0}}))
    model = tf.estimator.Estimator(model_fn, str(tmp_path))
    with pytest.raises(ValueError, match="Please use tf.estimator.train_and_evaluate"):
        model.train(one_batch)
    train = tf.estimator.TrainSpec(one_batch, max_steps=5)
    evaluate = tf.estimator.EvalSpec(one_batch, start_delay_secs=0, throttle_secs=0)
    assert tf.estimator.train_and_evaluate(model, train, evaluate) is None
    assert list(tf.contrib.estimator.read_eval_metrics(model.eval_dir())) == [5]


def test_a_chief_that_is_alone_trains_without_a_server(tmp_path, monkeypatch):
    config = {"cluster": {"chief": ["a:1"]}, "task": {"type": "chief", "index": 0}}
    monkeypatch.setenv("TF_CONFIG", json.dumps(config))
    model = tf.estimator.Estimator(model_fn, str(tmp_path))
    train = tf.estimator.TrainSpec(lambda: one_batch().repeat(), max_steps=3)
    tf.estimator.train_and_evaluate(model, train, tf.estimator.EvalSpec(one_batch))
    assert model.get_variable_value("global_step") == 3


def test_a_chief_whose_address_is_not_its_own_is_refused(tmp_path, monkeypatch):
    cluster = {"chief": ["a.invalid:1"], "worker": ["b.invalid:1"], "ps": ["c.invalid:1"]}
    monkeypatch.setenv("TF_CONFIG", json.dumps({"cluster": cluster, "task": {"type": "chief", "index": 0}}))
    model = tf.estimator.Estimator(model_fn, str(tmp_path))
    train = tf.estimator.TrainSpec(one_batch, max_steps=3)
    with pytest.raises(tf.errors.UnknownError, match="Could not start gRPC server"):
        tf.estimator.train_and_evaluate(model, train, tf.estimator.EvalSpec(one_batch))


def test_the_best_export_remembers_earlier_runs(tmp_path):
    class Model:
        model_dir = str(tmp_path)

        def export_saved_model(self, *args, **kwargs):
            return "exported"

    writer = tf.summary.FileWriter(str(tmp_path / "eval"))
    for step, loss in enumerate([3.0, 1.0, 2.0]):
        writer.add_summary(tf.Summary(value=[tf.Summary.Value(tag="loss", simple_value=loss)]), step)
    writer.close()
    best = exporters.BestExporter("best", lambda: None, exports_to_keep=None)
    found = [best.export(Model(), "", "", {"loss": loss}, False) for loss in (1.5, 0.5, 0.75, 0.25)]
    assert found == [None, "exported", None, "exported"]


def test_metrics_and_features_are_added(tmp_path):
    def guess(features, labels, mode):
        predictions = {"double": 2.0 * features["x"]}
        loss = None if labels is None else tf.reduce_mean(labels)
        return tf.estimator.EstimatorSpec(mode, predictions, loss, tf.no_op())

    data = {"x": np.float32([[1], [2]]), "id": np.int64([[7], [8]])}
    read = tf.estimator.inputs.numpy_input_fn(data, np.float32([3, 5]), shuffle=False)
    model = tf.estimator.add_metrics(
        tf.estimator.Estimator(guess, str(tmp_path)),
        lambda labels, predictions: {"sum": tf.metrics.mean(labels + predictions["double"][:, 0])},
    )
    assert model.evaluate(read)["sum"] == 7.0
    forwarding = tf.contrib.estimator.forward_features(model, "id")
    assert [(r["id"][0], r["double"][0]) for r in forwarding.predict(read)] == [(7, 2), (8, 4)]
    with pytest.raises(ValueError, match='Key "no" is not in features dict'):
        next(tf.contrib.estimator.forward_features(model, ["no"]).predict(read))
