"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.storage.records import TFRecordCompressionType as TFRecordCompressionType
from penstock.storage.records import TFRecordOptions as TFRecordOptions
from penstock.storage.records import TFRecordWriter as TFRecordWriter
from penstock.storage.records import tf_record_iterator as tf_record_iterator

__all__ = [
    "TFRecordCompressionType",
    "TFRecordOptions",
    "TFRecordWriter",
    "tf_record_iterator",
]
