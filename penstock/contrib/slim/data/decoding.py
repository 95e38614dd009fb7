"""Items from serialized examples: images, tensors, boxes, sparse tensors, one handler each, and the decoder of them all."""

from __future__ import annotations

import abc
from collections.abc import Callable, Sequence
from typing import Any

import penstock as tf
from penstock._namespace import export
from penstock.contrib.slim.data.providing import DataDecoder
from penstock.graph import composite
from penstock.graph.typing import DTypeLike, ShapeLike, TensorLike

_HERE = "contrib.slim.tfexample_decoder"


def _dense(value: object, default: Any = 0) -> Any:
    return tf.sparse_tensor_to_dense(value, default) if isinstance(value, composite.SparseTensor) else value


@export(f"{_HERE}.ItemHandler")
class ItemHandler(abc.ABC):
    """Base class of what makes an item from features.

    Args:
      keys: the names of the features it needs, or one name.

    >>> import penstock as tf
    >>> tf.contrib.slim.tfexample_decoder.Tensor("label").keys
    ['label']
    """

    def __init__(self, keys: Any):
        self._keys = keys if isinstance(keys, (tuple, list)) else [keys]

    @property
    def keys(self) -> Any:
        """The names of the features it needs."""
        return self._keys

    @abc.abstractmethod
    def tensors_to_item(self, keys_to_tensors: dict[str, Any]) -> Any:
        """The item, from the features by name."""


@export(f"{_HERE}.ItemHandlerCallback")
class ItemHandlerCallback(ItemHandler):
    """An item that a function makes of a dictionary of features.

    >>> import penstock as tf
    >>> handler = tf.contrib.slim.tfexample_decoder.ItemHandlerCallback("x", lambda found: found["x"] * 2)
    >>> handler.tensors_to_item({"x": 3})
    6
    """

    def __init__(self, keys: Any, func: Callable[[dict[str, Any]], Any]):
        super().__init__(keys)
        self._func = func

    def tensors_to_item(self, keys_to_tensors: dict[str, Any]) -> Any:
        """What the function returns."""
        return self._func(keys_to_tensors)


@export(f"{_HERE}.BoundingBox")
class BoundingBox(ItemHandler):
    """Boxes `[number, 4]` of four features, by default ymin, xmin, ymax and xmax; all names begin with `prefix`.

    >>> import penstock as tf
    >>> tf.contrib.slim.tfexample_decoder.BoundingBox(prefix="box/").keys
    ['box/ymin', 'box/xmin', 'box/ymax', 'box/xmax']
    """

    def __init__(self, keys: Any = None, prefix: str = ""):
        if keys is None:
            keys = ["ymin", "xmin", "ymax", "xmax"]
        elif len(keys) != 4:
            raise ValueError(f"BoundingBox expects 4 keys but got {len(keys)}")
        super().__init__([prefix + key for key in keys])

    def tensors_to_item(self, keys_to_tensors: dict[str, Any]) -> Tensor:
        """The boxes."""
        found = [keys_to_tensors[key] for key in self._keys]
        sides = [side.values if isinstance(side, composite.SparseTensor) else side for side in found]
        return tf.transpose(tf.concat([tf.expand_dims(side, 0) for side in sides], 0))


@export(f"{_HERE}.Tensor")
class Tensor(ItemHandler):
    """A feature as a dense tensor.

    Args:
      tensor_key: the feature.
      shape_keys: features that hold its shape, or None.
      shape: its shape, or None.
      default_value: stands where a sparse feature has nothing.

    Raises:
      ValueError: if both shapes are given.

    >>> import penstock as tf
    >>> tf.contrib.slim.tfexample_decoder.Tensor("x", shape_keys=["height", "width"]).keys
    ['x', 'height', 'width']
    """

    def __init__(self, tensor_key: str, shape_keys: Any = None, shape: Any = None, default_value: TensorLike = 0):
        if shape_keys and shape is not None:
            raise ValueError("Cannot specify both shape_keys and shape parameters.")
        if shape_keys and not isinstance(shape_keys, list):
            shape_keys = [shape_keys]
        self._tensor_key, self._shape_keys = tensor_key, shape_keys
        self._shape, self._default_value = shape, default_value
        super().__init__([tensor_key, *(shape_keys or ())])

    def tensors_to_item(self, keys_to_tensors: dict[str, Any]) -> Any:
        """The tensor."""
        tensor, shape = keys_to_tensors[self._tensor_key], self._shape
        if self._shape_keys:
            shape = tf.reshape(tf.stack([_dense(keys_to_tensors[key]) for key in self._shape_keys]), [-1])
        if isinstance(tensor, composite.SparseTensor):
            tensor = tensor if shape is None else tf.sparse_reshape(tensor, shape)
            return _dense(tensor, self._default_value)
        return tensor if shape is None else tf.reshape(tensor, shape)


@export(f"{_HERE}.LookupTensor")
class LookupTensor(Tensor):
    """As `Tensor`, with its values looked up in a table.

    >>> import penstock as tf
    >>> tf.contrib.slim.tfexample_decoder.LookupTensor("word", None).keys
    ['word']
    """

    def __init__(
        self,
        tensor_key: str,
        table: Any,
        shape_keys: Any = None,
        shape: ShapeLike | None = None,
        default_value: TensorLike = "",
    ):
        self._table = table
        super().__init__(tensor_key, shape_keys, shape, default_value)

    def tensors_to_item(self, keys_to_tensors: dict[str, Any]) -> Any:
        """What the table says to the tensor."""
        return self._table.lookup(super().tensors_to_item(keys_to_tensors))


@export(f"{_HERE}.BackupHandler")
class BackupHandler(ItemHandler):
    """The item of one handler, or of another if the first has no elements.

    >>> import penstock as tf
    >>> decoder = tf.contrib.slim.tfexample_decoder
    >>> decoder.BackupHandler(decoder.Tensor("a"), decoder.Tensor("b")).keys
    ['a', 'b']
    """

    def __init__(self, handler: ItemHandler, backup: ItemHandler):
        for what, given in (("Primary", handler), ("Backup", backup)):
            if not isinstance(given, ItemHandler):
                raise ValueError(f"{what} handler is of type {type(given)} instead of ItemHandler")
        self._handler, self._backup = handler, backup
        super().__init__(handler.keys + backup.keys)

    def tensors_to_item(self, keys_to_tensors: dict[str, Any]) -> Any:
        """The item of the first handler that has one."""
        item = self._handler.tensors_to_item(keys_to_tensors)
        return tf.cond(
            tf.equal(tf.reduce_prod(tf.shape(item)), 0),
            lambda: self._backup.tensors_to_item(keys_to_tensors),
            lambda: item,
        )


@export(f"{_HERE}.SparseTensor")
class SparseTensor(ItemHandler):
    """A sparse tensor of two features, its last indices and its values.

    Args:
      indices_key, values_key: the features, by default "indices" and "values".
      shape_key: a feature that holds its shape, or None.
      shape: its shape, or None.
      densify: whether to give a dense tensor.
      default_value: stands where there is nothing then.

    >>> import penstock as tf
    >>> tf.contrib.slim.tfexample_decoder.SparseTensor().keys
    ['indices', 'values']
    """

    def __init__(
        self,
        indices_key: str | None = None,
        values_key: str | None = None,
        shape_key: str | None = None,
        shape: ShapeLike | None = None,
        densify: bool = False,
        default_value: TensorLike = 0,
    ):
        self._indices_key, self._values_key = indices_key or "indices", values_key or "values"
        self._shape_key, self._shape = shape_key, shape
        self._densify, self._default_value = densify, default_value
        super().__init__([self._indices_key, self._values_key, *([shape_key] if shape_key else [])])

    def tensors_to_item(self, keys_to_tensors: dict[str, Any]) -> Any:
        """The tensor."""
        indices, values = keys_to_tensors[self._indices_key], keys_to_tensors[self._values_key]
        shape = self._shape or indices.dense_shape
        if self._shape_key:
            shape = _dense(keys_to_tensors[self._shape_key])
        rank = tf.shape(indices.indices)[1]
        before = tf.slice(indices.indices, [0, 0], tf.stack([-1, rank - 1]))
        last = tf.reshape(tf.cast(indices.values, tf.int64), [-1, 1])
        found = composite.SparseTensor(tf.concat([before, last], 1), values.values, shape)
        return _dense(found, self._default_value) if self._densify else found


@export(f"{_HERE}.Image")
class Image(ItemHandler):
    """An image, encoded as JPEG, PNG, GIF or BMP, or raw.

    Args:
      image_key, format_key: the features, by default "image/encoded" and "image/format"; a format "raw" is special.
      shape: its shape, or None.
      channels: how many channels.
      dtype: its type.
      repeated: whether the feature holds several images of one size.
      dct_method: how to decode JPEG.

    >>> import penstock as tf
    >>> tf.contrib.slim.tfexample_decoder.Image(shape=[28, 28, 1], channels=1).keys
    ['image/encoded', 'image/format']
    """

    def __init__(
        self,
        image_key: str | None = None,
        format_key: str | None = None,
        shape: Any = None,
        channels: int = 3,
        dtype: DTypeLike = tf.uint8,
        repeated: bool = False,
        dct_method: str = "",
    ):
        self._image_key, self._format_key = image_key or "image/encoded", format_key or "image/format"
        self._shape, self._channels, self._dtype = shape, channels, dtype
        self._repeated, self._dct_method = repeated, dct_method
        super().__init__([self._image_key, self._format_key])

    def tensors_to_item(self, keys_to_tensors: dict[str, Any]) -> Any:
        """The image, or images."""
        data, kind = keys_to_tensors[self._image_key], keys_to_tensors[self._format_key]
        if self._repeated:
            return tf.map_fn(lambda one: self._decode(one, kind), data, dtype=self._dtype)
        return self._decode(data, kind)

    def _decode(self, data: TensorLike, kind: object) -> Any:
        def jpeg() -> Any:
            found = tf.image.decode_jpeg(data, channels=self._channels, dct_method=self._dct_method)
            return tf.cast(found, self._dtype)

        def other() -> Any:
            return tf.cast(tf.image.decode_image(data, channels=self._channels), self._dtype)

        def encoded() -> Any:
            return tf.cond(tf.image.is_jpeg(data), jpeg, other, name="cond_jpeg")

        raw = tf.logical_or(tf.equal(kind, "raw"), tf.equal(kind, "RAW"))
        image = tf.case([(raw, lambda: tf.decode_raw(data, self._dtype))], default=encoded, exclusive=True)
        image.set_shape([None, None, self._channels])
        return image if self._shape is None else tf.reshape(image, self._shape)


@export(f"{_HERE}.TFExampleDecoder")
class TFExampleDecoder(DataDecoder):
    """Decodes serialized examples.

    Args:
      keys_to_features: name of a feature → `tf.FixedLenFeature` or `tf.VarLenFeature`.
      items_to_handlers: name of an item → `ItemHandler`.

    >>> import penstock as tf
    >>> example = tf.train.Example()
    >>> example.features.feature["label"].int64_list.value.append(7)
    >>> decoder = tf.contrib.slim.tfexample_decoder.TFExampleDecoder(
    ...     {"label": tf.FixedLenFeature([], tf.int64)}, {"class": tf.contrib.slim.tfexample_decoder.Tensor("label")})
    >>> with tf.Graph().as_default(), tf.Session() as sess:
    ...     print(sess.run(decoder.decode(example.SerializeToString(), ["class"])[0]))
    7
    """

    def __init__(self, keys_to_features: dict[str, Any], items_to_handlers: dict[str, ItemHandler]):
        self._keys_to_features, self._items_to_handlers = keys_to_features, items_to_handlers

    def list_items(self) -> list[str]:
        """The names of all items."""
        return list(self._items_to_handlers)

    def decode(self, serialized_example: Any, items: Sequence[Any] | None = None) -> list[Any]:
        """The tensors of items, by default of all, of one serialized example."""
        found = tf.parse_single_example(serialized_example, self._keys_to_features)
        for key, feature in sorted(self._keys_to_features.items(), key=lambda entry: entry[0]):
            if isinstance(feature, tf.FixedLenFeature):
                found[key] = tf.reshape(found[key], feature.shape)
        handlers = [self._items_to_handlers[item] for item in items or self._items_to_handlers]
        return [handler.tensors_to_item({key: found[key] for key in handler.keys}) for handler in handlers]
