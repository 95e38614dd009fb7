"""Which state a batch begins with: none, a given one, or the one that an earlier batch ended with."""

from __future__ import annotations

import abc
from typing import Any

import penstock as tf
from penstock.contrib.timeseries.densities import replicate_state
from penstock.contrib.timeseries.keys import FilteringFeatures
from penstock.contrib.timeseries.model import ModelOutputs, TimeSeriesModel
from penstock.contrib.timeseries.reading import TIMES, VALUES, Features
from penstock.contrib.timeseries.statistics import InputStatistics, TupleOfTensorsLookup
from penstock.estimator.spec import ModeKeys
from penstock.graph.operation import Tensor

nest = tf.contrib.framework.nest

STATE = FilteringFeatures.STATE_TUPLE


class PassthroughStateManager:
    """For models without a state that lasts."""

    def __init__(self) -> None:
        self._input_statistics: InputStatistics | None = None
        self._graph_initialized = False

    def initialize_graph(self, model: TimeSeriesModel, input_statistics: InputStatistics | None = None) -> None:
        """Makes operations in the default graph.

        Args:
          model: the model.
          input_statistics: what is known of the series.
        """
        self._graph_initialized = True
        self._input_statistics = input_statistics

    def define_loss(self, model: TimeSeriesModel, features: Features, mode: str) -> ModelOutputs:
        """The outputs of a model for a batch.

        Args:
          model: the model.
          features: the batch.
          mode: a `tf.estimator.ModeKeys`.

        Raises:
          ValueError: a state is given.
        """
        if STATE in features:
            raise ValueError("Overriding start state is not supported for this model.")
        return model.define_loss(features, mode)


class _Overridable(PassthroughStateManager):
    """Begins with the state that is given, if one is."""

    @abc.abstractmethod
    def _define_loss_with_saved_state(self, model: Any, features: Features, mode: str) -> ModelOutputs:
        """The outputs where no state is given."""

    def define_loss(self, model: TimeSeriesModel, features: Features, mode: str) -> ModelOutputs:
        """The outputs of a model for a batch.

        Args:
          model: the model.
          features: the batch, with a state or without; it is taken out.
          mode: a `tf.estimator.ModeKeys`.

        Raises:
          ValueError: a state is given in training.
        """
        if STATE not in features:
            return self._define_loss_with_saved_state(model=model, features=features, mode=mode)
        if mode == ModeKeys.TRAIN:
            raise ValueError(
                f"Overriding saved state for training is not supported (but a value for feature {STATE} was specified)."
            )
        return model.get_batch_loss(features=features, mode=mode, state=features.pop(STATE))


class FilteringOnlyStateManager(_Overridable):
    """For models that need a state only to go on from."""

    def _define_loss_with_saved_state(self, model: Any, features: Features, mode: str) -> ModelOutputs:
        return model.define_loss(features, mode)


class ChainingStateManager(_Overridable):
    """Begins each window with the state that an earlier one has left where this one begins.

    Args:
      state_saving_interval: how many times share a state.
      checkpoint_state: whether checkpoints have these states.
    """

    def __init__(self, state_saving_interval: int = 20, checkpoint_state: bool = False) -> None:
        super().__init__()
        self._checkpoint_state = checkpoint_state
        self._state_saving_interval = state_saving_interval
        self._start_state: Any = None
        self._cached_states: Any = None

    def initialize_graph(self, model: TimeSeriesModel, input_statistics: InputStatistics | None = None) -> None:
        """Makes the tables of states.

        Args:
          model: the model.
          input_statistics: what is known of the series.
        """
        super().initialize_graph(model=model, input_statistics=input_statistics)
        self._start_state = model.get_start_state()
        self._cached_states = TupleOfTensorsLookup(
            key_dtype=tf.int64,
            default_values=self._start_state,
            empty_key=-1,
            deleted_key=-2,
            name="cached_states",
            checkpoint=self._checkpoint_state,
        )

    def _define_loss_with_saved_state(self, model: Any, features: Features, mode: str) -> ModelOutputs:
        if not self._graph_initialized:
            raise ValueError("ChainingStateManager requires initialize_graph() to be called before use.")
        loss, end_state, predictions = self._update_cached_states(model=model, features=features, mode=mode)
        predictions["observed"] = features[VALUES]
        # The windows are parts of one series: the last one's state is that of the series.
        last = nest.map_structure(lambda part: part[-1][None], end_state)
        return ModelOutputs(loss=loss, end_state=last, predictions=predictions, prediction_times=features[TIMES])

    def _get_chunk_number(self, time: Any) -> Any:
        return time // self._state_saving_interval

    def _get_cached_states(self, times: Tensor) -> Any:
        chunks = self._get_chunk_number(times)
        found = tuple(self._cached_states.lookup(tf.cast(chunks, tf.int64)))
        # The first window begins with the model's own state, so that this is trained.
        begins = 0 if self._input_statistics is None else self._input_statistics.start_time
        is_first = tf.equal(chunks, self._get_chunk_number(begins))
        starts = nest.flatten(replicate_state(self._start_state, tf.shape(times)[0]))
        chosen = [tf.where(is_first, start, kept) for start, kept in zip(starts, nest.flatten(found))]
        return nest.pack_sequence_as(found, chosen)

    def _update_cached_states(self, model: Any, features: Features, mode: str) -> tuple[Tensor, Any, Features]:
        times = features[TIMES]
        before = self._get_cached_states(times[:, 0])
        loss, states, predictions = model.per_step_batch_loss(features=features, mode=mode, state=before)
        # A state is kept where a window would look for it that begins at the next time, but not before the next place.
        least = self._get_chunk_number(times) + 1
        following = tf.concat([times[:, 1:], times[:, -1:] + 1], axis=1)
        places = tf.maximum(self._get_chunk_number(following), least)
        kept = [self._cached_states.insert(keys=places, values=states)]
        end_state = nest.map_structure(lambda part: part[:, -1], states)
        with tf.control_dependencies(kept):
            return tf.identity(loss), end_state, predictions
