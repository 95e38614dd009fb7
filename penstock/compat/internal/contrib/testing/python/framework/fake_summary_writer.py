"""A writer that only remembers: `tensorflow.contrib.testing.python.framework.fake_summary_writer`."""

from penstock.contrib.remembering_writer import FakeSummaryWriter

__all__ = ["FakeSummaryWriter"]
