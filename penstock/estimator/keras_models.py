"""`tf.keras.estimator.model_to_estimator`: a compiled Keras model as an Estimator.

Each mode builds a copy of the model in the Estimator's graph; the weights that the model has are the first checkpoint.
"""

from __future__ import annotations

import os
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.estimator.estimator import Estimator
from penstock.estimator.export_outputs import PredictOutput
from penstock.estimator.preparation import maybe_overwrite_model_dir_and_session_config
from penstock.estimator.spec import EstimatorSpec
from penstock.platform import logging

_SERVING = "serving_default"


def _in_order(given: Any, names: list[str] | None, what: str, of_model: str) -> list[Any] | None:
    """Features or labels as a list of tensors in the order of the model."""
    if given is None:
        return None
    if isinstance(given, dict):
        wanted = set(names or ())
        if set(given) != wanted:
            raise KeyError(
                f"The dictionary passed into {what} does not have the expected {of_model} keys defined in the keras model."
                f"\n\tExpected keys: {wanted}\n\t{what} keys: {set(given)}\n\tDifference: {set(given) ^ wanted}"
            )
        return [_tensor(given[name]) for name in names or ()]
    return [_tensor(x) for x in given] if isinstance(given, (list, tuple)) else [_tensor(given)]


def _tensor(x: Any) -> Any:
    return x if isinstance(x, (tf.Tensor, tf.SparseTensor)) else tf.convert_to_tensor(x)


def _copy(mode: str, model: Any, custom_objects: Any, features: Any = None, labels: Any = None) -> Any:
    """A copy of a model in the current graph, with features as its inputs; compiled unless it predicts."""
    K = tf.keras.backend
    K.set_learning_phase(int(mode == tf.estimator.ModeKeys.TRAIN))
    weights = None
    if isinstance(features, dict) and set(features) == {"features", "sample_weights"}:
        features, weights = features["features"], features["sample_weights"]
    inputs = _in_order(features, model.input_names, "features", "inputs")
    targets = _in_order(labels, model.output_names, "labels", "outputs")
    predicting = mode == tf.estimator.ModeKeys.PREDICT
    step = None
    if not predicting:
        step = tf.train.get_or_create_global_step()
        K.track_variable(step)
    with tf.keras.utils.custom_object_scope(custom_objects or {}):
        clone = tf.keras.models.clone_model(model, input_tensors=inputs)
        if predicting:
            return clone
        optimizer = model.optimizer
        if type(optimizer).__name__ == "TFOptimizer":
            optimizer = optimizer.optimizer
        else:
            optimizer = type(optimizer).from_config(optimizer.get_config())
            optimizer.iterations = step
        clone.compile(
            optimizer,
            model.loss,
            metrics=fresh_metrics(model._compile_metrics),
            loss_weights=model.loss_weights,
            sample_weight_mode=model.sample_weight_mode,
            weighted_metrics=fresh_metrics(model._compile_weighted_metrics),
            target_tensors=targets,
        )
    if weights is not None:
        clone._compile_weights_loss_and_weighted_metrics(weights if isinstance(weights, list) else [weights])
    return clone


def fresh_metrics(metrics: Any) -> Any:
    """Metrics as they were given to `compile`, with new objects for those that hold variables."""
    if isinstance(metrics, (list, tuple)):
        return [fresh_metrics(m) for m in metrics]
    if isinstance(metrics, dict):
        return {key: fresh_metrics(m) for key, m in metrics.items()}
    return type(metrics).from_config(metrics.get_config()) if hasattr(metrics, "get_config") else metrics


def metric_ops(model: Any) -> dict[str, Any] | None:
    """The metrics of a model as pairs of a value and an update; their variables start anew with each evaluation."""
    if not model._compile_metrics:
        return None
    known = set(map(id, tf.get_collection(tf.GraphKeys.LOCAL_VARIABLES)))
    found = {}
    for metric in model._compile_metric_functions:
        for variable in metric.variables:
            if id(variable) not in known:
                tf.add_to_collection(tf.GraphKeys.LOCAL_VARIABLES, variable)
        found[metric.name] = (metric.result(), metric.updates[0])
    return found


def _model_fn(keras_model: Any, custom_objects: Any) -> Any:
    def model_fn(features: Any, labels: Any, mode: str) -> EstimatorSpec:
        modes = tf.estimator.ModeKeys
        model = _copy(mode, keras_model, custom_objects, features, labels)
        predictions = dict(zip(model.output_names, model.outputs))
        loss = train_op = metrics = None
        if mode != modes.PREDICT:
            if mode == modes.TRAIN:
                model._make_train_function()
                train_op = model.train_function.updates_op
            else:
                model._make_test_function()
            loss = model.total_loss
            metrics = metric_ops(model)
        return EstimatorSpec(
            mode=mode,
            predictions=predictions,
            loss=loss,
            train_op=train_op,
            eval_metric_ops=metrics,
            export_outputs={_SERVING: PredictOutput(predictions)},
        )

    return model_fn


def _first_checkpoint(model: Any, custom_objects: Any, config: Any) -> str:
    """The path of a checkpoint with the weights of a model and a fresh optimizer; made unless it is there."""
    folder = os.path.join(config.model_dir, "keras")
    latest = tf.train.latest_checkpoint(folder)
    if latest:
        return latest
    started = any(getattr(w, "_keras_initialized", False) for layer in model.layers for w in layer.weights)
    weights = model.get_weights() if started else None
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, "keras_model.ckpt")
    with tf.Graph().as_default():
        tf.set_random_seed(config.tf_random_seed)
        tf.train.create_global_step()
        copied = _copy(tf.estimator.ModeKeys.TRAIN, model, custom_objects)
        copied._make_train_function()
        with tf.Session(config=config.session_config) as session:
            session.run(tf.global_variables_initializer())
            if weights:
                copied.set_weights(weights)
            tf.train.Saver().save(session, path)
    return path


@export("keras.estimator.model_to_estimator")
def model_to_estimator(
    keras_model: Any = None,
    keras_model_path: str | None = None,
    custom_objects: Any = None,
    model_dir: str | None = None,
    config: Any = None,
    checkpoint_format: str = "saver",
) -> Estimator:
    """An Estimator that trains, evaluates and predicts with a compiled Keras model, from the weights it has.

    Args:
      keras_model: the model.
      keras_model_path: the file of one, instead.
      custom_objects: classes and functions of the user, by name.
      model_dir: the Estimator's folder.
      config: a `tf.estimator.RunConfig`.
      checkpoint_format: "saver".

    Raises:
      ValueError: if there is no model, or both, or it is not compiled.

    >>> import penstock as tf
    >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,), name="d")])
    >>> model.compile("sgd", "mse")
    >>> estimator = tf.keras.estimator.model_to_estimator(model, model_dir="models")
    >>> def data():
    ...     return tf.data.Dataset.from_tensors(({"d_input": tf.ones([4, 2])}, tf.ones([4, 1])))
    >>> sorted(estimator.train(data, steps=1).evaluate(data, steps=1))
    ['global_step', 'loss']
    """
    if not (keras_model or keras_model_path):
        raise ValueError("Either `keras_model` or `keras_model_path` needs to be provided.")
    if keras_model and keras_model_path:
        raise ValueError("Please specity either `keras_model` or `keras_model_path`, but not both.")
    config = maybe_overwrite_model_dir_and_session_config(config, model_dir)
    if keras_model_path:
        logging.info("Loading models from %s", keras_model_path)
        keras_model = tf.keras.models.load_model(keras_model_path, custom_objects=custom_objects)
    else:
        logging.info("Using the Keras model provided.")
    assert keras_model is not None
    if checkpoint_format not in ("saver", "checkpoint"):
        raise ValueError(f'Checkpoint format must be one of "checkpoint" or "saver". Got {checkpoint_format}')
    if checkpoint_format == "checkpoint":
        raise NotImplementedError('model_to_estimator writes checkpoints of names only: checkpoint_format="saver".')
    if not getattr(keras_model, "optimizer", None):
        raise ValueError(
            "The given keras model has not been compiled yet. Please compile the model with `model.compile()` before calling "
            "`model_to_estimator()`."
        )
    if not keras_model._is_graph_network:
        raise NotImplementedError("model_to_estimator takes functional and sequential models with known inputs.")
    start = _first_checkpoint(keras_model, custom_objects, config)
    return Estimator(_model_fn(keras_model, custom_objects), config=config, warm_start_from=start)
