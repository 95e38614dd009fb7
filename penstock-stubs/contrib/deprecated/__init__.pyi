"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.contrib.deprecated.older_summaries import audio_summary as audio_summary
from penstock.contrib.deprecated.older_summaries import histogram_summary as histogram_summary
from penstock.contrib.deprecated.older_summaries import image_summary as image_summary
from penstock.contrib.deprecated.older_summaries import merge_all_summaries as merge_all_summaries
from penstock.contrib.deprecated.older_summaries import merge_summary as merge_summary
from penstock.contrib.deprecated.older_summaries import scalar_summary as scalar_summary

__all__ = [
    "audio_summary",
    "histogram_summary",
    "image_summary",
    "merge_all_summaries",
    "merge_summary",
    "scalar_summary",
]
