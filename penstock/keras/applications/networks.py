"""`tf.keras.applications`: well-known networks for pictures, built by the package Keras-Applications as in 1.15.

Weights are read from files in `~/.keras/models`; if one is not there, the error says where to put it.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

from keras_applications import (
    densenet,
    imagenet_utils,
    inception_resnet_v2,
    inception_v3,
    mobilenet,
    mobilenet_v2,
    nasnet,
    resnet,
    resnet_v2,
    vgg16,
    vgg19,
    xception,
)

import penstock as tf
from penstock._namespace import export
from penstock.graph.typing import TensorLike


def _ours(kwargs: dict[str, Any]) -> dict[str, Any]:
    """The parts of `tf.keras` that Keras-Applications builds with."""
    keras = tf.keras
    return {
        **kwargs,
        "backend": keras.backend,
        "layers": kwargs.get("layers", keras.layers),
        "models": keras.models,
        "utils": keras.utils,
    }


def _decode(module: ModuleType, preds: Any, top: int, kwargs: dict[str, Any]) -> Any:
    return module.decode_predictions(preds, top=top, **_ours(kwargs))


def _prepare(module: ModuleType, x: TensorLike, kwargs: dict[str, Any]) -> Any:
    return module.preprocess_input(x, **_ours(kwargs))


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
    return xception.Xception(*args, **_ours(kwargs))


@export("keras.applications.xception.decode_predictions")
def xception_decode_predictions(preds: Any, top: int = 5, **kwargs: Any) -> Any:
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
    return _decode(xception, preds, top, kwargs)


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
    return _prepare(xception, x, kwargs)


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
    return vgg16.VGG16(*args, **_ours(kwargs))


@export("keras.applications.vgg16.decode_predictions")
def vgg16_decode_predictions(preds: Any, top: int = 5, **kwargs: Any) -> Any:
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
    return _decode(vgg16, preds, top, kwargs)


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
    return _prepare(vgg16, x, kwargs)


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
    return vgg19.VGG19(*args, **_ours(kwargs))


@export("keras.applications.vgg19.decode_predictions")
def vgg19_decode_predictions(preds: Any, top: int = 5, **kwargs: Any) -> Any:
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
    return _decode(vgg19, preds, top, kwargs)


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
    return _prepare(vgg19, x, kwargs)


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
    return inception_v3.InceptionV3(*args, **_ours(kwargs))


@export("keras.applications.inception_v3.decode_predictions")
def inception_v3_decode_predictions(preds: Any, top: int = 5, **kwargs: Any) -> Any:
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
    return _decode(inception_v3, preds, top, kwargs)


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
    return _prepare(inception_v3, x, kwargs)


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
    return inception_resnet_v2.InceptionResNetV2(*args, **_ours(kwargs))


@export("keras.applications.inception_resnet_v2.decode_predictions")
def inception_resnet_v2_decode_predictions(preds: Any, top: int = 5, **kwargs: Any) -> Any:
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
    return _decode(inception_resnet_v2, preds, top, kwargs)


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
    return _prepare(inception_resnet_v2, x, kwargs)


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
    return mobilenet.MobileNet(*args, **_ours(kwargs))


@export("keras.applications.mobilenet.decode_predictions")
def mobilenet_decode_predictions(preds: Any, top: int = 5, **kwargs: Any) -> Any:
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
    return _decode(mobilenet, preds, top, kwargs)


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
    return _prepare(mobilenet, x, kwargs)


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
    return mobilenet_v2.MobileNetV2(*args, **_ours(kwargs))


@export("keras.applications.mobilenet_v2.decode_predictions")
def mobilenet_v2_decode_predictions(preds: Any, top: int = 5, **kwargs: Any) -> Any:
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
    return _decode(mobilenet_v2, preds, top, kwargs)


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
    return _prepare(mobilenet_v2, x, kwargs)


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
    return densenet.DenseNet121(*args, **_ours(kwargs))


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
    return densenet.DenseNet169(*args, **_ours(kwargs))


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
    return densenet.DenseNet201(*args, **_ours(kwargs))


@export("keras.applications.densenet.decode_predictions")
def densenet_decode_predictions(preds: Any, top: int = 5, **kwargs: Any) -> Any:
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
    return _decode(densenet, preds, top, kwargs)


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
    return _prepare(densenet, x, kwargs)


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
    return nasnet.NASNetLarge(*args, **_ours(kwargs))


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
    return nasnet.NASNetMobile(*args, **_ours(kwargs))


@export("keras.applications.nasnet.decode_predictions")
def nasnet_decode_predictions(preds: Any, top: int = 5, **kwargs: Any) -> Any:
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
    return _decode(nasnet, preds, top, kwargs)


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
    return _prepare(nasnet, x, kwargs)


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
    return resnet.ResNet50(*args, **_ours(kwargs))


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
    return resnet.ResNet101(*args, **_ours(kwargs))


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
    return resnet.ResNet152(*args, **_ours(kwargs))


@export("keras.applications.resnet.decode_predictions", "keras.applications.resnet50.decode_predictions")
def resnet_decode_predictions(preds: Any, top: int = 5, **kwargs: Any) -> Any:
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
    return _decode(resnet, preds, top, kwargs)


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
    return _prepare(resnet, x, kwargs)


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
    return resnet_v2.ResNet50V2(*args, **_ours(kwargs))


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
    return resnet_v2.ResNet101V2(*args, **_ours(kwargs))


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
    return resnet_v2.ResNet152V2(*args, **_ours(kwargs))


@export("keras.applications.resnet_v2.decode_predictions")
def resnet_v2_decode_predictions(preds: Any, top: int = 5, **kwargs: Any) -> Any:
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
    return _decode(resnet_v2, preds, top, kwargs)


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
    return _prepare(resnet_v2, x, kwargs)


@export("keras.applications.imagenet_utils.decode_predictions")
def imagenet_decode_predictions(preds: Any, top: int = 5, **kwargs: Any) -> Any:
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
    return _decode(imagenet_utils, preds, top, kwargs)


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
    return _prepare(imagenet_utils, x, kwargs)
