"""Made by `python -m penstock.tools.stubs`; do not edit."""

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

__all__ = [
    "AUTOTUNE",
    "CheckpointInputPipelineHook",
    "DistributeOptions",
    "INFINITE_CARDINALITY",
    "MapVectorizationOptions",
    "OptimizationOptions",
    "Optional",
    "Reducer",
    "StatsOptions",
    "TFRecordWriter",
    "ThreadingOptions",
    "UNKNOWN_CARDINALITY",
    "bucket_by_sequence_length",
    "bytes_produced_stats",
    "cardinality",
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
    "make_saveable_from_iterator",
    "map_and_batch",
    "parallel_interleave",
    "parse_example_dataset",
    "prefetch_to_device",
    "rejection_resample",
    "scan",
    "shuffle_and_repeat",
    "take_while",
    "to_variant",
    "unbatch",
    "unique",
]
