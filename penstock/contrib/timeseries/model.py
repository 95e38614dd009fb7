"""Bases of models of time series: what each gives, and those that go through a series time by time."""

from __future__ import annotations

import abc
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import penstock as tf
from penstock.contrib.timeseries.densities import replicate_state
from penstock.contrib.timeseries.keys import PredictionFeatures, TrainEvalFeatures
from penstock.contrib.timeseries.reading import Features
from penstock.contrib.timeseries.statistics import InputStatistics
from penstock.graph.operation import Tensor
from penstock.graph.typing import DTypeLike, NestedTensors

nest = tf.contrib.framework.nest

TIMES, VALUES, STATE = TrainEvalFeatures.TIMES, TrainEvalFeatures.VALUES, PredictionFeatures.STATE_TUPLE


class ModelOutputs(NamedTuple):
    """What a model gives for a batch: loss, state at its end, predictions and their times."""

    loss: Any
    end_state: Any
    predictions: Any
    prediction_times: Any


def embedded_size(columns: Sequence[Any]) -> tuple[int, ...] | list[int]:
    """The shape of what feature columns make of one example.

    Args:
      columns: the columns.
    """
    if not columns:
        return (0,)
    with tf.Graph().as_default():
        spec = tf.feature_column.make_parse_example_spec(columns)
        parsed = tf.parse_example(serialized=tf.placeholder(shape=[None], dtype=tf.string), features=spec)
        return tf.feature_column.input_layer(features=parsed, feature_columns=columns).get_shape().as_list()[1:]


class TimeSeriesModel(abc.ABC):
    """The base of models of time series.

    Args:
      num_features: how many parts the values have.
      exogenous_feature_columns: columns for other features.
      dtype: the type of computing.
    """

    def __init__(
        self, num_features: int, exogenous_feature_columns: Sequence[Any] | None = None, dtype: DTypeLike = tf.float32
    ) -> None:
        self._exogenous_feature_columns = exogenous_feature_columns or []
        self.num_features = num_features
        self.dtype = dtype
        self._input_statistics: InputStatistics | None = None
        self._graph_initialized = False
        self._stats_means: Any = None
        self._stats_sigmas: Any = None

    @property
    def exogenous_feature_columns(self) -> Sequence[Any]:
        """Columns for other features."""
        return self._exogenous_feature_columns

    def generate(
        self, number_of_series: int, series_length: int, model_parameters: Any = None, seed: int | None = None
    ) -> Any:
        """Draws series from the model.

        Args:
          number_of_series: how many.
          series_length: how long they are.
          model_parameters: values that replace the parameters'.
          seed: the seed.

        Raises:
          NotImplementedError: the model does not do this.
        """
        raise NotImplementedError("This model does not support generation.")

    def initialize_graph(self, input_statistics: InputStatistics | None = None) -> None:
        """Makes variables and operations in the default graph.

        Args:
          input_statistics: what is known of the series.
        """
        self._graph_initialized = True
        self._input_statistics = input_statistics
        if self._input_statistics:
            self._stats_means, variances = self._input_statistics.overall_feature_moments
            self._stats_sigmas = tf.sqrt(variances)

    def _scale_data(self, data: Any) -> Any:
        """Values with a mean of 0 and a variance of 1."""
        return data if self._input_statistics is None else (data - self._stats_means) / self._stats_sigmas

    def _scale_variance(self, variance: Any) -> Any:
        if self._input_statistics is None:
            return variance
        return variance / self._input_statistics.overall_feature_moments.variance

    def _scale_back_data(self, data: Any) -> Any:
        """Values as the series has them."""
        return data if self._input_statistics is None else data * self._stats_sigmas + self._stats_means

    def _scale_back_variance(self, variance: Any) -> Any:
        if self._input_statistics is None:
            return variance
        return variance * self._input_statistics.overall_feature_moments.variance

    def _check_graph_initialized(self) -> None:
        if not self._graph_initialized:
            raise ValueError(
                "TimeSeriesModels require initialize_graph() to be called before use. This defines variables and ops "
                "in the default graph, and allows Tensor-valued input statistics to be specified."
            )

    def define_loss(self, features: Features, mode: str) -> ModelOutputs:
        """The outputs for a batch whose series begin with it.

        Args:
          features: the batch.
          mode: a `tf.estimator.ModeKeys`.

        Raises:
          ValueError: `initialize_graph` was not called.
        """
        self._check_graph_initialized()
        start = replicate_state(start_state=self.get_start_state(), batch_size=tf.shape(features[TIMES])[0])
        return self.get_batch_loss(features=features, mode=mode, state=start)

    @abc.abstractmethod
    def get_start_state(self) -> Any:
        """The state before a series."""

    @abc.abstractmethod
    def get_batch_loss(self, features: Features, mode: str, state: NestedTensors) -> ModelOutputs:
        """The outputs for a batch.

        Args:
          features: the batch.
          mode: a `tf.estimator.ModeKeys`.
          state: the state before it.
        """

    @abc.abstractmethod
    def predict(self, features: Mapping[str, Any]) -> Features:
        """Predictions.

        Args:
          features: times and the state before them.
        """

    def _get_exogenous_embedding_shape(self) -> tuple[int, ...] | list[int]:
        return embedded_size(self._exogenous_feature_columns)

    def _process_exogenous_features(self, times: Tensor, features: Features) -> Tensor | None:
        """What the columns make of other features, for each time of each window."""
        if not self._exogenous_feature_columns:
            return None
        flat = {}
        for name, tensor in features.items():
            rank = tensor.get_shape().ndims
            if rank is None:
                raise ValueError(
                    f"Features with unknown rank are not supported. Got shape {tensor.get_shape()} for feature {name}."
                )
            shape = tf.shape(tensor)
            tensor = tf.reshape(tensor, tf.concat([[shape[0] * shape[1]], shape[2:]], axis=0))
            is_number = tensor.get_shape().ndims == 1 and tensor.dtype != tf.string
            flat[name] = tensor[:, None] if is_number else tensor
        embedded = tf.feature_column.input_layer(
            features=flat, feature_columns=self._exogenous_feature_columns, trainable=True
        )
        found = tf.reshape(embedded, tf.concat([tf.shape(times), tf.shape(embedded)[1:]], axis=0))
        found.set_shape(times.get_shape().concatenate(embedded.get_shape()[1:]))
        return tf.cast(found, dtype=self.dtype)


class _Steps:
    """Values of steps in a list, called as a TensorArray is."""

    def __init__(self) -> None:
        self.values: list[Any] = []

    def write(self, unused_position: Any, value: Any) -> _Steps:
        self.values.append(value)
        return self


Step = Callable[[Tensor, Tensor, Any], tuple[Any, Features]]


class SequentialTimeSeriesModel(TimeSeriesModel):
    """The base of models that go through a series time by time, with a state.

    Args:
      train_output_names: what each step of training gives, beside the loss.
      predict_output_names: what each step of a prediction gives.
      num_features: how many parts the values have.
      normalize_features: whether values are scaled first.
      dtype: the type of computing.
      exogenous_feature_columns: columns for other features.
      exogenous_update_condition: a function of times and features that says for which series these change the state.
      static_unrolling_window_size_threshold: windows up to this size are written out instead of put in a loop.
    """

    def __init__(
        self,
        train_output_names: Sequence[str],
        predict_output_names: Sequence[str],
        num_features: int,
        normalize_features: bool = False,
        dtype: DTypeLike = tf.float32,
        exogenous_feature_columns: Sequence[Any] | None = None,
        exogenous_update_condition: Callable[..., Any] | None = None,
        static_unrolling_window_size_threshold: int | None = None,
    ) -> None:
        super().__init__(num_features=num_features, dtype=dtype, exogenous_feature_columns=exogenous_feature_columns)
        self._exogenous_update_condition = exogenous_update_condition
        self._train_output_names = train_output_names
        self._predict_output_names = predict_output_names
        self._normalize_features = normalize_features
        self._static_unrolling_window_size_threshold = static_unrolling_window_size_threshold

    def _scale_back_predictions(self, predictions: Features) -> Features:
        """Predictions as the series has them."""
        raise NotImplementedError(
            "SequentialTimeSeriesModel normalized input data (normalize_features=True), but no method was provided to "
            "transform the predictions back to the input scale."
        )

    @abc.abstractmethod
    def _filtering_step(self, current_times: Any, current_values: Any, state: Any, predictions: Any) -> Any:
        """The state after values were seen, and outputs, with a loss."""

    @abc.abstractmethod
    def _prediction_step(self, current_times: Any, state: Any) -> Any:
        """The state a time later, and predictions."""

    @abc.abstractmethod
    def _imputation_step(self, current_times: Any, state: Any) -> Any:
        """The state after a gap."""

    @abc.abstractmethod
    def _exogenous_input_step(self, current_times: Any, current_exogenous_regressors: Any, state: Any) -> Any:
        """The state after other features were seen."""

    def _loss_additions(self, times: Tensor, values: Tensor, mode: str) -> Any:
        """What is added to the loss."""
        return 0.0

    def _window_initializer(self, times: Tensor, state: Any) -> None:
        """Called before each window."""

    def get_batch_loss(self, features: Features, mode: str, state: NestedTensors) -> ModelOutputs:
        """The outputs for a batch.

        Args:
          features: the batch.
          mode: a `tf.estimator.ModeKeys`.
          state: the state before it.
        """
        loss, states, outputs = self.per_step_batch_loss(features, mode, state)
        outputs["observed"] = features[VALUES]
        return ModelOutputs(
            loss=loss,
            end_state=nest.map_structure(lambda part: part[:, -1], states),
            predictions=outputs,
            prediction_times=features[TIMES],
        )

    def _apply_exogenous_update(
        self, current_times: Tensor, step_number: Tensor, state: Any, raw_features: Features, embedded: Tensor | None
    ) -> Any:
        if embedded is None:
            return state
        updated = self._exogenous_input_step(
            current_times=current_times, current_exogenous_regressors=embedded[:, step_number, :], state=state
        )
        if self._exogenous_update_condition is None:
            return updated
        current = {
            key: value[:, step_number] for key, value in raw_features.items() if key not in (STATE, TIMES, VALUES)
        }
        parts = []
        for new, old in zip(nest.flatten(updated), nest.flatten(state)):
            where = self._exogenous_update_condition(times=current_times, features=current)
            parts.append(tf.where(where, new, old))
        return nest.pack_sequence_as(state, parts)

    def per_step_batch_loss(self, features: Features, mode: str, state: Any) -> tuple[Tensor, Any, Features]:
        """The loss of a batch, the states after each time, and the outputs of each.

        Args:
          features: the batch.
          mode: a `tf.estimator.ModeKeys`.
          state: the state before it.

        Raises:
          ValueError: `initialize_graph` was not called.
        """
        self._check_graph_initialized()
        times = tf.cast(features[TIMES], dtype=tf.int64)
        values = tf.cast(features[VALUES], dtype=self.dtype)
        if self._normalize_features:
            values = self._scale_data(values)
        others = {key: value for key, value in features.items() if key not in (TIMES, VALUES)}
        embedded = self._process_exogenous_features(times=times, features=others)

        def step(step_number: Tensor, current_times: Tensor, state: Any) -> tuple[Any, Features]:
            current_values = values[:, step_number, :]
            state = self._apply_exogenous_update(current_times, step_number, state, features, embedded)
            predicted, predictions = self._prediction_step(current_times=current_times, state=state)
            return self._filtering_step(
                current_times=current_times, current_values=current_values, state=predicted, predictions=predictions
            )

        states, outputs = self._state_update_loop(
            times=times, state=state, state_update_fn=step, outputs=["loss", *self._train_output_names]
        )
        outputs["loss"].set_shape(times.get_shape())
        total = tf.reduce_sum(outputs["loss"])
        loss = total / tf.cast(tf.reduce_prod(tf.shape(times)), dtype=self.dtype)
        loss += self._loss_additions(times, values, mode)
        del outputs["loss"]  # a step's part of it is not what the step costs
        return loss, states, self._scale_back_predictions(outputs) if self._normalize_features else outputs

    def predict(self, features: Mapping[str, Any]) -> Features:
        """Predictions, time by time.

        Args:
          features: times, the state before them, and other features.
        """
        times = tf.convert_to_tensor(features[TIMES], tf.int64)
        others = {key: value for key, value in features.items() if key not in (TIMES, STATE)}
        embedded = self._process_exogenous_features(times=times, features=others)

        def step(step_number: Tensor, current_times: Tensor, state: Any) -> tuple[Any, Features]:
            state = self._apply_exogenous_update(current_times, step_number, state, dict(features), embedded)
            return self._prediction_step(current_times=current_times, state=state)

        _, predictions = self._state_update_loop(
            times=times, state=features[STATE], state_update_fn=step, outputs=self._predict_output_names
        )
        return self._scale_back_predictions(predictions) if self._normalize_features else predictions

    def _state_update_loop(
        self, times: Any, state: Any, state_update_fn: Step, outputs: Sequence[str]
    ) -> tuple[Any, Features]:
        """Takes a step for each time; returns the states and the outputs of all."""
        times = tf.convert_to_tensor(times, dtype=tf.int64)
        size, most = tf.dimension_value(times.shape[1]), self._static_unrolling_window_size_threshold
        unrolled = size if most is not None and size is not None and size <= most else None
        self._window_initializer(times, state)

        def take(number: Tensor, state: Any, states: Any, found: Any, reuse: bool = False) -> tuple[Any, ...]:
            with tf.variable_scope("state_update_step", reuse=reuse):
                current = times[:, number]
                state = self._imputation_step(current_times=current, state=state)
                after, values = state_update_fn(number, current, state)
                assert set(values) == set(outputs)
                found = [kept.write(number, values[name]) for name, kept in zip(outputs, found)]
                parts = nest.flatten(after)
                assert len(states) == len(parts)
                for new, old in zip(parts, nest.flatten(state)):
                    new.set_shape(old.get_shape())  # a loop's variables keep their shapes
                states = [kept.write(number, part) for kept, part in zip(states, parts)]
                return number + 1, nest.pack_sequence_as(state, parts), states, found

        many = tf.shape(times)[1]

        def kept(dtype: Any) -> Any:
            return _Steps() if unrolled is not None else tf.TensorArray(dtype=dtype, size=many, dynamic_size=False)

        arguments: Any = [
            tf.zeros([], tf.int32),
            state,
            [kept(part.dtype) for part in nest.flatten(state)],
            [kept(self.dtype) for _ in outputs],
        ]
        if unrolled is not None:
            for number in range(unrolled):
                _, before, states, found = arguments
                arguments = take(tf.constant(number, tf.int32), before, states, found, number > 0)
        else:
            arguments = tf.while_loop(cond=lambda number, *_: tf.less(number, many), body=take, loop_vars=arguments)
        _, _, states, found = arguments

        def stacked(steps: Any) -> Tensor:
            """Windows first, then times."""
            if unrolled is not None:
                return tf.stack(steps.values, axis=1)
            stack = steps.stack()
            return tf.transpose(stack, perm=tf.concat([[1, 0], tf.range(2, tf.rank(stack))], 0))

        values = {name: stacked(steps) for name, steps in zip(outputs, found)}
        return nest.pack_sequence_as(state, [stacked(part) for part in states]), values
