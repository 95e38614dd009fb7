"""The results of steps put together: means of losses, the last value of metrics, all predictions in one array."""

from __future__ import annotations

from typing import Any

import numpy as np

from penstock.graph import nest
from penstock.graph.composite import SparseTensorValue


class MetricsAggregator:
    """The mean of the losses over samples or steps; metrics are means already, so their last value counts.

    Args:
      num_samples: the number of samples, if they are counted.
      steps: the number of steps, if they are counted.
    """

    def __init__(self, use_steps: bool, num_samples: int | None = None, steps: int | None = None) -> None:
        self.use_steps = use_steps
        self.num_samples = num_samples
        self.steps = steps
        self.results: list[Any] = []

    def create(self, batch_outs: list[Any]) -> None:
        """Begins an epoch."""
        self.results = [0.0] * len(batch_outs)

    def aggregate(self, batch_outs: list[Any], batch_start: int | None = None, batch_end: int | None = None) -> None:
        """Adds a step."""
        factor = 1 if self.use_steps else batch_end - batch_start  # type: ignore[operator]
        self.results[0] += np.float64(batch_outs[0]) * factor  # added up in float64, as NumPy did in 1.15's time
        self.results[1:] = batch_outs[1:]

    def finalize(self) -> None:
        """Ends an epoch."""
        if not self.results:
            raise ValueError("Empty training data.")
        self.results[0] /= self.num_samples or self.steps


class OutputsAggregator:
    """The outputs of all steps, one after another.

    Args:
      num_samples: the number of samples, if it is known.
      steps: the number of steps, if they are counted.
    """

    def __init__(
        self, use_steps: bool, num_samples: int | None = None, steps: int | None = None, batch_size: int | None = None
    ) -> None:
        self.use_steps = use_steps
        self.num_samples = num_samples
        self.steps = steps
        self.batch_size = batch_size
        self.results: list[Any] = []
        self._structure: Any = None
        self._parts: list[list[Any]] = []

    def create(self, batch_outs: Any) -> None:
        """Begins."""
        self._structure = batch_outs
        self._parts = [[] for _ in nest.flatten(batch_outs)]

    def aggregate(self, batch_outs: Any, batch_start: int | None = None, batch_end: int | None = None) -> None:
        """Adds a step."""
        for parts, value in zip(self._parts, nest.flatten(batch_outs), strict=True):
            if batch_end is not None and not isinstance(value, SparseTensorValue):
                size = batch_end - batch_start  # type: ignore[operator]
                if size != value.shape[0]:
                    if size == self.num_samples:
                        raise ValueError(
                            "Mismatch between expected batch size and model output batch size. Output shape = "
                            f"{value.shape}, expected output shape = shape {(size, *value.shape[1:])}"
                        )
                    raise ValueError(
                        f"could not broadcast input array from shape {value.shape} into shape {(size, *value.shape[1:])}"
                    )
            parts.append(value)

    def finalize(self) -> None:
        """Ends."""
        joined = [_joined(parts) for parts in self._parts]
        self.results = nest.pack_sequence_as(self._structure, joined)


def _joined(parts: list[Any]) -> Any:
    if len(parts) == 1:
        return parts[0]
    if not isinstance(parts[0], SparseTensorValue):
        return np.concatenate(parts, axis=0)
    indices, rows = [], 0
    for part in parts:
        moved = np.array(part.indices)
        moved[:, 0] += rows
        indices.append(moved)
        rows += int(part.dense_shape[0])
    shape = np.maximum.reduce([np.asarray(part.dense_shape) for part in parts])
    shape[0] = rows
    make: Any = SparseTensorValue
    return make(np.concatenate(indices), np.concatenate([part.values for part in parts]), shape)
