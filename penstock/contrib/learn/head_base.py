"""What all heads of tf.contrib.learn with one set of logits share: labels, weights, the centered bias, the summary."""

from __future__ import annotations

import abc
from collections.abc import Callable, Mapping
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.learn.keys import MetricKey, ModeKeys, PredictionKey
from penstock.contrib.learn.model_fn import ModelFnOps
from penstock.graph.composite import SparseTensor
from penstock.graph.typing import NestedTensors, ScopeLike, TensorLike
from penstock.platform import logging


@export("contrib.learn.Head", "contrib.learn.head.Head")
class Head(abc.ABC):
    """What turns the logits of a model into predictions, a loss, metrics and a training operation.

    >>> import penstock as tf
    >>> tf.contrib.learn.multi_class_head(3).logits_dimension
    3
    """

    @property
    @abc.abstractmethod
    def logits_dimension(self) -> int:
        """How many logits each example needs."""

    @abc.abstractmethod
    def create_model_fn_ops(
        self,
        features: NestedTensors,
        mode: str,
        labels: TensorLike | None = None,
        train_op_fn: Callable[[Any], Any] | None = None,
        logits: TensorLike | None = None,
        logits_input: TensorLike | None = None,
        scope: ScopeLike | None = None,
    ) -> ModelFnOps:
        """Builds the end of a model from its logits, or from the last layer before them (`logits_input`)."""


def summary_key(head_name: str | None, key: str) -> str:
    """The name of a metric of a head."""
    return f"{key}/{head_name}" if head_name else key


def check_mode(mode: str) -> None:
    """Raises ValueError for anything that is not a mode."""
    if mode not in (ModeKeys.TRAIN, ModeKeys.EVAL, ModeKeys.INFER):
        raise ValueError(f"mode={mode} unrecognized.")


def report_loss(head_name: str | None, loss: TensorLike) -> None:
    """Adds the loss to the summaries, at the top of the graph."""
    with tf.name_scope(""):
        tf.summary.scalar(summary_key(head_name, MetricKey.LOSS), tf.identity(loss))


def needs_train_op_fn(train_op_fn: Callable[..., Any] | None) -> None:
    """Raises ValueError if there is nothing to train with."""
    if train_op_fn is None:
        raise ValueError("train_op_fn can not be None in TRAIN mode")


class SingleHead(Head):
    """A head with one set of logits. Kinds of heads say how these become predictions, a loss and metrics."""

    default_name = "head"
    problem_type = 0

    def __init__(
        self,
        logits_dimension: int,
        loss_fn: Callable[..., Any],
        label_name: str | None = None,
        weight_column_name: str | None = None,
        enable_centered_bias: bool = False,
        head_name: str | None = None,
    ) -> None:
        if logits_dimension is None or logits_dimension < 1:
            raise ValueError(f"Invalid logits_dimension {logits_dimension}.")
        self._logits_dimension = logits_dimension
        self._loss_fn = loss_fn
        self._label_name, self._weight_column_name, self._head_name = label_name, weight_column_name, head_name
        self._enable_centered_bias = enable_centered_bias

    logits_dimension = property(lambda self: self._logits_dimension, doc="How many logits each example needs.")
    label_name = property(lambda self: self._label_name, doc="Which of several labels is meant.")
    weight_column_name = property(lambda self: self._weight_column_name, doc="The feature with the weights.")
    head_name = property(lambda self: self._head_name, doc="What metrics and outputs are called after.")

    # What kinds of heads define.

    def _transform_labels(self, labels: TensorLike) -> Any:
        if isinstance(labels, SparseTensor):
            raise ValueError("SparseTensor is not supported.")
        return labels

    @abc.abstractmethod
    def _logits_to_predictions(self, logits: TensorLike) -> dict[str, Any]: ...

    @abc.abstractmethod
    def _metrics(
        self, predictions: dict[str, Any], labels: TensorLike | None, weights: TensorLike
    ) -> dict[str, Any]: ...

    def _loss(self, labels: TensorLike, logits: TensorLike, weights: TensorLike) -> Any:
        return self._loss_fn(labels, logits, weights)

    def _output_alternatives(self, predictions: dict[str, Any]) -> dict[Any, Any]:
        return {self._head_name: (self.problem_type, predictions)}

    # What is the same for all.

    def create_model_fn_ops(
        self,
        features: Any,
        mode: str,
        labels: Any = None,
        train_op_fn: Callable[[Any], Any] | None = None,
        logits: Any = None,
        logits_input: Any = None,
        scope: ScopeLike | None = None,
    ) -> ModelFnOps:
        """Builds the end of a model from its logits, or from the last layer before them (`logits_input`)."""
        with tf.variable_scope(scope, default_name=self._head_name or self.default_name):
            if mode == ModeKeys.INFER:
                labels = None
            if labels is not None:
                labels = labels[self._label_name] if isinstance(labels, dict) else labels
                labels = self._transform_labels(tf.convert_to_tensor_or_sparse_tensor(labels))
            logits = self._checked_logits(logits, logits_input)
            check_mode(mode)
            bias = None
            if self._enable_centered_bias:
                bias = self._centered_bias()
                logits = tf.nn.bias_add(logits, bias)
            with tf.name_scope(None, "predictions", [logits]):
                predictions = self._logits_to_predictions(logits)
            loss = train_op = metrics = None
            if labels is not None:
                weights = self._weights(features)
                loss, reported = self._loss(labels, logits, weights)
                report_loss(self._head_name, reported)
                if mode == ModeKeys.TRAIN:
                    needs_train_op_fn(train_op_fn)
                    train_op = self._train_op(loss, labels, train_op_fn, bias, tf.shape(logits)[0], weights)
                with tf.name_scope("metrics", values=[reported]):
                    found = {MetricKey.LOSS: tf.metrics.mean(reported), **self._metrics(predictions, labels, weights)}
                metrics = {summary_key(self._head_name, key): value for key, value in found.items()}
            return ModelFnOps(
                mode=mode,
                predictions=predictions,
                loss=loss,
                train_op=train_op,
                eval_metric_ops=metrics,
                output_alternatives=self._output_alternatives(predictions),
            )

    def _checked_logits(self, logits: Any, logits_input: Any) -> Any:
        if logits is None:
            if logits_input is None:
                raise ValueError("Neither logits nor logits_input supplied.")
            return tf.contrib.layers.linear(logits_input, self._logits_dimension, scope="logits")
        if logits_input is not None:
            raise ValueError("Both logits and logits_input supplied.")
        logits = tf.convert_to_tensor(logits, name="logits")
        if logits.get_shape().dims is not None:
            logits.get_shape().dims[-1].assert_is_compatible_with(self._logits_dimension)
        return logits

    def _weights(self, features: Mapping[str, Any]) -> Any:
        name = self._weight_column_name
        if not name:
            return None
        if name not in features:
            raise ValueError(f"Weights {name} missing from features.")
        with tf.name_scope(None, "weight_tensor", [features[name]]):
            weights = tf.cast(features[name], tf.float32)
            if weights.get_shape().ndims != 1:
                return weights
            shape = weights.get_shape()
            logging.warning("Weights %s has shape %s, expanding to make it 2d.", name, shape)
            return tf.reshape(weights, [-1, 1])

    def _centered_bias(self) -> Any:
        bias = tf.Variable(tf.zeros([self._logits_dimension]), name="centered_bias_weight", trainable=True)
        for i in range(self._logits_dimension):
            tf.summary.scalar(f"centered_bias/bias_{i}" + (f"/{self._head_name}" if self._head_name else ""), bias[i])
        return bias

    def _train_op(
        self,
        loss: TensorLike,
        labels: TensorLike,
        train_op_fn: Any,
        bias: TensorLike | None,
        batch_size: TensorLike,
        weights: TensorLike,
    ) -> Any:
        step = None if bias is None else self._centered_bias_step(bias, batch_size, labels, weights)
        with tf.name_scope(None, "train_op", [loss]):
            train_op = train_op_fn(loss)
            return train_op if step is None else tf.group(train_op, step)

    def _centered_bias_step(
        self, bias: TensorLike, batch_size: TensorLike, labels: TensorLike, weights: TensorLike
    ) -> Any:
        """Trains the bias alone, as if it were all there is: it learns the mean of the labels at once."""
        with tf.name_scope(None, "centered_bias_step") as name:
            dimension = tf.shape(bias)[0]
            logits = tf.reshape(tf.tile(bias, [batch_size]), [batch_size, dimension])
            with tf.name_scope(None, "centered_bias", [logits]):
                loss = tf.reduce_mean(self._loss(labels, logits, weights), name="training_loss")
        return tf.train.AdagradOptimizer(0.1).minimize(loss, var_list=[bias], name=name)


def with_class_names(head: SingleHead, predictions: dict[str, Any], label_keys: Any = None) -> dict[Any, Any]:
    """What an export of a classifier answers: the probabilities of all classes, with their names."""
    probabilities = predictions[PredictionKey.PROBABILITIES]
    with tf.name_scope(None, "_classification_output_alternatives", [probabilities]):
        batch_size = tf.shape(probabilities)[0]
        if label_keys:
            names = tf.tile(tf.expand_dims(label_keys, axis=0), [batch_size, 1], name="classes_tensor")
        else:
            numbers = tf.expand_dims(tf.range(tf.shape(probabilities)[1]), axis=0)
            names = tf.as_string(tf.tile(numbers, [batch_size, 1]), name="classes_tensor")
    answer = {PredictionKey.PROBABILITIES: probabilities, PredictionKey.CLASSES: names}
    return {head.head_name: (head.problem_type, answer)}
