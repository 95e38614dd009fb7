"""Made by `python -m penstock.tools.stubs`; do not edit."""

from . import experimental as experimental
from penstock.contrib.summary.version2 import create_file_writer as create_file_writer
from penstock.contrib.summary.version2 import flush as flush
from penstock.contrib.summary.version2 import histogram as histogram
from penstock.contrib.summary.version2 import image as image
from penstock.contrib.summary.version2 import record_if as record_if
from penstock.contrib.summary.version2 import scalar as scalar
from penstock.contrib.summary.version2 import should_record_summaries as should_record_summaries
from penstock.contrib.summary.version2 import text as text
from penstock.contrib.summary.version2 import write as write

__all__ = [
    "create_file_writer",
    "experimental",
    "flush",
    "histogram",
    "image",
    "record_if",
    "scalar",
    "should_record_summaries",
    "text",
    "write",
]
