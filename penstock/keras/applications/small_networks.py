"""`tf.keras.applications`: MobileNet and MobileNetV2, for small machines."""

from __future__ import annotations

from typing import Any

from keras_applications import (
    mobilenet,
    mobilenet_v2,
)

from penstock._namespace import export
from penstock.graph.typing import TensorLike
from penstock.keras.applications.imagenet import decoded_by, prepared_by, with_our_parts


@export(
    "keras.applications.MobileNet",
    "keras.applications.mobilenet.MobileNet",
)
def MobileNet(*args: Any, **kwargs: Any) -> Any:
    """The network MobileNet, for small devices.

    Args:
      include_top: whether the last layer, of the classes, is there.
      weights: "imagenet", the path of a file, or None for random ones.
      input_tensor: a tensor to use as the input.
      input_shape: the shape of a picture.
      pooling: "avg", "max" or None: what stands at the end without the last layer.
      classes: the number of classes.

    >>> import penstock as tf
    >>> model = tf.keras.applications.MobileNet(weights=None, classes=5)
    >>> model.output_shape
    (None, 5)
    """
    return mobilenet.MobileNet(*args, **with_our_parts(kwargs))


@export("keras.applications.mobilenet.decode_predictions")
def mobilenet_decode_predictions(preds: TensorLike, top: int = 5, **kwargs: Any) -> Any:
    """The names and probabilities of the most probable classes of ImageNet, for each row.

    Args:
      preds: probabilities of 1,000 classes.
      top: how many.

    >>> import numpy as np
    >>> import penstock as tf
    >>> tf.keras.applications.mobilenet.decode_predictions(np.zeros([1, 7]))
    Traceback (most recent call last):
    ValueError: `decode_predictions` expects a batch of predictions (i.e. a 2D array of shape (samples, 1000)).
    """
    return decoded_by(mobilenet, preds, top, kwargs)


@export("keras.applications.mobilenet.preprocess_input")
def mobilenet_preprocess_input(x: TensorLike, **kwargs: Any) -> Any:
    """Pictures of values from 0 to 255 as the network wants them.

    Args:
      x: an array or a tensor.
      data_format: "channels_last" or "channels_first".

    >>> import numpy as np
    >>> import penstock as tf
    >>> tf.keras.applications.mobilenet.preprocess_input(np.zeros([1, 2, 2, 3])).shape
    (1, 2, 2, 3)
    """
    return prepared_by(mobilenet, x, kwargs)


@export(
    "keras.applications.MobileNetV2",
    "keras.applications.mobilenet_v2.MobileNetV2",
)
def MobileNetV2(*args: Any, **kwargs: Any) -> Any:
    """The network MobileNet, version 2.

    Args:
      include_top: whether the last layer, of the classes, is there.
      weights: "imagenet", the path of a file, or None for random ones.
      input_tensor: a tensor to use as the input.
      input_shape: the shape of a picture.
      pooling: "avg", "max" or None: what stands at the end without the last layer.
      classes: the number of classes.

    >>> import penstock as tf
    >>> model = tf.keras.applications.MobileNetV2(weights=None, classes=5)
    >>> model.output_shape
    (None, 5)
    """
    return mobilenet_v2.MobileNetV2(*args, **with_our_parts(kwargs))


@export("keras.applications.mobilenet_v2.decode_predictions")
def mobilenet_v2_decode_predictions(preds: TensorLike, top: int = 5, **kwargs: Any) -> Any:
    """The names and probabilities of the most probable classes of ImageNet, for each row.

    Args:
      preds: probabilities of 1,000 classes.
      top: how many.

    >>> import numpy as np
    >>> import penstock as tf
    >>> tf.keras.applications.mobilenet_v2.decode_predictions(np.zeros([1, 7]))
    Traceback (most recent call last):
    ValueError: `decode_predictions` expects a batch of predictions (i.e. a 2D array of shape (samples, 1000)).
    """
    return decoded_by(mobilenet_v2, preds, top, kwargs)


@export("keras.applications.mobilenet_v2.preprocess_input")
def mobilenet_v2_preprocess_input(x: TensorLike, **kwargs: Any) -> Any:
    """Pictures of values from 0 to 255 as the network wants them.

    Args:
      x: an array or a tensor.
      data_format: "channels_last" or "channels_first".

    >>> import numpy as np
    >>> import penstock as tf
    >>> tf.keras.applications.mobilenet_v2.preprocess_input(np.zeros([1, 2, 2, 3])).shape
    (1, 2, 2, 3)
    """
    return prepared_by(mobilenet_v2, x, kwargs)
