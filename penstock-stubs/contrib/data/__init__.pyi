"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.data.csv_datasets import CsvDataset as CsvDataset
from penstock.data.csv_datasets import make_csv_dataset as make_csv_dataset
from penstock.data.dataset import Dataset as Dataset
from penstock.data.example_datasets import make_batched_features_dataset as make_batched_features_dataset
from penstock.data.example_datasets import parse_example_dataset as parse_example_dataset
from penstock.data.example_datasets import read_batch_features as read_batch_features
from penstock.data.grouping import Reducer as Reducer
from penstock.data.grouping import assert_element_shape as assert_element_shape
from penstock.data.grouping import batch_and_drop_remainder as batch_and_drop_remainder
from penstock.data.grouping import dense_to_sparse_batch as dense_to_sparse_batch
from penstock.data.grouping import group_by_reducer as group_by_reducer
from penstock.data.grouping import padded_batch_and_drop_remainder as padded_batch_and_drop_remainder
from penstock.data.grouping import rejection_resample as rejection_resample
from penstock.data.grouping import sliding_window_batch as sliding_window_batch
from penstock.data.iterator import Iterator as Iterator
from penstock.data.optional import Optional as Optional
from penstock.data.optional import get_next_as_optional as get_next_as_optional
from penstock.data.pipeline_hook import CheckpointInputPipelineHook as CheckpointInputPipelineHook
from penstock.data.readers import FixedLengthRecordDataset as FixedLengthRecordDataset
from penstock.data.readers import TFRecordDataset as TFRecordDataset
from penstock.data.readers import TextLineDataset as TextLineDataset
from penstock.data.saving import make_saveable_from_iterator as make_saveable_from_iterator
from penstock.data.transforms import AUTOTUNE as AUTOTUNE
from penstock.data.transforms import Counter as Counter
from penstock.data.transforms import RandomDataset as RandomDataset
from penstock.data.transforms import SqlDataset as SqlDataset
from penstock.data.transforms import bucket_by_sequence_length as bucket_by_sequence_length
from penstock.data.transforms import choose_from_datasets as choose_from_datasets
from penstock.data.transforms import enumerate_dataset as enumerate_dataset
from penstock.data.transforms import get_single_element as get_single_element
from penstock.data.transforms import group_by_window as group_by_window
from penstock.data.transforms import ignore_errors as ignore_errors
from penstock.data.transforms import map_and_batch as map_and_batch
from penstock.data.transforms import parallel_interleave as parallel_interleave
from penstock.data.transforms import sample_from_datasets as sample_from_datasets
from penstock.data.transforms import scan as scan
from penstock.data.transforms import shuffle_and_repeat as shuffle_and_repeat
from penstock.data.transforms import unbatch as unbatch
from penstock.data.transforms import unique as unique
from penstock.data.various import LMDBDataset as LMDBDataset
from penstock.data.various import StatsAggregator as StatsAggregator
from penstock.data.various import TFRecordWriter as TFRecordWriter
from penstock.data.various import bytes_produced_stats as bytes_produced_stats
from penstock.data.various import copy_to_device as copy_to_device
from penstock.data.various import latency_stats as latency_stats
from penstock.data.various import prefetch_to_device as prefetch_to_device
from penstock.data.various import reduce_dataset as reduce_dataset
from penstock.data.various import set_stats_aggregator as set_stats_aggregator
from penstock.data.various import sloppy_interleave as sloppy_interleave

__all__ = [
    "AUTOTUNE",
    "CheckpointInputPipelineHook",
    "Counter",
    "CsvDataset",
    "Dataset",
    "FixedLengthRecordDataset",
    "Iterator",
    "LMDBDataset",
    "Optional",
    "RandomDataset",
    "Reducer",
    "SqlDataset",
    "StatsAggregator",
    "TFRecordDataset",
    "TFRecordWriter",
    "TextLineDataset",
    "assert_element_shape",
    "batch_and_drop_remainder",
    "bucket_by_sequence_length",
    "bytes_produced_stats",
    "choose_from_datasets",
    "copy_to_device",
    "dense_to_sparse_batch",
    "enumerate_dataset",
    "get_next_as_optional",
    "get_single_element",
    "group_by_reducer",
    "group_by_window",
    "ignore_errors",
    "latency_stats",
    "make_batched_features_dataset",
    "make_csv_dataset",
    "make_saveable_from_iterator",
    "map_and_batch",
    "padded_batch_and_drop_remainder",
    "parallel_interleave",
    "parse_example_dataset",
    "prefetch_to_device",
    "read_batch_features",
    "reduce_dataset",
    "rejection_resample",
    "sample_from_datasets",
    "scan",
    "set_stats_aggregator",
    "shuffle_and_repeat",
    "sliding_window_batch",
    "sloppy_interleave",
    "unbatch",
    "unique",
]
