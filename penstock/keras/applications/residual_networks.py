"""`tf.keras.applications`: ResNet and ResNetV2, of 50, 101 and 152 layers."""

from __future__ import annotations

from typing import Any

from keras_applications import (
    resnet,
    resnet_v2,
)

from penstock._namespace import export
from penstock.graph.typing import TensorLike
from penstock.keras.applications.imagenet import decoded_by, prepared_by, with_our_parts


@export(
    "keras.applications.ResNet50",
    "keras.applications.resnet.ResNet50",
    "keras.applications.resnet50.ResNet50",
)
def ResNet50(*args: Any, **kwargs: Any) -> Any:
    """The network ResNet with 50 layers.

    Args:
      include_top: whether the last layer, of the classes, is there.
      weights: "imagenet", the path of a file, or None for random ones.
      input_tensor: a tensor to use as the input.
      input_shape: the shape of a picture.
      pooling: "avg", "max" or None: what stands at the end without the last layer.
      classes: the number of classes.

    >>> import penstock as tf
    >>> model = tf.keras.applications.ResNet50(weights=None, classes=5)
    >>> model.output_shape
    (None, 5)
    """
    return resnet.ResNet50(*args, **with_our_parts(kwargs))


@export(
    "keras.applications.ResNet101",
    "keras.applications.resnet.ResNet101",
)
def ResNet101(*args: Any, **kwargs: Any) -> Any:
    """The network ResNet with 101 layers.

    Args:
      include_top: whether the last layer, of the classes, is there.
      weights: "imagenet", the path of a file, or None for random ones.
      input_tensor: a tensor to use as the input.
      input_shape: the shape of a picture.
      pooling: "avg", "max" or None: what stands at the end without the last layer.
      classes: the number of classes.

    >>> import penstock as tf
    >>> model = tf.keras.applications.ResNet101(weights=None, classes=5)  # doctest: +SKIP
    >>> model.output_shape  # doctest: +SKIP
    (None, 5)
    """
    return resnet.ResNet101(*args, **with_our_parts(kwargs))


@export(
    "keras.applications.ResNet152",
    "keras.applications.resnet.ResNet152",
)
def ResNet152(*args: Any, **kwargs: Any) -> Any:
    """The network ResNet with 152 layers.

    Args:
      include_top: whether the last layer, of the classes, is there.
      weights: "imagenet", the path of a file, or None for random ones.
      input_tensor: a tensor to use as the input.
      input_shape: the shape of a picture.
      pooling: "avg", "max" or None: what stands at the end without the last layer.
      classes: the number of classes.

    >>> import penstock as tf
    >>> model = tf.keras.applications.ResNet152(weights=None, classes=5)  # doctest: +SKIP
    >>> model.output_shape  # doctest: +SKIP
    (None, 5)
    """
    return resnet.ResNet152(*args, **with_our_parts(kwargs))


@export("keras.applications.resnet.decode_predictions", "keras.applications.resnet50.decode_predictions")
def resnet_decode_predictions(preds: TensorLike, top: int = 5, **kwargs: Any) -> Any:
    """The names and probabilities of the most probable classes of ImageNet, for each row.

    Args:
      preds: probabilities of 1,000 classes.
      top: how many.

    >>> import numpy as np
    >>> import penstock as tf
    >>> tf.keras.applications.resnet.decode_predictions(np.zeros([1, 7]))
    Traceback (most recent call last):
    ValueError: `decode_predictions` expects a batch of predictions (i.e. a 2D array of shape (samples, 1000)).
    """
    return decoded_by(resnet, preds, top, kwargs)


@export("keras.applications.resnet.preprocess_input", "keras.applications.resnet50.preprocess_input")
def resnet_preprocess_input(x: TensorLike, **kwargs: Any) -> Any:
    """Pictures of values from 0 to 255 as the network wants them.

    Args:
      x: an array or a tensor.
      data_format: "channels_last" or "channels_first".

    >>> import numpy as np
    >>> import penstock as tf
    >>> tf.keras.applications.resnet.preprocess_input(np.zeros([1, 2, 2, 3])).shape
    (1, 2, 2, 3)
    """
    return prepared_by(resnet, x, kwargs)


@export(
    "keras.applications.ResNet50V2",
    "keras.applications.resnet_v2.ResNet50V2",
)
def ResNet50V2(*args: Any, **kwargs: Any) -> Any:
    """The network ResNet with 50 layers, version 2.

    Args:
      include_top: whether the last layer, of the classes, is there.
      weights: "imagenet", the path of a file, or None for random ones.
      input_tensor: a tensor to use as the input.
      input_shape: the shape of a picture.
      pooling: "avg", "max" or None: what stands at the end without the last layer.
      classes: the number of classes.

    >>> import penstock as tf
    >>> model = tf.keras.applications.ResNet50V2(weights=None, classes=5)
    >>> model.output_shape
    (None, 5)
    """
    return resnet_v2.ResNet50V2(*args, **with_our_parts(kwargs))


@export(
    "keras.applications.ResNet101V2",
    "keras.applications.resnet_v2.ResNet101V2",
)
def ResNet101V2(*args: Any, **kwargs: Any) -> Any:
    """The network ResNet with 101 layers, version 2.

    Args:
      include_top: whether the last layer, of the classes, is there.
      weights: "imagenet", the path of a file, or None for random ones.
      input_tensor: a tensor to use as the input.
      input_shape: the shape of a picture.
      pooling: "avg", "max" or None: what stands at the end without the last layer.
      classes: the number of classes.

    >>> import penstock as tf
    >>> model = tf.keras.applications.ResNet101V2(weights=None, classes=5)  # doctest: +SKIP
    >>> model.output_shape  # doctest: +SKIP
    (None, 5)
    """
    return resnet_v2.ResNet101V2(*args, **with_our_parts(kwargs))


@export(
    "keras.applications.ResNet152V2",
    "keras.applications.resnet_v2.ResNet152V2",
)
def ResNet152V2(*args: Any, **kwargs: Any) -> Any:
    """The network ResNet with 152 layers, version 2.

    Args:
      include_top: whether the last layer, of the classes, is there.
      weights: "imagenet", the path of a file, or None for random ones.
      input_tensor: a tensor to use as the input.
      input_shape: the shape of a picture.
      pooling: "avg", "max" or None: what stands at the end without the last layer.
      classes: the number of classes.

    >>> import penstock as tf
    >>> model = tf.keras.applications.ResNet152V2(weights=None, classes=5)  # doctest: +SKIP
    >>> model.output_shape  # doctest: +SKIP
    (None, 5)
    """
    return resnet_v2.ResNet152V2(*args, **with_our_parts(kwargs))


@export("keras.applications.resnet_v2.decode_predictions")
def resnet_v2_decode_predictions(preds: TensorLike, top: int = 5, **kwargs: Any) -> Any:
    """The names and probabilities of the most probable classes of ImageNet, for each row.

    Args:
      preds: probabilities of 1,000 classes.
      top: how many.

    >>> import numpy as np
    >>> import penstock as tf
    >>> tf.keras.applications.resnet_v2.decode_predictions(np.zeros([1, 7]))
    Traceback (most recent call last):
    ValueError: `decode_predictions` expects a batch of predictions (i.e. a 2D array of shape (samples, 1000)).
    """
    return decoded_by(resnet_v2, preds, top, kwargs)


@export("keras.applications.resnet_v2.preprocess_input")
def resnet_v2_preprocess_input(x: TensorLike, **kwargs: Any) -> Any:
    """Pictures of values from 0 to 255 as the network wants them.

    Args:
      x: an array or a tensor.
      data_format: "channels_last" or "channels_first".

    >>> import numpy as np
    >>> import penstock as tf
    >>> tf.keras.applications.resnet_v2.preprocess_input(np.zeros([1, 2, 2, 3])).shape
    (1, 2, 2, 3)
    """
    return prepared_by(resnet_v2, x, kwargs)
