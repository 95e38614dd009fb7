"""What a saved function of a model is for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

__all__ = [
    "KerasModeKeys",
    "ModeKeyMap",
    "is_eval",
    "is_predict",
    "is_train",
]


class KerasModeKeys:
    """The names that Keras has for them."""

    TRAIN, TEST, PREDICT = "train", "test", "predict"


def is_predict(mode: str) -> bool:
    """Whether a name, of Keras or of estimators, says predicting."""
    return mode in ("predict", "infer")


def is_eval(mode: str) -> bool:
    """Whether a name, of Keras or of estimators, says evaluating."""
    return mode in ("test", "eval")


def is_train(mode: str) -> bool:
    """Whether a name says training."""
    return mode == "train"


class ModeKeyMap(Mapping):
    """A value for each purpose, found by either name.

    Args:
      **kwargs: the values by names; one name for each purpose.

    Raises:
      ValueError: a name that is none, or two of one purpose.
    """

    def __init__(self, **kwargs: Any) -> None:
        self._internal_dict: dict[str, Any] = {}
        self._keys: list[str] = []
        for key, value in kwargs.items():
            self._keys.append(key)
            inner = self._get_internal_key(key)
            if inner in self._internal_dict:
                raise ValueError(f"Error creating ModeKeyMap. Multiple keys/values found for {inner} mode.")
            self._internal_dict[inner] = value

    def _get_internal_key(self, key: str) -> str:
        for inner, says in (("train", is_train), ("test", is_eval), ("predict", is_predict)):
            if says(key):
                return inner
        raise ValueError(f"Invalid mode key: {key}.")

    def __getitem__(self, key: str) -> Any:
        return self._internal_dict[self._get_internal_key(key)]

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __len__(self) -> int:
        return len(self._keys)
