"""Made by `python -m penstock.tools.stubs`; do not edit."""

from penstock.ops.queues.batching import batch as batch
from penstock.ops.queues.batching import batch_function as batch_function
from penstock.ops.queues.batching import batch_function_v1 as batch_function_v1
from penstock.ops.queues.batching import unbatch as unbatch

__all__ = [
    "batch",
    "batch_function",
    "batch_function_v1",
    "unbatch",
]
