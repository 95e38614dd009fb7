"""`tf.keras.estimator.model_to_estimator`: a compiled Keras model as an Estimator.

Each mode builds a copy of the model in the Estimator's graph; the weights that the model has are the first checkpoint.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import penstock as tf
from penstock._namespace import export
from penstock.estimator import keras_subclassed
from penstock.estimator.estimator import Estimator
from penstock.estimator.export_outputs import PredictOutput
from penstock.estimator.preparation import maybe_overwrite_model_dir_and_session_config
from penstock.estimator.spec import EstimatorSpec
from penstock.graph.typing import NestedTensors, TensorLike
from penstock.keras.optimizers.legacy import TFOptimizer
from penstock.platform import logging
from penstock.train.checkpoint import RootedCheckpoint
from penstock.train.saver import Saver

if TYPE_CHECKING:
    from penstock.keras.engine.training import Model


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


def _tensor(x: TensorLike) -> Any:
    return x if isinstance(x, (tf.Tensor, tf.SparseTensor)) else tf.convert_to_tensor(x)


def _names(model: Model, of: str, given: Any) -> list[str]:
    """The names of a model's inputs or outputs; those of a subclassed model are numbered."""
    if model._is_graph_network:
        return getattr(model, f"{of}_names")
    return [f"{of}_{i + 1}" for i in range(len(given) if isinstance(given, dict) else 0)]


@contextlib.contextmanager
def _copied(
    mode: str,
    model: Model,
    custom_objects: Mapping[str, Any],
    features: Mapping[str, Any] | None = None,
    labels: NestedTensors | None = None,
    settings: Any = None,
) -> Iterator[Any]:
    """A copy of a model in the current graph, with features as its inputs; compiled unless it predicts.

    Args:
      mode: what it is for.
      model: the model.
      custom_objects: classes and functions of the user, by name.
      features, labels: what the Estimator's input gives.
      settings: the configuration of the optimizer, if it has one.
    """
    K = tf.keras.backend
    K.set_learning_phase(int(mode == tf.estimator.ModeKeys.TRAIN))
    weights = None
    if isinstance(features, dict) and set(features) == {"features", "sample_weights"}:
        features, weights = features["features"], features["sample_weights"]
    inputs = _in_order(features, _names(model, "input", features), "features", "inputs")
    targets = _in_order(labels, _names(model, "output", labels), "labels", "outputs")
    predicting = mode == tf.estimator.ModeKeys.PREDICT
    step = None
    if not predicting:
        step = tf.train.get_or_create_global_step()
        K.track_variable(step)
    optimizer = model.optimizer
    by_layers = model._is_graph_network or isinstance(model, tf.keras.Sequential)
    with tf.keras.utils.custom_object_scope(custom_objects or {}), contextlib.ExitStack() as blocks:
        if by_layers:
            clone = tf.keras.models.clone_model(model, input_tensors=inputs)
        else:
            clone = blocks.enter_context(keras_subclassed.fresh(model))
            if inputs is not None:
                clone._set_inputs(inputs[0] if len(inputs) == 1 else inputs)
        if not predicting:
            if type(optimizer).__name__ == "TFOptimizer":
                optimizer = TFOptimizer(optimizer.optimizer, iterations=step)
            else:
                optimizer = type(optimizer).from_config(dict(settings or optimizer.get_config()))
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
        yield clone


def fresh_metrics(metrics: Any) -> Any:
    """Metrics as they were given to `compile`, with new objects for those that hold variables."""
    if isinstance(metrics, (list, tuple)):
        return [fresh_metrics(m) for m in metrics]
    if isinstance(metrics, dict):
        return {key: fresh_metrics(m) for key, m in metrics.items()}
    return type(metrics).from_config(metrics.get_config()) if hasattr(metrics, "get_config") else metrics


def metric_ops(model: Model) -> dict[str, Any] | None:
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


def _saver_of_objects(model: Model) -> Saver:
    """A Saver of a model, its optimizer and the global step under the keys of `tf.train.Checkpoint`."""
    model._track_trackable(tf.train.get_global_step(), "estimator_global_step")
    return RootedCheckpoint(model).saver()


def _model_fn(keras_model: Any, custom_objects: dict[str, Any], by_objects: bool) -> Any:
    try:  # now, as the values of its variables are those of the session of now
        settings = keras_model.optimizer.get_config()
    except (NotImplementedError, AttributeError):
        settings = None

    def model_fn(features: Any, labels: Any, mode: str) -> EstimatorSpec:
        with _copied(mode, keras_model, custom_objects, features, labels, settings) as model:
            return of_copy(model, mode)

    def of_copy(model: Any, mode: str) -> EstimatorSpec:
        modes = tf.estimator.ModeKeys
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
        scaffold = tf.train.Scaffold(saver=_saver_of_objects(model)) if by_objects else None
        return EstimatorSpec(
            mode=mode,
            predictions=predictions,
            loss=loss,
            train_op=train_op,
            eval_metric_ops=metrics,
            export_outputs={_SERVING: PredictOutput(predictions)},
            scaffold=scaffold,
        )

    return model_fn


def _first_checkpoint(model: Model, custom_objects: Mapping[str, Any], config: Any, by_objects: bool) -> str:
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
        with _copied(tf.estimator.ModeKeys.TRAIN, model, custom_objects) as copied:
            copied._make_train_function()
        with tf.Session(config=config.session_config) as session:
            session.run(tf.global_variables_initializer())
            if weights:
                copied.set_weights(weights)
            if by_objects:
                copied._track_trackable(tf.train.get_global_step(), "estimator_global_step")
                tf.keras.backend.set_session(session)
                copied.save_weights(path)
            else:
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
      checkpoint_format: "saver" for checkpoints of variables by their names, "checkpoint" for those of `tf.train.Checkpoint`,
        which `load_weights` of the model reads too.

    Raises:
      ValueError: if there is no model, or both, or it is not compiled; or a subclassed model has models or lists of layers as
        attributes, or is to be saved as objects.

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
    subclassed = not (keras_model._is_graph_network or isinstance(keras_model, tf.keras.Sequential))
    if checkpoint_format == "checkpoint" and subclassed:
        raise ValueError("Object-based checkpoints are currently not supported with subclassed models.")
    if not getattr(keras_model, "optimizer", None):
        raise ValueError(
            "The given keras model has not been compiled yet. Please compile the model with `model.compile()` before calling "
            "`model_to_estimator()`."
        )
    by_objects, start = checkpoint_format == "checkpoint", None
    if keras_model._is_graph_network:
        start = _first_checkpoint(keras_model, custom_objects, config, by_objects)
    elif keras_model.built:
        logging.warning(
            "You are creating an Estimator from a Keras model manually subclassed from `Model`, that was already called on some "
            "inputs (and thus already had weights). We are currently unable to preserve the model's state (its weights) as part "
            "of the estimator in this case. Be warned that the estimator has been created using a freshly initialized version "
            "of your model.\nNote that this doesn't affect the state of the model instance you passed as `keras_model` argument."
        )
    return Estimator(_model_fn(keras_model, custom_objects, by_objects), config=config, warm_start_from=start)
