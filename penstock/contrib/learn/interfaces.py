"""`Trainable` and `Evaluable`: what an `Experiment` needs of a model."""

from __future__ import annotations

import abc
from collections.abc import Callable, Sequence
from typing import Any

from penstock._namespace import export
from penstock.graph.typing import TensorLike


@export("contrib.learn.Trainable")
class Trainable(abc.ABC):
    """Something that can be trained.

    >>> import penstock as tf
    >>> issubclass(tf.contrib.learn.Estimator, tf.contrib.learn.Trainable)
    True
    """

    @abc.abstractmethod
    def fit(
        self,
        x: TensorLike | None = None,
        y: TensorLike | None = None,
        input_fn: Callable[..., Any] | None = None,
        steps: int | None = None,
        batch_size: int | None = None,
        monitors: Sequence[Any] | None = None,
        max_steps: int | None = None,
    ) -> Any:
        """Trains with arrays or with what an input function gives, for some steps or up to a step; returns itself."""


@export("contrib.learn.Evaluable")
class Evaluable(abc.ABC):
    """Something that can be evaluated.

    >>> import penstock as tf
    >>> issubclass(tf.contrib.learn.Estimator, tf.contrib.learn.Evaluable)
    True
    """

    @property
    @abc.abstractmethod
    def model_dir(self) -> str:
        """Where the model is."""

    @abc.abstractmethod
    def evaluate(
        self,
        x: TensorLike | None = None,
        y: TensorLike | None = None,
        input_fn: Callable[..., Any] | None = None,
        feed_fn: Callable[..., Any] | None = None,
        batch_size: int | None = None,
        steps: int | None = None,
        metrics: Any = None,
        name: str | None = None,
        checkpoint_path: str | None = None,
        hooks: Sequence[Any] | None = None,
    ) -> Any:
        """Evaluates with arrays or with what an input function gives; returns a dictionary of metrics."""
