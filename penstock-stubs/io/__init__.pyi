"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import gfile as gfile
from penstock.ops.image.codec import decode_and_crop_jpeg as decode_and_crop_jpeg
from penstock.ops.image.codec import decode_bmp as decode_bmp
from penstock.ops.image.codec import decode_gif as decode_gif
from penstock.ops.image.codec import decode_image as decode_image
from penstock.ops.image.codec import decode_jpeg as decode_jpeg
from penstock.ops.image.codec import decode_png as decode_png
from penstock.ops.image.codec import encode_jpeg as encode_jpeg
from penstock.ops.image.codec import extract_jpeg_shape as extract_jpeg_shape
from penstock.ops.image.codec import is_jpeg as is_jpeg
from penstock.ops.io.csv_records import decode_csv as decode_csv
from penstock.ops.io.decoding import decode_base64 as decode_base64
from penstock.ops.io.decoding import decode_compressed as decode_compressed
from penstock.ops.io.decoding import decode_raw as decode_raw
from penstock.ops.io.decoding import encode_base64 as encode_base64
from penstock.ops.io.decoding import parse_tensor as parse_tensor
from penstock.ops.io.decoding import serialize_tensor as serialize_tensor
from penstock.ops.io.files import matching_files as matching_files
from penstock.ops.io.files import read_file as read_file
from penstock.ops.io.files import write_file as write_file
from penstock.ops.io.parsing_features import FixedLenFeature as FixedLenFeature
from penstock.ops.io.parsing_features import FixedLenSequenceFeature as FixedLenSequenceFeature
from penstock.ops.io.parsing_features import SparseFeature as SparseFeature
from penstock.ops.io.parsing_features import VarLenFeature as VarLenFeature
from penstock.ops.io.parsing_features import parse_example as parse_example
from penstock.ops.io.parsing_features import parse_sequence_example as parse_sequence_example
from penstock.ops.io.parsing_features import parse_single_example as parse_single_example
from penstock.ops.io.parsing_features import parse_single_sequence_example as parse_single_sequence_example
from penstock.ops.io.protos import decode_proto as decode_proto
from penstock.ops.io.protos import encode_proto as encode_proto
from penstock.ops.queues.queues import PaddingFIFOQueue as PaddingFIFOQueue
from penstock.ops.queues.queues import PriorityQueue as PriorityQueue
from penstock.ops.queues.queues import QueueBase as QueueBase
from penstock.ops.queues.queues import RandomShuffleQueue as RandomShuffleQueue
from penstock.storage.records import TFRecordCompressionType as TFRecordCompressionType
from penstock.storage.records import TFRecordOptions as TFRecordOptions
from penstock.storage.records import TFRecordWriter as TFRecordWriter
from penstock.storage.records import tf_record_iterator as tf_record_iterator
from penstock.train.input_producers import match_filenames_once as match_filenames_once
from penstock.train.write_graph_file import write_graph as write_graph
from builtins import int as _int
from builtins import str as _str
from penstock.graph.operation import Tensor as _Tensor
from penstock.ops.sparse.serialization import DTypeLike as _DTypeLike
from penstock.ops.sparse.serialization import TensorLike as _TensorLike
from typing import Any as _Any

def decode_json_example(json_examples: _Any, name: _str | None = ...) -> _Tensor:
    """Makes serialized `Example` messages from their form in JSON."""
def deserialize_many_sparse(serialized_sparse: _TensorLike, dtype: _DTypeLike, rank: _int | None = ..., name: _str | None = ...) -> _Any:
    """Reads many SparseTensors, one from each row of 3 strings, and makes them the rows of one."""
def serialize_many_sparse(sp_input: _TensorLike, name: _str | None = ..., out_type: _DTypeLike = ...) -> _Tensor:
    """Writes each row of a SparseTensor as 3 strings (or variants): a matrix [rows, 3]."""
def serialize_sparse(sp_input: _TensorLike, name: _str | None = ..., out_type: _DTypeLike = ...) -> _Tensor:
    """Writes a SparseTensor as a vector of 3 strings (or variants)."""

__all__ = [
    "FixedLenFeature",
    "FixedLenSequenceFeature",
    "PaddingFIFOQueue",
    "PriorityQueue",
    "QueueBase",
    "RandomShuffleQueue",
    "SparseFeature",
    "TFRecordCompressionType",
    "TFRecordOptions",
    "TFRecordWriter",
    "VarLenFeature",
    "decode_and_crop_jpeg",
    "decode_base64",
    "decode_bmp",
    "decode_compressed",
    "decode_csv",
    "decode_gif",
    "decode_image",
    "decode_jpeg",
    "decode_json_example",
    "decode_png",
    "decode_proto",
    "decode_raw",
    "deserialize_many_sparse",
    "encode_base64",
    "encode_jpeg",
    "encode_proto",
    "extract_jpeg_shape",
    "gfile",
    "is_jpeg",
    "match_filenames_once",
    "matching_files",
    "parse_example",
    "parse_sequence_example",
    "parse_single_example",
    "parse_single_sequence_example",
    "parse_tensor",
    "read_file",
    "serialize_many_sparse",
    "serialize_sparse",
    "serialize_tensor",
    "tf_record_iterator",
    "write_file",
    "write_graph",
]
