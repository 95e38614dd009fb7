"""Estimators of time series."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.timeseries.autoregression import AnomalyMixtureARModel, ARModel
from penstock.contrib.timeseries.head import OneShotPredictionHead, TimeSeriesRegressionHead, state_to_dictionary
from penstock.contrib.timeseries.model import TimeSeriesModel
from penstock.contrib.timeseries.networks import FlatPredictionModel, LSTMPredictionModel
from penstock.contrib.timeseries.reading import TIMES, VALUES, Features
from penstock.contrib.timeseries.state_managers import FilteringOnlyStateManager, PassthroughStateManager
from penstock.contrib.timeseries.statistics import InputStatisticsFromMiniBatch
from penstock.estimator.canned.optimizers import get_optimizer_instance
from penstock.estimator.estimator import Estimator
from penstock.estimator.receivers import ServingInputReceiver
from penstock.graph.operation import Tensor
from penstock.graph.typing import DTypeLike

nest = tf.contrib.framework.nest

Receiver = Callable[[], ServingInputReceiver]


@export("contrib.timeseries.TimeSeriesRegressor")
class TimeSeriesRegressor(Estimator):
    """An Estimator with a model of time series.

    Args:
      model: the model.
      state_manager: which state batches begin with; what suits the model by default.
      optimizer: trains the model; Adam with a rate of 0.02 by default.
      model_dir: where the model is saved and continued.
      config: a `RunConfig`.
      head_type: makes the head.

    >>> import penstock as tf
    >>> series = tf.contrib.timeseries
    >>> model = series.ARModel(periodicities=7, input_window_size=4, output_window_size=2, num_features=1)
    >>> isinstance(series.TimeSeriesRegressor(model, model_dir="week"), tf.estimator.Estimator)
    True
    """

    def __init__(
        self,
        model: TimeSeriesModel,
        state_manager: PassthroughStateManager | None = None,
        optimizer: Any = None,
        model_dir: str | None = None,
        config: Any = None,
        head_type: Callable[..., TimeSeriesRegressionHead] = TimeSeriesRegressionHead,
    ) -> None:
        statistics = InputStatisticsFromMiniBatch(dtype=model.dtype, num_features=model.num_features)
        if state_manager is None:
            is_window = isinstance(model, ARModel)
            state_manager = FilteringOnlyStateManager() if is_window else PassthroughStateManager()
        if optimizer is None:
            optimizer = tf.train.AdamOptimizer(0.02)
        self._model = model
        head = head_type(
            model=model, state_manager=state_manager, optimizer=optimizer, input_statistics_generator=statistics
        )
        super().__init__(model_fn=head.create_estimator_spec, model_dir=model_dir, config=config)

    def _model_start_state_placeholders(self, batch_size: Tensor, static_batch_size: int | None) -> Features:
        """Placeholders for the parts of a state, whose defaults are zeros."""
        with tf.Graph().as_default():
            self._model.initialize_graph()
            start = nest.map_structure(
                lambda part: tf.contrib.util.constant_value(tf.zeros_like(part)), self._model.get_start_state()
            )
        found = {}
        for name, part in state_to_dictionary(start).items():
            many = tf.concat([batch_size[None], tf.ones(len(part.shape), dtype=tf.int32)], axis=0)
            found[name] = tf.placeholder_with_default(
                input=tf.tile(part[None, ...], multiples=many),
                name=name,
                shape=tf.TensorShape((static_batch_size,)).concatenate(part.shape),
            )
        return found

    def build_one_shot_parsing_serving_input_receiver_fn(
        self,
        filtering_length: int,
        prediction_length: int,
        default_batch_size: int | None = None,
        values_input_dtype: DTypeLike | None = None,
        truncate_values: bool = False,
    ) -> Receiver:
        """What an exported model is given as `tf.train.Example`s with a whole series each.

        Args:
          filtering_length: how many times have values.
          prediction_length: how many times come after them.
          default_batch_size: how many series there are, if that is known.
          values_input_dtype: the type of the values in the examples; `float32` by default.
          truncate_values: whether examples have values for the later times, too, which are not used.
        """
        dtype = tf.float32 if values_input_dtype is None else values_input_dtype
        whole = filtering_length + prediction_length

        def spec_of(key: str, spec: Any) -> Any:
            if isinstance(spec, tf.FixedLenFeature):
                length = filtering_length if key == VALUES and not truncate_values else whole
                return spec._replace(shape=(length, *spec.shape))
            if spec.dtype == tf.string:
                return tf.FixedLenFeature(shape=(whole,), dtype=tf.string)
            raise ValueError(f"VarLenFeatures not supported, got {spec} for key {key}")

        def receiver() -> ServingInputReceiver:
            columns = [
                *self._model.exogenous_feature_columns,
                tf.feature_column.numeric_column(key=TIMES, dtype=tf.int64),
                tf.feature_column.numeric_column(key=VALUES, dtype=dtype, shape=(self._model.num_features,)),
            ]
            specs = tf.feature_column.make_parse_example_spec(columns)
            specs = {key: spec_of(key, spec) for key, spec in specs.items()}
            examples = tf.placeholder(shape=[default_batch_size], dtype=tf.string, name="input")
            features = tf.parse_example(serialized=examples, features=specs)
            features[TIMES] = tf.squeeze(features[TIMES], axis=-1)
            features[VALUES] = tf.cast(features[VALUES], dtype=self._model.dtype)[:, :filtering_length]
            features.update(self._model_start_state_placeholders(tf.shape(features[TIMES])[0], default_batch_size))
            return ServingInputReceiver(features, {"examples": examples})

        return receiver

    def build_raw_serving_input_receiver_fn(
        self, default_batch_size: int | None = None, default_series_length: int | None = None
    ) -> Receiver:
        """What an exported model is given as arrays: times, values, other features and the parts of a state.

        Args:
          default_batch_size: how many series there are, if that is known.
          default_series_length: how many times they have, if that is known.
        """

        def receiver() -> ServingInputReceiver:
            shape = [default_batch_size, default_series_length]
            size = self._model.num_features
            times = tf.placeholder(name=TIMES, dtype=tf.int64, shape=shape)
            found = {TIMES: times}
            found[VALUES] = tf.placeholder_with_default(
                name=VALUES,
                input=tf.zeros(shape=[*(length or 0 for length in shape), size], dtype=self._model.dtype),
                shape=(*shape, size),
            )
            for key, (inner, dtype) in self._shapes_of_others().items():
                found[key] = tf.placeholder(dtype=dtype, name=key, shape=[*shape, *inner])
            found.update(self._model_start_state_placeholders(tf.shape(times)[0], default_batch_size))
            return ServingInputReceiver(found, found)

        return receiver

    def _shapes_of_others(self) -> dict[str, tuple[list[Any], Any]]:
        """The shapes and types of other features for one time."""
        columns = self._model.exogenous_feature_columns
        if not columns:
            return {}
        with tf.Graph().as_default():
            specs = tf.feature_column.make_parse_example_spec(columns)
            parsed = tf.parse_example(serialized=tf.placeholder(shape=[None], dtype=tf.string), features=specs)
            return {
                key: (value.get_shape().with_rank_at_least(1).as_list()[1:], value.dtype)
                for key, value in parsed.items()
            }


@export("contrib.timeseries.ARRegressor")
class ARRegressor(TimeSeriesRegressor):
    """An Estimator with an autoregressive model.

    Args:
      periodicities: after how many times the series comes round; a number or several.
      input_window_size: how many times are looked at.
      output_window_size: how many are predicted from them.
      num_features: how many parts the values have.
      exogenous_feature_columns: columns for other features.
      num_time_buckets: into how many parts a period is cut.
      loss: `ARModel.SQUARED_LOSS` or `ARModel.NORMAL_LIKELIHOOD_LOSS`.
      hidden_layer_sizes: the sizes of hidden layers.
      anomaly_prior_probability: how likely an anomaly is; None: there are none.
      anomaly_distribution: `"gaussian"` or `"cauchy"`.
      optimizer: trains the model; Adagrad with a rate of 0.1 by default.
      model_dir: where the model is saved and continued.
      config: a `RunConfig`.

    Raises:
      ValueError: a distribution of anomalies without their probability, or anomalies with a squared loss.

    >>> import numpy as np, penstock as tf
    >>> series = tf.contrib.timeseries
    >>> data = {"times": np.arange(40), "values": np.sin(np.arange(40.0))}
    >>> estimator = series.ARRegressor(periodicities=6, input_window_size=4, output_window_size=2, num_features=1)
    >>> _ = estimator.train(series.RandomWindowInputFn(series.NumpyReader(data), window_size=6, batch_size=4), steps=5)
    >>> evaluation = estimator.evaluate(series.WholeDatasetInputFn(series.NumpyReader(data)), steps=1)
    >>> (predictions,) = estimator.predict(series.predict_continuation_input_fn(evaluation, steps=3))
    >>> predictions["times"].tolist(), predictions["mean"].shape
    ([40, 41, 42], (3, 1))
    """

    def __init__(
        self,
        periodicities: int | Sequence[int] | None,
        input_window_size: int,
        output_window_size: int,
        num_features: int,
        exogenous_feature_columns: Sequence[Any] | None = None,
        num_time_buckets: int = 10,
        loss: str = ARModel.NORMAL_LIKELIHOOD_LOSS,
        hidden_layer_sizes: Sequence[int] | None = None,
        anomaly_prior_probability: float | None = None,
        anomaly_distribution: str | None = None,
        optimizer: Any = None,
        model_dir: str | None = None,
        config: Any = None,
    ) -> None:
        if optimizer is None:
            optimizer = tf.train.AdagradOptimizer(0.1)
        model: ARModel
        settings: dict[str, Any] = {
            "periodicities": periodicities,
            "num_features": num_features,
            "prediction_model_factory": functools.partial(FlatPredictionModel, hidden_layer_sizes=hidden_layer_sizes),
            "exogenous_feature_columns": exogenous_feature_columns,
            "num_time_buckets": num_time_buckets,
            "input_window_size": input_window_size,
            "output_window_size": output_window_size,
        }
        if anomaly_prior_probability is None:
            if anomaly_distribution is not None:
                raise ValueError("anomaly_prior_probability is required if anomaly_distribution is specified.")
            model = ARModel(loss=loss, **settings)
        else:
            if loss != ARModel.NORMAL_LIKELIHOOD_LOSS:
                raise ValueError(
                    "AnomalyMixtureARModel only supports ar_model.ARModel.NORMAL_LIKELIHOOD_LOSS for its loss argument."
                )
            settings["anomaly_distribution"] = anomaly_distribution
            model = AnomalyMixtureARModel(
                anomaly_prior_probability=anomaly_prior_probability,
                **settings,
            )
        super().__init__(
            model=model,
            state_manager=FilteringOnlyStateManager(),
            optimizer=optimizer,
            model_dir=model_dir,
            config=config,
        )


class LSTMAutoRegressor(TimeSeriesRegressor):
    """An Estimator with a recurrent network that reads some times and makes the next.

    Args:
      periodicities: after how many times the series comes round; a number or several.
      input_window_size: how many times are looked at.
      output_window_size: how many are predicted from them.
      model_dir: where the model is saved and continued.
      num_features: how many parts the values have.
      extra_feature_columns: columns for other features.
      num_timesteps: into how many parts a period is cut.
      loss: `ARModel.SQUARED_LOSS` or `ARModel.NORMAL_LIKELIHOOD_LOSS`.
      num_units: the size of the network's states.
      optimizer: an optimizer, or its name: its rate is 0.01.
      config: a `RunConfig`.
    """

    def __init__(
        self,
        periodicities: int | Sequence[int] | None,
        input_window_size: int,
        output_window_size: int,
        model_dir: str | None = None,
        num_features: int = 1,
        extra_feature_columns: Sequence[Any] | None = None,
        num_timesteps: int = 10,
        loss: str = ARModel.NORMAL_LIKELIHOOD_LOSS,
        num_units: int = 128,
        optimizer: Any = "Adam",
        config: Any = None,
    ) -> None:
        optimizer = get_optimizer_instance(optimizer, learning_rate=0.01)
        model = ARModel(
            periodicities=periodicities,
            input_window_size=input_window_size,
            output_window_size=output_window_size,
            num_features=num_features,
            exogenous_feature_columns=extra_feature_columns,
            num_time_buckets=num_timesteps,
            loss=loss,
            prediction_model_factory=functools.partial(LSTMPredictionModel, num_units=num_units),
        )
        super().__init__(
            model=model,
            state_manager=FilteringOnlyStateManager(),
            optimizer=optimizer,
            model_dir=model_dir,
            config=config,
            head_type=OneShotPredictionHead,
        )
