"""The rest of `tf.data.experimental`: sizes, statistics, writing datasets to files, devices, structures."""

from __future__ import annotations

from typing import Any

import numpy as np

from penstock._namespace import export
from penstock.data.dataset import Dataset
from penstock.data.grouping import Reducer, group_by_reducer
from penstock.data.optional import Optional
from penstock.data.structure import Spec, as_spec, flat_attributes, map_structure
from penstock.data.transforms import Transformation, get_single_element, parallel_interleave
from penstock.graph import dtypes
from penstock.graph.build import apply
from penstock.graph.convert import convert_to_tensor
from penstock.graph.operation import Operation, Tensor


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
    """

    def __init__(self) -> None:
        self._resource = apply("StatsAggregatorHandle")

    def get_summary(self) -> Tensor:
        """A serialized `Summary` of what was collected so far, as a tensor."""
        return apply("StatsAggregatorSummary", iterator=self._resource)


def _stats(kind: str, tag: Any) -> Transformation:
    return lambda dataset: dataset._made(kind, tag=convert_to_tensor(tag, dtypes.string, name="tag"))


@export("data.experimental.latency_stats", "contrib.data.latency_stats")
def latency_stats(tag: Any) -> Transformation:
    """Tells the aggregator how many microseconds each element took."""
    return _stats("LatencyStatsDataset", tag)


@export("data.experimental.bytes_produced_stats", "contrib.data.bytes_produced_stats")
def bytes_produced_stats(tag: Any) -> Transformation:
    """Tells the aggregator how many bytes each element has."""
    return _stats("BytesProducedStatsDataset", tag)


@export("contrib.data.set_stats_aggregator")
def set_stats_aggregator(
    stats_aggregator: StatsAggregator, prefix: str = "", counter_prefix: str = ""
) -> Transformation:
    """Makes an aggregator known to the transformations before this one."""
    return lambda dataset: dataset._made(
        "SetStatsAggregatorDataset",
        stats_aggregator=stats_aggregator._resource,
        tag=prefix,
        counter_prefix=counter_prefix,
    )


# -- devices -----------------------------------------------------------------------------------------------------------


@export("data.experimental.copy_to_device", "contrib.data.copy_to_device")
def copy_to_device(target_device: str, source_device: str = "/cpu:0") -> Transformation:
    """Gives elements to a device. They go there when a program uses them, so this changes nothing here."""
    return lambda dataset: dataset.take(-1)


@export("data.experimental.prefetch_to_device", "contrib.data.prefetch_to_device")
def prefetch_to_device(device: str, buffer_size: Any = None) -> Transformation:
    """Prepares elements ahead for a device."""
    return lambda dataset: dataset.prefetch(buffer_size)


# -- structures --------------------------------------------------------------------------------------------------------


@export("data.experimental.get_structure")
def get_structure(dataset_or_iterator: Any) -> Any:
    """What the components of an element are.

    Raises:
      TypeError: it is neither a dataset nor an iterator.
    """
    try:
        return dataset_or_iterator.element_spec
    except AttributeError:
        kind = type(dataset_or_iterator)
        raise TypeError(f"`dataset_or_iterator` must be a Dataset or Iterator object, but got {kind}.") from None


@export("data.experimental.to_variant")
def to_variant(dataset: Dataset) -> Tensor:
    """The tensor that stands for a dataset."""
    return dataset._variant_tensor


@export("data.experimental.from_variant")
def from_variant(variant: Tensor, structure: Any) -> Dataset:
    """The dataset that a tensor stands for, with elements of a structure."""
    return Dataset(variant, map_structure(as_spec, structure))


@export("data.experimental.OptionalStructure", "OptionalSpec")
class OptionalStructure(Spec):
    """A component that is an `Optional`, with the structure of its value."""

    def __init__(self, value_structure: Any) -> None:
        super().__init__(Optional, dtypes.variant, [])
        self.value_structure = value_structure

    @staticmethod
    def from_value(value: Optional) -> OptionalStructure:
        """The structure of an Optional."""
        return OptionalStructure(value.value_structure)

    def __repr__(self) -> str:
        return f"OptionalStructure({self.value_structure!r})"


# -- only in tf.contrib.data -------------------------------------------------------------------------------------------


@export("contrib.data.sloppy_interleave")
def sloppy_interleave(map_func: Any, cycle_length: Any, block_length: Any = 1) -> Transformation:
    """Goes through several datasets in turn, which are read ahead in threads; here the order is always the same."""
    return parallel_interleave(map_func, cycle_length, block_length, sloppy=True)


@export("contrib.data.reduce_dataset")
def reduce_dataset(dataset: Dataset, reducer: Reducer) -> Any:
    """The result of reducing all elements, as tensors.

    Raises:
      TypeError: it is no dataset.
    """
    if not isinstance(dataset, Dataset):
        raise TypeError("`dataset` must be a `tf.data.Dataset` object.")
    zero = np.int64(0)
    return get_single_element(dataset.apply(group_by_reducer(lambda *unused: zero, reducer)))


@export("contrib.data.LMDBDataset")
class LMDBDataset(Dataset):
    """The keys and values of LMDB databases, as pairs; needs the Python package `lmdb`."""

    def __init__(self, filenames: Any) -> None:
        text = Spec(Tensor, dtypes.string, [])
        names = convert_to_tensor(filenames, dtypes.string, name="filenames")
        super().__init__(apply("LMDBDataset", filenames=names, **flat_attributes((text, text))), (text, text))
