"""Estimators: bad features and labels, checkpoints that do not fit, folders that cannot be written, functions that fail, exports."""

# ruff: noqa: E501 - a table: one row is one case

import glob
import os

import numpy as np

from tests.errors.side import folder, run, tf, written

est = tf.estimator
fc = tf.feature_column
X = [fc.numeric_column("x")]
data = {"x": np.float32([[0], [1], [2], [3]])}
labels = np.int64([[0], [1], [0], [1]])


def _input(features=None, y=labels, batch=4):
    features = data if features is None else features
    return lambda: tf.data.Dataset.from_tensors((features, y) if y is not None else features).repeat()


def _linear(columns=X, model_dir=None, **options):
    return est.LinearClassifier(columns, model_dir=model_dir or folder(), **options)


def _dnn(columns=X, **options):
    return est.DNNClassifier([2], columns, model_dir=folder(), **options)


def _train(estimator, input_fn=None, **options):
    return estimator.train(_input() if input_fn is None else input_fn, **dict({"steps": 1}, **options))


def _custom(model_fn, **options):
    return est.Estimator(model_fn, **dict({"model_dir": folder()}, **options))


def _spec(**given):
    """A model function that returns an EstimatorSpec with these parts (functions are called in the graph)."""

    def model_fn(features, labels, mode):
        step = tf.train.get_or_create_global_step()
        parts = {"loss": lambda: tf.reduce_sum(features["x"]), "train_op": lambda: tf.assign_add(step, 1)}
        parts.update(given)
        return est.EstimatorSpec(mode, **{k: v() if callable(v) else v for k, v in parts.items()})

    return model_fn


def _nan(features, labels, mode):
    loss = tf.log(tf.reduce_sum(features["x"]) - 100.0)
    return est.EstimatorSpec(mode, loss=loss, train_op=tf.assign_add(tf.train.get_or_create_global_step(), 1))


def _raising(features, labels, mode):
    raise KeyError("no such thing")


def _fails():
    raise OSError("the disk is gone")


def _trained(**options):
    e = _linear(**options)
    _train(e)
    return e


def _again(columns=X, **options):
    """Another model over the checkpoint of the first."""
    return _train(_linear(columns, model_dir=_trained().model_dir, **options), steps=1)


def _part(estimator, ending):
    """The file of the latest checkpoint with this ending (TensorFlow writes several with data)."""
    return max(glob.glob(estimator.latest_checkpoint() + ending), key=os.path.getsize)


def _damaged(ending):
    e = _trained()
    path = _part(e, ending)
    with open(path, "rb") as f:
        text = f.read()
    with open(path, "wb") as f:
        f.write(text[: len(text) // 2])
    return e.evaluate(_input(), steps=1)


def _lost(ending):
    e = _trained()
    os.remove(_part(e, ending))
    return e.evaluate(_input(), steps=1)


def _folder_is_a_file():
    return _train(_linear(model_dir=os.path.join(written(b"x"), "model")))


def _export(receiver, **options):
    return _trained().export_saved_model(folder(), receiver, **options)


def _served():
    """A session with an exported model, and its signature."""
    spec = {"x": tf.FixedLenFeature([1], tf.float32)}
    return _trained().export_saved_model(folder(), est.export.build_parsing_serving_input_receiver_fn(spec))


def _loaded(tags=("serve",)):
    path = _served()
    with tf.Session(graph=tf.Graph()) as s:
        return tf.saved_model.loader.load(s, list(tags), path)


def _predict(**options):
    return list(_trained().predict(lambda: tf.data.Dataset.from_tensors(data), **options))


def _train_and_evaluate(**options):
    e = _linear()
    return est.train_and_evaluate(e, est.TrainSpec(_input(), max_steps=2), est.EvalSpec(_input(), **options))


def _receiver(features, receivers):
    return lambda: est.export.ServingInputReceiver(features(), receivers())


def _ph(shape=(None, 1), dtype=tf.float32):
    return tf.placeholder(dtype, shape)


def _head(head, labels, logits):
    return run(
        head.create_loss(
            {"x": tf.constant(0)}, tf.estimator.ModeKeys.EVAL, tf.constant(logits), tf.constant(labels)
        ).training_loss
    )


def _np(**options):
    return est.inputs.numpy_input_fn(**options)()


def _warm(**options):
    return _train(_linear(warm_start_from=est.WarmStartSettings(**options)))


def _elsewhere():
    with tf.Graph().as_default():
        return tf.no_op()


CASES = {
    "feature missing": lambda: _train(_linear(), _input({"y": data["x"]})),
    "feature of text": lambda: _train(_dnn(), _input({"x": np.array([["a"], ["b"], ["c"], ["d"]])})),
    "feature too wide": lambda: _train(_dnn(), _input({"x": np.ones([4, 2], np.float32)})),
    "features are a list": lambda: _train(_linear(), _input([[1.0]])),
    "features are a tensor": lambda: _train(_linear(), _input(data["x"])),
    "features have fewer rows": lambda: _train(_linear(), _input({"x": np.ones([3, 1], np.float32)})),
    "a sparse feature for a numeric column": lambda: _train(
        _linear(), lambda: ({"x": tf.SparseTensor([[0, 0]], [1.0], [4, 1])}, labels)
    ),
    "label too large": lambda: _train(_linear(), _input(y=labels + 1)),
    "label negative": lambda: _train(_linear(), _input(y=labels - 1)),
    "label too large among three": lambda: _train(_dnn(n_classes=3), _input(y=labels + 2)),
    "label of text": lambda: _train(_linear(), _input(y=np.array([["a"], ["b"], ["c"], ["d"]]))),
    "label not in the vocabulary": lambda: _train(
        _linear(label_vocabulary=["a", "b"]), _input(y=np.array([["a"], ["b"], ["c"], ["d"]]))
    ),
    "label a number with a vocabulary": lambda: _train(_linear(label_vocabulary=["a", "b"])),
    "label of two columns": lambda: _train(_linear(), _input(y=np.int64([[0, 1]] * 4))),
    "label a vector": lambda: _train(_linear(), _input(y=labels[:, 0])),
    "label a scalar": lambda: _train(_linear(), _input(y=np.int64(1))),
    "label missing": lambda: _train(_linear(), _input(y=None)),
    "labels a dictionary": lambda: _train(_linear(), _input(y={"y": labels})),
    "label sparse": lambda: _train(_linear(), lambda: (data, tf.SparseTensor([[0, 0]], [1], [4, 1]))),
    "regressor: label of two columns": lambda: _train(
        est.LinearRegressor(X, model_dir=folder()), _input(y=np.ones([4, 2], np.float32))
    ),
    "regressor: label of text": lambda: _train(
        est.LinearRegressor(X, model_dir=folder()), _input(y=np.array([["a"]] * 4))
    ),
    "n_classes one": lambda: _train(_linear(n_classes=1)),
    "n_classes and vocabulary differ": lambda: _train(_linear(n_classes=3, label_vocabulary=["a", "b"])),
    "n_classes of text": lambda: _train(_linear(n_classes="3")),
    "label vocabulary is no list": lambda: _train(_linear(label_vocabulary=3)),
    "weight column missing": lambda: _train(_linear(weight_column="w")),
    "weight column of text": lambda: _train(
        _linear(weight_column="w"), _input({"x": data["x"], "w": np.array([["a"]] * 4)})
    ),
    "weight column too wide": lambda: _train(
        _linear(weight_column="w"), _input({"x": data["x"], "w": np.ones([4, 2], np.float32)})
    ),
    "weight column is a number": lambda: _train(_linear(weight_column=3)),
    "no columns": lambda: _train(_linear(columns=[])),
    "column is no column": lambda: _train(_linear(columns=[3])),
    "categorical column in a deep model": lambda: _train(_dnn([fc.categorical_column_with_identity("x", 3)])),
    "no columns in a joint model": lambda: est.DNNLinearCombinedClassifier(model_dir=folder()),
    "optimizer unknown": lambda: _train(_linear(optimizer="Nothing")),
    "optimizer is a number": lambda: _train(_linear(optimizer=3)),
    "hidden units of text": lambda: _train(est.DNNClassifier(["a"], X, model_dir=folder())),
    "hidden units zero": lambda: _train(est.DNNClassifier([0], X, model_dir=folder())),
    "activation unknown": lambda: _train(_dnn(activation_fn=3)),
    "dropout above one": lambda: _train(_dnn(dropout=1.5)),
    "loss reduction unknown": lambda: _train(_linear(loss_reduction="median")),
    "input_fn raises": lambda: _train(_linear(), _fails),
    "input_fn returns nothing": lambda: _train(_linear(), lambda: None),
    "input_fn returns three": lambda: _train(_linear(), lambda: (data, labels, 1)),
    "input_fn returns a dataset of three": lambda: _train(
        _linear(), lambda: tf.data.Dataset.from_tensors((data, labels, 1))
    ),
    "input_fn is no function": lambda: _linear().train(3, steps=1),
    "input_fn wants an argument": lambda: _train(_linear(), lambda what: None),
    "input_fn returns an empty dataset": lambda: _train(_linear(), lambda: _input()().take(0)),
    "steps zero": lambda: _train(_linear(), steps=0),
    "steps negative": lambda: _train(_linear(), steps=-1),
    "steps and max_steps": lambda: _train(_linear(), max_steps=3),
    "max_steps zero": lambda: _train(_linear(), steps=None, max_steps=0),
    "hooks are no list": lambda: _train(_linear(), hooks=3),
    "hook is no hook": lambda: _train(_linear(), hooks=[3]),
    "saving listener is none": lambda: _train(_linear(), saving_listeners=[3]),
    "evaluate: no checkpoint": lambda: _linear().evaluate(_input(), steps=1),
    "evaluate: steps zero": lambda: _trained().evaluate(_input(), steps=0),
    "evaluate: missing checkpoint": lambda: _trained().evaluate(
        _input(), steps=1, checkpoint_path=os.path.join(folder(), "no")
    ),
    "evaluate: no labels": lambda: _trained().evaluate(_input(y=None), steps=1),
    "evaluate: an empty dataset": lambda: _trained().evaluate(lambda: _input()().take(0)),
    "predict: no checkpoint": lambda: list(_linear().predict(lambda: tf.data.Dataset.from_tensors(data))),
    "predict: unknown key": lambda: _predict(predict_keys=["nothing"]),
    "predict: missing feature": lambda: list(
        _trained().predict(lambda: tf.data.Dataset.from_tensors({"z": data["x"]}))
    ),
    "checkpoint: index cut off": lambda: _damaged(".index"),
    "checkpoint: data cut off": lambda: _damaged(".data*"),
    "checkpoint: index lost": lambda: _lost(".index"),
    "checkpoint: data lost": lambda: _lost(".data*"),
    "checkpoint: another number of classes": lambda: _again(n_classes=3),
    "checkpoint: another column": lambda: _train(
        _linear(X + [fc.numeric_column("z")], model_dir=_trained().model_dir), _input({"x": data["x"], "z": data["x"]})
    ),
    "checkpoint: another width": lambda: _train(
        _linear([fc.numeric_column("x", 2)], model_dir=_trained().model_dir), _input({"x": np.ones([4, 2], np.float32)})
    ),
    "checkpoint: another optimizer": lambda: _again(optimizer="Adam"),
    "model_dir is a file": lambda: _train(_linear(model_dir=written(b"x"))),
    "model_dir below a file": _folder_is_a_file,
    "model_dir cannot be made": lambda: _train(_linear(model_dir="/proc/nothing/here")),
    "model_dir and config differ": lambda: _linear(config=est.RunConfig(model_dir="/tmp/other")),
    "config is no RunConfig": lambda: _linear(config=3),
    "unknown variable": lambda: _trained().get_variable_value("nothing"),
    "loss is not a number": lambda: _train(_custom(_nan)),
    "model_fn raises": lambda: _train(_custom(_raising)),
    "model_fn is nothing": lambda: est.Estimator(None),
    "model_fn is no function": lambda: _custom(3),
    "model_fn without features": lambda: _custom(lambda labels, mode: None),
    "model_fn with unknown argument": lambda: _custom(lambda features, labels, mode, what: None),
    "model_fn without params": lambda: _custom(lambda features, labels, mode: None, params={"a": 1}),
    "params is no dictionary": lambda: _custom(lambda features, labels, mode, params: None, params=3),
    "model_fn without labels but given": lambda: _train(_custom(lambda features, mode: None)),
    "model_fn returns no spec": lambda: _train(_custom(lambda features, labels, mode: 3)),
    "spec: no loss": lambda: _train(_custom(_spec(loss=None))),
    "spec: loss is a vector": lambda: _train(_custom(_spec(loss=lambda: tf.ones([3])))),
    "spec: loss is text": lambda: _train(_custom(_spec(loss="a"))),
    "spec: no train_op": lambda: _train(_custom(_spec(train_op=None))),
    "spec: train_op is a number": lambda: _train(_custom(_spec(train_op=3))),
    "spec: train_op of another graph": lambda: _train(_custom(_spec(train_op=_elsewhere))),
    "spec: predictions are numbers": lambda: _train(_custom(_spec(predictions={"a": 3}))),
    "spec: metrics are no pairs": lambda: _train(_custom(_spec(eval_metric_ops={"a": lambda: 3}))),
    "spec: metrics are no dictionary": lambda: _train(_custom(_spec(eval_metric_ops=[3]))),
    "spec: hooks are none": lambda: _train(_custom(_spec(training_hooks=[3]))),
    "spec: chief hooks are none": lambda: _train(_custom(_spec(training_chief_hooks=[3]))),
    "spec: scaffold is none": lambda: _train(_custom(_spec(scaffold=3))),
    "spec: export outputs are none": lambda: _train(_custom(_spec(export_outputs={"a": 3}))),
    "spec: export outputs are a list": lambda: _train(_custom(_spec(export_outputs=[3]))),
    "spec: unknown mode": lambda: est.EstimatorSpec("testing"),
    "spec: predict without predictions": lambda: est.EstimatorSpec("infer"),
    "spec: eval without loss": lambda: est.EstimatorSpec("eval"),
    "export: no checkpoint": lambda: _linear().export_saved_model(
        folder(), _receiver(lambda: {"x": _ph()}, lambda: {"x": _ph()})
    ),
    "export: missing feature": lambda: _export(_receiver(lambda: {"z": _ph()}, lambda: {"x": _ph()})),
    "export: receiver returns nothing": lambda: _export(lambda: None),
    "export: receiver is nothing": lambda: _export(None),
    "export: receiver of a number": lambda: _export(_receiver(lambda: {"x": 3}, lambda: {"x": _ph()})),
    "export: receiver without tensors": lambda: _export(_receiver(lambda: {"x": _ph()}, lambda: {})),
    "export: receiver tensors of numbers": lambda: _export(_receiver(lambda: {"x": _ph()}, lambda: {"x": 3})),
    "export: features not given": lambda: est.export.ServingInputReceiver(None, {"x": _ph()}),
    "export: receiver keys are numbers": lambda: est.export.ServingInputReceiver({3: _ph()}, {"x": _ph()}),
    "export: alternatives are none": lambda: est.export.ServingInputReceiver(
        {"x": _ph()}, {"x": _ph()}, receiver_tensors_alternatives=3
    ),
    "export: tensor receiver with a dictionary": lambda: est.export.TensorServingInputReceiver(
        {"x": _ph()}, {"x": _ph()}
    ),
    "export: parsing with a wrong spec": lambda: _export(est.export.build_parsing_serving_input_receiver_fn({"x": 3})),
    "export: missing checkpoint": lambda: _export(
        _receiver(lambda: {"x": _ph()}, lambda: {"x": _ph()}), checkpoint_path=os.path.join(folder(), "no")
    ),
    "export: missing asset": lambda: _export(
        _receiver(lambda: {"x": _ph()}, lambda: {"x": _ph()}), assets_extra={"a": "/no/such"}
    ),
    "export: classification of numbers": lambda: est.export.ClassificationOutput(scores=tf.constant([1])),
    "export: classification of nothing": lambda: est.export.ClassificationOutput(),
    "export: classes of numbers": lambda: est.export.ClassificationOutput(classes=tf.constant([1])),
    "export: regression of text": lambda: est.export.RegressionOutput(tf.constant(["a"])),
    "export: prediction of a number": lambda: est.export.PredictOutput(3),
    "load: unknown tags": lambda: _loaded(["nothing"]),
    "load: no model": lambda: tf.saved_model.loader.load(tf.Session(), ["serve"], folder()),
    "predictor: unknown tags": lambda: tf.contrib.predictor.from_saved_model(_served(), tags="nothing"),
    "predictor: unknown input": lambda: tf.contrib.predictor.from_saved_model(_served())({"nothing": [1]}),
    "predictor: damaged example": lambda: tf.contrib.predictor.from_saved_model(_served())({"inputs": [b"what?"]}),
    "predictor: no folder": lambda: tf.contrib.predictor.from_saved_model("/no/such"),
    "train_and_evaluate: no estimator": lambda: est.train_and_evaluate(
        3, est.TrainSpec(_input()), est.EvalSpec(_input())
    ),
    "train_and_evaluate: no train spec": lambda: est.train_and_evaluate(_linear(), 3, est.EvalSpec(_input())),
    "train_and_evaluate: no eval spec": lambda: est.train_and_evaluate(_linear(), est.TrainSpec(_input()), 3),
    "train_and_evaluate: eval steps zero": lambda: _train_and_evaluate(steps=0),
    "train_and_evaluate: exporter is none": lambda: _train_and_evaluate(exporters=[3]),
    "train_and_evaluate: exporters of one name": lambda: _train_and_evaluate(
        exporters=[est.FinalExporter("a", _fails), est.LatestExporter("a", _fails)]
    ),
    "train_and_evaluate: name of a number": lambda: _train_and_evaluate(name=3),
    "train_and_evaluate: negative delay": lambda: _train_and_evaluate(start_delay_secs=-1),
    "train_and_evaluate: exporter that fails": lambda: _train_and_evaluate(
        steps=1, exporters=[est.FinalExporter("a", _fails)]
    ),
    "TrainSpec: max_steps zero": lambda: est.TrainSpec(_input(), max_steps=0),
    "TrainSpec: no function": lambda: est.TrainSpec(3),
    "TrainSpec: hook is none": lambda: est.TrainSpec(_input(), hooks=[3]),
    "LatestExporter: keep zero": lambda: est.LatestExporter("a", _fails, exports_to_keep=0),
    "BestExporter: compare without arguments": lambda: est.BestExporter("a", _fails, compare_fn=lambda: 1),
    "RunConfig: both intervals": lambda: est.RunConfig(save_checkpoints_steps=1, save_checkpoints_secs=1),
    "RunConfig: negative interval": lambda: est.RunConfig(save_checkpoints_steps=-1),
    "RunConfig: keep negative": lambda: est.RunConfig(keep_checkpoint_max=-1),
    "RunConfig: empty folder": lambda: est.RunConfig(model_dir=""),
    "RunConfig: seed of text": lambda: est.RunConfig(tf_random_seed="a"),
    "RunConfig: summary steps negative": lambda: est.RunConfig(save_summary_steps=-1),
    "RunConfig: session config is none": lambda: est.RunConfig(session_config=3),
    "RunConfig: replace the unknown": lambda: est.RunConfig().replace(nothing=1),
    "RunConfig: protocol unknown": lambda: est.RunConfig(protocol="http"),
    "warm start: missing checkpoint": lambda: _warm(ckpt_to_initialize_from=os.path.join(folder(), "no")),
    "warm start: nothing": lambda: _warm(ckpt_to_initialize_from=""),
    "warm start: of a number": lambda: _linear(warm_start_from=3),
    "warm start: variables of a number": lambda: _warm(
        ckpt_to_initialize_from=_trained().model_dir, vars_to_warm_start=3
    ),
    "warm start: no such variable": lambda: _warm(
        ckpt_to_initialize_from=_trained().model_dir, var_name_to_prev_var_name={"linear/linear_model/x/weights": "no"}
    ),
    "numpy_input_fn: no dictionary": lambda: _np(x=[1], y=None, shuffle=False),
    "numpy_input_fn: nothing": lambda: _np(x={}, y=None, shuffle=False),
    "numpy_input_fn: lengths differ": lambda: _np(x={"a": np.ones(3), "b": np.ones(2)}, y=None, shuffle=False),
    "numpy_input_fn: label length": lambda: _np(x={"a": np.ones(3)}, y=np.ones(2), shuffle=False),
    "numpy_input_fn: shuffle not given": lambda: _np(x={"a": np.ones(3)}, y=None, shuffle=None),
    "numpy_input_fn: empty labels": lambda: _np(x={"a": np.ones(3)}, y={}, shuffle=False),
    "numpy_input_fn: a key in both": lambda: _np(x={"a": np.ones(3)}, y={"a": np.ones(3)}, shuffle=False),
    "numpy_input_fn: no arrays": lambda: _np(x={"a": [1, 2]}, y=None, shuffle=False),
    "numpy_input_fn: batch zero": lambda: _np(x={"a": np.ones(3)}, y=None, shuffle=False, batch_size=0),
    "head: label too large": lambda: _head(tf.contrib.estimator.multi_class_head(3), [[5]], [[0.0, 0.0, 0.0]]),
    "head: logits too narrow": lambda: _head(tf.contrib.estimator.multi_class_head(3), [[1]], [[0.0, 0.0]]),
    "head: regression labels too wide": lambda: _head(tf.contrib.estimator.regression_head(), [[1.0, 2.0]], [[0.0]]),
    "head: two classes": lambda: tf.contrib.estimator.multi_class_head(2),
    "head: threshold above one": lambda: tf.contrib.estimator.binary_classification_head(thresholds=[1.5]),
    "head: label dimension zero": lambda: tf.contrib.estimator.regression_head(label_dimension=0),
    "head: multi label of one": lambda: tf.contrib.estimator.multi_label_head(1),
    "head: multi label too large": lambda: _head(tf.contrib.estimator.multi_label_head(2), [[0, 3]], [[0.0, 0.0]]),
    "head: multi head of nothing": lambda: tf.contrib.estimator.multi_head([]),
    "head: multi head without names": lambda: tf.contrib.estimator.multi_head([tf.contrib.estimator.regression_head()]),
    "head: multi head with equal names": lambda: tf.contrib.estimator.multi_head(
        [tf.contrib.estimator.regression_head(name="a")] * 2
    ),
    "add_metrics: no function": lambda: tf.contrib.estimator.add_metrics(_linear(), 3),
    "add_metrics: unknown argument": lambda: tf.contrib.estimator.add_metrics(_linear(), lambda what: {}),
    "forward_features: unknown key": lambda: list(
        tf.contrib.estimator.forward_features(_trained(), "z").predict(lambda: tf.data.Dataset.from_tensors(data))
    ),
    "forward_features: key of a number": lambda: tf.contrib.estimator.forward_features(_linear(), 3),
    "early stopping: no estimator": lambda: est.experimental.stop_if_no_increase_hook(3, "a", 3),
    "boosted trees: no batches": lambda: est.BoostedTreesClassifier(
        [fc.bucketized_column(X[0], [1.0])], 0, model_dir=folder()
    ),
    "boosted trees: no columns": lambda: est.BoostedTreesClassifier([], 1, model_dir=folder()),
    "boosted trees: three classes": lambda: est.BoostedTreesClassifier(
        [fc.bucketized_column(X[0], [1.0])], 1, model_dir=folder(), n_classes=3
    ),
    "boosted trees: depth zero": lambda: _train(
        est.BoostedTreesClassifier([fc.bucketized_column(X[0], [1.0])], 1, model_dir=folder(), max_depth=0)
    ),
    "boosted trees: pruning unknown": lambda: est.BoostedTreesClassifier(
        [fc.bucketized_column(X[0], [1.0])], 1, model_dir=folder(), pruning_mode="x"
    ),
    "boosted trees: pruning without complexity": lambda: est.BoostedTreesClassifier(
        [fc.bucketized_column(X[0], [1.0])], 1, model_dir=folder(), pruning_mode="pre"
    ),
    "baseline: label too large": lambda: _train(est.BaselineClassifier(model_dir=folder()), _input(y=labels + 1)),
}
