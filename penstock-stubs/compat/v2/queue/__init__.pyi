"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.ops.queues.queues import FIFOQueue as FIFOQueue
from penstock.ops.queues.queues import PaddingFIFOQueue as PaddingFIFOQueue
from penstock.ops.queues.queues import PriorityQueue as PriorityQueue
from penstock.ops.queues.queues import QueueBase as QueueBase
from penstock.ops.queues.queues import RandomShuffleQueue as RandomShuffleQueue

__all__ = [
    "FIFOQueue",
    "PaddingFIFOQueue",
    "PriorityQueue",
    "QueueBase",
    "RandomShuffleQueue",
]
