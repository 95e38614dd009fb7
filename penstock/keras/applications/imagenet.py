"""What networks for ImageNet share: the parts of `tf.keras` that they are built of, pictures prepared, classes named."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from keras_applications import (
    imagenet_utils,
)

import penstock as tf
from penstock._namespace import export
from penstock.graph.typing import TensorLike


def with_our_parts(kwargs: dict[str, Any]) -> dict[str, Any]:
    """The parts of `tf.keras` that Keras-Applications builds with."""
    keras = tf.keras
    return {
        **kwargs,
        "backend": keras.backend,
        "layers": kwargs.get("layers", keras.layers),
        "models": keras.models,
        "utils": keras.utils,
    }


def decoded_by(module: ModuleType, preds: TensorLike, top: int, kwargs: dict[str, Any]) -> Any:
    return module.decode_predictions(preds, top=top, **with_our_parts(kwargs))


def prepared_by(module: ModuleType, x: TensorLike, kwargs: dict[str, Any]) -> Any:
    return module.preprocess_input(x, **with_our_parts(kwargs))


@export("keras.applications.imagenet_utils.decode_predictions")
def imagenet_decode_predictions(preds: TensorLike, top: int = 5, **kwargs: Any) -> Any:
    """The names and probabilities of the most probable classes of ImageNet, for each row.

    Args:
      preds: probabilities of 1,000 classes.
      top: how many.

    >>> import numpy as np
    >>> import penstock as tf
    >>> tf.keras.applications.imagenet_utils.decode_predictions(np.zeros([1, 7]))
    Traceback (most recent call last):
    ValueError: `decode_predictions` expects a batch of predictions (i.e. a 2D array of shape (samples, 1000)).
    """
    return decoded_by(imagenet_utils, preds, top, kwargs)


@export("keras.applications.imagenet_utils.preprocess_input")
def imagenet_preprocess_input(x: TensorLike, **kwargs: Any) -> Any:
    """Pictures of values from 0 to 255 as networks for ImageNet want them.

    Args:
      x: an array or a tensor.
      data_format: "channels_last" or "channels_first".
      mode: "caffe", "tf" or "torch".

    >>> import numpy as np
    >>> import penstock as tf
    >>> tf.keras.applications.imagenet_utils.preprocess_input(np.zeros([1, 2, 2, 3]), mode="tf").max()
    np.float64(-1.0)
    """
    return prepared_by(imagenet_utils, x, kwargs)
