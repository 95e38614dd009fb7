"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.data.csv_datasets import CsvDataset as CsvDataset
from penstock.data.example_datasets import parse_example_dataset as parse_example_dataset
from penstock.data.grouping import Reducer as Reducer
from penstock.data.grouping import dense_to_sparse_batch as dense_to_sparse_batch
from penstock.data.grouping import group_by_reducer as group_by_reducer
from penstock.data.grouping import rejection_resample as rejection_resample
from penstock.data.optional import Optional as Optional
from penstock.data.optional import get_next_as_optional as get_next_as_optional
from penstock.data.options import DistributeOptions as DistributeOptions
from penstock.data.options import MapVectorizationOptions as MapVectorizationOptions
from penstock.data.options import OptimizationOptions as OptimizationOptions
from penstock.data.options import StatsOptions as StatsOptions
from penstock.data.options import ThreadingOptions as ThreadingOptions
from penstock.data.pipeline_hook import CheckpointInputPipelineHook as CheckpointInputPipelineHook
from penstock.data.saving import make_saveable_from_iterator as make_saveable_from_iterator
from penstock.data.transforms import AUTOTUNE as AUTOTUNE
from penstock.data.transforms import INFINITE_CARDINALITY as INFINITE_CARDINALITY
from penstock.data.transforms import RandomDataset as RandomDataset
from penstock.data.transforms import SqlDataset as SqlDataset
from penstock.data.transforms import UNKNOWN_CARDINALITY as UNKNOWN_CARDINALITY
from penstock.data.transforms import bucket_by_sequence_length as bucket_by_sequence_length
from penstock.data.transforms import enumerate_dataset as enumerate_dataset
from penstock.data.transforms import get_single_element as get_single_element
from penstock.data.transforms import group_by_window as group_by_window
from penstock.data.transforms import ignore_errors as ignore_errors
from penstock.data.transforms import map_and_batch as map_and_batch
from penstock.data.transforms import parallel_interleave as parallel_interleave
from penstock.data.transforms import scan as scan
from penstock.data.transforms import shuffle_and_repeat as shuffle_and_repeat
from penstock.data.transforms import take_while as take_while
from penstock.data.transforms import unbatch as unbatch
from penstock.data.transforms import unique as unique
from penstock.data.various import TFRecordWriter as TFRecordWriter
from penstock.data.various import bytes_produced_stats as bytes_produced_stats
from penstock.data.various import cardinality as cardinality
from penstock.data.various import copy_to_device as copy_to_device
from penstock.data.various import from_variant as from_variant
from penstock.data.various import get_structure as get_structure
from penstock.data.various import latency_stats as latency_stats
from penstock.data.various import prefetch_to_device as prefetch_to_device
from penstock.data.various import to_variant as to_variant
from builtins import bool as _bool
from builtins import dict as _dict
from builtins import int as _int
from builtins import list as _list
from builtins import object as _object
from builtins import str as _str
from collections.abc import Callable as _Callable
from collections.abc import Sequence as _Sequence
from penstock.data.dataset import Dataset as _Dataset
from penstock.data.transforms import DTypeLike as _DTypeLike
from penstock.data.transforms import TensorLike as _TensorLike
from typing import Any as _Any

def Counter(start: _TensorLike = ..., step: _object = ..., dtype: _DTypeLike = ...) -> _Dataset:
    """Counts from `start` on, `step` at a time, for ever."""
def choose_from_datasets(datasets: _Sequence[_Dataset], choice_dataset: _Dataset) -> _Dataset:
    """Takes each element from the dataset whose number comes next in `choice_dataset`."""
def make_batched_features_dataset(file_pattern: _Any, batch_size: _int, features: _dict[_str, _Any], reader: _Callable = ..., label_key: _str | None = ..., reader_args: _Any = ..., num_epochs: _int | None = ..., shuffle: _bool = ..., shuffle_buffer_size: _int = ..., shuffle_seed: _int | None = ..., prefetch_buffer_size: _int | None = ..., reader_num_threads: _int | None = ..., parser_num_threads: _int | None = ..., sloppy_ordering: _bool = ..., drop_final_batch: _bool = ...) -> _Dataset:
    """Reads files of `Example` messages into batches: dictionaries, or pairs of one and the label."""
def make_csv_dataset(file_pattern: _Any, batch_size: _int, column_names: _list[_str] | None = ..., column_defaults: _list[_Any] | None = ..., label_name: _str | None = ..., select_columns: _list[_Any] | None = ..., field_delim: _str = ..., use_quote_delim: _bool = ..., na_value: _str = ..., header: _bool = ..., num_epochs: _int | None = ..., shuffle: _bool = ..., shuffle_buffer_size: _int = ..., shuffle_seed: _int | None = ..., prefetch_buffer_size: _int | None = ..., num_parallel_reads: _int | None = ..., sloppy: _bool = ..., num_rows_for_inference: _int | None = ..., compression_type: _str | None = ..., ignore_errors: _bool = ...) -> _Dataset:
    """Reads CSV files into batches: a dictionary of columns, or a pair of it and the label."""
def sample_from_datasets(datasets: _Sequence[_Dataset], weights: _Any = ..., seed: _int | None = ...) -> _Dataset:
    """Takes each element from one of several datasets, chosen at random."""

__all__ = [
    "AUTOTUNE",
    "CheckpointInputPipelineHook",
    "Counter",
    "CsvDataset",
    "DistributeOptions",
    "INFINITE_CARDINALITY",
    "MapVectorizationOptions",
    "OptimizationOptions",
    "Optional",
    "RandomDataset",
    "Reducer",
    "SqlDataset",
    "StatsOptions",
    "TFRecordWriter",
    "ThreadingOptions",
    "UNKNOWN_CARDINALITY",
    "bucket_by_sequence_length",
    "bytes_produced_stats",
    "cardinality",
    "choose_from_datasets",
    "copy_to_device",
    "dense_to_sparse_batch",
    "enumerate_dataset",
    "from_variant",
    "get_next_as_optional",
    "get_single_element",
    "get_structure",
    "group_by_reducer",
    "group_by_window",
    "ignore_errors",
    "latency_stats",
    "make_batched_features_dataset",
    "make_csv_dataset",
    "make_saveable_from_iterator",
    "map_and_batch",
    "parallel_interleave",
    "parse_example_dataset",
    "prefetch_to_device",
    "rejection_resample",
    "sample_from_datasets",
    "scan",
    "shuffle_and_repeat",
    "take_while",
    "to_variant",
    "unbatch",
    "unique",
]
