"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.summary.writing import initialize as initialize
from penstock.protos import Event as Event
from penstock.protos import SessionLog as SessionLog
from penstock.protos import Summary as Summary
from penstock.protos import SummaryDescription as SummaryDescription
from penstock.protos import TaggedRunMetadata as TaggedRunMetadata
from penstock.summary.ops import all_v2_summary_ops as all_v2_summary_ops
from penstock.summary.ops import audio as audio
from penstock.summary.ops import get_summary_description as get_summary_description
from penstock.summary.ops import histogram as histogram
from penstock.summary.ops import image as image
from penstock.summary.ops import merge as merge
from penstock.summary.ops import merge_all as merge_all
from penstock.summary.ops import scalar as scalar
from penstock.summary.ops import tensor_summary as tensor_summary
from penstock.summary.ops import text as text
from penstock.summary.writer import FileWriter as FileWriter
from penstock.summary.writer import FileWriterCache as FileWriterCache

__all__ = [
    "Event",
    "FileWriter",
    "FileWriterCache",
    "SessionLog",
    "Summary",
    "SummaryDescription",
    "TaggedRunMetadata",
    "all_v2_summary_ops",
    "audio",
    "get_summary_description",
    "histogram",
    "image",
    "initialize",
    "merge",
    "merge_all",
    "scalar",
    "tensor_summary",
    "text",
]
