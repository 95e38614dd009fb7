"""`tf.keras.applications`: well-known networks for pictures, built by the package Keras-Applications as in 1.15.

Weights are read from files in `~/.keras/models`; if one is not there, the error says where to put it.
"""

from __future__ import annotations

from typing import Any

from keras_applications import (
    densenet,
    inception_resnet_v2,
    inception_v3,
    nasnet,
    vgg16,
    vgg19,
    xception,
)

from penstock._namespace import export
from penstock.graph.typing import TensorLike
from penstock.keras.applications.imagenet import decoded_by, prepared_by, with_our_parts


@export(
    "keras.applications.Xception",
    "keras.applications.xception.Xception",
)
def Xception(*args: Any, **kwargs: Any) -> Any:
    """The network Xception.

    Args:
      include_top: whether the last layer, of the classes, is there.
      weights: "imagenet", the path of a file, or None for random ones.
      input_tensor: a tensor to use as the input.
      input_shape: the shape of a picture.
      pooling: "avg", "max" or None: what stands at the end without the last layer.
      classes: the number of classes.

    >>> import penstock as tf
    >>> model = tf.keras.applications.Xception(weights=None, classes=5)
    >>> model.output_shape
    (None, 5)
    """
    return xception.Xception(*args, **with_our_parts(kwargs))


@export("keras.applications.xception.decode_predictions")
def xception_decode_predictions(preds: TensorLike, top: int = 5, **kwargs: Any) -> Any:
    """The names and probabilities of the most probable classes of ImageNet, for each row.

    Args:
      preds: probabilities of 1,000 classes.
      top: how many.

    >>> import numpy as np
    >>> import penstock as tf
    >>> tf.keras.applications.xception.decode_predictions(np.zeros([1, 7]))
    Traceback (most recent call last):
    ValueError: `decode_predictions` expects a batch of predictions (i.e. a 2D array of shape (samples, 1000)).
    """
    return decoded_by(xception, preds, top, kwargs)


@export("keras.applications.xception.preprocess_input")
def xception_preprocess_input(x: TensorLike, **kwargs: Any) -> Any:
    """Pictures of values from 0 to 255 as the network wants them.

    Args:
      x: an array or a tensor.
      data_format: "channels_last" or "channels_first".

    >>> import numpy as np
    >>> import penstock as tf
    >>> tf.keras.applications.xception.preprocess_input(np.zeros([1, 2, 2, 3])).shape
    (1, 2, 2, 3)
    """
    return prepared_by(xception, x, kwargs)


@export(
    "keras.applications.VGG16",
    "keras.applications.vgg16.VGG16",
)
def VGG16(*args: Any, **kwargs: Any) -> Any:
    """The network VGG with 16 layers.

    Args:
      include_top: whether the last layer, of the classes, is there.
      weights: "imagenet", the path of a file, or None for random ones.
      input_tensor: a tensor to use as the input.
      input_shape: the shape of a picture.
      pooling: "avg", "max" or None: what stands at the end without the last layer.
      classes: the number of classes.

    >>> import penstock as tf
    >>> model = tf.keras.applications.VGG16(weights=None, classes=5)
    >>> model.output_shape
    (None, 5)
    """
    return vgg16.VGG16(*args, **with_our_parts(kwargs))


@export("keras.applications.vgg16.decode_predictions")
def vgg16_decode_predictions(preds: TensorLike, top: int = 5, **kwargs: Any) -> Any:
    """The names and probabilities of the most probable classes of ImageNet, for each row.

    Args:
      preds: probabilities of 1,000 classes.
      top: how many.

    >>> import numpy as np
    >>> import penstock as tf
    >>> tf.keras.applications.vgg16.decode_predictions(np.zeros([1, 7]))
    Traceback (most recent call last):
    ValueError: `decode_predictions` expects a batch of predictions (i.e. a 2D array of shape (samples, 1000)).
    """
    return decoded_by(vgg16, preds, top, kwargs)


@export("keras.applications.vgg16.preprocess_input")
def vgg16_preprocess_input(x: TensorLike, **kwargs: Any) -> Any:
    """Pictures of values from 0 to 255 as the network wants them.

    Args:
      x: an array or a tensor.
      data_format: "channels_last" or "channels_first".

    >>> import numpy as np
    >>> import penstock as tf
    >>> tf.keras.applications.vgg16.preprocess_input(np.zeros([1, 2, 2, 3])).shape
    (1, 2, 2, 3)
    """
    return prepared_by(vgg16, x, kwargs)


@export(
    "keras.applications.VGG19",
    "keras.applications.vgg19.VGG19",
)
def VGG19(*args: Any, **kwargs: Any) -> Any:
    """The network VGG with 19 layers.

    Args:
      include_top: whether the last layer, of the classes, is there.
      weights: "imagenet", the path of a file, or None for random ones.
      input_tensor: a tensor to use as the input.
      input_shape: the shape of a picture.
      pooling: "avg", "max" or None: what stands at the end without the last layer.
      classes: the number of classes.

    >>> import penstock as tf
    >>> model = tf.keras.applications.VGG19(weights=None, classes=5)
    >>> model.output_shape
    (None, 5)
    """
    return vgg19.VGG19(*args, **with_our_parts(kwargs))


@export("keras.applications.vgg19.decode_predictions")
def vgg19_decode_predictions(preds: TensorLike, top: int = 5, **kwargs: Any) -> Any:
    """The names and probabilities of the most probable classes of ImageNet, for each row.

    Args:
      preds: probabilities of 1,000 classes.
      top: how many.

    >>> import numpy as np
    >>> import penstock as tf
    >>> tf.keras.applications.vgg19.decode_predictions(np.zeros([1, 7]))
    Traceback (most recent call last):
    ValueError: `decode_predictions` expects a batch of predictions (i.e. a 2D array of shape (samples, 1000)).
    """
    return decoded_by(vgg19, preds, top, kwargs)


@export("keras.applications.vgg19.preprocess_input")
def vgg19_preprocess_input(x: TensorLike, **kwargs: Any) -> Any:
    """Pictures of values from 0 to 255 as the network wants them.

    Args:
      x: an array or a tensor.
      data_format: "channels_last" or "channels_first".

    >>> import numpy as np
    >>> import penstock as tf
    >>> tf.keras.applications.vgg19.preprocess_input(np.zeros([1, 2, 2, 3])).shape
    (1, 2, 2, 3)
    """
    return prepared_by(vgg19, x, kwargs)


@export(
    "keras.applications.InceptionV3",
    "keras.applications.inception_v3.InceptionV3",
)
def InceptionV3(*args: Any, **kwargs: Any) -> Any:
    """The network Inception, version 3.

    Args:
      include_top: whether the last layer, of the classes, is there.
      weights: "imagenet", the path of a file, or None for random ones.
      input_tensor: a tensor to use as the input.
      input_shape: the shape of a picture.
      pooling: "avg", "max" or None: what stands at the end without the last layer.
      classes: the number of classes.

    >>> import penstock as tf
    >>> model = tf.keras.applications.InceptionV3(weights=None, classes=5)
    >>> model.output_shape
    (None, 5)
    """
    return inception_v3.InceptionV3(*args, **with_our_parts(kwargs))


@export("keras.applications.inception_v3.decode_predictions")
def inception_v3_decode_predictions(preds: TensorLike, top: int = 5, **kwargs: Any) -> Any:
    """The names and probabilities of the most probable classes of ImageNet, for each row.

    Args:
      preds: probabilities of 1,000 classes.
      top: how many.

    >>> import numpy as np
    >>> import penstock as tf
    >>> tf.keras.applications.inception_v3.decode_predictions(np.zeros([1, 7]))
    Traceback (most recent call last):
    ValueError: `decode_predictions` expects a batch of predictions (i.e. a 2D array of shape (samples, 1000)).
    """
    return decoded_by(inception_v3, preds, top, kwargs)


@export("keras.applications.inception_v3.preprocess_input")
def inception_v3_preprocess_input(x: TensorLike, **kwargs: Any) -> Any:
    """Pictures of values from 0 to 255 as the network wants them.

    Args:
      x: an array or a tensor.
      data_format: "channels_last" or "channels_first".

    >>> import numpy as np
    >>> import penstock as tf
    >>> tf.keras.applications.inception_v3.preprocess_input(np.zeros([1, 2, 2, 3])).shape
    (1, 2, 2, 3)
    """
    return prepared_by(inception_v3, x, kwargs)


@export(
    "keras.applications.InceptionResNetV2",
    "keras.applications.inception_resnet_v2.InceptionResNetV2",
)
def InceptionResNetV2(*args: Any, **kwargs: Any) -> Any:
    """The network Inception-ResNet, version 2.

    Args:
      include_top: whether the last layer, of the classes, is there.
      weights: "imagenet", the path of a file, or None for random ones.
      input_tensor: a tensor to use as the input.
      input_shape: the shape of a picture.
      pooling: "avg", "max" or None: what stands at the end without the last layer.
      classes: the number of classes.

    >>> import penstock as tf
    >>> model = tf.keras.applications.InceptionResNetV2(weights=None, classes=5)  # doctest: +SKIP
    >>> model.output_shape  # doctest: +SKIP
    (None, 5)
    """
    return inception_resnet_v2.InceptionResNetV2(*args, **with_our_parts(kwargs))


@export("keras.applications.inception_resnet_v2.decode_predictions")
def inception_resnet_v2_decode_predictions(preds: TensorLike, top: int = 5, **kwargs: Any) -> Any:
    """The names and probabilities of the most probable classes of ImageNet, for each row.

    Args:
      preds: probabilities of 1,000 classes.
      top: how many.

    >>> import numpy as np
    >>> import penstock as tf
    >>> tf.keras.applications.inception_resnet_v2.decode_predictions(np.zeros([1, 7]))
    Traceback (most recent call last):
    ValueError: `decode_predictions` expects a batch of predictions (i.e. a 2D array of shape (samples, 1000)).
    """
    return decoded_by(inception_resnet_v2, preds, top, kwargs)


@export("keras.applications.inception_resnet_v2.preprocess_input")
def inception_resnet_v2_preprocess_input(x: TensorLike, **kwargs: Any) -> Any:
    """Pictures of values from 0 to 255 as the network wants them.

    Args:
      x: an array or a tensor.
      data_format: "channels_last" or "channels_first".

    >>> import numpy as np
    >>> import penstock as tf
    >>> tf.keras.applications.inception_resnet_v2.preprocess_input(np.zeros([1, 2, 2, 3])).shape
    (1, 2, 2, 3)
    """
    return prepared_by(inception_resnet_v2, x, kwargs)


@export(
    "keras.applications.DenseNet121",
    "keras.applications.densenet.DenseNet121",
)
def DenseNet121(*args: Any, **kwargs: Any) -> Any:
    """The network DenseNet with 121 layers.

    Args:
      include_top: whether the last layer, of the classes, is there.
      weights: "imagenet", the path of a file, or None for random ones.
      input_tensor: a tensor to use as the input.
      input_shape: the shape of a picture.
      pooling: "avg", "max" or None: what stands at the end without the last layer.
      classes: the number of classes.

    >>> import penstock as tf
    >>> model = tf.keras.applications.DenseNet121(weights=None, classes=5)  # doctest: +SKIP
    >>> model.output_shape  # doctest: +SKIP
    (None, 5)
    """
    return densenet.DenseNet121(*args, **with_our_parts(kwargs))


@export(
    "keras.applications.DenseNet169",
    "keras.applications.densenet.DenseNet169",
)
def DenseNet169(*args: Any, **kwargs: Any) -> Any:
    """The network DenseNet with 169 layers.

    Args:
      include_top: whether the last layer, of the classes, is there.
      weights: "imagenet", the path of a file, or None for random ones.
      input_tensor: a tensor to use as the input.
      input_shape: the shape of a picture.
      pooling: "avg", "max" or None: what stands at the end without the last layer.
      classes: the number of classes.

    >>> import penstock as tf
    >>> model = tf.keras.applications.DenseNet169(weights=None, classes=5)  # doctest: +SKIP
    >>> model.output_shape  # doctest: +SKIP
    (None, 5)
    """
    return densenet.DenseNet169(*args, **with_our_parts(kwargs))


@export(
    "keras.applications.DenseNet201",
    "keras.applications.densenet.DenseNet201",
)
def DenseNet201(*args: Any, **kwargs: Any) -> Any:
    """The network DenseNet with 201 layers.

    Args:
      include_top: whether the last layer, of the classes, is there.
      weights: "imagenet", the path of a file, or None for random ones.
      input_tensor: a tensor to use as the input.
      input_shape: the shape of a picture.
      pooling: "avg", "max" or None: what stands at the end without the last layer.
      classes: the number of classes.

    >>> import penstock as tf
    >>> model = tf.keras.applications.DenseNet201(weights=None, classes=5)  # doctest: +SKIP
    >>> model.output_shape  # doctest: +SKIP
    (None, 5)
    """
    return densenet.DenseNet201(*args, **with_our_parts(kwargs))


@export("keras.applications.densenet.decode_predictions")
def densenet_decode_predictions(preds: TensorLike, top: int = 5, **kwargs: Any) -> Any:
    """The names and probabilities of the most probable classes of ImageNet, for each row.

    Args:
      preds: probabilities of 1,000 classes.
      top: how many.

    >>> import numpy as np
    >>> import penstock as tf
    >>> tf.keras.applications.densenet.decode_predictions(np.zeros([1, 7]))
    Traceback (most recent call last):
    ValueError: `decode_predictions` expects a batch of predictions (i.e. a 2D array of shape (samples, 1000)).
    """
    return decoded_by(densenet, preds, top, kwargs)


@export("keras.applications.densenet.preprocess_input")
def densenet_preprocess_input(x: TensorLike, **kwargs: Any) -> Any:
    """Pictures of values from 0 to 255 as the network wants them.

    Args:
      x: an array or a tensor.
      data_format: "channels_last" or "channels_first".

    >>> import numpy as np
    >>> import penstock as tf
    >>> tf.keras.applications.densenet.preprocess_input(np.zeros([1, 2, 2, 3])).shape
    (1, 2, 2, 3)
    """
    return prepared_by(densenet, x, kwargs)


@export(
    "keras.applications.NASNetLarge",
    "keras.applications.nasnet.NASNetLarge",
)
def NASNetLarge(*args: Any, **kwargs: Any) -> Any:
    """The large network that architecture search found.

    Args:
      include_top: whether the last layer, of the classes, is there.
      weights: "imagenet", the path of a file, or None for random ones.
      input_tensor: a tensor to use as the input.
      input_shape: the shape of a picture.
      pooling: "avg", "max" or None: what stands at the end without the last layer.
      classes: the number of classes.

    >>> import penstock as tf
    >>> model = tf.keras.applications.NASNetLarge(weights=None, classes=5)  # doctest: +SKIP
    >>> model.output_shape  # doctest: +SKIP
    (None, 5)
    """
    return nasnet.NASNetLarge(*args, **with_our_parts(kwargs))


@export(
    "keras.applications.NASNetMobile",
    "keras.applications.nasnet.NASNetMobile",
)
def NASNetMobile(*args: Any, **kwargs: Any) -> Any:
    """The small network that architecture search found.

    Args:
      include_top: whether the last layer, of the classes, is there.
      weights: "imagenet", the path of a file, or None for random ones.
      input_tensor: a tensor to use as the input.
      input_shape: the shape of a picture.
      pooling: "avg", "max" or None: what stands at the end without the last layer.
      classes: the number of classes.

    >>> import penstock as tf
    >>> model = tf.keras.applications.NASNetMobile(weights=None, classes=5)  # doctest: +SKIP
    >>> model.output_shape  # doctest: +SKIP
    (None, 5)
    """
    return nasnet.NASNetMobile(*args, **with_our_parts(kwargs))


@export("keras.applications.nasnet.decode_predictions")
def nasnet_decode_predictions(preds: TensorLike, top: int = 5, **kwargs: Any) -> Any:
    """The names and probabilities of the most probable classes of ImageNet, for each row.

    Args:
      preds: probabilities of 1,000 classes.
      top: how many.

    >>> import numpy as np
    >>> import penstock as tf
    >>> tf.keras.applications.nasnet.decode_predictions(np.zeros([1, 7]))
    Traceback (most recent call last):
    ValueError: `decode_predictions` expects a batch of predictions (i.e. a 2D array of shape (samples, 1000)).
    """
    return decoded_by(nasnet, preds, top, kwargs)


@export("keras.applications.nasnet.preprocess_input")
def nasnet_preprocess_input(x: TensorLike, **kwargs: Any) -> Any:
    """Pictures of values from 0 to 255 as the network wants them.

    Args:
      x: an array or a tensor.
      data_format: "channels_last" or "channels_first".

    >>> import numpy as np
    >>> import penstock as tf
    >>> tf.keras.applications.nasnet.preprocess_input(np.zeros([1, 2, 2, 3])).shape
    (1, 2, 2, 3)
    """
    return prepared_by(nasnet, x, kwargs)
