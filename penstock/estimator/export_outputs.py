"""`tf.estimator.export.*Output`: which tensors of a model are served, and as what kind of answer.

Each makes its part of a SavedModel's signatures.
"""

from __future__ import annotations

import abc
from collections.abc import Callable, Mapping
from typing import Any

from penstock._namespace import export
from penstock.graph import dtypes
from penstock.graph.convert import constant
from penstock.graph.graph import control_dependencies
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import NestedTensors, TensorLike
from penstock.saved_model import signature_constants, signature_def_utils


@export("estimator.export.ExportOutput")
class ExportOutput(abc.ABC):
    """What a model gives out when it is served; the base of the classes for the kinds of answers.

    >>> import penstock as tf
    >>> issubclass(tf.estimator.export.PredictOutput, tf.estimator.export.ExportOutput)
    True
    """

    __metaclass__ = abc.ABCMeta  # a name that 1.15's class has
    _SEPARATOR_CHAR = "/"

    @abc.abstractmethod
    def as_signature_def(self, receiver_tensors: Mapping[str, Any]) -> Any:
        """The `SignatureDef` with these outputs and `receiver_tensors` as inputs."""

    def _check_output_key(self, key: object, error_label: str) -> str:
        if isinstance(key, tuple):
            key = self._SEPARATOR_CHAR.join(key)
        if not isinstance(key, str):
            raise ValueError(f"{error_label} output key must be a string; got {key}.")
        return key

    def _wrap_and_check_outputs(
        self, outputs: object, default_name: str, error_label: str | None = None
    ) -> dict[str, Any]:
        label = error_label or default_name
        if not isinstance(outputs, dict):
            outputs = {default_name: outputs}
        checked = {}
        for key, value in outputs.items():
            key = self._check_output_key(key, label)
            if not isinstance(value, Tensor):
                raise ValueError(f"{label} output value must be a Tensor; got {value}.")
            checked[key] = value
        return checked


def _examples(receiver_tensors: Mapping[str, Any], what: str) -> Any:
    """The one string tensor that requests of the Classify and Regress kind come in."""
    tensors = list(receiver_tensors.values())
    if len(tensors) != 1 or dtypes.as_dtype(tensors[0].dtype) != dtypes.string:
        raise ValueError(f"{what} input must be a single string Tensor; got {receiver_tensors}")
    return tensors[0]


@export("estimator.export.ClassificationOutput")
class ClassificationOutput(ExportOutput):
    """Classes, scores of classes, or both: what the Classify request of a server answers.

    Args:
      scores: floats, one for each class; zipped with `classes` if those are given.
      classes: names of classes, as strings; the best first if there are no scores.

    Raises:
      ValueError: both are missing, or a type is wrong.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     output = tf.estimator.export.ClassificationOutput(scores=tf.constant([[0.1, 0.9]]))
    ...     print(output.as_signature_def({"examples": tf.placeholder(tf.string)}).method_name)
    tensorflow/serving/classify
    """

    def __init__(self, scores: Tensor | None = None, classes: Tensor | None = None) -> None:
        if scores is not None and not (isinstance(scores, Tensor) and scores.dtype.is_floating):
            raise ValueError(f"Classification scores must be a float32 Tensor; got {scores}")
        if classes is not None and not (isinstance(classes, Tensor) and classes.dtype == dtypes.string):
            raise ValueError(f"Classification classes must be a string Tensor; got {classes}")
        if scores is None and classes is None:
            raise ValueError("At least one of scores and classes must be set.")
        self._scores = scores
        self._classes = classes

    @property
    def scores(self) -> Tensor | None:
        """The scores."""
        return self._scores

    @property
    def classes(self) -> Tensor | None:
        """The names of the classes."""
        return self._classes

    def as_signature_def(self, receiver_tensors: Mapping[str, Any]) -> Any:
        """A signature of the Classify kind."""
        examples = _examples(receiver_tensors, "Classification")
        return signature_def_utils.classification_signature_def(examples, self.classes, self.scores)


@export("estimator.export.RegressionOutput")
class RegressionOutput(ExportOutput):
    """Numbers: what the Regress request of a server answers.

    Args:
      value: a float tensor.

    Raises:
      ValueError: it is not one.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     output = tf.estimator.export.RegressionOutput(tf.constant([1.0]))
    ...     print(output.as_signature_def({"examples": tf.placeholder(tf.string)}).method_name)
    tensorflow/serving/regress
    """

    def __init__(self, value: Tensor) -> None:
        if not (isinstance(value, Tensor) and value.dtype.is_floating):
            raise ValueError(f"Regression output value must be a float32 Tensor; got {value}")
        self._value = value

    @property
    def value(self) -> Tensor:
        """The numbers."""
        return self._value

    def as_signature_def(self, receiver_tensors: Mapping[str, Any]) -> Any:
        """A signature of the Regress kind."""
        return signature_def_utils.regression_signature_def(_examples(receiver_tensors, "Regression"), self.value)


@export("estimator.export.PredictOutput")
class PredictOutput(ExportOutput):
    """Any tensors: what the Predict request of a server answers.

    Args:
      outputs: a tensor, which is called "output", or a dictionary of tensors.

    Raises:
      ValueError: a key is not a string, or a value not a tensor.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     output = tf.estimator.export.PredictOutput({"double": tf.constant([2.0])})
    ...     print(list(output.outputs))
    ['double']
    """

    _SINGLE_OUTPUT_DEFAULT_NAME = "output"

    def __init__(self, outputs: Any) -> None:
        self._outputs = self._wrap_and_check_outputs(outputs, self._SINGLE_OUTPUT_DEFAULT_NAME, "Prediction")

    @property
    def outputs(self) -> dict[str, Tensor]:
        """The tensors by name."""
        return self._outputs

    def as_signature_def(self, receiver_tensors: Mapping[str, Any]) -> Any:
        """A signature of the Predict kind."""
        return signature_def_utils.predict_signature_def(dict(receiver_tensors), self.outputs)


class _SupervisedOutput(ExportOutput):
    """Loss, predictions and metrics, of training or evaluation."""

    LOSS_NAME = "loss"
    PREDICTIONS_NAME = "predictions"
    METRICS_NAME = "metrics"
    METRIC_VALUE_SUFFIX = "value"
    METRIC_UPDATE_SUFFIX = "update_op"
    _signature: Callable[..., Any]

    def __init__(
        self, loss: TensorLike | None = None, predictions: NestedTensors | None = None, metrics: Any = None
    ) -> None:
        self._loss = self._prefixed(loss, self.LOSS_NAME)
        self._predictions = self._prefixed(predictions, self.PREDICTIONS_NAME)
        self._metrics = None if metrics is None else self._checked_metrics(metrics)

    def _prefixed(self, outputs: NestedTensors | None, name: str) -> dict[str, Any] | None:
        if outputs is None:
            return None
        checked = self._wrap_and_check_outputs(outputs, name)
        return {self._prefix_key(key, name): value for key, value in checked.items()}

    def _prefix_key(self, key: str, output_name: str) -> str:
        return key if key.startswith(output_name) else f"{output_name}{self._SEPARATOR_CHAR}{key}"

    def _checked_metrics(self, metrics: Any) -> dict[str, Any]:
        if not isinstance(metrics, dict):
            metrics = {self.METRICS_NAME: metrics}
        outputs = {}
        for key, (value, update) in metrics.items():
            key = self._prefix_key(self._check_output_key(key, self.METRICS_NAME), self.METRICS_NAME)
            if not isinstance(value, Tensor):
                raise ValueError(f"{key} output value must be a Tensor; got {value}.")
            if not isinstance(update, (Tensor, Operation)):
                raise ValueError(f"{key} update_op must be a Tensor or Operation; got {update}.")
            if isinstance(update, Operation):  # signatures name tensors only
                with control_dependencies([update]):
                    update = constant([], name="metric_op_wrapper")
            outputs[self._SEPARATOR_CHAR.join([key, self.METRIC_VALUE_SUFFIX])] = value
            outputs[self._SEPARATOR_CHAR.join([key, self.METRIC_UPDATE_SUFFIX])] = update
        return outputs

    @property
    def loss(self) -> dict[str, Any] | None:
        """The losses, with names that begin with "loss"."""
        return self._loss

    @property
    def predictions(self) -> dict[str, Any] | None:
        """The predictions, with names that begin with "predictions"."""
        return self._predictions

    @property
    def metrics(self) -> dict[str, Any] | None:
        """Values and updates of metrics, with names that begin with "metrics"."""
        return self._metrics

    def as_signature_def(self, receiver_tensors: Mapping[str, Any]) -> Any:
        """A signature of this mode."""
        return type(self)._signature(dict(receiver_tensors), self.loss, self.predictions, self.metrics)


class TrainOutput(_SupervisedOutput):
    """What a model gives out in training."""

    _signature = staticmethod(signature_def_utils.supervised_train_signature_def)


@export("estimator.export.EvalOutput")
class EvalOutput(_SupervisedOutput):
    """What a model gives out in evaluation.

    Args:
      loss: a tensor or a dictionary of tensors.
      predictions: a tensor or a dictionary of tensors.
      metrics: names → `(value, update_op)`, or one such pair.

    Raises:
      ValueError: a key is not a string, or a value of the wrong type.

    >>> import penstock as tf
    >>> with tf.Graph().as_default():
    ...     output = tf.estimator.export.EvalOutput(loss=tf.constant(1.0), predictions={"a": tf.constant([2.0])})
    ...     print(list(output.loss), list(output.predictions))
    ['loss'] ['predictions/a']
    """

    _signature = staticmethod(signature_def_utils.supervised_eval_signature_def)


def get_export_outputs(export_outputs: object, predictions: TensorLike) -> dict[str, ExportOutput]:
    """The outputs of a model for serving, of which one is the default.

    Raises:
      TypeError: it is not a dictionary of `ExportOutput`s.
      ValueError: there are several, and none is the default.
    """
    default = signature_constants.DEFAULT_SERVING_SIGNATURE_DEF_KEY
    if export_outputs is None:
        export_outputs = {default: PredictOutput(predictions)}
    if not isinstance(export_outputs, dict):
        raise TypeError(f"export_outputs must be dict, given: {export_outputs}")
    if not all(isinstance(output, ExportOutput) for output in export_outputs.values()):
        raise TypeError(f"Values in export_outputs must be ExportOutput objects. Given: {export_outputs}")
    if len(export_outputs) == 1:
        (only,) = export_outputs.values()
        export_outputs.setdefault(default, only)
    elif export_outputs and default not in export_outputs:
        raise ValueError(
            "Multiple export_outputs were provided, but none of them is specified as the default.  Do this by naming "
            "one of them with signature_constants.DEFAULT_SERVING_SIGNATURE_DEF_KEY."
        )
    return export_outputs
