"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.summary.writing import SummaryWriter as SummaryWriter
from penstock.contrib.summary.writing import all_v2_summary_ops as all_summary_ops
from penstock.contrib.summary.writing import always_record_summaries as always_record_summaries
from penstock.contrib.summary.writing import audio as audio
from penstock.contrib.summary.writing import create_file_writer as create_file_writer
from penstock.contrib.summary.writing import create_summary_file_writer as create_summary_file_writer
from penstock.contrib.summary.writing import eval_dir as eval_dir
from penstock.contrib.summary.writing import flush as flush
from penstock.contrib.summary.writing import generic as generic
from penstock.contrib.summary.writing import graph as graph
from penstock.contrib.summary.writing import histogram as histogram
from penstock.contrib.summary.writing import image as image
from penstock.contrib.summary.writing import import_event as import_event
from penstock.contrib.summary.writing import initialize as initialize
from penstock.contrib.summary.writing import never_record_summaries as never_record_summaries
from penstock.contrib.summary.writing import record_summaries_every_n_global_steps as record_summaries_every_n_global_steps
from penstock.contrib.summary.writing import scalar as scalar
from penstock.contrib.summary.writing import should_record_summaries as should_record_summaries
from penstock.contrib.summary.writing import summary_writer_initializer_op as summary_writer_initializer_op

__all__ = [
    "SummaryWriter",
    "all_summary_ops",
    "always_record_summaries",
    "audio",
    "create_file_writer",
    "create_summary_file_writer",
    "eval_dir",
    "flush",
    "generic",
    "graph",
    "histogram",
    "image",
    "import_event",
    "initialize",
    "never_record_summaries",
    "record_summaries_every_n_global_steps",
    "scalar",
    "should_record_summaries",
    "summary_writer_initializer_op",
]
