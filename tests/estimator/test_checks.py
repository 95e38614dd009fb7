"""What Estimators refuse, and what TF_CONFIG means: the same class of error, the same words, the same properties."""

import json
import re

import pytest

from tests.same_program import run_here

# name → a program that fails. `spec(...)` makes an EstimatorSpec, `fn` is a model_fn.
FAILURES = {
    "no train_op": "spec(TRAIN, loss=one)",
    "no loss in training": "spec(TRAIN, train_op=op)",
    "no loss in evaluation": "spec(EVAL)",
    "no predictions": "spec(PREDICT)",
    "train_op of another type": "spec(TRAIN, loss=one, train_op=3)",
    "loss of another type": "spec(EVAL, loss=1.0)",
    "loss of several numbers": "spec(EVAL, loss=tf.constant([1.0, 2.0], name='two'))",
    "predictions of another type": "spec(PREDICT, predictions=4)",
    "a prediction of another type": "spec(PREDICT, predictions={'a': 4})",
    "loss of another graph": "spec(EVAL, loss=other)",
    "train_op of another graph": "spec(TRAIN, loss=one, train_op=other)",
    "predictions of another graph": "spec(PREDICT, predictions=other)",
    "a prediction of another graph": "spec(PREDICT, predictions={'a': other})",
    "a metric of another graph": "spec(EVAL, loss=one, eval_metric_ops={'m': (other, one)})",
    "metrics of another type": "spec(EVAL, loss=one, eval_metric_ops=[1])",
    "a metric without update": "spec(EVAL, loss=one, eval_metric_ops={'m': 3})",
    "hooks of another type": "spec(EVAL, loss=one, evaluation_hooks=['h'])",
    "scaffold of another type": "spec(EVAL, loss=one, scaffold='s')",
    "outputs of another type": "spec(PREDICT, predictions=one, export_outputs=['o'])",
    "an output of another type": "spec(PREDICT, predictions=one, export_outputs={'o': 1})",
    "no default output": "spec(PREDICT, predictions=one, export_outputs={'a': out(), 'b': out()})",
    "another mode": "spec(EVAL, loss=one)._replace(mode=TRAIN)",
    "model_fn without features": "est.Estimator(lambda labels: None, folder)",
    "params that model_fn does not take": "est.Estimator(lambda features: None, folder, params={'a': 1})",
    "model_fn with more arguments": "est.Estimator(lambda features, more: None, folder)",
    "no model_fn": "est.Estimator(None, folder)",
    "config of another type": "est.Estimator(fn, folder, config=3)",
    "two directories": "est.Estimator(fn, folder, config=est.RunConfig(model_dir='/elsewhere'))",
    "warm start from another type": "est.Estimator(fn, folder, warm_start_from=3)",
    "warm start from nothing": "est.WarmStartSettings('')",
    "steps and max_steps": "model.train(fn, steps=1, max_steps=1)",
    "no steps": "model.train(fn, steps=0)",
    "negative max_steps": "model.train(fn, max_steps=-1)",
    "no evaluation steps": "model.evaluate(fn, steps=0)",
    "training hooks of another type": "model.train(fn, hooks=[1])",
    "listeners of another type": "model.train(fn, saving_listeners=[1])",
    "nothing returned": "est.Estimator(lambda features: None, folder).train(lambda: one)",
    "labels nobody takes": "est.Estimator(lambda features: None, folder).train(lambda: (one, one))",
    "three things from input_fn": "model.train(lambda: (one, one, one))",
    "variables of no checkpoint": "model.get_variable_names()",
    "a value of no checkpoint": "model.get_variable_value('a')",
    "export of no checkpoint": "model.export_savedmodel(folder, fn)",
    "export without receiver": "model.export_savedmodel(folder, None)",
    "a metric called loss": "est.Estimator(metric('loss'), folder).evaluate(lambda: tf.constant(1.0), steps=1)",
    "a metric called global_step": "est.Estimator(metric('global_step'), folder).evaluate(lambda: tf.constant(1.0), steps=1)",
    "keys of a single prediction": "next(est.Estimator(guess(False), folder).predict(data, predict_keys=['a']))",
    "keys that are not predicted": "next(est.Estimator(guess(True), folder).predict(data, predict_keys=['z']))",
    "predictions of different lengths": "list(est.Estimator(guess(True), folder).predict(data))",
    "an overridden method": "type('Mine', (est.Estimator,), {'train': fn})(fn, folder)",
    "max_steps of a TrainSpec": "est.TrainSpec(fn, max_steps=0)",
    "input_fn of a TrainSpec": "est.TrainSpec(3)",
    "hooks of a TrainSpec": "est.TrainSpec(fn, hooks=[3])",
    "steps of an EvalSpec": "est.EvalSpec(fn, steps=0)",
    "name of an EvalSpec": "est.EvalSpec(fn, name=3)",
    "exporters of an EvalSpec": "est.EvalSpec(fn, exporters=3)",
    "exporters of one name": "est.EvalSpec(fn, exporters=[est.FinalExporter('a', fn), est.FinalExporter('a', fn)])",
    "an exporter without name": "est.EvalSpec(fn, exporters=est.FinalExporter('', fn))",
    "delay of an EvalSpec": "est.EvalSpec(fn, start_delay_secs=-1)",
    "throttle of an EvalSpec": "est.EvalSpec(fn, throttle_secs=-1)",
    "train_and_evaluate without spec": "est.train_and_evaluate(model, est.TrainSpec(fn), None)",
    "train_and_evaluate without model": "est.train_and_evaluate(3, est.TrainSpec(fn), est.EvalSpec(fn))",
    "no comparison": "est.BestExporter(compare_fn=None)",
    "a comparison of other things": "est.BestExporter(compare_fn=lambda best_eval_result, x: 1)",
    "no exports to keep": "est.BestExporter(exports_to_keep=0)",
    "both ways of saving": "est.RunConfig(save_checkpoints_steps=1, save_checkpoints_secs=1)",
    "negative steps": "est.RunConfig(save_checkpoints_steps=-1)",
    "no directory": "est.RunConfig(model_dir='')",
    "seed of another type": "est.RunConfig(tf_random_seed='a')",
    "session_config of another type": "est.RunConfig(session_config=3)",
    "device_fn of two": "est.RunConfig(device_fn=lambda a, b: 1)",
    "protocol": "est.RunConfig(protocol='tin can')",
    "log_step_count_steps": "est.RunConfig(log_step_count_steps=0)",
    "replacing what cannot be": "est.RunConfig().replace(master='a')",
    "replacing both": "est.RunConfig().replace(save_checkpoints_steps=1, save_checkpoints_secs=1)",
    "features that are missing": "est.export.ServingInputReceiver(None, one)",
    "features that are no tensors": "est.export.ServingInputReceiver({'a': 1}, one)",
    "receivers that are missing": "est.export.ServingInputReceiver(one, None)",
    "receivers with numbers as names": "est.export.ServingInputReceiver(one, {1: one})",
    "alternatives of another type": "est.export.ServingInputReceiver(one, one, [one])",
    "no single tensor": "est.export.TensorServingInputReceiver({'a': one}, one)",
    "overlapping keys": "est.experimental.build_raw_supervised_input_receiver_fn({'a': one}, {'a': one})",
    "no classes": "est.export.ClassificationOutput()",
    "classes of another type": "est.export.ClassificationOutput(classes=one)",
    "scores of another type": "est.export.ClassificationOutput(scores=tf.constant('a'))",
    "regression of another type": "est.export.RegressionOutput(tf.constant('a'))",
    "outputs without names": "est.export.PredictOutput({1: one})",
    "outputs that are no tensors": "est.export.PredictOutput({'a': 1})",
    "shuffle not said": "est.inputs.numpy_input_fn({'a': np.ones(3)})",
    "no arrays": "est.inputs.numpy_input_fn({}, shuffle=False)()",
    "an empty array": "est.inputs.numpy_input_fn(np.zeros([0]), shuffle=False)()",
    "a list": "est.inputs.numpy_input_fn([1], shuffle=False)()",
    "no labels": "est.inputs.numpy_input_fn({'a': np.ones(3)}, {}, shuffle=False)()",
    "a key twice": "est.inputs.numpy_input_fn({'a': np.ones(3)}, {'a': np.ones(3)}, shuffle=False)()",
    "different lengths": "est.inputs.numpy_input_fn({'a': np.ones(3)}, np.ones(2), shuffle=False)()",
    "no pandas": "est.inputs.pandas_input_fn(3, shuffle=False)",
    "early stopping of another type": "est.experimental.make_early_stopping_hook(3, fn)",
    "two ways of counting": "est.experimental.make_early_stopping_hook(model, fn, run_every_secs=1, run_every_steps=1)",
    "no function to ask": "est.experimental.make_early_stopping_hook(model, 3)",
    "no evaluation in between": "est.experimental.InMemoryEvaluatorHook(model, fn, every_n_iter=0)",
    "metric_fn of other things": "est.add_metrics(model, lambda x: {})",
    "logits of another type": "est.experimental.call_logit_fn(lambda features: 3, one, TRAIN, None, None)",
}
FAILING = """
    import json, os
    est = tf.estimator
    tf.logging.set_verbosity(tf.logging.ERROR)
    TRAIN, EVAL, PREDICT = "train", "eval", "infer"
    def fn(features, labels, mode): return None
    def data(): return tf.data.Dataset.from_tensors(tf.constant([1.0]))
    def metric(name):
        return lambda features, mode: est.EstimatorSpec(
            mode, loss=features, eval_metric_ops={name: tf.metrics.mean(features)})
    def guess(named):
        def model_fn(features, mode):
            both = {"a": features, "b": tf.concat([features, features], 0)}
            return est.EstimatorSpec(mode, predictions=both if named else features)
        return model_fn
    with tf.Graph().as_default():
        other = tf.constant(1.0, name="other")
    result = {}
    for name, source in failures.items():
        with tf.Graph().as_default():
            one, op = tf.constant(1.0, name="one"), tf.no_op()
            spec, out = est.EstimatorSpec, lambda: est.export.PredictOutput(tf.constant(1.0))
            model = est.Estimator(fn, folder)
            try:
                eval(source)
            except Exception as error:
                result[name] = [type(error).__name__, str(error)]
            else:
                result[name] = None
"""


@pytest.fixture(scope="module")
def failures(peer, tmp_path_factory):
    folder = str(tmp_path_factory.mktemp("failures"))
    ours = run_here(FAILING, failures=FAILURES, folder=folder)
    return ours, peer.run(FAILING, failures=FAILURES, folder=folder, CONFIG=None)


def words(message):
    """A message without what the two sides cannot share: addresses, modules, and how things are shown."""
    message = message.replace("SymbolicTensor", "Tensor")
    message = re.sub(r"<[^<>]*(<[^<>]*>)*[^<>]*>", "<>", message)
    return re.sub(r"\s+", " ", message).strip()


# TensorFlow 2.15 says it otherwise than 1.15; checked against the text of 1.15.
OTHERWISE = {
    "outputs of another type": "export_outputs must be dict, given: ['o']",
    "an output of another type": "Values in export_outputs must be ExportOutput objects. Given: {'o': 1}",
    "no default output": "Multiple export_outputs were provided, but none of them is specified as the default.  Do",
    "replacing what cannot be": "Replacing master is not supported. Allowed properties are ['model_dir', 'tf_random",
    "features that are no tensors": "feature a must be a Tensor or SparseTensor.",
    "no single tensor": "feature must be a Tensor or SparseTensor.",
    "no classes": "At least one of scores and classes must be set.",
}


@pytest.mark.parametrize("name", FAILURES)
def test_a_mistake_gives_the_same_error(failures, name):
    ours, theirs = (side[name] for side in failures)
    assert ours is not None, "no error here"
    assert theirs is not None, f"no error in TensorFlow, but here {ours}"
    assert ours[0] == theirs[0]
    if name in OTHERWISE:
        assert ours[1].startswith(OTHERWISE[name])
    else:
        assert words(ours[1]) == words(theirs[1])


CLUSTER = {"chief": ["a:1"], "worker": ["b:1", "c:1"], "ps": ["d:1", "e:1"]}
OLD = {"master": ["a:1"], "worker": ["b:1"], "ps": ["d:1"]}
CONFIGS = [
    {},
    {"model_dir": "/some/where"},
    {"model_dir": ""},
    {"session_master": "grpc://x", "eval_session_master": "grpc://y", "service": {"a": 1}},
    {"service": 3},
    {"task": {"type": "ps", "index": 0}},
    {"task": {"type": "worker", "index": 1}},
    *({"cluster": CLUSTER, "task": {"type": t, "index": i}} for t, i in [("chief", 0), ("worker", 1), ("ps", 1)]),
    {"cluster": CLUSTER, "task": {"type": "evaluator", "index": 0}, "eval_session_master": "grpc://y"},
    {"cluster": CLUSTER, "task": {"type": "worker", "index": 2}},
    {"cluster": CLUSTER, "task": {"type": "worker", "index": -1}},
    {"cluster": CLUSTER, "task": {"type": "nobody", "index": 0}},
    {"cluster": CLUSTER, "task": {"index": 0}},
    {"cluster": CLUSTER, "task": {"type": "worker"}},
    {"cluster": {"worker": ["b:1"]}, "task": {"type": "worker", "index": 0}},
    {"cluster": {"chief": ["a:1", "b:1"]}, "task": {"type": "chief", "index": 0}},
    {"cluster": {"chief": ["a:1"]}, "task": {"type": "chief", "index": 0}},
    {"cluster": OLD, "task": {"type": "master", "index": 0}},
    {"cluster": OLD, "task": {"type": "worker", "index": 0}},
    {"cluster": OLD, "task": {"type": "evaluator", "index": 0}},
    {"cluster": {**OLD, **CLUSTER}, "task": {"type": "master", "index": 0}},
]
PLACES = """
    import json, os
    tf.logging.set_verbosity(tf.logging.ERROR)
    names = "task_type task_id master evaluation_master is_chief num_ps_replicas num_worker_replicas".split()
    names += "global_id_in_cluster model_dir service save_checkpoints_secs save_checkpoints_steps".split()
    names += "save_summary_steps keep_checkpoint_max keep_checkpoint_every_n_hours log_step_count_steps".split()
    names += "session_creation_timeout_secs tf_random_seed protocol device_fn train_distribute".split()
    result = {"found": []}
    for config in configs:
        os.environ["TF_CONFIG"] = config
        try:
            made = tf.estimator.RunConfig()
            filters = list(made.session_config.device_filters) if made.session_config else None
            found = [{n: getattr(made, n) for n in names}, made.cluster_spec.as_dict(), filters]
        except Exception as error:
            found = [type(error).__name__, str(error)]
        result["found"].append(found)
    del os.environ["TF_CONFIG"]
"""


@pytest.fixture(scope="module")
def places(peer):
    configs = [json.dumps(c) for c in CONFIGS]
    return run_here(PLACES, configs=configs)["found"], peer.run(PLACES, configs=configs, CONFIG=None)["found"]


@pytest.mark.parametrize("index", range(len(CONFIGS)))
def test_tf_config_gives_a_process_the_same_place(places, index):
    ours, theirs = (side[index] for side in places)
    if isinstance(theirs[0], str):
        assert [ours[0], words(ours[1])] == [theirs[0], words(theirs[1])]
    else:
        assert ours == theirs
