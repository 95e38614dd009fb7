"""Heads of time series: what training, evaluation, prediction and serving make of a model."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.timeseries.keys import FilteringResults, PredictionResults, SavedModelLabels, State
from penstock.contrib.timeseries.model import STATE, TIMES, VALUES, ModelOutputs, TimeSeriesModel
from penstock.contrib.timeseries.reading import Features
from penstock.contrib.timeseries.state_managers import PassthroughStateManager
from penstock.contrib.timeseries.statistics import InputStatisticsFromMiniBatch
from penstock.estimator.canned.keys import MetricKeys, with_head
from penstock.estimator.export_outputs import PredictOutput
from penstock.estimator.spec import EstimatorSpec, ModeKeys
from penstock.graph.graph import name_scope
from penstock.graph.keys import GraphKeys
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import NestedTensors, TensorLike

nest = tf.contrib.framework.nest


class _WithoutState(PredictOutput):
    """A signature that asks for no state."""

    def as_signature_def(self, receiver_tensors: Mapping[str, Any]) -> Any:
        asked = {key: value for key, value in receiver_tensors.items() if not key.startswith(State.STATE_PREFIX)}
        return super().as_signature_def(receiver_tensors=asked)


class TimeSeriesRegressionHead:
    """Makes an `EstimatorSpec` of a model of time series.

    Args:
      model: the model.
      state_manager: which state batches begin with.
      optimizer: trains the model.
      input_statistics_generator: makes statistics of the series.
      name: a name.
    """

    def __init__(
        self,
        model: TimeSeriesModel,
        state_manager: PassthroughStateManager,
        optimizer: Any,
        input_statistics_generator: InputStatisticsFromMiniBatch | None = None,
        name: str | None = None,
    ) -> None:
        self.model = model
        self.state_manager = state_manager
        self.optimizer = optimizer
        self.input_statistics_generator = input_statistics_generator
        self._name = name

    @property
    def name(self) -> str | None:
        """The head's name."""
        return self._name

    def create_loss(
        self, features: Features, mode: str, logits: TensorLike | None = None, labels: TensorLike | None = None
    ) -> ModelOutputs:
        """The model's outputs, with a summary of the loss.

        Args:
          features: a batch.
          mode: a `tf.estimator.ModeKeys`.
          logits: not used.
          labels: not used.
        """
        outputs = self.state_manager.define_loss(self.model, features, mode)
        tf.summary.scalar(with_head(MetricKeys.LOSS, self._name), outputs.loss)
        return outputs

    @property
    def logits_dimension(self) -> int:
        """One."""
        return 1

    def _train_ops(self, features: Features) -> EstimatorSpec:
        with tf.variable_scope("model", use_resource=True):
            outputs = self.create_loss(features, ModeKeys.TRAIN)
        train_op = self.optimizer.minimize(outputs.loss, global_step=tf.train.get_global_step())
        return EstimatorSpec(loss=outputs.loss, mode=ModeKeys.TRAIN, train_op=train_op)

    def _evaluate_ops(self, features: Features) -> EstimatorSpec:
        with tf.variable_scope("model", use_resource=True):
            outputs = self.create_loss(features, ModeKeys.EVAL)
        # What the last batch gave, so that predictions can go on from there.
        metrics: dict[str, Any] = {key: _last_value(key, value) for key, value in outputs.predictions.items()}
        metrics[FilteringResults.TIMES] = _last_value(FilteringResults.TIMES, outputs.prediction_times)
        metrics[FilteringResults.STATE_TUPLE] = _last_values(FilteringResults.STATE_TUPLE, outputs.end_state)
        metrics[MetricKeys.LOSS_MEAN] = tf.metrics.mean(outputs.loss, name="average_loss")
        return EstimatorSpec(
            loss=outputs.loss, mode=ModeKeys.EVAL, eval_metric_ops=metrics, predictions=outputs.predictions
        )

    def _predict_ops(self, features: Features) -> EstimatorSpec:
        with tf.variable_scope("model", use_resource=True):
            predictions = self.model.predict(features=features)
        predictions[PredictionResults.TIMES] = features[TIMES]
        return EstimatorSpec(predictions=predictions, mode=ModeKeys.PREDICT)

    def _serving_ops(self, features: Features) -> EstimatorSpec:
        with tf.variable_scope("model", use_resource=True):
            predictions = self.model.predict(features=features)
        with tf.variable_scope("model", reuse=True):
            filtered = self.create_loss(features, ModeKeys.EVAL)
        with tf.variable_scope("model", reuse=True):
            without = {key: value for key, value in features.items() if not key.startswith(State.STATE_PREFIX)}
            begun = self.model.define_loss(features=without, mode=ModeKeys.EVAL)
        return EstimatorSpec(
            mode=ModeKeys.PREDICT,
            export_outputs={
                SavedModelLabels.PREDICT: PredictOutput(predictions),
                SavedModelLabels.FILTER: PredictOutput(state_to_dictionary(filtered.end_state)),
                SavedModelLabels.COLD_START_FILTER: _WithoutState(state_to_dictionary(begun.end_state)),
            },
            predictions={},
        )

    def _convert_feature_to_tensor(self, name: str, value: Any) -> Any:
        if name == TIMES:
            return tf.cast(value, tf.int64)
        if name == VALUES:
            return tf.cast(value, self.model.dtype)
        if name == STATE:
            return value
        return tf.contrib.framework.convert_to_tensor_or_sparse_tensor(value)

    def _gather_state(self, features: Features) -> tuple[Features, bool]:
        """The features with a state of its numbered parts, and whether there were any."""
        pattern = re.compile(rf"^{State.STATE_PREFIX}_(\d+)$")
        parts = sorted((int(found.group(1)), key) for key in features if (found := pattern.search(key)))
        if not parts:
            return features, False
        numbered = {key for _, key in parts}
        rest = {key: value for key, value in features.items() if key not in numbered}
        rest[State.STATE_TUPLE] = nest.pack_sequence_as(
            structure=self.model.get_start_state(), flat_sequence=[features[key] for _, key in parts]
        )
        return rest, True

    _asked: Collection[str] = (TIMES, STATE)
    _of_any_shape: Collection[str] = (STATE,)

    def _check_predict_features(self, features: Features) -> None:
        for name in self._asked:
            if name not in features:
                raise ValueError(f"Expected a '{name}' feature for prediction.")
        times = _checked_times(features)
        _check_shapes(features, times, ignore=self._of_any_shape)

    def create_estimator_spec(self, features: Mapping[str, Any], mode: str, labels: Any = None) -> EstimatorSpec:
        """What an Estimator asks of its model function.

        Args:
          features: a batch.
          mode: a `tf.estimator.ModeKeys`.
          labels: None, or an empty dictionary.

        Raises:
          ValueError: there are labels, features are missing, their shapes do not fit, or the mode is unknown.
        """
        with name_scope(self._name, "head"):
            if labels is not None and labels != {}:
                raise ValueError(
                    f"The model received a `labels`, which is not supported. Pass '{TIMES}' and '{VALUES}' as features."
                )
            tensors = {name: self._convert_feature_to_tensor(name, value) for name, value in features.items()}
            statistics = None
            if self.input_statistics_generator is not None:
                statistics = self.input_statistics_generator.initialize_graph(
                    tensors, update_statistics=mode == ModeKeys.TRAIN
                )
            self.model.initialize_graph(input_statistics=statistics)
            tensors, is_flat = self._gather_state(tensors)
            if mode in (ModeKeys.TRAIN, ModeKeys.EVAL):
                _check_train_eval_features(tensors, self.model)
            elif mode == ModeKeys.PREDICT:
                self._check_predict_features(tensors)
            else:
                raise ValueError(f"Unknown mode '{mode}' passed to model_fn.")
            self.state_manager.initialize_graph(model=self.model, input_statistics=statistics)
            makers: dict[str, Callable[[Features], EstimatorSpec]] = {
                ModeKeys.TRAIN: self._train_ops,
                ModeKeys.EVAL: self._evaluate_ops,
                # With a state in parts the model is being exported.
                ModeKeys.PREDICT: self._serving_ops if is_flat else self._predict_ops,
            }
            return makers[mode](tensors)


@export("contrib.timeseries.OneShotPredictionHead")
class OneShotPredictionHead(TimeSeriesRegressionHead):
    """A head whose exported model takes a series and predicts what follows, without a state.

    Args:
      model: the model.
      state_manager: which state batches begin with.
      optimizer: trains the model.
      input_statistics_generator: makes statistics of the series.
      name: a name.

    >>> import penstock as tf
    >>> series = tf.contrib.timeseries
    >>> model = series.ARModel(periodicities=7, input_window_size=4, output_window_size=2, num_features=1)
    >>> head = series.OneShotPredictionHead(model, None, tf.train.AdamOptimizer(0.1), name="daily")
    >>> head.name
    'daily'
    """

    _asked = (TIMES, VALUES, STATE)
    _of_any_shape = (STATE, VALUES)

    def _evaluate_ops(self, features: Features) -> EstimatorSpec:
        spec = super()._evaluate_ops(features)
        del spec.eval_metric_ops[State.STATE_TUPLE]
        return spec

    def _serving_ops(self, features: Features) -> EstimatorSpec:
        with tf.variable_scope("model", use_resource=True):
            length = tf.shape(features[VALUES])[1]
            seen: Features = {}
            later: Features = {}
            for key, value in features.items():
                if key == State.STATE_TUPLE:
                    continue  # the model's own start
                if key == VALUES:
                    seen[key] = value
                else:
                    seen[key], later[key] = value[:, :length], value[:, length:]
            later[State.STATE_TUPLE] = self.model.define_loss(features=seen, mode=ModeKeys.EVAL).end_state
        with tf.variable_scope("model", reuse=True):
            predictions = self.model.predict(features=later)
        return EstimatorSpec(
            mode=ModeKeys.PREDICT,
            export_outputs={SavedModelLabels.PREDICT: _WithoutState(predictions)},
            predictions={},
        )


def _checked_times(features: Features) -> Tensor:
    times = features[TIMES]
    if not times.get_shape().is_compatible_with([None, None]):
        raise ValueError(
            f"Expected shape (batch dimension, window size) for feature '{TIMES}' (got shape {times.get_shape()})"
        )
    return times


def _check_shapes(features: Features, times: Tensor, ignore: Collection[str]) -> None:
    """Every feature has the axes of the times."""
    for name, value in features.items():
        if name in ignore:
            continue
        shape = value.get_shape()
        if shape.ndims is None:
            continue
        if shape.ndims < 2:
            raise ValueError(
                "Features must have shape (batch dimension, window size, ...) "
                f"(got rank {shape.ndims} for feature '{name}')"
            )
        if not shape[:2].is_compatible_with(times.get_shape()):
            raise ValueError(
                "Features must have shape (batch dimension, window size, ...) where batch dimension and window size "
                f"match the '{TIMES}' feature (got shape {shape} for feature '{name}' but shape {times.get_shape()} "
                f"for feature '{TIMES}')"
            )


def _check_train_eval_features(features: Features, model: TimeSeriesModel) -> None:
    for name in (TIMES, VALUES):
        if name not in features:
            raise ValueError(f"Expected a '{name}' feature for training/evaluation.")
    times = _checked_times(features)
    if not features[VALUES].get_shape().is_compatible_with([None, None, model.num_features]):
        raise ValueError(
            f"Expected shape (batch dimension, window size, {model.num_features}) for feature '{VALUES}', since the "
            f"model was configured with num_features={model.num_features} (got shape {times.get_shape()})"
        )
    _check_shapes(features, times, ignore=(State.STATE_TUPLE,))


def _last_value(name: str, value: Tensor) -> tuple[Tensor, Tensor]:
    """A metric that is what it was given last."""
    variable = tf.Variable(
        name=f"{name}_identity_metric",
        initial_value=tf.zeros([], dtype=value.dtype),
        collections=[GraphKeys.LOCAL_VARIABLES],
        validate_shape=False,
    )
    update = tf.assign(variable, value, validate_shape=False)
    # Its value has another shape than the variable in the beginning.
    variable.set_shape(value.get_shape())
    return variable.value(), update


def _last_values(name: str, values: NestedTensors) -> tuple[Any, Operation]:
    """A metric that is the nested values it was given last."""
    pairs = [_last_value(f"{name}_{number}", value) for number, value in enumerate(nest.flatten(values))]
    return nest.pack_sequence_as(values, [value for value, _ in pairs]), tf.group(*(update for _, update in pairs))


def state_to_dictionary(state_tuple: NestedTensors) -> dict[str, Any]:
    """The parts of a state, each with a name of its own.

    Args:
      state_tuple: the state.
    """
    return {f"{State.STATE_PREFIX}_{number:02d}": part for number, part in enumerate(nest.flatten(state_tuple))}
