"""Predictors: a graph and a session behind a function of dictionaries of arrays.

They are made from a SavedModel or from the last checkpoint of an Estimator, of either kind, and stay open for as many
calls as the user wants.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from penstock._namespace import export
from penstock.graph.graph import Graph
from penstock.graph.typing import SessionLike
from penstock.runtime.session.session import Session
from penstock.saved_model import loader, signature_constants, tag_constants

if TYPE_CHECKING:
    import os


class Predictor:
    """Calls a part of a graph with a dictionary of inputs and returns a dictionary of outputs.

    Attributes:
      graph, session: what it runs.
      feed_tensors, fetch_tensors: names → tensors.
    """

    def __init__(
        self, graph: Graph, session: SessionLike, feed_tensors: dict[str, Any], fetch_tensors: dict[str, Any]
    ) -> None:
        self._graph, self._session = graph, session
        self._feed_tensors, self._fetch_tensors = feed_tensors, fetch_tensors

    graph = property(lambda self: self._graph)
    session = property(lambda self: self._session)
    feed_tensors = property(lambda self: self._feed_tensors)
    fetch_tensors = property(lambda self: self._fetch_tensors)

    def __repr__(self) -> str:
        return f"{type(self).__name__} with feed tensors {self._feed_tensors} and fetch_tensors {self._fetch_tensors}"

    def __call__(self, input_dict: dict[str, Any]) -> dict[str, Any]:
        """The outputs for `input_dict`.

        Raises:
          ValueError: a key is not one of the inputs.
        """
        unknown = set(input_dict) - set(self._feed_tensors)
        if unknown:
            raise ValueError(f"Got unexpected keys in input_dict: {unknown}\nexpected: {set(self._feed_tensors)}")
        feeds = {self._feed_tensors[key]: value for key, value in input_dict.items()}
        return self._session.run(self._fetch_tensors, feed_dict=feeds)


@export("contrib.predictor.from_saved_model")
def from_saved_model(
    export_dir: str | os.PathLike[str],
    signature_def_key: str | None = None,
    signature_def: Any = None,
    input_names: dict[str, str] | None = None,
    output_names: dict[str, str] | None = None,
    tags: str | Iterable[str] | None = None,
    graph: Graph | None = None,
    config: object = None,
) -> Predictor:
    """A predictor of a SavedModel.

    Args:
      export_dir: the folder.
      signature_def_key: which signature to use, "serving_default" by default.
      signature_def: a signature instead of one of the model's.
      input_names, output_names: keys → names of tensors, instead of a signature.
      tags: of the meta graph, "serve" by default; several may be in one string, separated by commas.
      graph: where to load it; a new one by default.
      config: a ConfigProto for the session.

    Raises:
      ValueError: more than one way to choose inputs and outputs is given, or only one of the two dictionaries, or the
        model has no such signature.

    Example:
      >>> import penstock as tf
      >>> import tempfile
      >>> folder = tempfile.mkdtemp() + "/model"
      >>> with tf.Graph().as_default(), tf.Session() as session:
      ...     x = tf.placeholder(tf.float32, [None])
      ...     tf.saved_model.simple_save(session, folder, {"x": x}, {"y": x * 2.0})
      >>> tf.contrib.predictor.from_saved_model(folder)({"x": [1.0, 2.0]})["y"].tolist()
      [2.0, 4.0]
    """
    chosen = [signature_def_key is not None, signature_def is not None, input_names is not None]
    if (input_names is None) != (output_names is None):
        raise ValueError("input_names and output_names must both be specified or both be unspecified.")
    if sum(chosen) > 1:
        raise ValueError(
            "You must specify at most one of signature_def_key OR signature_def OR (input_names AND output_names)."
        )
    wanted = [tag_constants.SERVING] if tags is None else tags.split(",") if isinstance(tags, str) else list(tags)
    graph = graph or Graph()
    with graph.as_default():
        session = Session(config=config)
        meta_graph = loader.load(session, wanted, export_dir)
    if input_names is None or output_names is None:
        if signature_def is None:
            key = signature_def_key or signature_constants.DEFAULT_SERVING_SIGNATURE_DEF_KEY
            if key not in meta_graph.signature_def:
                known = "\n".join(sorted(meta_graph.signature_def))
                raise ValueError(f'Got signature_def_key "{key}". Available signatures are:\n{known}')
            signature_def = meta_graph.signature_def[key]
        input_names = {key: info.name for key, info in signature_def.inputs.items()}
        output_names = {key: info.name for key, info in signature_def.outputs.items()}
    find: Callable[[str], Any] = graph.get_tensor_by_name
    return Predictor(
        graph,
        session,
        {key: find(name) for key, name in input_names.items()},
        {key: find(name) for key, name in output_names.items()},
    )


@export("contrib.predictor.from_estimator")
def from_estimator(
    estimator: Any,
    serving_input_receiver_fn: Callable,
    output_key: str | None = None,
    graph: Graph | None = None,
    config: Any = None,
) -> Predictor:
    """A predictor of an Estimator's last checkpoint, with the inputs of a serving input receiver.

    Args:
      estimator: a `tf.estimator.Estimator`.
      serving_input_receiver_fn: makes the receiver.
      output_key: which export output to give; the default one if None, or `predictions` if there are none.
      graph: where to build it; a new one by default.
      config: a ConfigProto for the session.

    Raises:
      TypeError: the estimator is one of contrib's.
      ValueError: there is no checkpoint, or no such output.

    Example:
      >>> import penstock as tf
      >>> def model_fn(features, labels, mode):
      ...     y = features["x"] * tf.get_variable("w", [], initializer=tf.ones_initializer())
      ...     train = tf.assign_add(tf.train.get_global_step(), 1)
      ...     return tf.estimator.EstimatorSpec(mode, {"y": y}, tf.reduce_sum(y), train)
      >>> tf.logging.set_verbosity(tf.logging.ERROR)
      >>> model = tf.estimator.Estimator(model_fn)
      >>> _ = model.train(lambda: {"x": tf.constant([1.0])}, steps=1)
      >>> receiver = tf.estimator.export.build_raw_serving_input_receiver_fn({"x": tf.placeholder(tf.float32, [None])})
      >>> tf.contrib.predictor.from_estimator(model, receiver)({"x": [3.0]})["y"].tolist()
      [3.0]
    """
    from penstock.contrib.learn.estimator import Estimator as ContribEstimator
    from penstock.estimator.spec import ModeKeys
    from penstock.train.saver import Saver
    from penstock.train.training_step import get_or_create_global_step

    if isinstance(estimator, ContribEstimator):
        raise TypeError("This is a tf.contrib.learn.Estimator: use from_contrib_estimator.")
    checkpoint = estimator.latest_checkpoint()
    if checkpoint is None:
        raise ValueError(f"Couldn't find trained model at {estimator.model_dir}.")
    graph = graph or Graph()
    with graph.as_default():
        get_or_create_global_step(graph)
        receiver = serving_input_receiver_fn()
        spec = estimator.model_fn(receiver.features, None, ModeKeys.PREDICT, estimator.config)
        session = Session(config=config or estimator.config.session_config)
        Saver().restore(session, checkpoint)
        from penstock._namespace import find

        session.run([find("local_variables_initializer")(), find("tables_initializer")()])
    outputs = spec.predictions if not isinstance(spec.predictions, dict) else dict(spec.predictions)
    if output_key is not None:
        if output_key not in (spec.export_outputs or {}):
            raise ValueError(f"The export output {output_key!r} is not one of {sorted(spec.export_outputs or {})}.")
        outputs = spec.export_outputs[output_key].as_signature_def(receiver.receiver_tensors)
        outputs = {key: graph.get_tensor_by_name(info.name) for key, info in outputs.outputs.items()}
    if not isinstance(outputs, dict):
        outputs = {"output": outputs}
    return Predictor(graph, session, dict(receiver.receiver_tensors), outputs)


@export("contrib.predictor.from_contrib_estimator")
def from_contrib_estimator(
    estimator: Any,
    prediction_input_fn: Callable,
    input_alternative_key: str | None = None,
    output_alternative_key: str | None = None,
    graph: Graph | None = None,
    config: Any = None,
) -> Predictor:
    """A predictor of the last checkpoint of an estimator of `tf.contrib.learn`.

    Args:
      estimator: a `tf.contrib.learn.Estimator`.
      prediction_input_fn: returns `InputFnOps`: features, labels, and what is fed.
      input_alternative_key: which of several ways to feed it.
      output_alternative_key: which head answers, if there are several.
      graph: where to build it; a new one by default.
      config: a ConfigProto for the session.

    Raises:
      TypeError: the estimator is a `tf.estimator.Estimator`.
      ValueError: there are several heads, or none of the name that was given.

    Example:
      >>> import penstock as tf
      >>> tf.logging.set_verbosity(tf.logging.ERROR)
      >>> def model_fn(features, labels, mode):
      ...     y = features["x"] * tf.get_variable("w", [], initializer=tf.ones_initializer())
      ...     step = tf.assign_add(tf.train.get_or_create_global_step(), 1)
      ...     return tf.contrib.learn.ModelFnOps(mode, {"y": y}, tf.reduce_sum(y), step)
      >>> model = tf.contrib.learn.Estimator(model_fn)
      >>> _ = model.fit(input_fn=lambda: ({"x": tf.constant([1.0])}, tf.constant([1.0])), steps=1)
      >>> def inputs():
      ...     x = tf.placeholder(tf.float32, [None])
      ...     return tf.contrib.learn.InputFnOps({"x": x}, None, {"x": x})
      >>> tf.contrib.predictor.from_contrib_estimator(model, inputs)({"x": [3.0]})["y"].tolist()
      [3.0]
    """
    from penstock.contrib.learn import exporting
    from penstock.estimator.estimator import Estimator
    from penstock.train.checkpoint_management import latest_checkpoint
    from penstock.train.monitored_session import ChiefSessionCreator, MonitoredSession

    if isinstance(estimator, Estimator):
        raise TypeError("This is a tf.estimator.Estimator: use from_estimator.")
    graph = graph or Graph()
    with graph.as_default():
        input_ops = prediction_input_fn()
        model = estimator._get_predict_ops(input_ops.features)
        checkpoint = latest_checkpoint(estimator.model_dir)
        creator = ChiefSessionCreator(config=config, checkpoint_filename_with_path=checkpoint)
        session = MonitoredSession(session_creator=creator)
    inputs, _ = exporting.get_input_alternatives(input_ops)
    outputs, key = exporting.get_output_alternatives(model, output_alternative_key)
    feeds = inputs[input_alternative_key or exporting.DEFAULT_INPUT_ALTERNATIVE_KEY]
    return Predictor(graph, session, feeds, outputs[key][1])
