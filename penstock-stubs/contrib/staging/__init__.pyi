"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.ops.queues.staging import StagingArea as StagingArea

__all__ = [
    "StagingArea",
]
