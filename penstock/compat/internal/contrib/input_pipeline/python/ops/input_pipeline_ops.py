"""Strings of a list, one after the other: `tensorflow.contrib.input_pipeline.python.ops.input_pipeline_ops`."""

from penstock.contrib.list_elements import obtain_next, seek_next

__all__ = ["obtain_next", "seek_next"]
