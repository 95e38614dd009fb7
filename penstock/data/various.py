"""The rest of `tf.data.experimental`: sizes, statistics, writing datasets to files, devices, structures."""

from __future__ import annotations

from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.data.dataset import Dataset
from penstock.data.grouping import Reducer, group_by_reducer
from penstock.data.optional import Optional
from penstock.data.structure import Spec, SpecOfVariant, as_spec, flat_attributes, map_structure, public
from penstock.data.transforms import Transformation, get_single_element, parallel_interleave
from penstock.graph import dtypes
from penstock.graph.build import apply
from penstock.graph.convert import convert_to_tensor
from penstock.graph.operation import Operation, Tensor
from penstock.graph.typing import NestedTensors, TensorLike


@export("data.experimental.cardinality")
def cardinality(dataset: Dataset) -> Tensor:
    """The number of elements of a dataset, `INFINITE_CARDINALITY` or `UNKNOWN_CARDINALITY`.

    >>> import penstock as tf
    >>> tf.Session().run(tf.data.experimental.cardinality(tf.data.Dataset.range(10).batch(4)))
    np.int64(3)
    """
    return apply("DatasetCardinality", input_dataset=dataset._variant_tensor)


@export("data.experimental.TFRecordWriter", "contrib.data.TFRecordWriter")
class TFRecordWriter:
    """Writes a dataset of strings to a TFRecord file.

    Args:
      filename: the file.
      compression_type: '', 'ZLIB' or 'GZIP'.

    >>> import penstock as tf
    >>> dataset = tf.data.Dataset.from_tensor_slices(["one", "two"])
    >>> tf.Session().run(tf.data.experimental.TFRecordWriter("words.records").write(dataset))
    >>> list(tf.io.tf_record_iterator("words.records"))
    [b'one', b'two']
    """

    def __init__(self, filename: Any, compression_type: Any = None) -> None:
        self._filename = convert_to_tensor(filename, dtypes.string, name="filename")
        self._compression_type = convert_to_tensor(compression_type or "", dtypes.string, name="compression_type")

    def write(self, dataset: Dataset) -> Operation:
        """The operation that goes through the dataset and writes its elements.

        Raises:
          TypeError: the elements are not single scalar strings.
        """
        if not isinstance(dataset, Dataset):
            raise TypeError("`dataset` must be a `tf.data.Dataset` object.")
        spec = dataset._structure
        if not isinstance(spec, Spec) or spec.dtype != dtypes.string or not spec.shape.is_compatible_with([]):
            raise TypeError(
                "`dataset` must produce scalar `DT_STRING` tensors whereas it produces shape "
                f"{dataset.output_shapes} and types {dataset.output_types}"
            )
        return apply(
            "DatasetToTFRecord",
            input_dataset=dataset._variant_tensor,
            filename=self._filename,
            compression_type=self._compression_type,
        )


# -- statistics --------------------------------------------------------------------------------------------------------


@export("data.experimental.StatsAggregator", "contrib.data.StatsAggregator")
class StatsAggregator:
    """Collects numbers about datasets: `latency_stats`, `bytes_produced_stats`.

    It is made known to a dataset by its options (`options.experimental_stats.aggregator`).

    >>> import penstock as tf
    >>> aggregator = tf.data.experimental.StatsAggregator()
    >>> options = tf.data.Options()
    >>> options.experimental_stats.aggregator = aggregator
    >>> dataset = tf.data.Dataset.range(3).apply(tf.data.experimental.bytes_produced_stats("bytes"))
    >>> iterator = tf.data.make_initializable_iterator(dataset.with_options(options))
    >>> x = iterator.get_next()
    >>> with tf.Session() as sess:
    ...     sess.run(iterator.initializer)
    ...     _ = sess.run(x), sess.run(x)
    ...     [value] = tf.Summary.FromString(sess.run(aggregator.get_summary())).value
    ...     print(value.tag, value.histo.num, value.histo.sum)
    bytes 2.0 16.0
    """

    def __init__(self) -> None:
        self._resource = apply("StatsAggregatorHandle")

    def get_summary(self) -> Tensor:
        """A serialized `Summary` of what was collected so far, as a tensor."""
        return apply("StatsAggregatorSummary", iterator=self._resource)


def _stats(kind: str, tag: str) -> Transformation:
    return lambda dataset: dataset._made(kind, tag=convert_to_tensor(tag, dtypes.string, name="tag"))


@export("data.experimental.latency_stats", "contrib.data.latency_stats")
def latency_stats(tag: str) -> Transformation:
    """Tells the aggregator how many microseconds each element took.

    Args:
      tag: the name of the summary.

    >>> import penstock as tf
    >>> aggregator = tf.data.experimental.StatsAggregator()
    >>> dataset = tf.data.Dataset.range(3).apply(tf.data.experimental.latency_stats("microseconds"))
    >>> options = tf.data.Options()
    >>> options.experimental_stats.aggregator = aggregator
    >>> iterator = tf.data.make_initializable_iterator(dataset.with_options(options))
    >>> with tf.Session() as sess:
    ...     sess.run(iterator.initializer)
    ...     _ = sess.run(iterator.get_next())
    ...     [value] = tf.Summary.FromString(sess.run(aggregator.get_summary())).value
    ...     print(value.tag, value.histo.num)
    microseconds 1.0
    """
    return _stats("LatencyStatsDataset", tag)


@export("data.experimental.bytes_produced_stats", "contrib.data.bytes_produced_stats")
def bytes_produced_stats(tag: str) -> Transformation:
    """Tells the aggregator how many bytes each element has.

    Args:
      tag: the name of the summary.

    >>> import penstock as tf
    >>> aggregator = tf.data.experimental.StatsAggregator()
    >>> dataset = tf.data.Dataset.range(2).batch(2).apply(tf.data.experimental.bytes_produced_stats("bytes"))
    >>> options = tf.data.Options()
    >>> options.experimental_stats.aggregator = aggregator
    >>> iterator = tf.data.make_initializable_iterator(dataset.with_options(options))
    >>> with tf.Session() as sess:
    ...     sess.run(iterator.initializer)
    ...     _ = sess.run(iterator.get_next())
    ...     [value] = tf.Summary.FromString(sess.run(aggregator.get_summary())).value
    ...     print(value.tag, value.histo.max)
    bytes 16.0
    """
    return _stats("BytesProducedStatsDataset", tag)


@export("contrib.data.set_stats_aggregator")
def set_stats_aggregator(
    stats_aggregator: StatsAggregator, prefix: str = "", counter_prefix: str = ""
) -> Transformation:
    """Makes an aggregator known to the transformations before this one.

    Args:
      stats_aggregator: a `StatsAggregator`.
      prefix, counter_prefix: what the names of its summaries begin with.

    >>> import penstock as tf
    >>> aggregator = tf.data.experimental.StatsAggregator()
    >>> dataset = tf.data.Dataset.range(3).apply(tf.data.experimental.bytes_produced_stats("bytes"))
    >>> dataset = dataset.apply(tf.contrib.data.set_stats_aggregator(aggregator, prefix="train"))
    >>> iterator = tf.data.make_initializable_iterator(dataset)
    >>> with tf.Session() as sess:
    ...     sess.run(iterator.initializer)
    ...     _ = sess.run(iterator.get_next())
    ...     [value] = tf.Summary.FromString(sess.run(aggregator.get_summary())).value
    ...     print(value.tag, value.histo.sum)
    train::bytes 8.0
    """
    return lambda dataset: dataset._made(
        "SetStatsAggregatorDataset",
        stats_aggregator=stats_aggregator._resource,
        tag=prefix,
        counter_prefix=counter_prefix,
    )


# -- devices -----------------------------------------------------------------------------------------------------------


@export("data.experimental.copy_to_device", "contrib.data.copy_to_device")
def copy_to_device(target_device: str, source_device: str = "/cpu:0") -> Transformation:
    """Gives elements to a device. They go there when a program uses them, so this changes nothing here.

    Args:
      target_device: where they go.
      source_device: where they come from.

    >>> import penstock as tf
    >>> dataset = tf.data.Dataset.range(3).batch(3).apply(tf.data.experimental.copy_to_device("/cpu:0"))
    >>> iterator = tf.data.make_initializable_iterator(dataset)
    >>> with tf.Session() as sess:
    ...     sess.run(iterator.initializer)
    ...     print(sess.run(iterator.get_next()))
    [0 1 2]
    """
    return lambda dataset: dataset.take(-1)


@export("data.experimental.prefetch_to_device", "contrib.data.prefetch_to_device")
def prefetch_to_device(device: str, buffer_size: TensorLike | None = None) -> Transformation:
    """Prepares elements ahead for a device.

    Args:
      device: the device, which must be at the end of the pipeline; here all are the same.
      buffer_size: how many elements are prepared; chosen by itself by default.

    >>> import penstock as tf
    >>> dataset = tf.data.Dataset.range(3).batch(3).apply(tf.data.experimental.prefetch_to_device("/cpu:0"))
    >>> iterator = tf.data.make_initializable_iterator(dataset)
    >>> with tf.Session() as sess:
    ...     sess.run(iterator.initializer)
    ...     print(sess.run(iterator.get_next()))
    [0 1 2]
    """
    return lambda dataset: dataset.prefetch(buffer_size)


# -- structures --------------------------------------------------------------------------------------------------------


@export("data.experimental.get_structure")
def get_structure(dataset_or_iterator: Any) -> Any:
    """What the components of an element are.

    Raises:
      TypeError: it is neither a dataset nor an iterator.

    >>> import penstock as tf
    >>> dataset = tf.data.Dataset.from_tensor_slices({"a": [1, 2], "b": [[0.5], [1.5]]})
    >>> spec = tf.data.experimental.get_structure(dataset)
    >>> spec["a"].dtype, spec["b"].shape.as_list()
    (tf.int32, [1])
    """
    try:
        return dataset_or_iterator.element_spec
    except AttributeError:
        kind = type(dataset_or_iterator)
        raise TypeError(f"`dataset_or_iterator` must be a Dataset or Iterator object, but got {kind}.") from None


@export("data.experimental.to_variant")
def to_variant(dataset: Dataset) -> Tensor:
    """The tensor that stands for a dataset.

    >>> import penstock as tf
    >>> variant = tf.data.experimental.to_variant(tf.data.Dataset.range(3))
    >>> variant.dtype, variant.shape.as_list()
    (tf.variant, [])
    """
    return dataset._variant_tensor


@export("data.experimental.from_variant")
def from_variant(variant: Tensor, structure: NestedTensors) -> Dataset:
    """The dataset that a tensor stands for, with elements of a structure.

    Args:
      variant: a scalar variant, as `to_variant` gives it.
      structure: what its elements are, as `get_structure` tells.

    >>> import penstock as tf
    >>> dataset = tf.data.Dataset.range(3)
    >>> variant = tf.data.experimental.to_variant(dataset)
    >>> again = tf.data.experimental.from_variant(variant, tf.data.experimental.get_structure(dataset))
    >>> tf.Session().run(tf.data.experimental.get_single_element(again.batch(3)))
    array([0, 1, 2])
    """
    return Dataset(variant, map_structure(as_spec, structure))


@export("data.experimental.OptionalStructure", "OptionalSpec")
class OptionalStructure(SpecOfVariant):
    """Describes an `Optional`: what its value is.

    Args:
      value_structure: a nested structure of `tf.TypeSpec`.

    >>> import penstock as tf
    >>> spec = tf.OptionalSpec(tf.TensorSpec([], tf.int64))
    >>> x = tf.data.experimental.get_next_as_optional(tf.data.Dataset.range(3).make_one_shot_iterator())
    >>> spec.is_compatible_with(x)
    True
    """

    name = "OptionalSpec"

    def __init__(self, value_structure: Any) -> None:
        super().__init__(Optional, value_structure)

    @staticmethod
    def from_value(value: Optional) -> OptionalStructure:
        """The structure of an Optional."""
        return OptionalStructure(value._value_structure)

    def arrived(self, tensor: Tensor) -> Optional:
        """The Optional that travelled as a tensor."""
        return Optional(tensor, self.element)

    def _serialize(self) -> tuple[Any, ...]:
        return (public(self.element),)


# -- only in tf.contrib.data -------------------------------------------------------------------------------------------


@export("contrib.data.sloppy_interleave")
def sloppy_interleave(map_func: Any, cycle_length: Any, block_length: Any = 1) -> Transformation:
    """Goes through several datasets in turn, which are read ahead in threads; here the order is always the same.

    Args:
      map_func: makes a dataset of an element.
      cycle_length: how many of these datasets are read in turn.
      block_length: how many elements are taken of each in its turn.

    >>> import penstock as tf
    >>> twice = lambda x: tf.data.Dataset.from_tensors(x).repeat(2)
    >>> dataset = tf.data.Dataset.range(2).apply(tf.contrib.data.sloppy_interleave(twice, cycle_length=2)).batch(4)
    >>> sorted(tf.Session().run(tf.data.experimental.get_single_element(dataset)).tolist())
    [0, 0, 1, 1]
    """
    return parallel_interleave(map_func, cycle_length, block_length, sloppy=True)


@export("contrib.data.reduce_dataset")
def reduce_dataset(dataset: Dataset, reducer: Reducer) -> Any:
    """The result of reducing all elements, as tensors.

    Args:
      dataset: a dataset.
      reducer: a `Reducer`; its `init_func` is called with 0.

    Raises:
      TypeError: it is no dataset.

    >>> import penstock as tf
    >>> total = tf.contrib.data.Reducer(lambda key: tf.constant(0, tf.int64), lambda sum, x: sum + x, lambda sum: sum)
    >>> print(tf.Session().run(tf.contrib.data.reduce_dataset(tf.data.Dataset.range(5), total)))
    10
    """
    if not isinstance(dataset, Dataset):
        raise TypeError("`dataset` must be a `tf.data.Dataset` object.")
    zero = np.int64(0)
    return get_single_element(dataset.apply(group_by_reducer(lambda *unused: zero, reducer)))


@export("contrib.data.LMDBDataset")
class LMDBDataset(Dataset):
    """The keys and values of LMDB databases, as pairs; needs the Python package `lmdb`.

    >>> import penstock as tf
    >>> dataset = tf.contrib.data.LMDBDataset("train.mdb")
    >>> tf.data.get_output_types(dataset)
    (tf.string, tf.string)
    """

    def __init__(self, filenames: object) -> None:
        text = Spec(Tensor, dtypes.string, [])
        names = convert_to_tensor(filenames, dtypes.string, name="filenames")
        super().__init__(apply("LMDBDataset", filenames=names, **flat_attributes((text, text))), (text, text))
