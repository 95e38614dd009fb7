"""Models that predict a window of a series from the one before it and from the time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.timeseries.densities import cauchy_log_prob, normal_log_prob
from penstock.contrib.timeseries.helpers import fully_connected
from penstock.contrib.timeseries.model import STATE, TIMES, VALUES, ModelOutputs, TimeSeriesModel
from penstock.contrib.timeseries.networks import FlatPredictionModel
from penstock.contrib.timeseries.reading import Features
from penstock.contrib.timeseries.statistics import InputStatistics
from penstock.estimator.spec import ModeKeys
from penstock.graph.operation import Tensor
from penstock.graph.typing import NestedTensors


@export("contrib.timeseries.ARModel")
class ARModel(TimeSeriesModel):
    """A model that predicts some times from some times before, linearly or by a network.

    Args:
      periodicities: after how many times the series comes round; a number or several.
      input_window_size: how many times are looked at.
      output_window_size: how many are predicted from them.
      num_features: how many parts the values have.
      prediction_model_factory: makes the network: a function of `num_features`, `input_window_size` and
        `output_window_size`.
      num_time_buckets: into how many parts a period is cut.
      loss: `ARModel.SQUARED_LOSS` or `ARModel.NORMAL_LIKELIHOOD_LOSS`.
      exogenous_feature_columns: columns for other features.

    >>> import penstock as tf
    >>> model = tf.contrib.timeseries.ARModel(
    ...     periodicities=24, input_window_size=10, output_window_size=5, num_features=1)
    >>> model.window_size
    15
    """

    SQUARED_LOSS = "squared_loss"
    NORMAL_LIKELIHOOD_LOSS = "normal_likelihood_loss"

    def __init__(
        self,
        periodicities: int | Sequence[int] | None,
        input_window_size: int,
        output_window_size: int,
        num_features: int,
        prediction_model_factory: Callable[..., Any] = FlatPredictionModel,
        num_time_buckets: int = 10,
        loss: str = NORMAL_LIKELIHOOD_LOSS,
        exogenous_feature_columns: Sequence[Any] | None = None,
    ) -> None:
        self._model_factory = prediction_model_factory
        self.input_window_size = input_window_size
        self.output_window_size = output_window_size
        self.window_size = self.input_window_size + self.output_window_size
        self.loss = loss
        super().__init__(num_features=num_features, exogenous_feature_columns=exogenous_feature_columns)
        self.exogenous_size = 0 if exogenous_feature_columns is None else self._get_exogenous_embedding_shape()[-1]
        assert num_time_buckets > 0
        self._buckets = int(num_time_buckets)
        periods: Any = periodicities or []
        self._periodicities = [int(p) for p in (periods if isinstance(periods, (list, tuple)) else [periods])]
        assert all(p > 0 for p in self._periodicities)
        assert self._periodicities or self.input_window_size
        assert output_window_size > 0

    def initialize_graph(self, input_statistics: InputStatistics | None = None) -> None:
        """Makes the network.

        Args:
          input_statistics: what is known of the series.
        """
        super().initialize_graph(input_statistics=input_statistics)
        # With a slash at the end, variables have the same names inside of loops and outside.
        self._model_scope = tf.variable_scope("model/", use_resource=True)
        self._model_instance = self._model_factory(
            num_features=self.num_features,
            input_window_size=self.input_window_size,
            output_window_size=self.output_window_size,
        )

    def get_start_state(self) -> tuple[Tensor, Tensor, Tensor]:
        """Times, values and other features of a window of zeros."""
        size = self.input_window_size
        return (
            tf.zeros([size], dtype=tf.int64),
            tf.zeros([size, self.num_features], dtype=self.dtype),
            tf.zeros([size, self.exogenous_size], dtype=self.dtype),
        )

    def random_model_parameters(self, seed: int | None = None) -> None:
        """Nothing: 1.15 draws no series from this model.

        Args:
          seed: not used.
        """

    def generate(
        self, number_of_series: int, series_length: int, model_parameters: Any = None, seed: int | None = None
    ) -> None:
        """Nothing: 1.15 draws no series from this model.

        Args:
          number_of_series: not used.
          series_length: not used.
          model_parameters: not used.
          seed: not used.
        """

    def _predicted_covariance_op(self, activations: Sequence[tuple[Tensor, int]], num_values: int) -> Tensor:
        activation, size = activations[-1]
        many = self.output_window_size
        if self.loss == ARModel.NORMAL_LIKELIHOOD_LOSS:
            log = fully_connected(activation, size, many * num_values, name="log_sigma_square", activation=None)
            return tf.reshape(tf.exp(log), [-1, many, num_values])
        shape = tf.stack([tf.shape(activation)[0], tf.constant(many), tf.constant(num_values)])
        return tf.ones(shape=shape, dtype=activation.dtype)

    def _predicted_mean_op(self, activations: Sequence[tuple[Tensor, int]]) -> Tensor:
        activation, size = activations[-1]
        many = self.output_window_size
        mean = fully_connected(activation, size, many * self.num_features, name="predicted_mean", activation=None)
        return tf.reshape(mean, [-1, many, self.num_features])

    def prediction_ops(
        self, times: Tensor, values: Tensor | None, exogenous_regressors: Tensor | None
    ) -> dict[str, Tensor]:
        """Means and variances of the values after a window.

        Args:
          times: times of both windows.
          values: values of the first, or None if it has no times.
          exogenous_regressors: other features of both.
        """
        size, many = self.input_window_size, tf.shape(times)[0]
        times.get_shape().assert_is_compatible_with([None, self.window_size])
        if size and values is not None:
            values.get_shape().assert_is_compatible_with([None, size, self.num_features])
        if exogenous_regressors is not None:
            exogenous_regressors.get_shape().assert_is_compatible_with([None, self.window_size, self.exogenous_size])
        halves = (size, self.output_window_size)
        seen, known, seen_size, known_size = [], [], 0, 0
        if self._periodicities:
            _, places = self._compute_time_features(times)
            width = self._buckets * len(self._periodicities)
            before, after = tf.split(tf.reshape(places, [many, self.window_size, width]), halves, axis=1)
            seen.append(before)
            known.append(after)
            seen_size, known_size = seen_size + width, known_size + width
        if size:
            window = tf.slice(values, [0, 0, 0], [-1, size, -1])
            seen.append(tf.reshape(window, [many, size, self.num_features]))
            seen_size += self.num_features
        if self.exogenous_size:
            before, after = tf.split(exogenous_regressors, halves, axis=1)
            seen.append(before)
            known.append(after)
            seen_size, known_size = seen_size + self.exogenous_size, known_size + self.exogenous_size
        assert seen
        inputs = tf.concat(seen, axis=2)
        if known:
            outputs = tf.concat(known, axis=2)
        else:
            outputs = tf.zeros([many, self.output_window_size, 0], dtype=self.dtype)
        batch = times.get_shape()[0].value
        inputs.set_shape([batch, size, seen_size])
        outputs.set_shape([batch, self.output_window_size, known_size])
        return self._output_window_predictions(inputs, outputs)

    def _output_window_predictions(self, inputs: Tensor, outputs: Tensor) -> dict[str, Tensor]:
        with self._model_scope:
            predictions = self._model_instance(inputs, outputs)
            for value in predictions.values():
                value.set_shape([None, self.output_window_size, self.num_features])
            return predictions

    def loss_op(self, targets: Tensor, prediction_ops: Mapping[str, Tensor]) -> Tensor:
        """The loss of predictions, for each value.

        Args:
          targets: the values.
          prediction_ops: what was predicted.
        """
        mean = prediction_ops["mean"]
        if self.loss == ARModel.NORMAL_LIKELIHOOD_LOSS:
            sigma = tf.sqrt(tf.maximum(prediction_ops["covariance"], 1e-5))
            loss = -tf.reduce_sum(normal_log_prob(targets, sigma, mean))
        else:
            assert self.loss == ARModel.SQUARED_LOSS, self.loss
            loss = tf.reduce_sum(tf.squared_difference(mean, targets))
        return loss / tf.cast(tf.reduce_prod(tf.shape(targets)), loss.dtype)

    def _process_exogenous_features(self, times: Tensor, features: Features) -> Tensor:
        embedded = super()._process_exogenous_features(times=times, features=features)
        if embedded is not None:
            return embedded
        assert self.exogenous_size == 0
        return tf.zeros(tf.concat([tf.shape(times), tf.constant([0])], axis=0))

    def predict(self, features: Mapping[str, Any]) -> Features:
        """Means and variances at later times, a window at a time.

        Args:
          features: times, the state before them, and other features at these times.
        """
        if not self._graph_initialized:
            self.initialize_graph()
        times = tf.cast(tf.convert_to_tensor(features[TIMES]), tf.int32)
        others = {key: value for key, value in features.items() if key not in (TIMES, VALUES, STATE)}
        regressors = self._process_exogenous_features(times=times, features=others)
        with tf.control_dependencies([tf.assert_equal(tf.shape(times)[1], tf.shape(regressors)[1])]):
            regressors = tf.identity(regressors)
        out = self.output_window_size
        batch, wanted = tf.shape(times)[0], tf.shape(times)[1]
        rounds = (wanted + out - 1) // out
        lacking = rounds * out - wanted
        times = tf.pad(times, [[0, 0], [0, lacking]])
        regressors = tf.pad(regressors, [[0, 0], [0, lacking], [0, 0]])
        first = self._first_window(features[STATE], times, regressors)

        def step(number: Tensor, *window_and_found: Any) -> tuple[Any, ...]:
            window, (means, variances) = window_and_found[:3], window_and_found[3:]
            predictions = self.prediction_ops(*window)
            mean = predictions["mean"]
            at = out * tf.minimum(number + 1, rounds - 1)  # after the last round there is no next window
            following = self._next_window(window, mean, times, regressors, at)
            following[0].set_shape(first[0].get_shape())
            following[2].set_shape(first[2].get_shape())
            means = means.write(number, mean)
            if not is_squared:
                variances = variances.write(number, predictions["covariance"])
            return number + 1, *following, means, variances

        is_squared = self.loss == ARModel.SQUARED_LOSS
        variances = 0.0 if is_squared else tf.TensorArray(dtype=self.dtype, size=rounds)
        means = tf.TensorArray(dtype=self.dtype, size=rounds)
        *_, means, variances = tf.while_loop(
            lambda number, *_: tf.less(number, rounds), step, [0, *first, means, variances]
        )

        def all_of(found: Any) -> Tensor:
            length = rounds * out
            values = tf.transpose(found.stack(), [1, 0, 2, 3])
            return tf.reshape(values, tf.stack([batch, length, -1]))[:, :wanted, :]

        mean = all_of(means)
        variance = tf.ones_like(mean) if is_squared else all_of(variances)
        return {"mean": self._scale_back_data(mean), "covariance": self._scale_back_variance(variance)}

    def _first_window(self, state: Any, times: Tensor, regressors: Tensor) -> tuple[Any, Any, Any]:
        """Times, values and other features of the first window, of which the state has the first part."""
        size, out = self.input_window_size, self.output_window_size
        before_times, before_values, before_regressors = state
        before_times = tf.cast(tf.convert_to_tensor(before_times), tf.int32)
        before_values = tf.convert_to_tensor(before_values, dtype=self.dtype)
        before_regressors = tf.convert_to_tensor(before_regressors, dtype=self.dtype)
        window_times, window_regressors = times[:, :out], regressors[:, :out, :]
        if not size > 0:
            return window_times, 0, window_regressors
        window_times = tf.concat([before_times[:, -size:], window_times], 1)
        values_size, times_size = tf.shape(before_values)[1], tf.shape(before_times)[1]
        enough = [tf.assert_greater_equal(values_size, size), tf.assert_equal(values_size, times_size)]
        with tf.control_dependencies(enough):
            values = before_values[:, -size:, :]
            window_regressors = tf.concat([before_regressors[:, -size:, :], window_regressors[:, :out, :]], axis=1)
        return window_times, values, window_regressors

    def _next_window(
        self, window: Sequence[Tensor], mean: Tensor, times: Tensor, regressors: Tensor, at: Tensor
    ) -> tuple[Tensor, Tensor, Tensor]:
        """The window after this one, with its predictions in place of values."""
        old_times, old_values, old_regressors = window
        size, out = self.input_window_size, self.output_window_size
        until = at + out
        if not size > 0:
            return times[:, at:until], old_values, regressors[:, at:until, :]
        if out < size:
            return (
                tf.concat([old_times[:, -size:], times[:, at:until]], 1),
                tf.concat([old_values[:, out:, :], mean], 1),
                tf.concat([old_regressors[:, -size:, :], regressors[:, at:until, :]], axis=1),
            )
        since = at - size
        return times[:, since:until], mean[:, -size:, :], regressors[:, since:until, :]

    def _process_window(self, features: Features, mode: str, exogenous_regressors: Tensor) -> ModelOutputs:
        """The outputs for windows of the size that the model has."""
        size, out = self.input_window_size, self.output_window_size
        times = tf.cast(features[TIMES], tf.int64)
        observed = tf.cast(features[VALUES], dtype=self.dtype)
        regressors = tf.cast(exogenous_regressors, dtype=self.dtype)
        if not times.get_shape().is_compatible_with([None, self.window_size]):
            raise ValueError(
                f"ARModel with input_window_size={size} and output_window_size={out} expects feature '{TIMES}' to have "
                f"shape (batch_size, {self.window_size}) (for any batch_size), but got shape {times.get_shape()}. If "
                f"you are using RandomWindowInputFn, set window_size={self.window_size} or adjust the "
                "input_window_size and output_window_size arguments to ARModel."
            )
        values = self._scale_data(observed)
        predictions = self.prediction_ops(times, values[:, :size, :] if size > 0 else None, regressors)
        mean, variance = predictions["mean"], predictions["covariance"]
        targets = tf.slice(values, [0, size, 0], [-1, -1, -1])
        targets.get_shape().assert_is_compatible_with(mean.get_shape())
        if mode == ModeKeys.EVAL and self.loss == ARModel.SQUARED_LOSS:
            loss = self.loss_op(self._scale_back_data(targets), {"mean": self._scale_back_data(mean)})
        else:
            loss = self.loss_op(targets, predictions)
        return ModelOutputs(
            loss=loss,
            end_state=(times[:, -size:], values[:, -size:, :], regressors[:, -size:, :]),
            predictions={
                "mean": self._scale_back_data(mean),
                "covariance": self._scale_back_variance(variance),
                "observed": observed[:, -out:],
            },
            prediction_times=times[:, -out:],
        )

    def get_batch_loss(self, features: Features, mode: str, state: NestedTensors) -> ModelOutputs:
        """The outputs for a batch: of one window in training, of all that there are in evaluation.

        Args:
          features: the batch.
          mode: a `tf.estimator.ModeKeys`.
          state: the state before it.

        Raises:
          ValueError: the window is too small, or not as long as the model's in training, or the mode is another.
        """
        features = {name: tf.convert_to_tensor(value) for name, value in features.items()}
        others = {key: value for key, value in features.items() if key not in (TIMES, VALUES, STATE)}
        regressors = self._process_exogenous_features(times=features[TIMES], features=others)
        if mode == ModeKeys.TRAIN:
            return self._process_window(features, mode=mode, exogenous_regressors=regressors)
        if mode == ModeKeys.EVAL:
            return self._evaluate(features, regressors, state)
        raise ValueError(f"Unknown mode '{mode}' passed to get_batch_loss.")

    def _evaluate(self, features: Features, regressors: Tensor, state: Any) -> ModelOutputs:
        """The outputs for windows of any size: as many of the model's as there are, the last ones."""
        size, out, times = self.input_window_size, self.output_window_size, features[TIMES]
        times.get_shape().assert_has_rank(2)
        length = times.get_shape()[1].value
        if length is not None and length < self.window_size:
            raise ValueError(
                "ARModel requires a window of at least input_window_size + output_window_size to evaluate on "
                f"(input_window_size={size}, output_window_size={out}, and got shape {times.get_shape()} for feature "
                f"'{TIMES}' (batch size, window size))."
            )
        many = (tf.shape(times)[1] - size) // out
        covered = many * out
        cropped = covered + size
        features = {name: value[:, -cropped:] for name, value in features.items()}

        def step(number: Tensor, losses: Any, means: Any, variances: Any) -> tuple[Any, ...]:
            at = number * out
            outputs = self._process_window(
                features={name: value[:, at : at + self.window_size] for name, value in features.items()},
                mode=ModeKeys.EVAL,
                exogenous_regressors=regressors[:, at : at + self.window_size],
            )
            found = outputs.predictions
            assert sorted(found) == ["covariance", "mean", "observed"]
            return (
                number + 1,
                losses.write(number, outputs.loss),
                means.write(number, found["mean"]),
                variances.write(number, found["covariance"]),
            )

        arrays = [tf.TensorArray(dtype=self.dtype, size=many) for _ in range(3)]
        _, losses, means, variances = tf.while_loop(lambda number, *_: number < many, step, [0, *arrays])
        values = tf.cast(features[VALUES], dtype=self.dtype)
        shape = [tf.shape(times)[0], out * many, self.num_features]
        end = self._end_state(state, times, values, regressors) if size > 0 else tuple(state)
        return ModelOutputs(
            loss=tf.reduce_mean(losses.stack(), axis=0),
            end_state=end,
            predictions={
                "mean": tf.reshape(tf.transpose(means.stack(), [1, 0, 2, 3]), shape),
                "covariance": tf.reshape(tf.transpose(variances.stack(), [1, 0, 2, 3]), shape),
                "observed": values[:, -covered:],
            },
            prediction_times=times[:, -covered:],
        )

    def _end_state(self, state: Any, times: Tensor, values: Tensor, regressors: Tensor) -> tuple[Tensor, ...]:
        """The last times of the state and the window together."""
        size, (old_times, old_values, old_regressors) = self.input_window_size, state
        new_times = tf.concat([old_times, tf.cast(times, dtype=tf.int64)], axis=1)[:, -size:]
        new_times.set_shape((None, size))
        new_values = tf.concat([old_values, self._scale_data(values)], axis=1)[:, -size:, :]
        new_values.set_shape((None, size, self.num_features))
        new_regressors = tf.concat([old_regressors, regressors], axis=1)[:, -size:, :]
        new_regressors.set_shape((None, size, self.exogenous_size))
        return new_times, new_values, new_regressors

    def _compute_time_features(self, time: Tensor) -> tuple[Tensor, Tensor]:
        """How many periods there were, and for each period a vector: how far its part has come, zeros for the others."""
        batch, many = tf.shape(time)[0], len(self._periodicities)
        periods = tf.constant(self._periodicities, shape=[1, 1, many, 1], dtype=time.dtype)
        time = tf.reshape(time, [batch, -1, 1, 1])
        offset = time / self._periodicities
        place = tf.cast(time % periods, self.dtype) * self._buckets / tf.cast(periods, self.dtype)
        starts = tf.reshape(tf.range(self._buckets, dtype=self.dtype), [1, 1, 1, self._buckets])
        place = tf.nn.relu(place - starts)
        return offset, tf.compat.v2.where(place < 1.0, place, tf.zeros_like(place))


class AnomalyMixtureARModel(ARModel):
    """An autoregressive model some of whose values are anomalies.

    Args:
      periodicities: after how many times the series comes round; a number or several.
      anomaly_prior_probability: how likely an anomaly is.
      input_window_size: how many times are looked at.
      output_window_size: how many are predicted from them.
      num_features: how many parts the values have.
      prediction_model_factory: makes the network.
      anomaly_distribution: `GAUSSIAN_ANOMALY` or `CAUCHY_ANOMALY`.
      num_time_buckets: into how many parts a period is cut.
      exogenous_feature_columns: columns for other features.
    """

    GAUSSIAN_ANOMALY = "gaussian"
    CAUCHY_ANOMALY = "cauchy"

    def __init__(
        self,
        periodicities: int | Sequence[int] | None,
        anomaly_prior_probability: float,
        input_window_size: int,
        output_window_size: int,
        num_features: int,
        prediction_model_factory: Callable[..., Any] = FlatPredictionModel,
        anomaly_distribution: str = GAUSSIAN_ANOMALY,
        num_time_buckets: int = 10,
        exogenous_feature_columns: Sequence[Any] | None = None,
    ) -> None:
        assert 0.0 < anomaly_prior_probability < 1.0
        self._anomaly_prior_probability = anomaly_prior_probability
        assert anomaly_distribution in (self.GAUSSIAN_ANOMALY, self.CAUCHY_ANOMALY)
        self._anomaly_distribution = anomaly_distribution
        super().__init__(
            periodicities=periodicities,
            num_features=num_features,
            num_time_buckets=num_time_buckets,
            input_window_size=input_window_size,
            output_window_size=output_window_size,
            loss=ARModel.NORMAL_LIKELIHOOD_LOSS,
            prediction_model_factory=prediction_model_factory,
            exogenous_feature_columns=exogenous_feature_columns,
        )

    def prediction_ops(
        self, times: Tensor, values: Tensor | None, exogenous_regressors: Tensor | None
    ) -> dict[str, Tensor]:
        """Means and variances of the values after a window, and how wide anomalies are.

        Args:
          times: times of both windows.
          values: values of the first.
          exogenous_regressors: other features of both.
        """
        found = super().prediction_ops(times, values, exogenous_regressors)
        log = tf.get_variable("anomaly_log_param", shape=[], dtype=self.dtype, initializer=tf.zeros_initializer())
        found["anomaly_params"] = tf.exp(log)
        return found

    def _anomaly_log_prob(self, targets: Tensor, predictions: Mapping[str, Tensor]) -> Tensor:
        width, mean = predictions["anomaly_params"], predictions["mean"]
        if self._anomaly_distribution == self.CAUCHY_ANOMALY:
            return cauchy_log_prob(targets, width, mean)
        return normal_log_prob(targets, tf.sqrt(tf.maximum(width, 1e-5)), mean)

    def loss_op(self, targets: Tensor, prediction_ops: Mapping[str, Tensor]) -> Tensor:
        """The loss of predictions, for each value.

        Args:
          targets: the values.
          prediction_ops: what was predicted.
        """
        sigma = tf.sqrt(tf.maximum(prediction_ops["covariance"], 1e-5))
        usual = normal_log_prob(targets, sigma, prediction_ops["mean"])
        usual += tf.log(1 - self._anomaly_prior_probability)
        anomaly = self._anomaly_log_prob(targets, prediction_ops)
        anomaly += tf.log(self._anomaly_prior_probability)
        less, more = tf.minimum(usual, anomaly), tf.maximum(usual, anomaly)
        loss = -tf.reduce_sum(more + tf.log(1 + tf.exp(less - more)))
        return loss / tf.cast(tf.reduce_prod(tf.shape(targets)), self.dtype)
