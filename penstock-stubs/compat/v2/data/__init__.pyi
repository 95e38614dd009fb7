"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import experimental as experimental
from penstock.data.dataset import Dataset as Dataset
from penstock.data.options import Options as Options
from penstock.data.readers import FixedLengthRecordDataset as FixedLengthRecordDataset
from penstock.data.readers import TFRecordDataset as TFRecordDataset
from penstock.data.readers import TextLineDataset as TextLineDataset
from penstock.data.structure import DatasetSpec as DatasetSpec

__all__ = [
    "Dataset",
    "DatasetSpec",
    "FixedLengthRecordDataset",
    "Options",
    "TFRecordDataset",
    "TextLineDataset",
    "experimental",
]
