"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.event_files import assert_summary as assert_summary
from penstock.contrib.event_files import latest_event_file as latest_event_file
from penstock.contrib.event_files import latest_events as latest_events
from penstock.contrib.event_files import latest_summaries as latest_summaries
from penstock.contrib.event_files import simple_values_from_events as simple_values_from_events
from penstock.contrib.event_files import to_summary_proto as to_summary_proto
from penstock.contrib.remembering_writer import FakeSummaryWriter as FakeSummaryWriter

__all__ = [
    "FakeSummaryWriter",
    "assert_summary",
    "latest_event_file",
    "latest_events",
    "latest_summaries",
    "simple_values_from_events",
    "to_summary_proto",
]
