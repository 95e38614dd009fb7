"""Datasets as slim sees them: where the records are, how they are read and decoded, and a provider of their items."""

from __future__ import annotations

import abc
from collections.abc import Iterable, Sequence
from typing import Any

from penstock._namespace import export
from penstock.contrib.slim.data import reading
from penstock.graph.typing import TensorLike


@export("contrib.slim.data_decoder.DataDecoder")
class DataDecoder(abc.ABC):
    """Base class of what turns a record into items.

    >>> import penstock as tf
    >>> issubclass(tf.contrib.slim.tfexample_decoder.TFExampleDecoder, tf.contrib.slim.data_decoder.DataDecoder)
    True
    """

    @abc.abstractmethod
    def decode(self, data: TensorLike, items: Sequence[Any]) -> list[Any]:
        """The tensors of some items of a record."""

    @abc.abstractmethod
    def list_items(self) -> Iterable[str]:
        """The names of all items."""


@export("contrib.slim.data_provider.DataProvider")
class DataProvider:
    """Gives the tensors of items by name.

    Args:
      items_to_tensors: name → tensor.
      num_samples: how many samples there are, or None.

    >>> import penstock as tf
    >>> provider = tf.contrib.slim.data_provider.DataProvider({"image": "tensor"}, 10)
    >>> provider.get(["image"])
    ['tensor']
    """

    def __init__(self, items_to_tensors: dict[str, Any], num_samples: int | None):
        self._items_to_tensors, self._num_samples = items_to_tensors, num_samples

    def get(self, items: Iterable[Any] | None) -> list[Any]:
        """The tensors of some items; ValueError for one that there is not."""
        if not isinstance(items, (list, tuple)):
            raise ValueError("items must be a list or tuple")
        for item in items:
            if item not in self._items_to_tensors:
                raise ValueError(f"Item [{item}] is invalid. Valid entries include: {self.list_items()}")
        return [self._items_to_tensors[item] for item in items]

    def list_items(self) -> Any:
        """The names of all items."""
        return self._items_to_tensors.keys()

    def num_samples(self) -> int | None:
        """How many samples there are, or None."""
        return self._num_samples


@export("contrib.slim.dataset.Dataset")
class Dataset:
    """A dataset: its arguments, as attributes.

    Args:
      data_sources: a path, a pattern, or a list of them.
      reader: a reader, as `tf.TFRecordReader`.
      decoder: a `DataDecoder`.
      num_samples: how many samples there are.
      items_to_descriptions: name of an item → what it is.
      **kwargs: more attributes.

    >>> import penstock as tf
    >>> tf.contrib.slim.dataset.Dataset("data-*", tf.TFRecordReader, None, 50, {}, num_classes=10).num_classes
    10
    """

    def __init__(
        self,
        data_sources: object,
        reader: Any,
        decoder: Any,
        num_samples: int | None,
        items_to_descriptions: dict[str, str],
        **kwargs: Any,
    ):
        self.data_sources, self.reader, self.decoder = data_sources, reader, decoder
        self.num_samples, self.items_to_descriptions = num_samples, items_to_descriptions
        self.__dict__.update(kwargs)


@export("contrib.slim.dataset_data_provider.DatasetDataProvider")
class DatasetDataProvider(DataProvider):
    """Reads a dataset with several readers, and gives the items of the next sample.

    Args:
      dataset: a `Dataset`.
      num_readers, reader_kwargs, shuffle, num_epochs, seed, scope: see `parallel_reader.parallel_read`.
      common_queue_capacity, common_queue_min: of the queue of records.
      record_key: the name of the item that is the record's key.

    Raises:
      ValueError: if the dataset has an item of that name.

    >>> import penstock as tf
    >>> slim = tf.contrib.slim
    >>> decoder = slim.tfexample_decoder.TFExampleDecoder(
    ...     {"label": tf.FixedLenFeature([], tf.int64)}, {"label": slim.tfexample_decoder.Tensor("label")})
    >>> with tf.Graph().as_default():
    ...     dataset = slim.dataset.Dataset("file", tf.TFRecordReader, decoder, 10, {"label": "a class"})
    ...     print(sorted(slim.dataset_data_provider.DatasetDataProvider(dataset).list_items()))
    ['label', 'record_key']
    """

    def __init__(
        self,
        dataset: Dataset,
        num_readers: int = 1,
        reader_kwargs: Any = None,
        shuffle: bool = True,
        num_epochs: int | None = None,
        common_queue_capacity: int = 256,
        common_queue_min: int = 128,
        record_key: str = "record_key",
        seed: int | None = None,
        scope: str | None = None,
    ):
        key, data = reading.parallel_read(
            dataset.data_sources,
            reader_class=dataset.reader,
            num_epochs=num_epochs,
            num_readers=num_readers,
            reader_kwargs=reader_kwargs,
            shuffle=shuffle,
            capacity=common_queue_capacity,
            min_after_dequeue=common_queue_min,
            seed=seed,
            scope=scope,
        )
        items = list(dataset.decoder.list_items())
        found = dict(zip(items, dataset.decoder.decode(data, items), strict=True))
        if record_key in found:
            raise ValueError(
                f"The item name used for `record_key` cannot also be used for a dataset item: {record_key}"
            )
        super().__init__({**found, record_key: key}, dataset.num_samples)
