"""Points in a plane: `tensorflow.contrib.learn.python.learn.datasets.synthetic`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from penstock.datasets.named import Dataset

__all__ = ["circles", "spirals"]


def circles(
    n_samples: int = 100,
    noise: float | None = None,
    seed: int | None = None,
    factor: float = 0.8,
    n_classes: int = 2,
    *args: object,
    **kwargs: object,
) -> Dataset:
    """Points on circles around one centre, one circle for each class.

    Args:
      n_samples: how many points.
      noise: the standard deviation of what is added to them.
      seed: of NumPy's generator.
      factor: how much smaller each circle is than the one before.
      n_classes: how many circles.
      *args: accepted.
      **kwargs: accepted.
    """
    if seed is not None:
        np.random.seed(seed)
    each, more = divmod(n_samples, n_classes)
    angles = np.linspace(0, 2 * np.pi, each)
    sizes = np.cumprod([1.0] + [factor] * (n_classes - 1))
    points = [np.stack([size * np.cos(angles), size * np.sin(angles)], 1) for size in sizes]
    x, y = (np.cos(np.random.rand(more) * 2 * np.pi), np.sin(np.random.rand(more) * 2 * np.pi))
    labels = np.repeat(np.arange(n_classes, dtype=np.int32), each)
    return _shuffled(np.vstack([*points, np.stack([x, y], 1)]), np.append(labels, np.zeros(more, np.int32)), noise)


def _shuffled(points: np.ndarray, labels: np.ndarray, noise: float | None) -> Dataset:
    order = np.random.permutation(range(len(points)))
    if noise is not None:
        points = points + np.random.normal(scale=noise, size=points.shape)
    return Dataset(data=points[order], target=labels[order])


_RADII: dict[str, Callable[..., Any]] = {
    "archimedes": lambda theta, **unused: theta,
    "bernoulli": lambda theta, exp_scale=0.1, **unused: np.exp(exp_scale * theta),
    "fermat": lambda theta, **unused: np.sqrt(theta),
}


def spirals(
    n_samples: int = 100,
    noise: float | None = None,
    seed: int | None = None,
    mode: str = "archimedes",
    n_loops: int = 2,
    *args: object,
    **kwargs: Any,
) -> Dataset:
    """Points on two spirals, one for each class.

    Args:
      n_samples: how many points.
      noise: the standard deviation of what is added to them.
      seed: of NumPy's generator.
      mode: "archimedes", "bernoulli" or "fermat".
      n_loops: how often they go round.
      *args: accepted.
      **kwargs: `exp_scale`, how fast a spiral of Bernoulli grows.

    Raises:
      ValueError: there is no such spiral.
    """
    if mode not in _RADII:
        raise ValueError(f"Cannot generate spiral with mode {mode}")
    if seed is not None:
        np.random.seed(seed)

    def arm(theta: Any, offset: float = 0.0) -> Any:
        radius = _RADII[mode](theta, **kwargs)
        points = np.stack([radius * np.cos(theta + offset), radius * np.sin(theta + offset)], 1)
        return points / np.max(np.abs(points), axis=0)

    each, more = divmod(n_samples, 2)
    angles = np.linspace(0, 2 * n_loops * np.pi, each)
    points = [arm(angles), arm(angles, np.pi)]
    if more:
        points.append(arm(np.random.rand(more) * 2 * np.pi))
    labels = np.repeat(np.arange(2, dtype=np.int32), each)
    return _shuffled(np.vstack(points), np.append(labels, np.zeros(more, np.int32)), noise)
