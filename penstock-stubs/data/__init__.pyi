"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import experimental as experimental
from penstock.data.dataset import Dataset as Dataset
from penstock.data.iterator import Iterator as Iterator
from penstock.data.old_iterators import get_output_classes as get_output_classes
from penstock.data.old_iterators import get_output_shapes as get_output_shapes
from penstock.data.old_iterators import get_output_types as get_output_types
from penstock.data.old_iterators import make_initializable_iterator as make_initializable_iterator
from penstock.data.old_iterators import make_one_shot_iterator as make_one_shot_iterator
from penstock.data.options import Options as Options
from penstock.data.readers import FixedLengthRecordDataset as FixedLengthRecordDataset
from penstock.data.readers import TFRecordDataset as TFRecordDataset
from penstock.data.readers import TextLineDataset as TextLineDataset
from penstock.data.structure import DatasetSpec as DatasetSpec

__all__ = [
    "Dataset",
    "DatasetSpec",
    "FixedLengthRecordDataset",
    "Iterator",
    "Options",
    "TFRecordDataset",
    "TextLineDataset",
    "experimental",
    "get_output_classes",
    "get_output_shapes",
    "get_output_types",
    "make_initializable_iterator",
    "make_one_shot_iterator",
]
