"""The settings of Keras: its default float type, its small number, and where images have their channels.

They start from `~/.keras/keras.json` (or `$KERAS_HOME/keras.json`) if there is such a file; unlike 1.15, none is written.
"""

from __future__ import annotations

import json
import os
from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.graph.typing import TensorLike

_FLOATS = ("float16", "float32", "float64")
_FORMATS = ("channels_last", "channels_first")
_settings: dict[str, Any] = {"floatx": "float32", "epsilon": 1e-7, "image_data_format": "channels_last"}


@export("keras.backend.backend")
def backend() -> str:
    """The name of the library that Keras computes with.

    >>> from penstock.keras import backend as K
    >>> K.backend()
    'tensorflow'
    """
    return "tensorflow"


@export("keras.backend.epsilon")
def epsilon() -> float:
    """The small number that keeps logarithms and quotients finite.

    >>> from penstock.keras import backend as K
    >>> K.epsilon()
    1e-07
    """
    return _settings["epsilon"]


@export("keras.backend.set_epsilon")
def set_epsilon(value: float) -> None:
    """Sets what `epsilon` returns.

    >>> from penstock.keras import backend as K
    >>> K.set_epsilon(1e-5)
    >>> K.epsilon()
    1e-05
    >>> K.set_epsilon(1e-7)
    """
    _settings["epsilon"] = value


@export("keras.backend.floatx")
def floatx() -> str:
    """The default type of variables and placeholders, as text.

    >>> from penstock.keras import backend as K
    >>> K.floatx()
    'float32'
    """
    return _settings["floatx"]


@export("keras.backend.set_floatx")
def set_floatx(value: str) -> None:
    """Sets the default type: "float16", "float32" or "float64".

    Raises:
      ValueError: it is another one.

    >>> from penstock.keras import backend as K
    >>> K.set_floatx("float64")
    >>> K.floatx()
    'float64'
    >>> K.set_floatx("float32")
    """
    if value not in _FLOATS:
        raise ValueError("Unknown floatx type: " + str(value))
    _settings["floatx"] = str(value)


@export("keras.backend.image_data_format")
def image_data_format() -> str:
    """Where images have their channels by default: "channels_last" or "channels_first".

    >>> from penstock.keras import backend as K
    >>> K.image_data_format()
    'channels_last'
    """
    return _settings["image_data_format"]


@export("keras.backend.set_image_data_format")
def set_image_data_format(data_format: str) -> None:
    """Sets what `image_data_format` returns.

    Raises:
      ValueError: it is neither "channels_last" nor "channels_first".

    >>> from penstock.keras import backend as K
    >>> K.set_image_data_format("channels_first")
    >>> K.image_data_format()
    'channels_first'
    >>> K.set_image_data_format("channels_last")
    """
    _settings["image_data_format"] = checked_data_format(data_format)


def checked_data_format(data_format: str | None) -> str:
    """`data_format`, or the default for None.

    Raises:
      ValueError: it is no data format.
    """
    if data_format is None:
        return image_data_format()
    if data_format not in _FORMATS:
        raise ValueError("Unknown data_format: " + str(data_format))
    return str(data_format)


@export("keras.backend.cast_to_floatx")
def cast_to_floatx(x: TensorLike) -> np.ndarray:
    """An array in the default type.

    >>> from penstock.keras import backend as K
    >>> K.cast_to_floatx([1, 2])
    array([1., 2.], dtype=float32)
    """
    return np.asarray(x, dtype=floatx())


def read_settings(path: str) -> None:
    """Takes over the settings of a file such as `~/.keras/keras.json`; one that cannot be read changes nothing."""
    try:
        with open(path) as file:
            found = json.load(file)
    except (OSError, ValueError):
        return
    set_floatx(found.get("floatx", floatx()))
    set_epsilon(float(found.get("epsilon", epsilon())))
    set_image_data_format(found.get("image_data_format", image_data_format()))


def keras_folder() -> str:
    """The folder of Keras' own files: settings, data sets, weights."""
    return os.environ.get("KERAS_HOME") or os.path.join(os.path.expanduser("~"), ".keras")


read_settings(os.path.join(keras_folder(), "keras.json"))
