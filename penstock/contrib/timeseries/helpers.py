"""Dense layers and times of models of time series."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

import penstock as tf
from penstock.contrib.timeseries.keys import FilteringResults
from penstock.graph.operation import Tensor
from penstock.graph.typing import DTypeLike


def fully_connected(
    inp: Tensor,
    inp_size: int,
    layer_size: int,
    name: str,
    activation: Callable[[Tensor], Tensor] | None = tf.nn.relu,
    dtype: DTypeLike = tf.float32,
) -> Tensor:
    """A dense layer with the variables `<name>_weight` and `<name>_bias`.

    Args:
      inp: vectors.
      inp_size: their length.
      layer_size: the length of what comes out.
      name: how the variables' names begin.
      activation: what is done with the sums.
      dtype: the type of the weights.
    """
    weight = tf.get_variable(f"{name}_weight", shape=[inp_size, layer_size], dtype=dtype)
    bias = tf.get_variable(f"{name}_bias", shape=[layer_size], initializer=tf.zeros_initializer())
    output = tf.nn.xw_plus_b(inp, weight, bias)
    return output if activation is None else activation(output)


def parameter_switch(parameter_overrides: Mapping[Any, Any]) -> Callable[[Any], Any]:
    """A function that gives a parameter's value: the one it is replaced by, else its own.

    Args:
      parameter_overrides: parameters and what replaces them.
    """

    def value_of(parameter: Any) -> Any:
        return tf.convert_to_tensor(parameter_overrides.get(parameter, parameter)).eval()

    return value_of


def canonicalize_times_or_steps_from_output(
    times: Any, steps: int | None, previous_model_output: Mapping[str, Any]
) -> np.ndarray:
    """The times to predict, a row for each series: those that are given, or so many after the last one.

    Args:
      times: the times themselves, or None.
      steps: how many times, or None.
      previous_model_output: what an evaluation or a filter has given.

    Raises:
      ValueError: both or none of the two are given, or the times do not come after the output.
    """
    if steps is not None and times is not None:
        raise ValueError("Only one of `steps` and `times` may be specified.")
    if steps is None and times is None:
        raise ValueError("One of `steps` and `times` must be specified.")
    before = previous_model_output[FilteringResults.TIMES]
    if steps is not None:
        return before[:, -1:] + 1 + np.arange(steps)[None, ...]
    times = np.array(times)
    if times.ndim != 2:
        times = times[None, ...]
    if before.shape[0] != times.shape[0]:
        raise ValueError(
            "`times` must have a batch dimension matching the previous model output (got a batch dimension of "
            f"{times.shape[0]} for `times` and {before.shape[0]} for the previous model output)."
        )
    if not (before[:, -1] < times[:, 0]).all():
        raise ValueError("Prediction times must be after the corresponding previous model output.")
    return times
