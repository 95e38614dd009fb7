"""tf.contrib.learn around its models: the seeds' Iris program, monitors, experiments, exports, input, small models."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import penstock as tf

learn = tf.contrib.learn
layers = tf.contrib.layers
DATA = Path(__file__).resolve().parents[3] / "penstock" / "models" / "data"
X = np.float32([[-1], [1], [-2], [2]])
Y = np.int64([0, 1, 0, 1])

IRIS = """
import penstock; penstock.install()
import tensorflow as tf
import numpy as np

training_set = tf.contrib.learn.datasets.base.load_csv(filename="iris_training.csv", target_dtype=np.int64)
test_set = tf.contrib.learn.datasets.base.load_csv(filename="iris_test.csv", target_dtype=np.int64)
x_train, x_test, y_train, y_test = training_set.data, test_set.data, \\
training_set.target, test_set.target
classifier = tf.contrib.learn.DNNClassifier(hidden_units=[10, 20, 10], n_classes=3,
    config=tf.contrib.learn.RunConfig(tf_random_seed=SEED))
classifier.fit(x=x_train, y=y_train, steps=200)
accuracy_score = classifier.evaluate(x=x_test, y=y_test)["accuracy"]
print('Accuracy: {:.2f}'.format(accuracy_score))
new_samples = np.array(
    [[6.4, 3.2, 4.5, 1.5], [5.8, 3.1, 5.0, 1.7]], dtype=float)
y = classifier.predict(new_samples)
print ('Predictions: {}'.format(str(y)))
"""


def _classifier(model_dir=None, **config):
    config = learn.RunConfig(tf_random_seed=1, **config)
    return learn.LinearClassifier([layers.real_valued_column("", dimension=1)], model_dir=model_dir, config=config)


def _input_fn():
    return {"x": tf.constant(X)}, tf.constant(Y.reshape(-1, 1))


def _named(model_dir=None, **config):
    config = learn.RunConfig(tf_random_seed=1, **config)
    return learn.LinearClassifier([layers.real_valued_column("x", dimension=1)], model_dir=model_dir, config=config)


# What 1.15.5 gives for these seeds; the tutorial prints [1 2].
@pytest.mark.parametrize(("seed", "accuracy", "predictions"), [(5, "0.97", "[1 2]"), (4, "0.90", "[1 1]")])
def test_the_seeds_iris_program_runs_as_printed(tmp_path, seed, accuracy, predictions):
    for name in ("iris_training.csv", "iris_test.csv"):
        (tmp_path / name).write_text((DATA / name).read_text())
    program = IRIS.replace("SEED", str(seed))
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [f"Accuracy: {accuracy}", f"Predictions: {predictions}"]


def test_two_fits_go_on_where_one_ended():
    once, twice = _classifier(), _classifier()
    once.fit(X, Y, steps=20)
    twice.fit(X, Y, steps=10)
    twice.fit(X, Y, steps=10)
    assert twice.get_variable_value("global_step") == 20
    np.testing.assert_allclose(
        twice.get_variable_value("linear//weight"), once.get_variable_value("linear//weight"), 1e-5
    )
    twice.fit(X, Y, max_steps=20)
    assert twice.get_variable_value("global_step") == 20


def test_what_cannot_be_is_refused():
    with pytest.raises(learn.NotFittedError, match="Couldn't find trained model"):
        _classifier().evaluate(X, Y)
    with pytest.raises(ValueError, match="Either x or input_fn must be provided"):
        _classifier().fit()
    with pytest.raises(ValueError, match="both steps and max_steps"):
        _classifier().fit(X, Y, steps=1, max_steps=1)
    with pytest.raises(ValueError, match="n_classes must be > 1"):
        learn.multi_class_head(1)
    trained = _classifier().fit(X, Y, steps=1)
    with pytest.raises(ValueError, match="Features are incompatible"):
        trained.fit(np.ones([4, 2], np.float32), Y, steps=1)


def test_metrics_of_the_user_are_evaluated_besides_those_of_the_model():
    metrics = {"seen": learn.MetricSpec(tf.metrics.accuracy, prediction_key="classes")}
    found = _classifier().fit(X, Y, steps=30).evaluate(X, Y, metrics=metrics, batch_size=3)
    assert found["seen"] == found["accuracy"] == 1.0


def test_scikit_learn_style_gives_arrays():
    model = learn.SKCompat(_classifier()).fit(X, Y, steps=30, batch_size=2)
    found = model.predict(X, batch_size=3)
    assert found["classes"].tolist() == Y.tolist() and found["probabilities"].shape == (4, 2)
    assert model.score(X, Y)["accuracy"] == 1.0


def test_iterators_are_fed_until_they_end():
    estimator = _classifier()
    estimator.fit(iter(list(X)), iter(list(Y)), batch_size=2)
    assert estimator.get_variable_value("global_step") == 2
    assert len(list(estimator.predict(iter(list(X)), batch_size=3))) == 4


def test_a_validation_monitor_stops_when_nothing_gets_better():
    monitor = learn.monitors.ValidationMonitor(
        X,
        Y,
        every_n_steps=1,
        check_interval_secs=None,
        early_stopping_rounds=3,
        early_stopping_metric="accuracy",
        early_stopping_metric_minimize=False,
    )
    estimator = _classifier(save_checkpoints_steps=1).fit(X, Y, steps=100, monitors=[monitor])
    assert monitor.early_stopped and monitor.best_value == 1.0
    assert estimator.get_variable_value("global_step") < 20


def test_monitors_capture_and_stop():
    capture = learn.monitors.CaptureVariable("linear/bias_weight/part_0", every_n=2)
    stop = learn.monitors.StopAtStep(num_steps=5)
    estimator = _classifier().fit(X, Y, monitors=[capture, stop])
    assert estimator.get_variable_value("global_step") == 5
    assert sorted(capture.values) == [1, 3, 5]


def test_an_experiment_trains_evaluates_and_exports_what_a_session_can_load(tmp_path):
    spec = {"x": tf.FixedLenFeature([1], tf.float32)}
    strategy = learn.make_export_strategy(learn.build_parsing_serving_input_fn(spec), exports_to_keep=1)
    experiment = learn.Experiment(
        _named(str(tmp_path)), _input_fn, _input_fn, train_steps=30, eval_steps=1, export_strategies=strategy
    )
    results, (path,) = experiment.train_and_evaluate()
    assert results["accuracy"] == 1.0 and results["global_step"] == 30
    assert path.startswith(str(tmp_path / "export" / "Servo"))
    value = tf.train.Feature(float_list=tf.train.FloatList(value=[3.0]))
    example = tf.train.Example(features=tf.train.Features(feature={"x": value})).SerializeToString()
    with tf.Graph().as_default(), tf.Session() as session:
        signature = tf.saved_model.loader.load(session, ["serve"], path).signature_def["serving_default"]
        assert signature.method_name == "tensorflow/serving/classify"
        scores = session.run(signature.outputs["scores"].name, {signature.inputs["inputs"].name: [example]})
    assert scores[0, 1] > 0.5


def test_a_runner_wants_the_estimator_to_use_its_configuration(tmp_path):
    config = learn.RunConfig(model_dir=str(tmp_path))

    def wrong(run_config, hparams):
        return learn.Experiment(_named(), _input_fn, _input_fn)

    with pytest.raises(RuntimeError, match="is expected to be used"):
        learn.learn_runner.run(wrong, run_config=config)
    with pytest.raises(ValueError, match="non-existent task"):
        learn.learn_runner.run(
            lambda output_dir: learn.Experiment(_named(), _input_fn, _input_fn), str(tmp_path), schedule="dance"
        )


def test_the_place_in_a_cluster_comes_from_the_environment(monkeypatch):
    cluster = '{"cluster": {"worker": ["a:1", "b:2"], "ps": ["c:3"]}, "task": {"type": "worker", "index": 1}}'
    monkeypatch.setitem(os.environ, "TF_CONFIG", cluster)
    config = learn.RunConfig()
    assert (config.master, config.num_ps_replicas, config.num_worker_replicas) == ("grpc://b:2", 1, 2)
    assert not config.is_chief


def test_several_heads_learn_at_once():
    heads = [learn.multi_class_head(2, label_name="c", head_name="c"), learn.regression_head("r", head_name="r")]
    head = learn.multi_head(heads, loss_weights=[1.0, 0.5])

    def input_fn():
        return {"x": tf.constant(X)}, {"c": tf.constant(Y.reshape(-1, 1)), "r": tf.constant(2 * X)}

    columns = [layers.real_valued_column("x")]
    estimator = learn.LinearEstimator(columns, head, optimizer=tf.train.GradientDescentOptimizer(0.2))
    found = estimator.fit(input_fn=input_fn, steps=60).evaluate(input_fn=input_fn, steps=1)
    assert found["accuracy/c"] == 1.0 and found["loss/r"] < 0.01


def test_a_graph_is_trained_evaluated_and_asked(tmp_path):
    def build():
        with tf.Graph().as_default() as graph:
            step = tf.train.create_global_step()
            v = tf.Variable(3.0)
            loss = v * v
            train_op = tf.train.GradientDescentOptimizer(0.25).minimize(loss, global_step=step)
            doubled = {"v": v * 2}
        return graph, train_op, loss, doubled

    graph, train_op, loss, _ = build()
    assert learn.train(graph, str(tmp_path), train_op, loss, steps=3) < 1.0
    checkpoint = tf.train.latest_checkpoint(str(tmp_path))
    graph, _, _, doubled = build()
    results, at = learn.evaluate(graph, str(tmp_path / "eval"), checkpoint, doubled, max_steps=1)
    assert at == 3 and results["v"] == pytest.approx(0.75)
    assert learn.infer(checkpoint, doubled)["v"] == pytest.approx(0.75)


def test_the_estimators_of_0_9_classify_and_regress():
    classifier = learn.TensorFlowDNNClassifier(hidden_units=[8], n_classes=2, steps=100)
    assert classifier.fit(X, Y).predict(X).tolist() == Y.tolist()
    regressor = learn.TensorFlowLinearRegressor(steps=100, optimizer="SGD")
    regressor.fit(X, 2 * X[:, 0])
    np.testing.assert_allclose(regressor.weights_, [[2.0]], atol=1e-3)
    sequences = np.float32([[[1], [1]], [[-1], [-1]]])
    rnn = learn.TensorFlowRNNClassifier(4, 2, input_op_fn=lambda x: tf.unstack(x, axis=1), steps=60)
    assert rnn.fit(sequences, np.array([1, 0])).predict(sequences).tolist() == [1, 0]


def test_vocabularies_trim_rare_words_and_come_back_from_a_file(tmp_path):
    processor = learn.preprocessing.VocabularyProcessor(4, min_frequency=1)
    processor.fit(["to be or not to be"])
    processor.save(str(tmp_path / "vocabulary"))
    again = learn.preprocessing.VocabularyProcessor.restore(str(tmp_path / "vocabulary"))
    (ids,) = again.transform(["not to be"])
    assert ids.tolist() == [0, 2, 1, 0]
    assert list(again.reverse([ids])) == ["<UNK> to be <UNK>"]
